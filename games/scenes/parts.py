"""The felt in parts: which slice of a scene each part of the page shows.

Each part has a class whose fields are all that its template may look up: the fewer there are, the
more viewers share one drawing. Hidden cards are None in them, as they are in the scene.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.humanize.templatetags.humanize import apnumber

from accounts.templatetags.money import signed
from games.engine.game import read_result
from games.engine.view import HandView, OfferView, PileView, ResultView
from games.models import Headline, RoundSeat
from games.registry import KITS
from games.scenes.headings import Heading
from games.scenes.scene import ChoiceScene, Player, RoundScene, Scene
from games.scenes.seats import CardScene, Place, SeatScene, results_at
from games.scenes.spots import LineScene, Outcome, SpotScene
from games.scenes.timeline import Timeline, goes_on_alike, timeline
from games.tables.chat import Said
from games.tables.finished_round import spot_names
from games.tables.headlines import ShownHand
from games.tables.worths import Worth

TRAY = (1, 5, 25, 100, 500)
"""The chips to bet with, in whole units, if the table takes them all."""
_FIRST_CHIP = 5
"""The one selected at first, if the table takes it."""


@dataclass(frozen=True)
class RoundRow:
    """A finished round of a player's as the side panel lists it. title: what happened, in a few
    words; hands, against: codes of cards; net: cents. bets: how each ended. worth: what its
    decisions cost."""

    id: str
    seat: int
    title: str
    hands: Sequence[Sequence[str]]
    against: Sequence[str]
    net: int | None
    bets: Sequence[str]
    worth: Worth


@dataclass(frozen=True)
class PastRound:
    """What happened in a finished round, in sentences; hands: see `Logged`."""

    number: int
    events: Sequence[str]
    hands: Sequence[ShownHand] = ()


@dataclass(frozen=True)
class Purse:
    """The viewer's balance, in cents; None: not known, or the viewer has no seat."""

    balance: int | None


@dataclass(frozen=True)
class OwnTurn:
    """The viewer's seat while it is their turn: the state of its hands, and its own time."""

    @dataclass(frozen=True)
    class Hand:
        """See `HandView`."""

        status: str
        acting: bool
        wagers: Mapping[str, int]

    own_time: str
    hands: tuple[Hand, ...]


@dataclass(frozen=True)
class Dealer:
    """The dealer's words, and the clock. yours: whether the running clock is the viewer's."""

    heading: Heading
    deadline_ms: int | None
    window_ms: int
    time_bank: int | None
    yours: bool
    solo: bool
    options: Mapping[str, Any]
    own: OwnTurn | None
    asked: bool
    view_step: str


@dataclass(frozen=True)
class Board:
    """What is in the middle: the piles, or what the spots pay."""

    @dataclass(frozen=True)
    class Spot:
        """See `SpotScene`."""

        key: str
        lines: tuple[LineScene, ...]
        result: Outcome | None

    piles: tuple[PileView, ...]
    spots: tuple[Spot, ...]
    choice: ChoiceScene | None


@dataclass(frozen=True)
class OtherSeat:
    """A seat other than the one the viewer looks from. button: whether it has the button."""

    seat: SeatScene
    yours: bool
    open_to_you: bool
    button: bool
    mine: bool = False


@dataclass(frozen=True)
class OwnSeat:
    """The seat from which the viewer looks: only its number; the rest is shown larger."""

    @dataclass(frozen=True)
    class Number:
        """The number of a seat."""

        seat: int

    seat: Number
    mine: bool = True


@dataclass(frozen=True)
class OwnHands:
    """The hands of the viewer's seat."""

    @dataclass(frozen=True)
    class Hand:
        """See `HandScene`. wagers: if it is one of several."""

        cards: tuple[CardScene, ...]
        words: str
        total: str
        status: str
        acting: bool
        wagers: Mapping[str, int]
        lost: bool
        result: Outcome | None

    hands: tuple[Hand, ...]


@dataclass(frozen=True)
class Mine:
    """The viewer's cards. number: of the round, 0 if there is none."""

    own: OwnHands | None
    number: int
    button: bool
    state: str
    solo: bool
    asked: bool


@dataclass(frozen=True)
class OwnStakes:
    """The bets on the viewer's hands."""

    @dataclass(frozen=True)
    class Hand:
        """See `HandView`. wagers: if it is one of several."""

        line: str
        wagers: Mapping[str, int]

    hands: tuple[Hand, ...]


