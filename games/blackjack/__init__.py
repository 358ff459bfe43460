"""Everything specific to blackjack and its side bet Bad Beat."""
