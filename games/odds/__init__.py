"""Mathematics shared by the odds of several games: bets and their lines, counting, draws, charts.

Pure like the engine below it: numbers in, numbers out; no framework, clock, randomness or storage.
It knows no game; a game's own computations are in its folder.
"""
