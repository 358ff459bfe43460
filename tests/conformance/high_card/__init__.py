"""High Card, a game for the tests: what a game's folder holds, and nothing outside it knows."""
