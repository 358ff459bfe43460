"""A round dealt by hand from real cards: who gets the next card, and what is paid."""