@dataclass(frozen=True)
class Spots:
    """The viewer's bets. last_wagers: the layout to repeat, None for a spectator."""

    spots: tuple[SpotScene, ...]
    last_wagers: Mapping[str, int] | None
    own: OwnStakes | None
    state: str
    options: Mapping[str, Any]


@dataclass(frozen=True)
class OwnResult:
    """The result of the viewer's seat: `net` in cents, None before the end."""

    @dataclass(frozen=True)
    class Hand:
        """See `HandView`. cards: how many. wagers: while it is the viewer's turn, or if there are
        several hands."""

        words: str
        total: str
        cards: int
        status: str
        acting: bool
        wagers: Mapping[str, int]

    @dataclass(frozen=True)
    class Played:
        """See `SeatView`."""

        wagers: Mapping[str, int]

    net: int | None
    status: str
    played: Played
    hands: tuple[Hand, ...]


@dataclass(frozen=True)
class Line:
    """The line under the viewer's bets. ready: see `Player`. results: at the end. fixed: whether
    the table fixes the bets. others: whether the round waits for somebody else. broke: the balance
    does not reach for the smallest bet."""

    own: OwnResult | None
    results: tuple[ResultView, ...]
    note: str
    seated: bool
    ready: bool
    fixed: bool
    state: str
    asked: bool
    others: bool
    view_step: str
    broke: bool


@dataclass(frozen=True)
class OwnStatus:
    """What became of the viewer's hands, and the bets on them."""

    @dataclass(frozen=True)
    class Hand:
        """See `HandView`."""

        status: str
        wagers: Mapping[str, int]

    hands: tuple[Hand, ...]


@dataclass(frozen=True)
class Acts:
    """What the viewer may do. staked: cents on the felt; again: those of the bets that can be
    repeated, 0 for none; tray: the chips, in whole units; picked: the one selected at first. alone:
    see `Player`. table: its number. room: None for a viewer with a seat."""

    @dataclass(frozen=True)
    class You:
        """See `Player`."""

        ready: bool
        out: bool
        out_by_clock: bool

    @dataclass(frozen=True)
    class Value:
        """A value that may be chosen."""

        value: str
        words: str

    @dataclass(frozen=True)
    class Choice:
        """See `ChoiceScene`."""

        yours: bool
        values: tuple["Acts.Value", ...]
        chosen: str | None

    @dataclass(frozen=True)
    class Room:
        """What a spectator needs to sit down: the free seats, in words ("" for none), whether a bot
        would give up its seat, and what a spot takes, in cents."""

        free: str
        bots: bool
        minimum: int
        maximum: int

    table: int
    seated: bool
    room: Room | None
    you: You
    offers: tuple[OfferView, ...]
    question: str
    choice: Choice | None
    own: OwnStatus | None
    staked: int
    again: int
    last_round: int | None
    dealt_out: bool
    fixed: bool
    state: str
    solo: bool
    options: Mapping[str, Any]
    asked: bool
    view_step: str
    tray: tuple[int, ...]
    picked: int
    alone: bool


@dataclass(frozen=True)
class Stays:
    """Whether the viewer plays on: see `Player`."""

    seat: int | None
    out: bool
    out_next: bool
    solo: bool
    last_round: int | None


@dataclass(frozen=True)
class Paytables:
    """What the spots with a paytable pay."""

    @dataclass(frozen=True)
    class Paytable:
        """See `SpotScene`."""

        key: str
        name: str
        lines: tuple[LineScene, ...]

    paytables: tuple[Paytable, ...]


@dataclass(frozen=True)
class Rounds:
    """The viewer's last rounds here. net: of all of them, in cents; waiting: the parts whose
    decisions are not reviewed yet, for the address that requests their reviews."""

    rounds: Sequence[RoundRow]
    net: int
    waiting: str


@dataclass(frozen=True)
class Now:
    """This round in a few lines."""

    round: Timeline


@dataclass(frozen=True)
class Events:
    """What has happened in this round, in sentences."""

    events: Sequence[str]


@dataclass(frozen=True)
class Past:
    """What happened in the last rounds."""

    rounds: Sequence[PastRound]


