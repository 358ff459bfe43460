"""Everything specific to Big Draw Poker."""
