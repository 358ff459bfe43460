"""Demonstration hands: what a game has to show, and cards that show it."""
