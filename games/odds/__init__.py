"""Odds: exact chances, house edges and best play, from the same rules that pay.

Pure like the engine below it: numbers in, numbers out; no framework, clock, chance or storage.
`registry` is the door: ``odds``, ``advice`` and ``best_action`` for any game. `report` holds the
values that go out of it. A game's own sums are in a module of its own, named in `registry.MODULES`.
"""
