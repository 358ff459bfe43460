"""Mathematics that the odds of several games share: bets and their lines, counting, draws, charts.

Pure like the engine below it: numbers in, numbers out; no framework, clock, chance or storage. It
knows no game; a game's own sums are in its folder.
"""
