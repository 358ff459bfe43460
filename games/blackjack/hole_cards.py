"""What blackjack's wagers are worth to a player who knows the hole card.

All first two cards, up cards and hole cards are enumerated, each with its chance from a full shoe,
and every hand is played in the best way for the cards that its player knows: their own, and both of
the dealer's. All other cards come from the rest of the shoe. Hands of a split are valued one by
one, as the coach values them (docs/decisions/0062); all else is exact.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement

import numpy as np

from games.blackjack.odds import odds
from games.blackjack.odds.bad_beat import lines_of
from games.blackjack.odds.basic_strategy import first_two, hand_at, relevant
from games.blackjack.odds.dealer import (
    ACE,
    RANKS,
    TEN,
    Shoe,
    exact_endings,
    full_shoe,
    rank,
    without,
)
from games.blackjack.odds.draws import DRAWS, NOTHING
from games.blackjack.odds.hands import Side, SplitPair
from games.blackjack.odds.strategy import allowed, hand_of
from games.blackjack.odds.values import Against, best_worth
from games.blackjack.options import BlackjackOptions
from games.blackjack.rules import BAD_BEAT, INSURANCE, MAIN
from games.blackjack.settlement import BAD_BEAT_TOTALS, can_win_bad_beat, plain_payout
from games.blackjack.state import Hand, may_split
from games.blackjack.totals import is_pair, total
from games.engine.paytable import LOSE, Paytable
from games.odds.report import net
from games.protection.effects import POINTS, How
from games.protection.shared import Gain

HOLE_CARD = "the dealer's hole card"

_SPLIT_ERRORS = ((6, 0.0001), (2, 0.0012), (1, 0.004))
"""By how many base wagers the value of a split may be off, from this many decks on."""


@dataclass(frozen=True, slots=True)
class Dealer:
    """The dealer's two cards by rank, their chance, and the shoe without them."""

    up: int
    hole: int
    chance: Fraction
    shoe: Shoe

    @property
    def blackjack(self) -> bool:
        """Whether they are a blackjack."""
        return {self.up, self.hole} == {ACE, TEN}


def dealers(shoe: Shoe) -> Iterator[Dealer]:
    """All up cards and hole cards of a shoe."""
    for up in RANKS:
        left = without(shoe, (up,))
        for hole in RANKS:
            if shoe[up] and left[hole]:
                chance = Fraction(shoe[up] * left[hole], sum(shoe) * sum(left))
                yield Dealer(up, hole, chance, without(left, (hole,)))


def first_hands(shoe: Shoe) -> Iterator[tuple[Hand, Fraction, Shoe]]:
    """All first two cards of a shoe, their chance, and the shoe without them."""
    for one, two in combinations_with_replacement(RANKS, 2):
        left = without(shoe, (one,))
        if shoe[one] and left[two]:
            orders = 1 if one == two else 2
            chance = Fraction(orders * shoe[one] * left[two], sum(shoe) * sum(left))
            yield hand_of(one, two), chance, without(left, (two,))


@dataclass(frozen=True, slots=True)
class HoleCard:
    """EVs with the hole card known, in base wagers.

    `play`: the main wager, with Bad Beat if there is one, under the best play for both.
    `insurance`: what insuring half the main wager adds if the hole card makes a blackjack.
    `splits`: the chance of a split.
    """

    play: float
    insurance: float
    splits: float


def known(
    options: BlackjackOptions, stake: int, side: Side | None = None, shoe: Shoe | None = None
) -> HoleCard:
    """The main wager of `stake` cents with the hole card known; `shoe` instead of a full one.

    If the dealer does not check, only standing is considered against a known blackjack.
    """
    play = insurance = splits = 0.0
    for dealer in dealers(full_shoe(options.decks) if shoe is None else shoe):
        chance = float(dealer.chance)
        if dealer.blackjack and dealer.up == ACE and options.insurance:
            pays = plain_payout(INSURANCE.key, "win", options)
            insurance += chance * float(net(pays, stake)) / 2
        hands = _lost(dealer, side) if dealer.blackjack else _Hands(dealer, options, stake, side)
        for value, share, split in hands:
            play += chance * share * value
            splits += chance * share * split
    return HoleCard(play, insurance, splits)