@dataclass(frozen=True)
class Watching:
    """How many watch."""

    number: int


@dataclass(frozen=True)
class Seal:
    """What proves the deal."""

    round: RoundScene | None


@dataclass(frozen=True)
class Talk:
    """The last phrases said."""

    talk: tuple[Said, ...]


Slice = (
    Purse | Dealer | Board | OtherSeat | OwnSeat | Mine | Spots | Line | Acts | Stays | Paytables
    | Rounds | Now | Events | Past | Watching | Seal | Talk
)  # fmt: skip


@dataclass(frozen=True)
class Part:
    """One part of the page: the id of the element it fills, and what it shows."""

    id: str
    slice: Slice

    @property
    def template(self) -> str:
        """The name of its template: all seats share one."""
        return self.id.partition("-")[0]


def parts_of(shown: Scene, rounds: Sequence[RoundRow], past: Sequence[PastRound]) -> Iterator[Part]:
    """The parts of a scene. `rounds`: the viewer's last rounds here; `past`: what happened in the
    table's last rounds."""
    yield from moving_parts(shown)
    yield Part("acts", _acts(shown))
    yield Part("stays", _stays(shown))
    yield Part("rounds", _rounds(rounds))
    yield Part("past", Past(past))
    yield Part("watching", Watching(shown.table.watching))
    yield Part("seal", Seal(shown.round))
    if not shown.table.solo:
        yield Part("talk", Talk(shown.talk))


def moving_parts(shown: Scene, last: Scene | None = None) -> Iterator[Part]:
    """Those of the parts that change while cards and chips move; see `games.scenes.film`.

    last: the scene of the previous moment. Parts that show only what is the same value in both
    scenes are left out.
    """
    own = last is not None and shown.own is last.own
    spots = last is not None and shown.spots == last.spots
    if not (last and shown.you is last.you):
        yield Part("purse", Purse(shown.you.balance if isinstance(shown.you, Player) else None))
    if not (last and _said(shown) == _said(last)):
        yield Part("dealer", _dealer(shown))
    if not (last and _piles(shown) is _piles(last) and board_spots(shown) == board_spots(last)):
        yield Part("board", _board(shown))
    known = last.places if last else (None,) * len(shown.places)
    for place, before in zip(shown.places, known, strict=True):
        if place is not before:
            yield seat_part(shown, place)
    if not (own and last and shown.state == last.state):
        yield Part("mine", _mine(shown))
    if not (own and spots):
        yield Part("spots", _spots(shown))
    if not (own and last and _said(shown) == _said(last)):
        yield Part("line", _line(shown))
    if not spots:
        yield Part("pays", _paytables(shown))
    if not (last and goes_on_alike(shown, last)):
        yield Part("now", Now(timeline(shown)))
    yield log_part(shown.log)


def seat_part(shown: Scene, place: Place) -> Part:
    """A seat's part in a viewer's scene."""
    return Part(f"seat-{place.seat.seat}", _seat(shown, place))


def middle_parts(shown: Scene) -> tuple[Part, ...]:
    """The parts that a card in the middle of the felt changes."""
    board, now = Part("board", _board(shown)), Part("now", Now(timeline(shown)))
    return board, now, log_part(shown.log)


def log_part(log: Sequence[str]) -> Part:
    """What has happened in this round."""
    return Part("events", Events(log))


def _said(shown: Scene) -> tuple[Heading, str, bool]:
    return shown.heading, shown.state, is_asked(shown)


def _piles(shown: Scene) -> tuple[PileView, ...] | None:
    return shown.view.piles if shown.view else None


def _player(shown: Scene) -> Player | None:
    return shown.you if isinstance(shown.you, Player) else None


def _dealer(shown: Scene) -> Dealer:
    you, own, asked = _player(shown), shown.own, is_asked(shown)
    turn = None
    if own is not None:
        hands = tuple(
            OwnTurn.Hand(hand.status, hand.acting, hand.wagers) for hand in _hands(own) if asked
        )
        turn = OwnTurn(own.seat.own_time, hands)
    return Dealer(
        heading=shown.heading,
        deadline_ms=shown.deadline_ms,
        window_ms=shown.window_ms,
        time_bank=you.time_bank if you and asked else None,
        yours=_own_clock(shown),
        solo=shown.table.solo,
        options=shown.options,
        own=turn,
        asked=asked,
        view_step=_view_step(shown) if asked else "",
    )


