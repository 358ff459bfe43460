"""What is true of Big Draw Poker alone."""
