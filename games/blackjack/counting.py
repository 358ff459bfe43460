"""What counting gains on blackjack's bets: the main wager, insurance, Bad Beat.

The main wager is played by basic strategy for full shoes of the table's decks, whatever has been
dealt: so are the published effects of removal (P. Griffin, "The Theory of Blackjack", chapter 3),
and so the effects sum to zero. Someone who also departs from it by the count wins more. Bad Beat is
played as its edge assumes, by side-bet play, which is the same for every shoe. Both rest on every
seat playing basic strategy, which decides how many cards a round takes.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial
from math import ceil

import numpy as np

from games.blackjack.bad_beat_lines import LINES, line_chances
from games.blackjack.dealing import Dealt, deal_shoes, shuffled
from games.blackjack.odds.dealer import ACE, CARDS, TEN, Floats, Ints, Shoe, full_shoe, without
from games.blackjack.odds.main_wager import ACCURACY, main_value
from games.blackjack.options import BlackjackOptions
from games.blackjack.rules import BAD_BEAT, INSURANCE, MAIN
from games.blackjack.settlement import plain_payout
from games.engine.cards import RANKS as CODES
from games.engine.cards import rank_of
from games.engine.paytable import LOSE, Paytable
from games.odds.report import net
from games.protection.counting import (
    DEPTHS,
    AtDepth,
    Counting,
    Moments,
    by_penetration,
    by_true_count,
)
from games.protection.effects import (
    POINTS,
    Bet,
    best_level_one,
    effects,
    optimal_count,
)

RANKS: tuple[str, ...] = tuple(CODES[rank_of(card)] for card in CARDS)
"""The names of the ranks: ``A``, ``2`` to ``9``, ``T`` for all tens."""

HI_LO: Mapping[str, int] = {
    rank: -1 if rank in "AT" else 1 if rank in "23456" else 0 for rank in RANKS
}
"""The count most used at blackjack (H. Dubner, 1963; E. Thorp, "Beat the Dealer", 1966)."""

_CARDS_A_HAND = 3
"""A little more than a hand takes on average."""

SEED = 1
DECKS = range(1, 9)
SPOTS = (MAIN.key, INSURANCE.key, BAD_BEAT.key)


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is sampled. `rounds`: about how many rounds are dealt for each number of decks.
    `at_count`: shoes valued exactly at each true count. `at_depth`: favourable rounds valued
    exactly for each number of decks. `error`: the target for the standard error of units in 100
    rounds; if the error is larger, more is sampled (`_to_the_error`)."""

    rounds: int
    at_count: int
    at_depth: int
    error: float = 0.1


EFFORT: Mapping[str, Effort] = {
    MAIN.key: Effort(150_000, 5, 8),
    INSURANCE.key: Effort(150_000, 400, 150_000),
    BAD_BEAT.key: Effort(150_000, 100, 8_000),
}
"""By spot. The main wager takes about a second a shoe, and the linear model is close to it unless
there are few decks: then the shoe is valued sooner, and many times as often."""

MORE_VALUES, MORE_ROUNDS = 64, 4
"""The most times as much that is sampled to reach the target error."""

_SPARE = 1.2
"""This much more is sampled than the last error requires, since it is itself an estimate."""


def counting(
    options: BlackjackOptions,
    paytables: Mapping[str, Paytable],
    stake: int,
    *,
    spots: Collection[str] = SPOTS,
    seed: int = SEED,
    seats: int = 1,
    decks: Iterable[int] = DECKS,
    effort: Mapping[str, Effort] = EFFORT,
) -> tuple[Counting, ...]:
    """All figures of the bets on `spots` of a table, `stake` cents on each, in the odds' order.

    `paytables` has Bad Beat's. How the table shuffles does not matter. `seats`: how many hands a
    round has besides the dealer's. `decks`: the numbers of decks for figures by penetration; all
    other figures are for the table's own.
    """
    chosen = [bet for bet in bets(options, paytables, stake) if bet.spot in spots]
    depths: dict[str, list[AtDepth]] = {bet.spot: [] for bet in chosen}
    for one in decks:
        table = with_decks(options, one)
        deal = cache(partial(shoes_dealt, table, seats=seats, seed=seed))
        for bet in bets(table, paytables, stake):
            if bet.spot in depths:
                depths[bet.spot] += _to_the_error(bet, deal, effort[bet.spot], seed)
    return tuple(
        _counting(bet, depths[bet.spot], effort[bet.spot].at_count, seed) for bet in chosen
    )


def _to_the_error(
    bet: Bet, deal: Callable[[int], "ShoesDealt"], effort: Effort, seed: int
) -> tuple[AtDepth, ...]:
    """A bet's units by penetration, sampled again with more values or rounds, whichever cause the
    errors, until all are within the target or the limit is reached. How much that takes depends on
    the shoes and the seed, not on a clock."""
    values, rounds = effort.at_depth, effort.rounds
    while True:
        found = at_depths(bet, deal(rounds), valued=values, seed=seed)
        worst = max(found, key=lambda one: one.standard_error, default=None)
        if worst is None or worst.standard_error <= effort.error:
            return found
        more = _SPARE * (worst.standard_error / effort.error) ** 2
        before = values, rounds
        if worst.by_values**2 > worst.standard_error**2 / 2:
            values = min(ceil(more * values), MORE_VALUES * effort.at_depth)
        else:
            rounds = min(ceil(more * rounds), MORE_ROUNDS * effort.rounds)
        if (values, rounds) == before:
            return found


