"""Cards: their names, and a shoe to deal them from.

A card is an integer 0..51, four times its rank (deuce 0 .. ace 12) plus its suit (c, d, h, s):
small enough to index tables, and equal cards of different decks in one shoe are equal.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NewType

from games.engine.errors import BadCard, DeckTooShort, echoed

Card = NewType("Card", int)

RANKS = "23456789TJQKA"
SUITS = "cdhs"

DECK: tuple[Card, ...] = tuple(Card(number) for number in range(52))
"""One standard deck in new-deck order: two of clubs first, ace of spades last."""

DEUCE, TEN, ACE = 0, 8, 12

_CODES = tuple(rank + suit for rank in RANKS for suit in SUITS)
_BY_CODE = {code: Card(number) for number, code in enumerate(_CODES)}

_POINTS = tuple(1 if card >> 2 == ACE else min((card >> 2) + 2, 10) for card in DECK)

RANK_NAMES = (
    "two", "three", "four", "five", "six", "seven", "eight",
    "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
RANK_PLURALS = tuple(name + ("es" if name == "six" else "s") for name in RANK_NAMES)
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
SUIT_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def rank_of(card: Card) -> int:
    """Rank 0 (deuce) to 12 (ace)."""
    return card >> 2


def suit_of(card: Card) -> int:
    """Suit 0..3 in the order clubs, diamonds, hearts, spades."""
    return card & 3


def points(card: Card) -> int:
    """What a card adds to a total: ace 1, faces 10, others their rank."""
    return _POINTS[card]


def is_red(card: Card) -> bool:
    """True for diamonds and hearts."""
    return card & 3 in (1, 2)


def code_of(card: Card) -> str:
    """Two letters, for example ``"Th"``."""
    return _CODES[card]


def codes_of(cards: Iterable[Card]) -> tuple[str, ...]:
    """The codes of several cards, in order."""
    return tuple(_CODES[card] for card in cards)


def name_of(card: Card) -> str:
    """The card in words, for example ``"ten of hearts"``."""
    return f"{RANK_NAMES[card >> 2]} of {SUIT_NAMES[card & 3]}"


def faces_of(codes: Iterable[str]) -> str:
    """Card codes as they are printed on the faces: ``J♣ 10♥``."""
    return " ".join(code[0].replace("T", "10") + SUIT_SIGNS[code[1]] for code in codes)


def parse_card(text: object) -> Card:
    """Read one card code. Raises BadCard for anything else."""
    card = _BY_CODE.get(text) if isinstance(text, str) else None
    if card is None:
        raise BadCard(
            f"{echoed(text)} is no card: a card is one of the ranks {RANKS} and one of "
            f"the suits {SUITS},"
            " for example 'Th'."
        )
    return card


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read card codes separated by spaces. Raises BadCard."""
    return tuple(parse_card(code) for code in text.split())


def check_deck(cards: Sequence[Card], decks: int) -> None:
    """Raise BadCard if a card occurs more than `decks` times: no such shoe exists."""
    for card, count in Counter(cards).items():
        if count > decks:
            holds = (
                "one deck holds it once" if decks == 1 else f"{decks} decks hold it {decks} times"
            )
            raise BadCard(f"The {name_of(card)} is in the deck {count} times, but {holds}.")


@dataclass(frozen=True, slots=True)
class Shoe:
    """A deck in dealing order and how many of its cards have been dealt. Immutable."""

    cards: tuple[Card, ...]
    dealt: int = 0

    def deal(self, count: int) -> tuple[tuple[Card, ...], "Shoe"]:
        """The next `count` cards and the shoe without them. Raises DeckTooShort."""
        end = self.dealt + count
        if end > len(self.cards):
            raise DeckTooShort(
                f"The deck is too short: it has {len(self.cards)} cards, "
                f"and the round needs at least {end}."
            )
        return self.cards[self.dealt : end], Shoe(self.cards, end)
