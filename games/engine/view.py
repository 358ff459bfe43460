"""What one viewer may see of a round: plain values for a felt, a program or a screen reader.

A view is built from nothing; a card that the viewer may not see is None, and nothing else in the
view depends on that card. Its classes have no slots: orjson writes them ten times as fast that way.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

FaceUp = str
"""The code of a card that the viewer sees, for example ``"Th"``."""


@dataclass(frozen=True)
class HandView:
    """Cards that lie together.

    cards: code of each, None if it is face down. marks: per card ``""``, ``"win"`` (makes a hand
    that wins), ``"plays"`` (makes one that does not), ``"idle"`` (makes none), ``"gone"``
    (discarded); may be shorter than cards. lost: whether the hand has lost. words: the hand in
    words (``"two pair, kings and fours"``), total: (``"43"``, ``"soft 17"``), status: ``""``, or
    what became of it (``"stands"``, ``"folded"``, ``"bust"``). acting: True for the hand to decide
    about. wagers: spot to cents bet on this hand. steps: its total after each card, in a game with
    totals (``("10", "20", "24")``). line: the paytable line it makes now (``"lose"`` for none), if
    it is judged by a paytable. drawn: how many of its last cards replaced discarded ones.
    """

    cards: tuple[FaceUp | None, ...] = ()
    words: str = ""
    total: str = ""
    status: str = ""
    marks: tuple[str, ...] = ()
    acting: bool = False
    wagers: Mapping[str, int] = field(default_factory=dict)
    steps: tuple[str, ...] = ()
    line: str = ""
    drawn: int = 0
    lost: bool = False


@dataclass(frozen=True)
class PileView:
    """Cards in front of the dealer: ``dealer``, ``community``, ``discard``."""

    key: str
    name: str
    hand: HandView


@dataclass(frozen=True)
class SeatView:
    """One betting position: its hands, all its stakes by spot (cents), whether it is its turn."""

    seat: int
    hands: tuple[HandView, ...]
    wagers: Mapping[str, int]
    waiting: bool = False
    status: str = ""


@dataclass(frozen=True)
class Event:
    """One thing that happened, in the order a dealer does it; a felt shows them one by one.

    kind: ``deal``, ``act``, ``turn``, ``discard``, ``draw``, ``take``, ``pay``, ``push``.
    place: ``seat-3``, ``seat-3.1`` (second hand), ``dealer``, ``community``.
    words: a sentence for the log. cards: as in HandView. spot, stake, net: for wagers, in cents.
    """

    kind: str
    place: str
    words: str
    cards: tuple[FaceUp | None, ...] = ()
    spot: str = ""
    stake: int = 0
    net: int = 0


@dataclass(frozen=True)
class OfferView:
    """An action the viewer may take; see `games.engine.game.Offer`. discard_from are codes."""

    action: str
    amounts: tuple[int, ...] | None = None
    discard_from: tuple[str, ...] | None = None
    cost: int = 0


@dataclass(frozen=True)
class ResultView:
    """One settled spot as `games.engine.game.SpotResult`, with the line in words and its odds."""

    seat: int
    spot: str
    stake: int
    returned: int
    net: int
    line: str
    words: str
    pays: str = ""
    hand: int | None = None


@dataclass(frozen=True, slots=True)
class View:
    """A round as one viewer sees it.

    viewer: a seat, or None for a spectator. step: the game's own word for the stage of the round
    (``"decide"``, ``"draw"``, ``"look"``, ``"settled"``). question: what the viewer has to decide,
    in words, or ``""``. piles: the dealer's side. offers: () unless it is the viewer's turn.
    results: the spots settled so far, in settlement order. events: see `Event`.
    """

    game: str
    viewer: int | None
    step: str
    question: str = ""
    piles: tuple[PileView, ...] = ()
    seats: tuple[SeatView, ...] = ()
    waiting_on: tuple[int, ...] = ()
    offers: tuple[OfferView, ...] = ()
    results: tuple[ResultView, ...] = ()
    events: tuple[Event, ...] = ()

    def seat(self, number: int | None) -> SeatView | None:
        """The view of one seat, None if it is not in the round."""
        return next((seat for seat in self.seats if seat.seat == number), None)


def face_down(count: int) -> tuple[None, ...]:
    """`count` cards that the viewer cannot see."""
    return (None,) * count


def listed(words: Sequence[str], last: str = "and") -> str:
    """``"a"``, ``"a and b"``, ``"a, b and c"``; `last` is the word before the last."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"