def _lost(dealer: Dealer, side: Side | None) -> Iterator[tuple[float, float, bool]]:
    """Like `_Hands`, against a blackjack: only another one pushes."""
    for hand, chance, _ in first_hands(dealer.shoe):
        beside = side.nets[lines_of(hand, side.option)[-1]] if side else 0.0
        yield (0 if hand.natural else -1) + beside, float(chance), False


class _Hands:
    """The values of all first two cards, with their chances, and whether they are split."""

    def __init__(
        self, dealer: Dealer, options: BlackjackOptions, stake: int, side: Side | None
    ) -> None:
        self._options, self._stake, self._side = options, stake, side
        self._against = Against(dealer.shoe, dealer.up, relevant(options), dealer.hole)
        self._worth = best_worth(self._against, NOTHING)
        # A doubled hand stands even if another card could not hurt.
        self._doubled = self._worth.stand.copy()
        low = np.flatnonzero((DRAWS.size == 3) & (DRAWS.totals(NOTHING) < 12))
        self._doubled[low] = self._against.standing(NOTHING, low)

    def __iter__(self) -> Iterator[tuple[float, float, bool]]:
        start = first_two(self._against)
        for row in np.flatnonzero(start).tolist():
            hand = hand_at(row)
            if hand.natural:
                values = {"blackjack": self._pays("blackjack") + self._standing(hand, row)}
            else:
                values = dict(self._values(hand, row))
            best = max(values, key=values.__getitem__)
            yield values[best], float(start[row]), best == "split"

    def _values(self, hand: Hand, row: int) -> Iterator[tuple[str, float]]:
        """The value of each allowed action, including the side wager."""
        against, lost = self._against, self._side.nets[LOSE] if self._side else 0.0
        for deed in allowed(hand, 1, self._options):
            match deed:
                case "stand":
                    yield deed, float(self._worth.stand[row]) + self._standing(hand, row)
                case "hit":
                    yield deed, float(self._worth.hit[row]) + lost
                case "double":
                    drawn = against.drawing(NOTHING, np.array([row]), self._doubled)
                    yield deed, 2 * float(drawn[0]) + lost
                case "surrender":
                    yield deed, self._pays("surrender") + lost
                case "split":
                    pair = rank(hand.cards[0])
                    left = against.without(pair).without(pair)
                    yield deed, SplitPair(left, pair).worth(2, 2, self._side)

    def _standing(self, hand: Hand, row: int) -> float:
        """The value of a side wager on a hand that stands."""
        if self._side is None:
            return 0.0
        return self._side.standing(self._against, *map(rank, hand.cards), split=False, row=row)

    def _pays(self, line: str) -> float:
        return float(net(plain_payout(MAIN.key, line, self._options), self._stake))


def bad_beat_known(
    options: BlackjackOptions, paytable: Paytable, stake: int, shoe: Shoe | None = None
) -> Fraction:
    """The EV of Bad Beat in its own units, played by itself with the hole card known.

    The main hand stands, or a pair is split, whichever is better for the side wager; anything else
    loses it. Exact.
    """
    side = _SidePlay(options, paytable, stake)
    full = full_shoe(options.decks) if shoe is None else shoe
    return sum((one.chance * side.value(one) for one in dealers(full)), Fraction())


