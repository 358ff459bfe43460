"""Dealer school: rounds and questions for dealers, drawn from a seed. No chips move here."""
