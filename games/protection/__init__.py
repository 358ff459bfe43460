"""Game protection: what a bet gives away to people who count, share or see cards, and what the
house can expect of it.

Pure like `games.odds`: numbers in, numbers out. This package holds the mathematics that any game
can use; what is true of one game alone is in that game's own package.
"""
