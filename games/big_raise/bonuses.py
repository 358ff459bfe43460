"""The odds of Big Raise Hold'em's side wagers, which no decision changes."""

from collections import Counter
from itertools import combinations
from math import comb

from games.big_raise.state import FIVE_CARD_BONUS, TWO_CARD_BONUS, five_card_line, two_card_line
from games.engine.cards import DECK
from games.engine.paytable import Paytable
from games.engine.poker import strength
from games.odds.report import Bet, of_stake, paytable_lines
from games.odds.single_deal import HANDS, Hand, five_card_counts


def two_card_bonus(paytable: Paytable, stake: int) -> Bet:
    """On the seat's own two cards, with `stake` cents."""
    counts = Counter(map(two_card_line, combinations(DECK, 2)))
    return Bet(
        TWO_CARD_BONUS.key,
        paytable.code,
        paytable_lines(counts, comb(52, 2), paytable, stake),
        of_stake(
            "Two cards from a full deck, every hand equally likely; play does not matter.",
            paytable.lines.values(),
            stake,
        ),
    )


def five_card_bonus(paytable: Paytable, stake: int) -> Bet:
    """On the seat's two cards and the community's three, with `stake` cents."""
    return Bet(
        FIVE_CARD_BONUS.key,
        paytable.code,
        paytable_lines(five_card_counts(_line), HANDS, paytable, stake),
        of_stake(
            "The seat's two cards and the three on the board, every five equally likely; it stands "
            "after a fold too, so that play does not matter.",
            paytable.lines.values(),
            stake,
        ),
    )


def _line(hand: Hand) -> str:
    return five_card_line(strength(hand))
