"""The log of a round: all that a viewer saw, in words, and which decisions the clock made."""

from collections.abc import Iterable, Mapping, Sequence

from games.engine.view import Event, View

ByClock = Mapping[int, Sequence[bool]]
"""Seat to its decisions in order: whether the clock made each."""

_DECISIONS = ("act", "draw", "discard")


def by_clock(actions: Iterable[tuple[int, bool]]) -> ByClock:
    """actions: seat and whether the clock acted for it, in the order of the round."""
    found: dict[int, list[bool]] = {}
    for seat, clocked in actions:
        found.setdefault(seat, []).append(clocked)
    return found


def told(view: View, clocked: ByClock) -> list[str]:
    """The events of a view as sentences: ``"Seat 2: the clock folds."`` where nobody decided.

    Only what is in the view is told, so that a decision that is hidden from its viewer stays so.
    """
    words, decided = [], dict.fromkeys(clocked, 0)
    for event in view.events:
        seat = _decides(event, clocked)
        by_the_clock = False
        if seat is not None:
            made = clocked[seat]
            by_the_clock = decided[seat] < len(made) and made[decided[seat]]
            decided[seat] += 1
        words.append(_played_by_clock(event.words, seat) if by_the_clock else event.words)
    return words


def _decides(event: Event, clocked: ByClock) -> int | None:
    """The seat whose decision an event is, None for the dealer's doings."""
    seat = next((s for s in clocked if event.place.split(".")[0] == f"seat-{s}"), None)
    stands_pat = event.kind == "turn" and " stands pat" in event.words
    return seat if event.kind in _DECISIONS or stands_pat else None


def _played_by_clock(words: str, seat: int | None) -> str:
    start = f"Seat {seat}"
    return f"{start}: the clock{words.removeprefix(start)}"
