"""The odds of Bad Beat: exact chances of its lines, whatever they pay, under two ways of playing.

The first two cards, the up card and, after a split, the first hand's second card are enumerated,
the dealer's totals come from `exact_endings`: all chances are fractions. Other cards drawn before
the dealer's are unseen, and do not change the dealer's chances.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations_with_replacement

from games.blackjack.odds.basic_strategy import basic_strategy, relevant
from games.blackjack.odds.dealer import (
    ACE,
    RANKS,
    Shoe,
    blackjack_chance,
    exact_endings,
    full_shoe,
    rank,
    without,
)
from games.blackjack.odds.strategy import hand_of
from games.blackjack.options import BlackjackOptions
from games.blackjack.rules import BAD_BEAT
from games.blackjack.settlement import BAD_BEAT_TOTALS, bad_beat_line, can_win_bad_beat
from games.blackjack.state import Hand, may_split
from games.blackjack.totals import is_pair, total
from games.engine.cards import Card, parse_cards
from games.engine.payout import payout_text
from games.engine.paytable import LOSE, Paytable
from games.odds.report import Bet, Line, line, net, of_stake

DEALER: tuple[tuple[Card, ...], ...] = tuple(
    parse_cards(cards)
    for cards in ("Tc 7c", "Tc 8c", "Tc 9c", "Tc Td", "7c 7d 7h", "Tc 6c Td", "Ac Tc")
)
"""A hand for each way the dealer can end: 17 to 21, bust, blackjack."""

SPOT = BAD_BEAT.key

_SPLIT = (ACE, 7, 8)
"""Aces, eights and nines: one more card can make them 19 to 21."""


Way = Callable[[Hand, int, int, BlackjackOptions], str]
"""A hand, how many hands its seat holds, the rank of the up card and the house options; to the
play: ``split``, ``stand``, or anything else, which loses."""

Shares = Iterator[tuple[str, Fraction]]
"""Lines, each with a chance; what is missing is lost. A line may come more than once."""


@dataclass(frozen=True, slots=True)
class FirstHand:
    """A first hand that decides the wager: its two cards, among all that its seat has drawn so far.

    `drawn`: the ranks of these cards, the hand's own and those of pairs split on the way to it, in
    one of the `orders` in which they can come. `up`: the rank of the up card. `looked`: the hand
    when the dealer checks for blackjack, which decides the wager only if there is one; if not, the
    hand stands against the dealer's total.
    """

    hand: Hand
    drawn: tuple[int, ...]
    up: int
    orders: int
    looked: bool = False


def bad_beat_bet(options: BlackjackOptions, paytable: Paytable, stake: int) -> Bet:
    """Bad Beat under side-bet play, and under basic strategy in `otherwise`; `stake` cents."""
    splits, payouts = _split_words(options), paytable.lines.values()
    basic = Bet(
        SPOT,
        paytable.code,
        _lines(outcomes(options, basic=True), paytable, stake),
        of_stake(
            "Basic strategy for this table's rules on the main wager, from a fresh shoe, "
            f"{splits}; the other seats' play does not matter.",
            payouts,
            stake,
        ),
    )
    return Bet(
        SPOT,
        paytable.code,
        _lines(outcomes(options, basic=False), paytable, stake),
        of_stake(
            "Side-bet play, from a fresh shoe: 8s, 9s and aces are always split and every two "
            f"cards that count 19 to 21 are stood on, {splits}; the other seats' play does not "
            "matter.",
            payouts,
            stake,
        ),
        otherwise=(basic,),
        simulated=False,
    )


def outcomes(options: BlackjackOptions, *, basic: bool) -> Mapping[str, Fraction]:
    """The chance of every line, `LOSE` among them, under basic strategy or side-bet play."""
    return _outcomes(relevant(options), options.bad_beat_option, basic)


def first_hands(options: BlackjackOptions, option: int, *, basic: bool) -> Iterator[FirstHand]:
    """All first hands that decide the wager, under basic strategy or side-bet play.

    The drawn cards are not checked against a shoe, which may have fewer cards of a rank.
    """
    way = basic_strategy(options).play if basic else side_bet_play
    return _Walk(options, option, way).hands()


def counted(options: BlackjackOptions, *, basic: bool) -> tuple[int, Mapping[str, int]]:
    """`outcomes` as whole numbers: how many orders there are for the first k cards of the shoe, and
    how many of them end on each line. k is the least number that makes all counts whole."""
    chances = outcomes(options, basic=basic)
    cards, orders = sum(full_shoe(options.decks)), 1
    for drawn in range(cards):
        if not any(orders % chance.denominator for chance in chances.values()):
            break
        orders *= cards - drawn
    return orders, {name: int(chance * orders) for name, chance in chances.items()}


def side_bet_play(hand: Hand, hands: int, up: int, options: BlackjackOptions) -> str:
    """Stand on every two cards that count 19 to 21; split all eights, nines and aces."""
    if total(hand.cards) in BAD_BEAT_TOTALS:
        return "stand"
    splits = is_pair(hand.cards) and rank(hand.cards[0]) in _SPLIT
    return "split" if splits and may_split(hand, hands, options) else ""


@cache
def lines_of(hand: Hand, option: int) -> tuple[str, ...]:
    """The line of a two-card hand that stands, for each of `DEALER`."""
    hands = (hand, hand) if hand.split else (hand,)
    return tuple(bad_beat_line(hands, dealer, option) for dealer in DEALER)


def _split_words(options: BlackjackOptions) -> str:
    if options.bad_beat_option == 1:
        return "any split losing the wager"
    aces = "aces too" if options.resplit_aces else "aces only once"
    if options.resplit_to == 2:
        return "the wager riding on the first hand of a split, of at most two"
    return (
        f"the wager riding on the first hand of up to {options.resplit_to} "
        f"(split again where another such card falls, {aces})"
    )


def _lines(chances: Mapping[str, Fraction], paytable: Paytable, stake: int) -> tuple[Line, ...]:
    lines = []
    for name in (*paytable.lines, LOSE):
        pays = paytable.pays(name)
        lines.append(line(name, payout_text(pays), chances[name], None, net(pays, stake)))
    return tuple(lines)


@lru_cache(maxsize=64)
def _outcomes(options: BlackjackOptions, option: int, basic: bool) -> Mapping[str, Fraction]:
    """`options` are `relevant` ones."""
    shoe = full_shoe(options.decks)
    found = {name: Fraction() for name in (*BAD_BEAT.lines, LOSE)}
    for first in first_hands(options, option, basic=basic):
        chance, left = _chance(first, shoe)
        if chance:
            for name, share in _shares(first, left, options, option):
                found[name] += chance * share
    found[LOSE] += 1 - sum(found.values())
    return found


def _chance(first: FirstHand, shoe: Shoe) -> tuple[Fraction, Shoe]:
    """The chance that a shoe deals a first hand, and the rest of the shoe."""
    chance = Fraction(first.orders)
    for one in (*first.drawn, first.up):
        chance *= Fraction(shoe[one], sum(shoe))
        shoe = without(shoe, (one,))
    return chance, shoe


def _shares(first: FirstHand, shoe: Shoe, options: BlackjackOptions, option: int) -> Shares:
    """The lines on which the wager ends for a first hand, with the rest of the shoe unseen."""
    lines, natural = lines_of(first.hand, option), blackjack_chance(shoe, first.up)
    if first.looked:
        yield lines[-1], natural
        return
    ends = exact_endings(shoe, first.up, options.dealer_hits_soft_17)
    beaten = Fraction() if options.peek else natural
    yield from zip(lines, (*ends, 1 - natural - sum(ends), beaten), strict=True)


class _Walk:
    """All ways to get a first hand, up card by up card."""

    def __init__(self, options: BlackjackOptions, option: int, way: Way) -> None:
        self.options, self.option, self.way = options, option, way

    def hands(self) -> Iterator[FirstHand]:
        """From the first two cards on; two of different ranks come in two orders."""
        for one, two in combinations_with_replacement(RANKS, 2):
            hand, orders = hand_of(one, two), 1 if one == two else 2
            if not can_win_bad_beat(hand.cards, self.option):
                continue
            for up in RANKS:
                if self.options.peek:
                    yield FirstHand(hand, (one, two), up, orders, looked=True)
                yield from self._acts(FirstHand(hand, (one, two), up, orders), 1)

    def _acts(self, first: FirstHand, hands: int) -> Iterator[FirstHand]:
        """The rounds in which the seats act."""
        hand = first.hand
        play = self.way(hand, hands, first.up, self.options)
        if play == "split" and self.option == 2:
            for second in RANKS:
                split = hand_of(rank(hand.cards[0]), second, split=True)
                drawn = (*first.drawn, second)
                yield from self._acts(replace(first, hand=split, drawn=drawn), hands + 1)
        if play == "stand" and total(hand.cards) in BAD_BEAT_TOTALS:
            yield first
