"""The seats of a table as a viewer sees them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import orjson

from games.engine.view import FaceUp, HandView, ResultView, SeatView, View
from games.models import Chair, Phase
from games.scenes.spots import Outcome, lying, outcome
from games.tables.bot_policy import style_at
from games.tables.selectors import Snapshot


@dataclass(frozen=True)
class CardScene:
    """A card of a hand: its code, None face down; its mark, as in `HandView`; what the hand counts
    with it; and whether it replaced a discarded one."""

    code: FaceUp | None
    mark: str
    step: str
    drawn: bool


@dataclass(frozen=True)
class HandScene:
    """Cards that lie together at a seat. See `HandView`. `result`: of this hand alone."""

    cards: tuple[CardScene, ...]
    words: str
    total: str
    line: str
    status: str
    acting: bool
    wagers: dict[str, int]
    lost: bool
    result: Outcome | None


@dataclass(frozen=True)
class Wager:
    """Cents on a spot, with its key and name."""

    spot: str
    name: str
    cents: int


@dataclass(frozen=True)
class SeatScene:
    """A seat, who has it, and its part in the round.

    bot: how a bot plays, "" for people and an open seat. bank: the player's chips as others see
    them, in cents; None: nobody, or not known. own_time: a `Chair.OwnTime`. wagers: those still on
    the felt. staked: in all; net: None before the round is settled; both in cents. played: the seat
    in the view of the round, the only place where its cards are; None: not in the round. outcomes:
    the result of each hand.
    """

    seat: int
    name: str
    bot: str
    taken: bool
    bank: int | None
    ready: bool
    away: bool
    out: bool
    own_time: str
    wagers: tuple[Wager, ...]
    staked: int
    waiting: bool
    net: int | None
    played: SeatView | None
    outcomes: tuple[Outcome | None, ...]

    @property
    def hands(self) -> tuple[HandScene, ...]:
        """Its hands, each with its own result if there are several."""
        dealt = self.played.hands if self.played else ()
        return tuple(_hand(hand, found) for hand, found in zip(dealt, self.outcomes, strict=True))

    @property
    def lies(self) -> int:
        """Cents still on the felt here."""
        return sum(wager.cents for wager in self.wagers)

    @property
    def status(self) -> str:
        """What became of the seat in the round, "" so far."""
        return self.played.status if self.played else ""


@dataclass(frozen=True)
class Place:
    """A seat as it relates to the viewer.

    slot: its place on the viewer's felt. you: whether the viewer looks from it. yours: whether it
    is one of the viewer's own seats.
    """

    seat: SeatScene
    slot: int
    you: bool
    yours: bool


def seats_alike(snap: Snapshot, view: View) -> View:
    """The same view, with each seat replaced by the equal value that the first viewer got: so
    whatever is made from it can be shared."""
    alike = (
        snap.once(("seen", orjson.dumps(seat, default=dict)), partial(_itself, seat))
        for seat in view.seats
    )
    return replace(view, seats=tuple(alike))


def _itself(seat: SeatView) -> SeatView:
    return seat


def place_shown(snap: Snapshot, other: Chair, own: Chair | None, view: View | None) -> Place:
    """A seat as a viewer sees it whose own chair is `own` and who sees `view`.

    own: None for a spectator. view: None before the deal.
    """
    results = results_at(other.seat, view.results) if view else ()
    waiting = other.seat in _waited_on(snap, view)
    played = view.seat(other.seat) if view else None
    return Place(
        seat=seat_shown(snap, other, played, results, waiting=waiting),
        slot=_slot(other.seat, own, len(snap.chairs)),
        you=own is not None and own.pk == other.pk,
        yours=own is not None and own.user_id == other.user_id,
    )


def results_at(seat: int, results: Sequence[ResultView]) -> tuple[ResultView, ...]:
    """The results of one seat."""
    return tuple([result for result in results if result.seat == seat])


def seat_shown(
    snap: Snapshot,
    other: Chair,
    played: SeatView | None,
    results: tuple[ResultView, ...],
    *,
    waiting: bool,
) -> SeatScene:
    """A seat of the table, made once for all viewers who see the same there. Serialising what they
    see takes less time than making it again.

    played, results: what is visible of its part in the round; waiting: whether it is the seat's
    turn.
    """
    seen = orjson.dumps((other.seat, waiting, played, results), default=dict)
    return snap.once(("seat", seen), partial(_seat, snap, other, played, results, waiting=waiting))


def _seat(
    snap: Snapshot,
    other: Chair,
    played: SeatView | None,
    results: Sequence[ResultView],
    *,
    waiting: bool,
) -> SeatScene:
    user = other.user
    if user is None and played:
        user = next(part.user for part in snap.parts if part.seat == other.seat)
    wagers = other.wagers if played is None else played.wagers
    settled = snap.table.phase == Phase.SHOWING and played is not None
    lie = [
        Wager(
            spot.key,
            spot.name,
            lying(wagers.get(spot.key, 0), [r for r in results if r.spot == spot.key]),
        )
        for spot in snap.spots
    ]
    return SeatScene(
        seat=other.seat,
        name=user.display_name if user else "",
        bot=style_at(snap.table.pk, other.seat, snap.table.bot_style)
        if user and user.is_bot
        else "",
        taken=other.user_id is not None,
        bank=snap.bank_of(other),
        ready=other.ready,
        away=other.away,
        out=other.sits_out,
        own_time=other.own_time,
        wagers=tuple(wager for wager in lie if wager.cents),
        staked=sum(wagers.values()),
        waiting=waiting,
        net=sum(result.net for result in results) if settled else None,
        played=played,
        outcomes=_outcomes(played, results),
    )


def _waited_on(snap: Snapshot, view: View | None) -> tuple[int, ...]:
    if snap.table.phase == Phase.CHOOSING:
        return (snap.table.button,)
    return view.waiting_on if view else ()


def _outcomes(played: SeatView | None, results: Sequence[ResultView]) -> tuple[Outcome | None, ...]:
    hands = range(len(played.hands)) if played else ()
    return tuple(outcome([r for r in results if r.hand == place]) for place in hands)


def _hand(hand: HandView, result: Outcome | None) -> HandScene:
    nothing = ("",) * len(hand.cards)
    kept = len(hand.cards) - hand.drawn
    cards = zip(hand.cards, hand.marks or nothing, hand.steps or nothing, strict=True)
    return HandScene(
        cards=tuple(
            CardScene(code, mark, step, place >= kept)
            for place, (code, mark, step) in enumerate(cards)
        ),
        words=hand.words,
        total=hand.total,
        line=hand.line,
        status=hand.status,
        acting=hand.acting,
        wagers=dict(hand.wagers),
        lost=hand.lost,
        result=result,
    )


def _slot(seat: int, own: Chair | None, seats: int) -> int:
    """A seat's place for this viewer, 1 (right of the dealer's side) to 7: the viewer's own seat
    gets slot 4, the middle; seat numbers stay what they are."""
    if own is None:
        return seat
    return (seat - own.seat + 3) % max(seats, 7) + 1
