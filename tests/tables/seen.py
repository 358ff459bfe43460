"""Which cards a viewer may know, from the rules pages alone, and which are in what was sent.

Nothing here asks a view: cards are found by their place in the deck.
"""

import json
import re
from collections.abc import Iterable

from accounts.models import User
from games.engine.record import replay
from games.models import Phase, Round, RoundAction, RoundSeat
from games.tables.locked_table import record_of
from tests.tables.room import Room, deck_of

RANKS = dict(
    zip(
        "23456789TJQKA",
        (
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "jack",
            "queen",
            "king",
            "ace",
        ),
        strict=True,
    )
)
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
CODES = [rank + suit for rank in RANKS for suit in SUITS]
NAMES = {f"{RANKS[code[0]]} of {SUITS[code[1]]}": code for code in CODES}

# Every character of a long page is looked at: what is rarest in it is looked for first.
_CODE = re.compile(r"[2-9TJQKA][cdhs](?<![0-9A-Za-z]..)(?![0-9A-Za-z])")
_SUIT = re.compile(f" of ({'|'.join(SUITS.values())})", re.IGNORECASE)
_LONGEST = max(map(len, NAMES))


def cards_in(payload: object) -> set[str]:
    """The codes of all cards that are named anywhere in a payload, as code or in words."""
    text = payload if isinstance(payload, str) else json.dumps(payload)
    ends = {text[max(0, at.end() - _LONGEST) : at.end()].lower() for at in _SUIT.finditer(text)}
    named = {code for name, code in NAMES.items() if any(end.endswith(name) for end in ends)}
    return set(_CODE.findall(text)) | named


def may_see(room: Room, user: User | None) -> set[str]:
    """The cards of the current round that a viewer may know now."""
    if room.table.phase not in (Phase.PLAYING, Phase.SHOWING):
        return set()
    return may_see_of(room.round, user)


def may_see_of(
    round: Round, user: User | None, *, played: int | None = None, showing: bool | None = None
) -> set[str]:
    """The cards of a round that a viewer may know now, while it is played and ever after.

    played, showing: or when so many actions had been played, and before the dealer settled or then.
    """
    if round.dealt is None:
        return set()
    parts = {part.seat: part for part in round.seats.all()}
    own = next((seat for seat, part in parts.items() if user and part.user_id == user.pk), None)
    rule = {
        "big-50": _big_50, "big-raise": _big_raise, "big-draw": _big_draw, "blackjack": _blackjack,
    }[round.game]  # fmt: skip
    actions = list(round.actions.all())[:played]
    return set(rule(round, parts, own, round.over if showing is None else showing, actions))


Parts = dict[int, RoundSeat]
Actions = list[RoundAction]


def _big_50(
    round: Round, parts: Parts, own: int | None, showing: bool, actions: Actions
) -> Iterable[str]:
    """A viewer's own five; everybody's once the dealer has turned them."""
    deck = deck_of(round)
    for place, seat in enumerate(sorted(parts)):
        if showing or seat == own:
            yield from deck[5 * place : 5 * place + 5]


def _big_raise(
    round: Round, parts: Parts, own: int | None, showing: bool, actions: Actions
) -> Iterable[str]:
    """A viewer's own two and the dealer's first; in the end the dealer's three, the board, and the
    hands that played or won a bonus."""
    deck, count = deck_of(round), 2 * len(parts)
    played = {a.seat for a in actions if a.action["action"] == "play"}
    for place, seat in enumerate(sorted(parts)):
        won = any(result["net"] > 0 for result in parts[seat].results)
        if seat == own or (showing and (seat in played or won)):
            yield from deck[2 * place : 2 * place + 2]
    yield from deck[count : count + 6] if showing else deck[count : count + 1]


def _big_draw(
    round: Round, parts: Parts, own: int | None, showing: bool, actions: Actions
) -> Iterable[str]:
    """A viewer's own first five; in the end what the others kept and drew, and winning First 5."""
    deck = deck_of(round)
    order = sorted(parts, key=lambda seat: (seat - round.button) % 5)
    discards = {a.seat: a.action["discard"] for a in actions}
    drawn = 5 * len(order)
    for place, seat in enumerate(order):
        first = deck[5 * place : 5 * place + 5]
        draws = "big_draw" in parts[seat].wagers
        if seat == own:
            yield from first
        if not showing:
            continue
        won_first = any(r["spot"] == "first_five" and r["net"] >= 0 for r in parts[seat].results)
        if won_first:
            yield from first
        if draws:
            gone = discards[seat]
            yield from [card for card in first if card not in gone]
            yield from deck[drawn : drawn + len(gone)]
            drawn += len(gone)


def _blackjack(
    round: Round, parts: Parts, own: int | None, showing: bool, actions: Actions
) -> Iterable[str]:
    """All cards on the felt, but before the end not the hole card: the last of the deal."""
    deck, hole = deck_of(round), 2 * len(parts) + 1
    seats = [parts[seat] for seat in sorted(parts)]
    played = replay(record_of(round, seats, actions))
    on_the_felt = deck[: round.rules.dealt(played.state)]
    return on_the_felt if showing else on_the_felt[:hole] + on_the_felt[hole + 1 :]