def _counting(bet: Bet, depths: Iterable[AtDepth], shoes: int, seed: int) -> Counting:
    found = effects(bet)
    best = best_level_one(found)
    return Counting(
        found,
        best,
        optimal_count(found),
        found.count(HI_LO),
        by_true_count(bet, found, best, shoes=shoes, seed=seed),
        tuple(depths),
    )


def at_depths(bet: Bet, dealt: "ShoesDealt", *, valued: int, seed: int) -> tuple[AtDepth, ...]:
    """What one unit on every favourable count of the best simple count wins, by penetration.

    `valued`: about how many favourable rounds are valued exactly.
    """
    found = effects(bet)
    seen = dealt.moments(bet.spot)
    return by_penetration(bet, found, best_level_one(found), seen, valued=valued, seed=seed)


def bets(
    options: BlackjackOptions, paytables: Mapping[str, Paytable], stake: int
) -> tuple[Bet, ...]:
    """The bets of a table as functions of the unseen cards, `stake` cents on each."""
    insurance = (insurance_bet(options, stake),) if options.insurance else ()
    return (
        main_bet(options, stake),
        *insurance,
        bad_beat_bet(options, paytables[BAD_BEAT.key], stake),
    )


def main_bet(options: BlackjackOptions, stake: int) -> Bet:
    """The main wager under basic strategy, no insurance."""

    def exact(shoe: Shoe) -> Fraction:
        return main_value(options, shoe, stake)

    def values(shoes: Ints) -> Floats:
        return np.array([float(exact(tuple(shoe))) for shoe in shoes.tolist()])

    accuracy = float(POINTS * ACCURACY)
    return Bet(MAIN.key, "", RANKS, full_shoe(options.decks), exact, values, accuracy)


def insurance_bet(options: BlackjackOptions, stake: int) -> Bet:
    """Insurance, once the dealer shows an ace: that ace is removed from the full shoe, and is not
    counted."""
    win, lose = (net(plain_payout(INSURANCE.key, line, options), stake) for line in ("win", LOSE))

    def exact(shoe: Shoe) -> Fraction:
        return lose + (win - lose) * Fraction(shoe[TEN], sum(shoe))

    def values(shoes: Ints) -> Floats:
        result: Floats = float(lose) + float(win - lose) * shoes[:, TEN] / shoes.sum(axis=1)
        return result

    shoe = without(full_shoe(options.decks), (ACE,))
    return Bet(INSURANCE.key, "", RANKS, shoe, exact, values)


def bad_beat_bet(
    options: BlackjackOptions, paytable: Paytable, stake: int, *, basic: bool = False
) -> Bet:
    """Bad Beat under side-bet play, or under basic strategy."""
    chances = line_chances(options, basic=basic)
    lose = net(paytable.pays(LOSE), stake)
    more = [net(paytable.pays(line), stake) - lose for line in LINES]
    floats = np.array(more, np.float64)

    def exact(shoe: Shoe) -> Fraction:
        found = zip(chances.exact(shoe), more, strict=True)
        return lose + sum((chance * gain for chance, gain in found), Fraction())

    def values(shoes: Ints) -> Floats:
        result: Floats = float(lose) + chances.chances(shoes) @ floats
        return result

    return Bet(BAD_BEAT.key, paytable.code, RANKS, full_shoe(options.decks), exact, values)


def with_decks(options: BlackjackOptions, decks: int) -> BlackjackOptions:
    """The same table with another number of decks; without how it shuffles."""
    default = BlackjackOptions()
    return replace(options, decks=decks, shuffle=default.shuffle, penetration=default.penetration)


@dataclass(frozen=True, slots=True)
class ShoesDealt:
    """Sampled shoes of `cards` each, dealt until `depth` percent of them were out."""

    dealt: Dealt
    cards: int
    depth: int
    seed: int

    def moments(self, spot: str) -> Moments:
        """When a bet can be made on a spot: for insurance in the rounds with an ace up."""
        dealt, insures = self.dealt, spot == INSURANCE.key
        rounds = dealt.ace if insures else np.ones(len(dealt.shoe), bool)
        return Moments(
            shoe=dealt.shoe[rounds],
            dealt=dealt.dealt[rounds],
            unseen=dealt.at_insurance if insures else dealt.unseen,
            round_shoe=dealt.shoe,
            round_dealt=dealt.dealt,
            cards=self.cards,
            depth=self.depth,
            seed=self.seed,
        )


def shoes_dealt(options: BlackjackOptions, rounds: int, seats: int, seed: int) -> ShoesDealt:
    """Shoes for about this many rounds.

    They are dealt as deep as the deepest of `DEPTHS` that leaves three cards behind the cut card
    for every seat and the dealer. Raises ValueError if none of them does.
    """
    cards, hands = sum(full_shoe(options.decks)), seats + 1
    depths = [depth for depth in DEPTHS if cards - cards * depth // 100 >= 3 * hands]
    if not depths:
        raise ValueError(f"{cards} cards leave too few behind the cut card for {seats} seats.")
    depth = max(depths)
    before_cut_card = cards * depth // 100
    shoes = -(-rounds * _CARDS_A_HAND * hands // before_cut_card)
    rng = np.random.default_rng([seed, options.decks])
    dealt = deal_shoes(options, shuffled(options.decks, shoes, rng), before_cut_card, seats)
    return ShoesDealt(dealt, cards, depth, seed)
