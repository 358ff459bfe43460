"""Small words and figures of the felt."""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import Any, NamedTuple, Protocol, TypeVar

from django import template
from django.template import Context
from django.utils.safestring import SafeString, mark_safe

from accounts.templatetags.money import short, signed
from games.engine.cards import name_of, parse_card
from games.engine.view import FaceUp, HandView, OfferView
from games.models import Chair
from games.scenes.compiled import drawing
from games.scenes.fragments import faces_at
from games.scenes.kept import PIECES
from games.scenes.seats import CardScene
from games.scenes.spots import LineScene, SpotScene
from games.tables.durations import EXTRA

register = template.Library()

CHIPS = (500, 100, 25, 5, 1)

AS_TEXT = "\ufe0e"
"""Follows a suit's sign, so that it is drawn as a letter and not as a coloured emoji."""

SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


class Keyed(Protocol):
    """Something with a key."""

    @property
    def key(self) -> str: ...


class Staked(Protocol):
    """A hand with the bets on it, spot to cents."""

    @property
    def wagers(self) -> Mapping[str, int]: ...


class Marked(NamedTuple):
    """A card of a pile: its code, None face down, and its mark as in `HandView`."""

    code: FaceUp | None
    mark: str


K = TypeVar("K", bound=Keyed)


@register.filter
def chips(cents: int) -> list[int]:
    """A stake in the fewest chips, biggest first, in whole units: 1200 cents -> 5, 5, 1, 1."""
    units, stack = cents // 100, []
    for value in CHIPS:
        stack += [value] * (units // value)
        units %= value
    return stack


@register.filter
def spot_label(spot: SpotScene) -> str:
    """A spot for screen readers: its wager and limits, and at the end its result."""
    stake = short(spot.stake) if spot.stake else "none"
    limits = f"min {short(spot.minimum)} max {short(spot.maximum)}"
    name = spot.name if spot.name.lower().endswith("bet") else f"{spot.name} bet"
    words = f"{name}, {stake}"
    if result := spot.result:
        half = ", half returned" if result.kind == "half" else ""
        return f"{words}, {signed(result.net)}{half}"
    return f"{words}, {limits}" if spot.opening else words


@register.filter
def own_time_words(own_time: str) -> str:
    """A seat's own time for screen readers."""
    if own_time == Chair.OwnTime.BANK:
        return "is using the time bank"
    return f"has {EXTRA.seconds} seconds more"


@register.filter
def by_key(rows: Iterable[K], key: str) -> K | None:
    """The row whose ``key`` is this, for example a spot of a scene."""
    return next((row for row in rows if row.key == key), None)


@register.filter
def by_action(offers: Iterable[OfferView], action: str) -> OfferView | None:
    """The offer of an action, None if it is not offered."""
    return next((offer for offer in offers if offer.action == action), None)


@register.filter
def ordinal(number: int) -> str:
    """``1`` -> ``first``, up to four."""
    return ("first", "second", "third", "fourth")[number - 1]


@register.filter
def apart(hands: Sequence[Staked], spot: str) -> list[int]:
    """The cents on each of several hands, whose chips are separate; none for one hand."""
    if len(hands) < 2:
        return []
    return [cents for hand in hands if (cents := hand.wagers.get(spot, 0))]


@register.filter
def by_line(rows: Iterable[LineScene], line: str) -> LineScene | None:
    """The row of a paytable with this line."""
    return next((row for row in rows if row.line == line), None)


@register.filter
def seal(digest: str) -> str:
    """The short form of a hash: ``2ff6 3f98 … 615c``."""
    return f"{digest[:4]} {digest[4:8]} … {digest[-4:]}"


@register.filter
def in_chips(pays: str) -> str:
    """What a line pays; a prize of a fixed amount with its unit: ``"5,000 chips"``, ``"50:1"``."""
    return f"{pays.removesuffix('.00')} chips" if "." in pays else pays


@register.filter
def pays_on(spot: SpotScene, line: str) -> str:
    """What one line of a spot's paytable pays: ``5:1``; "" if it has none."""
    return next((row.pays for row in spot.lines if row.line == line), "")


@register.filter
def marked(hand: HandView) -> list[Marked]:
    """The cards of a pile, each with its mark."""
    return [Marked(*pair) for pair in zip_longest(hand.cards, hand.marks, fillvalue="")]


@register.filter
def empty_places(cards: Sequence[object], count: int) -> range:
    """The empty places of a hand that will have this many cards."""
    return range(len(cards), count)


@register.filter
def discarded(hand: HandView) -> str:
    """The discarded cards of a pile, by name; "" for none."""
    gone = [card.code for card in marked(hand) if card.mark == "gone"]
    return named(gone)


@register.filter
def named(cards: Sequence[FaceUp | None] | Sequence[CardScene]) -> str:
    """Cards by name, from codes or from a hand: ``ten of clubs, face-down card``."""
    codes = [card.code if isinstance(card, CardScene) else card for card in cards]
    return ", ".join(name_of(parse_card(code)) if code else "face-down card" for code in codes)


@register.simple_tag(takes_context=True)
def card(context: Context, code: FaceUp | None, mark: str = "", **more: Any) -> str:
    """The HTML of a card in a list of cards: code is ``"As"``, or None for one face down.

    more: `art` (else the context's `card_art`), and what parts/card.html names as optional.
    """
    return _card(more.pop("art", context.get("card_art", "four")), code, mark, **more)


@register.simple_tag(takes_context=True)
def kept(context: Context, template_name: str, **values: Any) -> str:
    """The HTML of a template that is given only these values and the art of the cards: it is drawn
    once for equal values."""
    shown = {"card_art": context.get("card_art", "four"), **values}
    return PIECES.drawing(template_name, shown, lambda: drawing(template_name)(shown))


@lru_cache(maxsize=2048)
def _card(art: str, code: FaceUp | None, mark: str, **more: Any) -> str:
    # The same few cards are in every part of every push.
    shown = {"card_art": art, "code": code, "mark": mark, **more}
    return drawing("parts/card.html")(shown)


@register.filter
def log_lines(events: Sequence[str]) -> SafeString:
    """The lines of a log: each is drawn once and used in the logs of many moments."""
    return mark_safe("".join(map(_log_line, events)))  # noqa: S308 (our own template's output)


@lru_cache(maxsize=2048)
def _log_line(event: str) -> str:
    return drawing("games/parts/event.html")({"event": event})


@register.filter
def faces_in(deck: str, game: str) -> str:
    """Which faces the cards of a deck have in a game: a `card_art`."""
    return faces_at(game, deck)


@register.filter
def card_name(code: str) -> str:
    """The alternative text of a card's picture: ``Ace of spades``."""
    return name_of(parse_card(code)).capitalize()


@register.filter
def rank_sign(code: str) -> str:
    """What is in the corner of a card: ``K``, ``10``."""
    return code[0].replace("T", "10")


@register.filter
def suit_sign(code: str) -> str:
    """The sign of a card's suit."""
    return SUITS[code[1]] + AS_TEXT


@register.filter
def ink(code: str) -> str:
    """The colour that a card's suit is printed in: ``red`` or ``black``."""
    return "red" if code[1] in "hd" else "black"


@register.filter
def units(cents: int) -> str:
    """Cents in whole units as a number field holds them: ``2000``, ``20.50``."""
    return short(cents).replace(",", "")


@register.filter
def spacing(amounts: Sequence[int]) -> int:
    """The step, in cents, between the amounts of an offer; the last step may be smaller."""
    return amounts[1] - amounts[0] if len(amounts) > 1 else amounts[0]


@register.filter
def as_json(value: Any) -> str:
    """A value for a data attribute (the template escapes it)."""
    return json.dumps(value)
