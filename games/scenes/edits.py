"""How the HTML of a part becomes the next one, without what stays the same.

An edit takes over and replaces whole tags and whole texts: how long it is must not hang on how many
digits of a time or a number are the same as before.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

Piece = tuple[int, int] | str
"""Characters that are taken over, from where to where; or new text."""
Edit = Sequence[Piece]

_TOKENS = re.compile(r"<[^>]*>?|[^<]+")
_SHORT = 32
"""What is the same between two changes is taken over if it has so many characters: a piece of an
edit has some itself."""

_Block = tuple[int, int, int]
"""Tokens that both texts have: where they begin in each, and how many they are."""


@lru_cache(maxsize=2048)
def edit(old: str, new: str) -> Edit:
    """The edit that makes `old` into `new`. Those who look at one table get many in common."""
    before, after = _TOKENS.findall(old), _TOKENS.findall(new)
    pieces: list[Piece] = []
    read = written = start = 0
    for there, here, count in _blocks(before, after):
        if here > written:
            pieces.append("".join(after[written:here]))
        start += sum(map(len, before[read:there]))
        end = start + sum(map(len, before[there : there + count]))
        pieces.append((start, end))
        read, written, start = there + count, here + count, end
    if len(after) > written:
        pieces.append("".join(after[written:]))
    return pieces


def _blocks(old: Sequence[str], new: Sequence[str]) -> Iterator[_Block]:
    """What is taken over, in order: what both begin and end with, and what they share between."""
    most = min(len(old), len(new))
    start = next((n for n in range(most) if old[n] != new[n]), most)
    left = most - start
    end = next((n for n in range(left) if old[-1 - n] != new[-1 - n]), left)
    if start:
        yield 0, 0, start
    inner = old[start : len(old) - end], new[start : len(new) - end]
    yield from ((there + start, here + start, count) for there, here, count in _shared(*inner))
    if end:
        yield len(old) - end, len(new) - end, end


def _shared(old: Sequence[str], new: Sequence[str]) -> Iterator[_Block]:
    """The longest run of tokens that both have, and those before and after it."""
    found = _longest(old, new)
    if found is None:
        return
    there, here, count = found
    yield from _shared(old[:there], new[:here])
    yield found
    for later, now, more in _shared(old[there + count :], new[here + count :]):
        yield there + count + later, here + count + now, more


def _longest(old: Sequence[str], new: Sequence[str]) -> _Block | None:
    """The longest run, in characters, that begins with a token which the old text has once."""
    places: dict[str, int] = {}
    for place, token in enumerate(old):
        places[token] = -1 if token in places else place
    best, length, here = None, _SHORT - 1, 0
    while here < len(new):
        there = places.get(new[here], -1)
        count = _run(old, new, there, here) if there >= 0 else 0
        run = sum(map(len, new[here : here + count]))
        if run > length:
            best, length = (there, here, count), run
        here += max(count, 1)
    return best


def _run(old: Sequence[str], new: Sequence[str], there: int, here: int) -> int:
    most = min(len(old) - there, len(new) - here)
    return next((n for n in range(most) if old[there + n] != new[here + n]), most)
