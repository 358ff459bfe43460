"""Rounds that are over: listed, told, replayed, verified, exported, shared."""
