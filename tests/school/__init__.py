"""Dealer school: rounds, runs, the ladder, and that no chips move."""
