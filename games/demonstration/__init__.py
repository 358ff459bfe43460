"""Demonstration hands: what is worth showing in a game, and cards that show it."""
