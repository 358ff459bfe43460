"""Hands that show something: what there is to show in a game, and cards that show it."""
