"""A round that somebody deals from a deck of real cards: whom the next card goes to, and what it
comes to."""