class _SidePlay:
    """Bad Beat in the best play for itself, against a dealer whose two cards are known."""

    def __init__(self, options: BlackjackOptions, paytable: Paytable, stake: int) -> None:
        self._options, self._option = options, options.bad_beat_option
        self._nets = {name: net(paytable.pays(name), stake) for name in (*paytable.lines, LOSE)}

    def value(self, dealer: Dealer) -> Fraction:
        """The mean net over all first two cards."""
        value = Fraction()
        for hand, chance, shoe in first_hands(dealer.shoe):
            if not can_win_bad_beat(hand.cards, self._option):
                value += chance * self._nets[LOSE]
            elif dealer.blackjack and self._options.peek:
                value += chance * self._nets[lines_of(hand, self._option)[-1]]
            else:
                value += chance * self._acting(hand, 1, shoe, dealer)
        return value

    def _acting(self, hand: Hand, hands: int, shoe: Shoe, dealer: Dealer) -> Fraction:
        """A first hand of two cards."""
        best = self._nets[LOSE]
        if total(hand.cards) in BAD_BEAT_TOTALS:
            best = max(best, self._standing(hand, shoe, dealer))
        if self._option == 2 and is_pair(hand.cards) and may_split(hand, hands, self._options):
            best = max(best, self._split(hand, hands, shoe, dealer))
        return best

    def _split(self, hand: Hand, hands: int, shoe: Shoe, dealer: Dealer) -> Fraction:
        value, pair = Fraction(), rank(hand.cards[0])
        for second in RANKS:
            if shoe[second]:
                first, left = hand_of(pair, second, split=True), without(shoe, (second,))
                chance = Fraction(shoe[second], sum(shoe))
                value += chance * self._acting(first, hands + 1, left, dealer)
        return value

    def _standing(self, hand: Hand, shoe: Shoe, dealer: Dealer) -> Fraction:
        lines, soft = lines_of(hand, self._option), self._options.dealer_hits_soft_17
        if dealer.blackjack:
            return self._nets[lines[-1]]
        ends = exact_endings(shoe, dealer.up, soft, dealer.hole)
        chances = (*ends, 1 - sum(ends))
        pairs = zip(lines[:-1], chances, strict=True)
        return sum((self._nets[line] * chance for line, chance in pairs), Fraction())


def main_gain(options: BlackjackOptions, paytables: Mapping[str, Paytable], stake: int) -> Gain:
    """What the hole card adds to the main wager of `stake` cents, with insurance if it is offered,
    over basic strategy."""
    bets = {bet.spot: bet for bet in odds(options, paytables, stake)}
    return _played(options, (), bets[MAIN.key].edge, known(options, stake))


def bad_beat_gains(
    options: BlackjackOptions, paytables: Mapping[str, Paytable], stake: int
) -> tuple[Gain, Gain]:
    """What the hole card adds to Bad Beat played by itself, and to it together with a main wager
    with `stake` cents on each.

    Without the knowledge Bad Beat is played by side-bet play when it is alone, and both together by
    basic strategy.
    """
    bets = {bet.spot: bet for bet in odds(options, paytables, stake)}
    side, paytable = bets[BAD_BEAT.key], paytables[BAD_BEAT.key]
    alone = bad_beat_known(options, paytable, stake)
    beside = Side.of(paytable, stake, stake, options.bad_beat_option)
    both = bets[MAIN.key].edge + side.otherwise[0].edge
    return (
        _gain((BAD_BEAT.key,), side.edge, alone, 0.0),
        _played(options, (BAD_BEAT.key,), both, known(options, stake, beside)),
    )


def _played(
    options: BlackjackOptions, beside: tuple[str, ...], edge: Fraction, found: HoleCard
) -> Gain:
    """The main wager, with insurance if it is offered and the wagers made with it."""
    off = next(error for decks, error in _SPLIT_ERRORS if options.decks >= decks)
    spots = (MAIN.key, *((INSURANCE.key,) if options.insurance else ()), *beside)
    return _gain(spots, edge, found.play + found.insurance, off * found.splits)


def _gain(spots: tuple[str, ...], edge: Fraction, value: Fraction | float, error: float) -> Gain:
    points = float(POINTS * (Fraction(value) + edge))
    how = How("exact", POINTS * error)
    return Gain(spots, HOLE_CARD, 1, float(POINTS * edge), points, 0, how)