def _board(shown: Scene) -> Board:
    return Board(
        piles=shown.view.piles if shown.view else (),
        spots=tuple(Board.Spot(spot.key, spot.lines, spot.result) for spot in board_spots(shown)),
        choice=shown.choice,
    )


def board_spots(shown: Scene) -> tuple[SpotScene, ...]:
    """The spots that the middle of the felt mentions."""
    return shown.spots if KITS[shown.table.game].board_pays else ()


def _seat(shown: Scene, place: Place) -> OtherSeat | OwnSeat:
    if place.you:
        return OwnSeat(OwnSeat.Number(place.seat.seat))
    return OtherSeat(
        seat=place.seat,
        yours=place.yours,
        open_to_you=shown.you.may_sit and not place.seat.taken,
        button=_has_button(shown, place.seat.seat),
    )


def _mine(shown: Scene) -> Mine:
    seat, own = shown.you.seat, shown.own
    return Mine(
        own=_own_hands(own) if own else None,
        number=shown.round.number if shown.round else 0,
        button=seat is not None and _has_button(shown, seat),
        state=shown.state,
        solo=shown.table.solo,
        asked=is_asked(shown),
    )


def _own_hands(own: Place) -> OwnHands:
    hands = own.seat.hands
    return OwnHands(
        tuple(
            OwnHands.Hand(
                cards=hand.cards,
                words=hand.words,
                total=hand.total,
                status=hand.status,
                acting=hand.acting,
                wagers=hand.wagers if len(hands) > 1 else {},
                lost=hand.lost,
                result=hand.result,
            )
            for hand in hands
        )
    )


def _spots(shown: Scene) -> Spots:
    you, own = _player(shown), shown.own
    stakes = None
    if own is not None:
        hands = _hands(own)
        several = len(hands) > 1
        stakes = OwnStakes(
            tuple(OwnStakes.Hand(hand.line, hand.wagers if several else {}) for hand in hands)
        )
    return Spots(
        spots=shown.spots,
        last_wagers=you.last_wagers if you else None,
        own=stakes,
        state=shown.state,
        options=shown.options,
    )


def _line(shown: Scene) -> Line:
    seat, own, view, you = shown.you.seat, shown.own, shown.view, _player(shown)
    over = shown.state == "showing"
    return Line(
        own=_own_result(own, asked=is_asked(shown)) if own else None,
        results=results_at(seat, view.results) if view and seat and over else (),
        note=shown.heading.note,
        seated=seat is not None,
        ready=you is not None and you.ready,
        fixed=bool(shown.table.layout),
        state=shown.state,
        asked=is_asked(shown),
        others=bool(view and {*view.waiting_on} - {seat}),
        view_step=_view_step(shown) if is_asked(shown) else "",
        broke=you is not None and you.balance is not None and you.balance < shown.limits.minimum,
    )


def _own_result(own: Place, *, asked: bool) -> OwnResult:
    seat, hands = own.seat, _hands(own)
    shows_wagers = asked or len(hands) > 1
    return OwnResult(
        net=seat.net,
        status=seat.status,
        played=OwnResult.Played(seat.played.wagers if seat.played else {}),
        hands=tuple(
            OwnResult.Hand(
                hand.words,
                hand.total,
                len(hand.cards),
                hand.status,
                hand.acting,
                hand.wagers if shows_wagers else {},
            )
            for hand in hands
        ),
    )


def _acts(shown: Scene) -> Acts:
    view, table, you, own = shown.view, shown.table, _player(shown), shown.own
    status = None
    if own is not None:
        hands = tuple(OwnStatus.Hand(hand.status, hand.wagers) for hand in _hands(own))
        status = OwnStatus(hands)
    tray = _tray(shown)
    return Acts(
        table=table.id,
        seated=you is not None,
        room=None if you else _room(shown),
        you=Acts.You(you.ready, you.out, you.out_by_clock) if you else Acts.You(*(False,) * 3),
        offers=view.offers if view else (),
        question=view.question if view else "",
        choice=_choice(shown.choice) if shown.choice else None,
        own=status,
        staked=sum(spot.stake for spot in shown.spots),
        again=_repeatable(shown, you) if you else 0,
        last_round=table.last_round,
        dealt_out=table.dealt_out,
        fixed=bool(table.layout),
        state=shown.state,
        solo=table.solo,
        options=shown.options,
        asked=is_asked(shown),
        view_step=_view_step(shown),
        tray=tray,
        picked=min(_FIRST_CHIP, tray[-1]),
        alone=you is not None and you.alone,
    )


