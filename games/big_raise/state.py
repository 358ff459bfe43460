"""The nouns of Big Raise Hold'em: its spots, its house options, a round's state, the house way.

The sources are named in `games.big_raise.rules`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import gcd

from games.engine.cards import ACE, RANK_NAMES, RANKS, Card, rank_of, suit_of
from games.engine.game import Seat, Setup, Spot
from games.engine.options import Options, option
from games.engine.paytable import LOSE
from games.engine.poker import Category, paying_line

HAND_LINES = {kind.line: kind.words for kind in reversed(Category) if kind >= Category.TWO_PAIR}
EIGHTS = "eights_or_better"

_ENDINGS = {"fold": "folded", "tie": "ties, player wins"}

ANTE = Spot("ante", "Ante", pays="1:1", endings=_ENDINGS)
PLAY = Spot("play", "Play", opening=False, pays="1:1", endings=_ENDINGS)
ANTE_BONUS = Spot(
    "ante_bonus",
    "Ante Bonus",
    {kind.line: kind.words for kind in reversed(Category) if kind >= Category.STRAIGHT},
    "BRH-40",
    opening=False,
)
TWO_CARD_BONUS = Spot(
    "two_card_bonus",
    "2 Card Bonus",
    {
        "pair_of_aces": "Pair of aces",
        "pair_of_kings": "Pair of kings",
        "pair_of_queens": "Pair of queens",
        "pair_of_jacks": "Pair of jacks",
        "other_pair": "Any other pair",
        "ace_high": "Ace high",
    },
    "BRH-40",
    requires="ante",
)
FIVE_CARD_BONUS = Spot(
    "five_card_bonus",
    "5 Card Bonus",
    HAND_LINES | {EIGHTS: "Pair of eights or better"},
    "BRH-04",
    requires="ante",
)

_EIGHT, _JACK = RANKS.index("8"), RANKS.index("J")


@dataclass(frozen=True)
class BigRaiseOptions(Options):
    """House options of Big Raise Hold'em."""

    five_card_bonus: bool = option(
        False,
        "Whether the felt has a side wager on the player's five-card hand, win, lose or fold.",
    )


@dataclass(frozen=True, slots=True)
class Round:
    """All cards a round uses, and what has been decided.

    `dealer` are the dealer's three, the first face up. `plays` are the cents of each play wager,
    0 for a fold; a seat that has not decided is missing.
    """

    setup: Setup[BigRaiseOptions]
    hands: Mapping[Seat, tuple[Card, ...]]
    dealer: tuple[Card, ...]
    community: tuple[Card, ...]
    plays: Mapping[Seat, int]

    def undecided(self) -> frozenset[Seat]:
        """The seats that have not folded or played yet."""
        return frozenset(seat for seat in self.hands if seat not in self.plays)

    def five(self, seat: Seat) -> tuple[Card, ...]:
        """A seat's two cards, then the community's three."""
        return self.hands[seat] + self.community

    def kept(self) -> tuple[Card, ...]:
        """The dealer's two after the discard, in the order dealt."""
        gone = house_way(self.dealer)
        return tuple(card for card in self.dealer if card != gone)


def house_way(three: tuple[Card, ...]) -> Card:
    """The card a dealer discards: the lowest, ace high, even if that breaks a pair.

    Of a pair the dealer throws the card that suits the third, to keep no two suited cards; if
    neither does, and of three of a kind, the lowest suit in the order clubs, diamonds, hearts,
    spades (procedure 6; the last is this house's, where the manual is silent).
    """
    rank = min(map(rank_of, three))
    lowest = sorted(card for card in three if rank_of(card) == rank)
    if len(lowest) == 2:
        others = {suit_of(card) for card in three if rank_of(card) != rank}
        for card in lowest:
            if suit_of(card) in others:
                return card
    return lowest[0]


def is_pair(hand: tuple[Card, ...]) -> bool:
    """Whether a seat's two cards are a pair."""
    return rank_of(hand[0]) == rank_of(hand[1])


def two_card_line(hand: tuple[Card, ...]) -> str:
    """The 2 Card Bonus line of two cards, or `LOSE`."""
    high = max(map(rank_of, hand))
    if is_pair(hand):
        return f"pair_of_{RANK_NAMES[high]}s" if high >= _JACK else "other_pair"
    return "ace_high" if high == ACE else LOSE


def five_card_line(value: int) -> str:
    """The 5 Card Bonus line of a five-card hand's strength, or `LOSE`."""
    return paying_line(value, EIGHTS, _EIGHT) or LOSE


MOST_WITH_PAIR = 4
"""Antes that a play may be with a pocket pair."""


def play_amounts(ante: int, pair: bool, unit: int) -> tuple[int, ...]:
    """The cents a play may be: twice the ante to three times, four with a pocket pair.

    In steps of the chip unit, or of a smaller step if the ante is not a multiple of the unit, so
    that twice, three and four times the ante are always among them.
    """
    most = MOST_WITH_PAIR if pair else 3
    return tuple(range(2 * ante, most * ante + 1, gcd(unit, ante)))
