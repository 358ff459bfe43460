"""Blackjack's main wager under basic strategy: published returns, and rounds of the engine."""

from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

import pytest

from games.blackjack import odds
from games.blackjack.odds.basic_strategy import relevant
from games.blackjack.odds.dealer import RANKS, blackjack_chance, full_shoe, without
from games.blackjack.odds.hands import worths
from games.blackjack.odds.main_wager import main_bet
from games.blackjack.odds.strategy import hand_of
from games.blackjack.odds.values import Against
from games.blackjack.options import BlackjackOptions
from games.blackjack.rules import BAD_BEAT
from games.engine.cards import DECK
from games.engine.game import Setup, SpotResult
from games.odds.report import Bet
from games.printed_paytables import printed
from tests.odds.bets import bets_of
from tests.rules.blackjack_rounds import GAME

PUBLISHED: list[tuple[dict[str, Any], float]] = [
    ({"decks": 2}, -0.3797),
    ({"decks": 2, "double_after_split": False}, -0.5252),
    ({"decks": 5, "dealer_hits_soft_17": False}, -0.3804),
    ({"decks": 6, "peek": False}, -0.72705),
]
"""Returns in percent, M. Shackleford, "Blackjack Appendix 9" (wizardofodds.com/games/blackjack/
appendix/9), pages 2dh17r4, 5ds17r4 and euro-6dh17r4: best play for the cards of the hand, splits to
four hands but aces, no surrender, 3:2. Basic strategy by totals is a little worse than that."""


def main(stake: int = 100, **rules: Any) -> Bet:
    """The main wager."""
    return main_bet(BlackjackOptions.read(rules), stake)


@pytest.mark.parametrize(("rules", "published"), PUBLISHED, ids=str)
def test_the_edge_is_within_two_hundredths_of_what_is_published(
    rules: dict[str, Any], published: float
) -> None:
    percent = float(-100 * main(**rules).edge)
    assert published - 0.02 < percent < published


@pytest.mark.parametrize(("rules", "published"), [PUBLISHED[0], PUBLISHED[3]], ids=str)
def test_best_play_of_all_first_cards_is_within_a_thousandth_of_what_is_published(
    rules: dict[str, Any], published: float
) -> None:
    """The values that advice is made of, added up over all that can be dealt."""
    options = relevant(BlackjackOptions.read(rules))
    total = 0.0
    for up in RANKS:
        for one, two in combinations_with_replacement(RANKS, 2):
            shoe, chance = full_shoe(options.decks), 1.0 if one == two else 2.0
            for card in (one, two, up):
                chance *= shoe[card] / sum(shoe)
                shoe = without(shoe, (card,))
            hand, natural = hand_of(one, two), float(blackjack_chance(shoe, up))
            if hand.natural:
                total += chance * 1.5 * (1 - natural)
            else:
                best = max(worths(Against(shoe, up, options), hand, 1, 0).values())
                total += chance * (best - (natural if options.peek else 0))
    assert 100 * total == pytest.approx(published, abs=0.001)


def test_every_round_ends_on_one_line() -> None:
    bet = main(surrender="late")
    assert sum(line.probability for line in bet.lines) == 1
    assert [line.line for line in bet.lines] == [
        "win_doubled", "blackjack", "win", "split_won", "push", "split_even", "surrender",
        "split_lost", "lose_doubled", "lose",
    ]  # fmt: skip
    assert "surrender" not in {line.line for line in main().lines}
    assert bet.exact is None
    assert bet.accuracy is not None


def test_naturals_are_counted_by_hand() -> None:
    """One deck: a natural, and no blackjack of the dealer's among the other fifty cards."""
    natural = Fraction(4 * 16, comb(52, 2))
    alone = natural * (1 - Fraction(3 * 15, comb(50, 2)))
    line = next(line for line in main(decks=1).lines if line.line == "blackjack")
    assert float(line.probability) == pytest.approx(float(alone), abs=1e-12)
    assert line.gain == Fraction(3, 2) * line.probability


def test_a_payout_is_rounded_down_to_a_cent() -> None:
    """3:2 on 5 cents is 7, 6:5 is 6; half of 5 is 2, so that surrender loses 3."""
    lines = {line.line: line for line in main(stake=5, surrender="late").lines}
    assert lines["blackjack"].top == Fraction(7, 5)
    assert lines["surrender"].top == Fraction(-3, 5)
    short = {line.line: line for line in main(stake=5, blackjack_pays="6:5").lines}
    assert short["blackjack"].top == Fraction(6, 5)
    assert short["blackjack"].pays == "6:5"


def test_6_to_5_costs_three_tenths_of_every_natural_that_is_paid() -> None:
    good, bad = main(), main(blackjack_pays="6:5")
    paid = next(line.probability for line in good.lines if line.line == "blackjack")
    assert bad.edge - good.edge == Fraction(3, 10) * paid


@pytest.mark.parametrize(
    "worse",
    [
        {"double_after_split": False},
        {"double_on": "9-11"},
        {"resplit_to": 2},
        {"blackjack_pays": "6:5"},
    ],
    ids=str,
)
def test_what_is_bad_for_the_player(worse: dict[str, Any]) -> None:
    assert main(decks=2, **worse).edge > main(decks=2).edge


@pytest.mark.parametrize(
    "better",
    [
        {"dealer_hits_soft_17": False},
        {"resplit_aces": True},
        {"surrender": "late"},
    ],
    ids=str,
)
def test_what_is_good_for_the_player(better: dict[str, Any]) -> None:
    assert main(decks=2, **better).edge < main(decks=2).edge


