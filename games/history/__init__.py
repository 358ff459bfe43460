"""Finished rounds: listed, replayed, verified, exported, reviewed; drills and the daily deal."""
