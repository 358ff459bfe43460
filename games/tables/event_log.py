"""The log of a round: everything a viewer saw, in words, and which decisions the clock made."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any, TypeVar

from games.engine.view import Event, View

T = TypeVar("T")
ByClock = Mapping[int, Sequence[bool]]
"""By seat, in order, whether the clock made each of its decisions."""

Line = tuple[int, str]
"""When something happened, in epoch milliseconds, and what, as a sentence."""

_DECISIONS = ("act", "draw", "discard")


def by_seat(made: Iterable[tuple[int, T]]) -> dict[int, list[T]]:
    """Group pairs of a seat and something about its decision by seat, in the order of the round."""
    found: dict[int, list[T]] = {}
    for seat, about in made:
        found.setdefault(seat, []).append(about)
    return found


def by_clock(actions: Iterable[tuple[int, bool]]) -> ByClock:
    """actions: seat and whether the clock acted for it, in the order of the round."""
    return by_seat(actions)


def decisions(view: View, made: Mapping[int, Sequence[T]]) -> list[T | None]:
    """For each event of a view, what is known (`made`, by seat) of the decision that it reports.

    None for what the dealer does. Decisions that are hidden from the viewer are left out.
    """
    left = {seat: iter(about) for seat, about in made.items()}
    seats = (_decides(event, made) for event in view.events)
    return [None if seat is None else next(left[seat], None) for seat in seats]


def event_sentences(view: View, clocked: ByClock) -> list[str]:
    """The events of a view as sentences: ``"Seat 2: the clock folds."`` if nobody decided.

    Says only what is in the view, so a decision that is hidden from its viewer stays hidden.
    """
    return [
        played_by_clock(event) if made else event.words
        for event, made in zip(view.events, decisions(view, clocked), strict=True)
    ]


def timed(
    view: View,
    clocked: ByClock,
    moments: Mapping[int, Sequence[int]],
    dealt: int,
    ended: int | None,
) -> Iterator[Line]:
    """The events of a view as lines, each no earlier than the one before.

    moments: by seat, when its decisions were made; dealt, ended: when the round was (None: not
    yet). What the dealer does has the time of the decision before it, and the settlement that of
    the round's end.
    """
    decided = decisions(view, moments)
    last = max((place for place, at in enumerate(decided) if at is not None), default=-1)
    now = dealt
    words = event_sentences(view, clocked)
    for place, (event, at, sentence) in enumerate(zip(view.events, decided, words, strict=True)):
        if ended is not None and place > last and event.kind != "deal":
            at = ended
        now = max(now, at or 0)
        yield now, sentence


def merged(lines: Iterable[Line], news: Iterable[Mapping[str, Any]], number: int) -> list[str]:
    """What happened in a round, cards and table together, in order.

    lines: the events of the round; news: those of the table (`Table.news`); only the ones of round
    `number` are listed.
    """
    beside = [(item["ms"], item["words"]) for item in news if item["round"] == number]
    if not beside:
        return [words for _, words in lines]
    return [words for _, words in sorted([*beside, *lines], key=itemgetter(0))]


def _decides(event: Event, made: Collection[int]) -> int | None:
    """The seat whose decision an event is, None for what the dealer does."""
    stands_pat = event.kind == "turn" and " stands pat" in event.words
    # The dealer's payments read "Seat 2: ..."; one taken by the seat itself reads "Seat 2 takes
    # ...".
    paid = event.kind == "pay" and ":" not in event.words
    if event.kind not in _DECISIONS and not stands_pat and not paid:
        return None
    _, _, seat = event.place.partition("seat-")
    number = int(seat.partition(".")[0] or 0)
    return number if number in made else None


def played_by_clock(event: Event) -> str:
    """A decision as a sentence that says who made it: ``"Seat 2: the clock folds."``."""
    start = f"Seat {event.place.removeprefix('seat-').split('.')[0]}"
    return f"{start}: the clock{event.words.removeprefix(start)}"
