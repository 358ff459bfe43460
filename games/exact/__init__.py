"""Exact figures for any game, by its slug."""
