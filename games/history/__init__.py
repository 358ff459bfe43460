"""Rounds that are over: listed, replayed, verified, exported, reviewed, and played again daily."""
