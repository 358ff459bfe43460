"""The odds of Bad Beat: exact chances of its lines, whatever they pay, under two ways of playing.

The first two cards, the up card and, after a split, the first hand's second card are gone through
one by one, the dealer's totals by `exact_endings`: all chances are fractions. What else is drawn
before the dealer draws is unseen, and does not change his chances.
"""

from collections.abc import Callable, Iterator, Mapping
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
"""Aces, eights and nines: one card more makes 19 to 21 of them."""


Way = Callable[[Hand, int, int, BlackjackOptions], str]
"""A hand, how many hands its seat holds, the rank of the up card and the house options; to what is
done: ``split``, ``stand``, or anything else, which loses."""

Shares = Iterator[tuple[str, Fraction]]
"""Lines, each with a chance; what is missing is lost. A line may come more than once."""


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


def side_bet_play(hand: Hand, hands: int, up: int, options: BlackjackOptions) -> str:
    """Stand on every two cards that count 19 to 21; split all eights, nines and aces."""
    if total(hand.cards) in BAD_BEAT_TOTALS:
        return "stand"
    splits = is_pair(hand.cards) and rank(hand.cards[0]) in _SPLIT
    return "split" if splits and may_split(hand, hands, options) else ""


@cache
def lines_of(hand: Hand, option: int) -> tuple[str, ...]:
    """Where the wager ends on a hand of two cards that stands, for each of `DEALER`."""
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
    way = basic_strategy(options).play if basic else side_bet_play
    found = {name: Fraction() for name in (*BAD_BEAT.lines, LOSE)}
    for first in _FirstHands(options, option, way).shares():
        name, chance = first
        found[name] += chance
    found[LOSE] += 1 - sum(found.values())
    return found


class _FirstHands:
    """All ways a first hand can come about and end."""

    def __init__(self, options: BlackjackOptions, option: int, way: Way) -> None:
        self.options, self.option, self.way = options, option, way

    def shares(self) -> Shares:
        """All first two cards and up cards, with the lines that follow."""
        shoe = full_shoe(self.options.decks)
        for one, two in combinations_with_replacement(RANKS, 2):
            hand, orders = hand_of(one, two), 1 if one == two else 2
            if not can_win_bad_beat(hand.cards, self.option):
                continue
            first = Fraction(shoe[one], sum(shoe))
            left = without(shoe, (one,))
            second = Fraction(left[two], sum(left))
            left = without(left, (two,))
            for up in RANKS:
                chance = orders * first * second * Fraction(left[up], sum(left))
                yield from self._dealt(hand, without(left, (up,)), up, chance)

    def _dealt(self, hand: Hand, shoe: Shoe, up: int, chance: Fraction) -> Shares:
        """What comes of two cards: the dealer's blackjack first, where he looks for it."""
        if self.options.peek:
            yield lines_of(hand, self.option)[-1], chance * blackjack_chance(shoe, up)
        yield from self._acts(hand, 1, shoe, up, chance)

    def _acts(self, hand: Hand, hands: int, shoe: Shoe, up: int, chance: Fraction) -> Shares:
        """The rounds in which the seats act."""
        play = self.way(hand, hands, up, self.options)
        if play == "split" and self.option == 2:
            pair = rank(hand.cards[0])
            for second in RANKS:
                if shoe[second]:
                    share = chance * Fraction(shoe[second], sum(shoe))
                    first = hand_of(pair, second, split=True)
                    yield from self._acts(first, hands + 1, without(shoe, (second,)), up, share)
        if play == "stand" and total(hand.cards) in BAD_BEAT_TOTALS:
            ends = exact_endings(shoe, up, self.options.dealer_hits_soft_17)
            natural = blackjack_chance(shoe, up)
            beaten = Fraction() if self.options.peek else natural
            chances = (*ends, 1 - natural - sum(ends), beaten)
            for name, share in zip(lines_of(hand, self.option), chances, strict=True):
                yield name, chance * share
