"""The page of a round of real cards: who has which cards, and what is taken and paid."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from accounts.templatetags.money import short
from games.by_hand.dealing import Dealing
from games.by_hand.following import Next, NextCard, Over, Question, hands_in
from games.engine.cards import code_of, name_of, parse_card
from games.engine.view import HandView, ResultView, View


@dataclass(frozen=True)
class Slot:
    """A place for a card: its code, None while it is empty; next: whether the next card goes
    there."""

    code: str | None
    next: bool = False


@dataclass(frozen=True)
class Row:
    """Cards that lie together. sign: a seat number, or a letter. note: its bets, or ""."""

    sign: str
    name: str
    note: str
    slots: Sequence[Slot]
    words: str = ""
    here: bool = False

    @property
    def spoken(self) -> str:
        """Its cards by name."""
        names = [name_of(parse_card(s.code)) if s.code else "a card to come" for s in self.slots]
        return ", ".join(names).capitalize() or "No cards"


@dataclass(frozen=True)
class Pay:
    """What the dealer does with one bet. deed: ``"take"``, ``"pay"`` or ``"push"``; what: the bet,
    and why; cents: the amount moved."""

    deed: str
    what: str
    cents: int


@dataclass(frozen=True)
class Settled:
    """The bets of a seat in the order of settlement."""

    seat: int
    name: str
    hands: Sequence[HandView]
    pays: Sequence[Pay] = field(default_factory=tuple)


def rows_of(dealing: Dealing, coming: Next) -> list[Row]:
    """The seats, then the dealer's side."""
    played, game = dealing.played(), dealing.game
    public = game.view(played.state, None)
    seats = [game.view(played.state, seat) for seat in dealing.setup.seats]
    found = [row for view in seats for row in _rows(dealing, view, coming) if row[0] == view.viewer]
    piles = [row for row in _rows(dealing, public, coming) if row[0] is None]
    return [row for _, row in (*found, *piles)]


def _rows(dealing: Dealing, view: View, coming: Next) -> Iterator[tuple[int | None, Row]]:
    """The hands of a view, each with its seat."""
    names = {spot.key: spot.name for spot in dealing.game.spots(dealing.setup.options)}
    for key, name, hand in hands_in(dealing, view):
        place = key.partition("-")[2].partition(".")[0]
        seat = int(place) if place else None
        slots = _slots(dealing, hand, key, coming)
        here = any(slot.next for slot in slots) or _is_asked(seat, hand, coming)
        own = view.seat(seat)
        staked = own.wagers if own else {}
        note = ", ".join(f"{names[spot]} {short(cents)}" for spot, cents in staked.items())
        words = hand.words if isinstance(coming, Over) or _whole(slots) else ""
        sign = str(seat) if seat else name[:1]
        yield seat, Row(sign, name.split(", ", 1)[-1], note, slots, words, here)


def _is_asked(seat: int | None, hand: HandView, coming: Next) -> bool:
    return isinstance(coming, Question) and seat == coming.seat and hand.acting


def _whole(slots: Sequence[Slot]) -> bool:
    return bool(slots) and all(slot.code for slot in slots)


def _slots(dealing: Dealing, hand: HandView, key: str, coming: Next) -> list[Slot]:
    """The places of a hand; empty ones only if their number is known."""
    known = {code_of(card) for card in dealing.keyed.values()}
    cards = [code if code in known else None for code in hand.cards]
    nxt = coming.owner if isinstance(coming, NextCard) and coming.owner.key == key else None
    opening = not dealing.actions
    most = len(cards)
    if nxt is not None:
        most = nxt.of or nxt.number
    elif not opening or (isinstance(coming, NextCard) and coming.owner.of is None):
        most = max((n for n, code in enumerate(cards, 1) if code), default=0)
    return [
        Slot(code, nxt is not None and number == nxt.number)
        for number, code in enumerate(cards[:most], 1)
    ]


def settled(dealing: Dealing) -> list[Settled]:
    """The bets taken and paid, seat by seat in the dealer's order."""
    state = dealing.played().state
    view = dealing.game.view(state, None)
    names = {spot.key: spot.name for spot in dealing.game.spots(dealing.setup.options)}
    found = []
    for seat, results in groupby(view.results, lambda result: result.seat):
        own = dealing.game.view(state, seat).seat(seat)
        pays = [_pay(result, names[result.spot]) for result in results]
        found.append(Settled(seat, dealing.called(seat), own.hands if own else (), pays))
    return found


def _pay(result: ResultView, name: str) -> Pay:
    deed = "pay" if result.net > 0 else "take" if result.net < 0 else "push"
    hand = f", hand {result.hand + 1}" if result.hand is not None else ""
    why = f", {result.pays}" if result.pays and result.net > 0 else ""
    return Pay(
        deed,
        f"{name}{hand}: {result.words[:1].lower()}{result.words[1:]}{why}",
        abs(result.net) or result.stake,
    )
