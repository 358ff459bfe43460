"""Exact figures of any game, asked for by its slug."""
