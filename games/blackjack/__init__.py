"""What is true of blackjack and its side bet Bad Beat alone."""