def _repeatable(shown: Scene, you: Player) -> int:
    """Cents of the last bets on the spots of the felt, 0 where the balance does not cover them."""
    cents = sum(you.last_wagers.get(spot.key, 0) for spot in shown.spots)
    return 0 if you.balance is not None and cents > you.balance else cents


def _room(shown: Scene) -> Acts.Room:
    seats = [place.seat for place in shown.places]
    free = sum(not seat.taken for seat in seats)
    return Acts.Room(
        free=f"{apnumber(free)} {'seat is' if free == 1 else 'seats are'}" if free else "",
        bots=any(seat.bot for seat in seats),
        minimum=shown.limits.minimum,
        maximum=shown.limits.maximum,
    )


def _tray(shown: Scene) -> tuple[int, ...]:
    """The chips that fit on some spot of the table, at least the smallest."""
    most = max((spot.maximum for spot in shown.spots if spot.opening), default=0)
    return tuple(chip for chip in TRAY if chip * 100 <= most) or TRAY[:1]


def _choice(choice: ChoiceScene) -> Acts.Choice:
    values = tuple(Acts.Value(value.value, value.words) for value in choice.values)
    return Acts.Choice(choice.yours, values, choice.chosen)


def _stays(shown: Scene) -> Stays:
    you = _player(shown)
    return Stays(
        seat=shown.you.seat,
        out=you is not None and you.out,
        out_next=you is not None and you.out_next,
        solo=shown.table.solo,
        last_round=shown.table.last_round,
    )


def _paytables(shown: Scene) -> Paytables:
    return Paytables(
        tuple(
            Paytables.Paytable(spot.key, spot.name, spot.lines)
            for spot in shown.spots
            if spot.lines
        )
    )


def is_asked(shown: Scene) -> bool:
    """Whether it is the viewer's turn to decide."""
    return shown.view is not None and bool(shown.view.offers)


def is_asked_for_game(shown: Scene) -> bool:
    """Whether others wait for the viewer's choice of the game."""
    return shown.choice is not None and shown.choice.yours and not shown.table.solo


def _view_step(shown: Scene) -> str:
    return shown.view.step if shown.view else ""


def _own_clock(shown: Scene) -> bool:
    """Whether the running clock is the viewer's: it is their turn, or they may still bet."""
    betting = shown.state == "betting" and shown.you.seat is not None
    return betting or is_asked(shown) or is_asked_for_game(shown)


def _hands(place: Place) -> tuple[HandView, ...]:
    return place.seat.played.hands if place.seat.played else ()


def _has_button(shown: Scene, seat: int) -> bool:
    if shown.choice is None or shown.round is None:
        return False
    return shown.round.button == seat


def _rounds(rounds: Sequence[RoundRow]) -> Rounds:
    net = sum(row.net or 0 for row in rounds)
    waiting = ",".join(str(row.worth.part) for row in rounds if row.worth.waiting)
    return Rounds(rounds, net, waiting)


def rounds_listed(
    parts: Iterable[RoundSeat], lines: Mapping[int, Headline], worths: Mapping[int, Worth]
) -> list[RoundRow]:
    """A player's last rounds at a table, as the side panel lists them. lines, worths: by part."""
    return [_listed(part, lines[part.pk], worths[part.pk]) for part in parts]


def _listed(part: RoundSeat, line: Headline, worth: Worth) -> RoundRow:
    void = part.round.void_reason
    return RoundRow(
        id=str(part.round_id),
        seat=part.seat,
        title=f"Void: {void}" if void else line.title,
        hands=line.hands,
        against=line.against,
        net=part.net,
        bets=() if void else _bets(part),
        worth=worth,
    )


def _bets(part: RoundSeat) -> list[str]:
    names = spot_names(part.round)
    results = part.round.rules.as_shown(
        part.round.house_options, [read_result(raw) for raw in part.results]
    )
    return [f"{names.get(one.spot, one.spot)} {signed(one.net)}" for one in results]
