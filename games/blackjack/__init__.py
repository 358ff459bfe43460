"""Blackjack with Bad Beat: all that is true of this game alone."""
