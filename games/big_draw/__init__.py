"""Big Draw Poker: all that is true of this game alone."""
