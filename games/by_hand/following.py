"""What comes next in a round of real cards: a card, and whom it goes to; a decision; or the end.

Only the rules are asked; nothing else is known about any game. A card is needed now when somebody
sees it, or when what may be done next depends on it: then another card in its place makes a
difference. A card that lies face down makes none, and is keyed when it is turned.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

from games.by_hand.dealing import Dealing, Decided, Keyed, NotNow
from games.engine.cards import Card, code_of
from games.engine.errors import GameError
from games.engine.game import Action, Offer, Seat, SpotResult
from games.engine.record import Replay
from games.engine.view import HandView, View

_TRIED = 2
"""How many cards are tried in a place to find how many will lie beside it."""


@dataclass(frozen=True)
class Owner:
    """Where a card goes. key: ``seat-3``, ``seat-3.1`` or of a pile; name: in words. number: which
    card of its hand it is, from 1; of: of how many, None if that depends on cards to come. face_up:
    whether everyone sees it."""

    key: str
    name: str
    number: int
    of: int | None
    face_up: bool


@dataclass(frozen=True)
class NextCard:
    """A card is needed: its place in the deck, and where it goes."""

    place: int
    owner: Owner


@dataclass(frozen=True)
class Question:
    """A seat decides. view: what it sees."""

    seat: Seat
    offers: tuple[Offer, ...]
    view: View


@dataclass(frozen=True)
class Over:
    """The round is over: its results, in the dealer's order."""

    results: tuple[SpotResult, ...]


Next = NextCard | Question | Over


def following(dealing: Dealing) -> Next:
    """The next card, the next question, or the end."""
    played = dealing.played()
    dealt = dealing.game.dealt(played.state)
    unknown = [place for place in range(dealt) if place not in dealing.keyed]
    if played.waiting_on:
        unknown = [place for place in unknown if _matters(dealing, played, place, dealt)][:1]
    if unknown:
        return NextCard(unknown[0], owner_of(dealing, unknown[0]))
    if played.waiting_on:
        seat, game = played.waiting_on[0], dealing.game
        view = game.view(played.state, seat)
        return Question(seat, game.legal_actions(played.state, seat), view)
    return Over(played.results)


def _matters(dealing: Dealing, played: Replay, place: int, dealt: int) -> bool:
    """Whether anyone sees the card at a place, or the possible actions depend on it."""
    others = _others(dealing, place, dealt)
    first = next(others, None)
    if first is None:
        return True  # nothing else could lie there
    base = _doings(dealing, played)
    if _seen_differently(dealing, played, dealing.played({place: first})):
        return True
    return any(_doings(dealing, dealing.played({place: card})) != base for card in others)


def _others(dealing: Dealing, place: int, dealt: int) -> Iterator[Card]:
    """Cards that may lie at a place instead, each once; not those at other places on the felt."""
    deck = dealing.deck()
    taken = {deck[other] for other in range(dealt) if other not in dealing.keyed}
    yield from (card for card in dict.fromkeys(dealing.left) if card not in taken)


def _doings(dealing: Dealing, played: Replay) -> Any:
    """Who may do what."""
    game, state = dealing.game, played.state
    return [(seat, game.legal_actions(state, seat)) for seat in played.waiting_on]


def _seen_differently(dealing: Dealing, one: Replay, other: Replay) -> bool:
    """Whether anyone can tell the two apart."""
    view = dealing.game.view
    return any(
        view(one.state, viewer, reconciled=False) != view(other.state, viewer, reconciled=False)
        for viewer in (None, *dealing.setup.seats)
    )


def owner_of(dealing: Dealing, place: int) -> Owner:
    """The hand that gets the card at a place in the deck."""
    deck = dealing.deck()
    played = dealing.played()
    found = _found(dealing, played, code_of(deck[place]))
    key, name, number, length, face_up = found
    lengths = {length}
    dealt = dealing.game.dealt(played.state)
    options = list(_others(dealing, place, dealt))
    for card in options[:: max(len(options) // _TRIED, 1)]:
        again = _found(dealing, dealing.played({place: card}), code_of(card))
        lengths.add(again[3])
    return Owner(key, name, number, length if len(lengths) == 1 else None, face_up)


_Found = tuple[str, str, int, int, bool]


def _found(dealing: Dealing, played: Replay, code: str) -> _Found:
    """Where a card lies: key, name, its number in the hand, how many lie there, and whether it is
    face up."""
    game, state = dealing.game, played.state
    public = game.view(state, None)
    seen = (game.view(state, seat) for seat in dealing.setup.seats)  # each only if it is needed
    for view in chain((public,), seen):
        for key, name, hand in hands_in(dealing, view):
            if code in hand.cards:
                place = hand.cards.index(code)
                return key, name, place + 1, len(hand.cards), view is public
    return _hidden(dealing, game.hands(state), public, code)


def _hidden(dealing: Dealing, hands: Mapping[str, Any], view: View, code: str) -> _Found:
    """A card that only its owner may see."""
    names = {pile.key: pile.name for pile in view.piles}
    for key, cards in hands.items():
        flat = [one for part in cards for one in ([part] if isinstance(part, str) else part)]
        if code in flat:
            seat = key.isdecimal()
            name = dealing.called(int(key)) if seat else names.get(key, key.capitalize())
            return f"seat-{key}" if seat else key, name, flat.index(code) + 1, len(flat), False
    raise NotNow("There is no place on the felt for this card.")


def hands_in(dealing: Dealing, view: View) -> Iterator[tuple[str, str, HandView]]:
    """The hands of a view with their keys and names: the seats', then the dealer's side."""
    for seat in view.seats:
        for index, hand in enumerate(seat.hands):
            key = f"seat-{seat.seat}" + (f".{index}" if index else "")
            more = f", hand {index + 1}" if len(seat.hands) > 1 else ""
            yield key, dealing.called(seat.seat) + more, hand
    for pile in view.piles:
        yield pile.key, pile.name, pile.hand


def with_card(dealing: Dealing, card: Card) -> Dealing:
    """The round with the next card. Raises NotNow, saying why this card or any card is refused."""
    coming = following(dealing)
    dealing.check_out(card)
    if isinstance(coming, Question):
        raise NotNow(f"No card yet: {dealing.called(coming.seat)} decides first.")
    if isinstance(coming, Over):
        raise NotNow("The round is over: no more cards are dealt.")
    after = dealing.after(Keyed(coming.place, card, coming.owner.name))
    try:
        after.played()
    except GameError as error:
        raise NotNow(f"This card can’t be the next one. {error}") from error
    return after


def with_action(dealing: Dealing, action: Action) -> Dealing:
    """The round with the decision that is due. Raises NotNow if none is, IllegalAction for one that
    is not offered."""
    coming = following(dealing)
    if not isinstance(coming, Question):
        raise NotNow("Nobody has a decision to make now.")
    after = dealing.after(Decided(coming.seat, action))
    after.played()
    return after