@pytest.mark.parametrize("decks", range(1, 9))
def test_insurance_by_hand(decks: int) -> None:
    """Of the cards beside the ace, 16 a deck are tens, which pay two for each of the others."""
    tens, others = 16 * decks, 36 * decks - 1
    bet = bets_of("blackjack", {"decks": 6})["insurance"] if decks == 6 else None
    found = odds.insurance_bet(BlackjackOptions(decks=decks), 100)
    assert found.edge == Fraction(others - 2 * tens, 52 * decks - 1)
    assert bet is None or bet == found


def test_no_insurance_no_bet() -> None:
    assert list(bets_of("blackjack", {"insurance": False})) == ["main", "bad_beat"]
    assert list(bets_of("blackjack")) == ["main", "insurance", "bad_beat"]


RULES: dict[str, dict[str, Any]] = {
    "as usual": {},
    "generous": {
        "decks": 1, "dealer_hits_soft_17": False, "resplit_aces": True, "surrender": "late",
    },
    "no look": {
        "decks": 2, "peek": False, "double_after_split": False, "double_on": "9-11",
        "hit_split_aces": True, "bad_beat_option": 1,
    },
}  # fmt: skip

ROUNDS = 8_000


def rounds(options: BlackjackOptions) -> list[tuple[SpotResult, ...]]:
    """Rounds of the engine that a seat with both wagers plays by `best_action`."""
    chance, shoe = Random(41), DECK * options.decks
    paytables = {"bad_beat": printed("blackjack", BAD_BEAT, "P5")}
    played = []
    for _ in range(ROUNDS):
        deck = tuple(chance.sample(shoe, 40))
        wagers = {1: {"main": 100, "bad_beat": 100}}
        state = GAME.deal(Setup(options, paytables, wagers, deck))
        while GAME.waiting_on(state):
            state = GAME.act(state, 1, odds.best_action(state, 1))
        played.append(GAME.settle(state))
    return played


def within_5_sigma(samples: list[float], expected: float) -> bool:
    """Whether a mean lies as near as chance puts all but one in a million."""
    return abs(fmean(samples) - expected) < 5 * stdev(samples) / sqrt(len(samples))


@pytest.mark.parametrize("name", RULES)
def test_rounds_of_the_engine_come_out_so(name: str) -> None:
    options = BlackjackOptions.read(RULES[name])
    played = rounds(options)
    bets = bets_of("blackjack", RULES[name])
    bet, (side,) = bets["main"], bets["bad_beat"].otherwise
    main = [[result for result in results if result.spot == "main"] for results in played]
    nets = [sum(result.net for result in hands) / 100 for hands in main]
    stakes = [sum(result.stake for result in hands) / 100 for hands in main]
    sides = [sum(r.net for r in results if r.spot == "bad_beat") / 100 for results in played]
    assert within_5_sigma(nets, -float(bet.edge))
    assert within_5_sigma(stakes, float(bet.average_wager or 0))
    assert within_5_sigma(sides, -float(side.edge))
    assert within_5_sigma([float(net > 0) for net in nets], float(bet.hit_frequency))
    assert within_5_sigma([float(len(hands) > 1) for hands in main], split_chance(bet))
    assert stdev(nets) == pytest.approx(bet.standard_deviation, rel=0.05)


def split_chance(bet: Bet) -> float:
    """How often the seat splits."""
    split = [line.probability for line in bet.lines if line.line.startswith("split")]
    return float(sum(split))


CUT_CARD: dict[str, Any] = {"decks": 1, "shuffle": "cut_card", "penetration": 50}
"""A table where rounds of few cards are followed by one more: the edge is not the fresh shoe's."""


def test_no_edge_at_a_cut_card_is_said_to_be_exact_or_bounded() -> None:
    fresh, dealt_on = bets_of("blackjack", {"decks": 1}), bets_of("blackjack", CUT_CARD)
    (side,) = dealt_on["bad_beat"].otherwise
    assert list(dealt_on) == ["main", "insurance", "bad_beat"]
    for bet in (*dealt_on.values(), side):
        assert bet.exact is None
        assert bet.accuracy is None
        assert "figures are of its first round" in bet.assumption
        assert "cut-card effect) is left out. No bound for it is given." in bet.assumption
    for spot, bet in fresh.items():
        assert dealt_on[spot].edge == bet.edge
        assert bet.accuracy is not None
        assert "cut" not in bet.assumption


def test_of_the_cards_under_an_ace_those_that_make_a_blackjack_are_counted() -> None:
    """Six decks have 96 tens, and 311 cards beside the ace. Insurance pays 2:1."""
    bet = bets_of("blackjack")["insurance"]
    assert {line.line: line.combinations for line in bet.lines} == {"win": 96, "lose": 215}
    assert "311 cards" in bet.assumption
    assert bet.edge == 1 - Fraction(3 * 96, 311)


def test_the_stake_is_named_where_it_is_not_paid_in_whole_cents() -> None:
    """3:2 on 5 cents; 6:5 on 5 cents is 6, but half of 5 is not whole."""
    assert "stake of 0.05: payouts are rounded" in main(stake=5).assumption
    assert "stake" not in main(stake=5, blackjack_pays="6:5").assumption
    half = main(stake=5, blackjack_pays="6:5", surrender="late")
    assert "stake of 0.05: payouts are rounded" in half.assumption
