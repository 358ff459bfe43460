"""Game protection: what a bet gives away to people who count, share or see cards, and what the
house can expect from it.

Pure like `games.odds`: numbers in, numbers out. This package has the mathematics that any game can
use; what is specific to one game is in that game's own package.
"""
