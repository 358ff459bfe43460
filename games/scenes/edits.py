"""How the HTML of a part becomes the next one, without sending what stays the same.

An edit keeps or replaces whole tags and whole texts: its length must not depend on how many digits
of a time or a number have changed.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

Piece = tuple[int, int] | str
"""Characters that are kept, from and to; or new text."""
Edit = Sequence[Piece]

_TOKENS = re.compile(r"<[^>]*>?|[^<]+")
_SHORT = 32
"""What is the same between two changes is kept if it has at least this many characters: a piece of
an edit costs some itself."""

_Block = tuple[int, int, int]
"""Tokens that both texts have: where they begin in each, and how many there are."""


@lru_cache(maxsize=2048)
def edit(old: str, new: str) -> Edit:
    """The edit that makes `old` into `new`. Viewers of one table need many of the same edits."""
    if not old:
        return [new] if new else []
    start, end = _around(old, new)
    before, after = (_TOKENS.findall(text[start : len(text) - end]) for text in (old, new))
    pieces: list[Piece] = [(0, start)] if start else []
    read = written = 0
    for there, here, count in _blocks(before, after):
        if here > written:
            pieces.append("".join(after[written:here]))
        start += sum(map(len, before[read:there]))
        length = sum(map(len, before[there : there + count]))
        _take_over(pieces, start, start + length)
        read, written, start = there + count, here + count, start + length
    if len(after) > written:
        pieces.append("".join(after[written:]))
    _take_over(pieces, len(old) - end, len(old))
    return pieces


def _take_over(pieces: list[Piece], start: int, end: int) -> None:
    """Add characters that are kept; adjacent ones become one piece."""
    last = pieces[-1] if pieces else ""
    if not isinstance(last, str) and last[1] == start:
        pieces[-1] = last[0], end
    elif end > start:
        pieces.append((start, end))


def _around(old: str, new: str) -> tuple[int, int]:
    """How many characters of whole tags and whole texts both begin with, and both end with. There
    may be one more of each: this finds most of them without taking the texts apart."""
    start = max(old.rfind("<", 0, _alike(old, new)), 0)
    back, again = old[start:][::-1], new[start:][::-1]
    return start, max(back.rfind(">", 0, _alike(back, again)), 0)


def _alike(old: str, new: str) -> int:
    """How many characters both texts begin with."""
    low, high = 0, min(len(old), len(new))
    while low < high:
        middle = (low + high + 1) // 2
        if old[low:middle] == new[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _blocks(old: Sequence[str], new: Sequence[str]) -> Iterator[_Block]:
    """What is kept, in order: what both begin and end with, and what they share in between."""
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
    """The longest run of tokens that both have, and the ones before and after it."""
    found = _longest(old, new)
    if found is None:
        return
    there, here, count = found
    yield from _shared(old[:there], new[:here])
    yield found
    for later, now, more in _shared(old[there + count :], new[here + count :]):
        yield there + count + later, here + count + now, more


def _longest(old: Sequence[str], new: Sequence[str]) -> _Block | None:
    """The longest run, in characters, that begins with a token that occurs once in the old text."""
    places: dict[str, int] = {}
    for place, token in enumerate(old):
        places[token] = -1 if token in places else place
    best, length, free = None, _SHORT - 1, 0
    for here, there in enumerate(map(places.get, new)):
        if there is None or there < 0 or here < free:
            continue
        count = _run(old, new, there, here)
        run = sum(map(len, new[here : here + count]))
        if run > length:
            best, length = (there, here, count), run
        free = here + count
    return best


def _run(old: Sequence[str], new: Sequence[str], there: int, here: int) -> int:
    most = min(len(old) - there, len(new) - here)
    return next((n for n in range(most) if old[there + n] != new[here + n]), most)
