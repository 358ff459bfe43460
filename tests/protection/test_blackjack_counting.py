"""Counting at blackjack: hand calculations, published figures, and shoes played by the engine."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement
from random import Random
from typing import Any

import numpy as np
import pytest

from games.blackjack.bad_beat_lines import LINES, line_chances
from games.blackjack.counting import (
    EFFORT,
    HI_LO,
    MORE_ROUNDS,
    RANKS,
    Effort,
    at_depths,
    bad_beat_bet,
    bets,
    counting,
    insurance_bet,
    main_bet,
    shoes_dealt,
)
from games.blackjack.dealing import deal_shoes
from games.blackjack.odds.bad_beat import outcomes
from games.blackjack.odds.dealer import Shoe, full_shoe, rank
from games.blackjack.options import BlackjackOptions
from games.protection.counting import by_penetration, by_true_count
from games.protection.effects import Bet, Effects, best_level_one, effects
from tests.odds.bets import bets_of
from tests.odds.blackjack_brute import dealer, next_cards, total
from tests.protection.blackjack_shoes import (
    GAME,
    STAKE,
    counted_shoes,
    paytables,
    played,
    shuffled,
)

CODES = [f"{kind}{number}" for kind in "PL" for number in range(1, 6)]
GRIFFINS = BlackjackOptions(
    decks=1, dealer_hits_soft_17=False, double_after_split=False, resplit_to=2
)
"""The rules of the tables in P. Griffin, "The Theory of Blackjack": no pair is split again."""


def bad_beat(code: str = "P5", **rules: Any) -> Bet:
    options = BlackjackOptions(**rules)
    return bad_beat_bet(options, paytables(options, code)["bad_beat"], STAKE)


@pytest.fixture(scope="module")
def single_deck() -> Effects:
    """The effects on the main wager of one deck under Griffin's rules."""
    return effects(main_bet(GRIFFINS, STAKE))


@pytest.mark.parametrize("option", [1, 2])
@pytest.mark.parametrize("code", CODES)
def test_bad_beats_effects_sum_to_nothing_and_begin_at_the_edge(code: str, option: int) -> None:
    bet = bad_beat(code, bad_beat_option=option)
    found = effects(bet)
    edge = bets_of("blackjack", {"bad_beat_option": option}, bad_beat=code)["bad_beat"].edge
    assert bet.exact(bet.shoe) == -edge
    assert found.edge_percent == pytest.approx(float(100 * edge))
    assert abs(found.weighted_sum) < 1e-9
    assert found.how.error == 0
    assert found.points["5"] > 0.1
    assert found.points["T"] < -0.1


@pytest.mark.parametrize(
    "rules",
    [
        {"decks": 1},
        {"decks": 2, "peek": False, "resplit_aces": True},
        {"decks": 8, "dealer_hits_soft_17": False, "resplit_to": 2},
        {"decks": 6, "bad_beat_option": 1, "peek": False},
    ],
)
@pytest.mark.parametrize("basic", [False, True])
def test_the_lines_of_a_full_shoe_are_those_of_the_odds(rules: dict[str, Any], basic: bool) -> None:
    """The odds take the dealer's endings hand by hand; here they are in the sets of cards."""
    options = BlackjackOptions(**rules)
    chances = outcomes(options, basic=basic)
    found = line_chances(options, basic=basic).exact(full_shoe(options.decks))
    assert found == tuple(chances[line] for line in LINES)


SMALL: tuple[Shoe, ...] = (
    (2, 1, 1, 1, 2, 1, 1, 2, 2, 4),
    (1, 0, 0, 2, 1, 3, 0, 1, 3, 6),
    (4, 0, 0, 0, 0, 0, 2, 4, 4, 6),
)


@pytest.mark.parametrize("shoe", SMALL)
@pytest.mark.parametrize("peek", [True, False])
def test_the_lines_of_a_small_shoe_card_by_card(shoe: Shoe, peek: bool) -> None:
    """Option 1: two cards of 19 to 21, an up card, and the dealer's cards one after the other.

    With a look, a blackjack ends the round; without, it comes to light at the end. On
    such hands, which stand, both are the same.
    """
    expected = dict.fromkeys(LINES, Fraction())
    for one, two in combinations_with_replacement(range(1, 11), 2):
        hand = (one, two)
        if total(hand) < 19 or min(shoe[one - 1], shoe[two - 1]) < 1 + (one == two):
            continue
        chance = Fraction(shoe[one - 1] * (shoe[two - 1] - (one == two)), sum(shoe))
        chance *= Fraction(1 if one == two else 2, sum(shoe) - 1)
        rest = list(shoe)
        rest[one - 1] -= 1
        rest[two - 1] -= 1
        for up, share, left in next_cards(tuple(rest)):
            for end, part in dealer((up,), left, True).items():
                line = _line(total(hand), end)
                if line:
                    expected[line] += chance * share * part
    options = BlackjackOptions(bad_beat_option=1, peek=peek)
    chances = line_chances(options, basic=False)
    assert chances.exact(shoe) == tuple(expected.values())
    floats = chances.chances(np.array([shoe, full_shoe(6), shoe]))
    assert floats[0] == pytest.approx([float(chance) for chance in expected.values()], abs=1e-15)
    assert (floats[0] == floats[2]).all()


def _line(mine: int, end: int) -> str:
    """The line of a hand that stands; the dealer ends at 17 to 21, 22 for bust or 0, blackjack."""
    if end == 0:
        return {19: "nineteen_beaten", 20: "twenty_beaten", 21: "twenty_one_push"}[mine]
    # Two cards of 21 are a natural, which beats 21 of three.
    if end == mine and mine < 21:
        return {19: "nineteen_push", 20: "twenty_push"}[mine]
    if end <= mine or end == 22:
        return "win"
    return {19: "nineteen_beaten", 20: "twenty_beaten"}[mine]


def test_shoes_dealt_at_random_have_the_edge_of_the_full_shoe() -> None:
    """Cards gone unseen change nothing: the mean over all true counts is the full shoe's EV."""
    bet = bad_beat()
    full = np.array(bet.shoe)
    shoes = np.random.default_rng(31).multivariate_hypergeometric(full, 104, 3000)
    values = bet.values(shoes)
    error = values.std(ddof=1) / len(values) ** 0.5
    assert abs(values.mean() - float(bet.exact(bet.shoe))) < 4 * error
    assert error < 0.004


@pytest.mark.parametrize("code", ["P1", "P5", "L3"])
def test_a_true_count_of_0_has_the_edge_of_the_full_shoe(code: str) -> None:
    bet = bad_beat(code)
    found = effects(bet)
    count = best_level_one(found)
    figures = by_true_count(bet, found, count, shoes=EFFORT["bad_beat"].at_count, seed=1)
    even = next(one for one in figures if one.true_count == 0)
    assert even.how.error is not None
    assert abs(even.mean + found.edge_percent) < 3 * even.how.error
    means = [one.mean for one in figures]
    assert means == sorted(means)
    assert count.trigger is not None
    assert 0 < count.trigger < 5


def test_a_true_count_of_0_has_the_edge_of_insurance() -> None:
    bet = insurance_bet(BlackjackOptions(), STAKE)
    found = effects(bet)
    count = best_level_one(found)
    figures = by_true_count(bet, found, count, shoes=EFFORT["insurance"].at_count, seed=1)
    even = next(one for one in figures if one.true_count == 0)
    assert even.how.error is not None
    assert even.how.error < 0.15
    assert abs(even.mean + found.edge_percent) < 3 * even.how.error


def test_blackjacks_effects_sum_to_nothing(single_deck: Effects) -> None:
    assert abs(single_deck.weighted_sum) < 2e-5
    rules = {
        name: getattr(GRIFFINS, name) for name in ("decks", "double_after_split", "resplit_to")
    }
    main = bets_of("blackjack", rules | {"dealer_hits_soft_17": False})["main"]
    assert single_deck.edge_percent == pytest.approx(float(100 * main.edge), abs=1e-5)


def test_the_effects_of_one_deck_are_those_of_griffin(single_deck: Effects) -> None:
    """ "The Theory of Blackjack", chapter 3: full-deck basic strategy, EV -0.02. Most of these are
    to be read, -51 times as large and with three digits, at http://www.pokeronlineguru.com
    /resources/casino/games/blackjack/approximating-bet-variation/.

    They come out within 0.025 points, not within their rounding, and theirs do not sum to 0."""
    griffin = (-0.61, 0.38, 0.44, 0.55, 0.69, 0.46, 0.28, 0.00, -0.18, -0.51)
    points = list(single_deck.points.values())
    assert points == pytest.approx(griffin, abs=0.025)
    assert np.corrcoef(points, griffin)[0, 1] > 0.999
    assert single_deck.value == pytest.approx(-0.02, abs=0.01)


def test_the_effects_of_many_decks_are_those_of_griffin() -> None:
    """ "The Theory of Blackjack", chapter 11: the gradient of the EV of an infinite deck, scaled to
    one deck; quoted at http://www.pokeronlineguru.com/resources/casino/games/blackjack
    /linier-approximation-to-infinite-deck-blackjack/.

    Eight decks are not infinitely many: scaled in the same way they are within 0.012 points, and
    within rounding where the next term (1/8 of what lies between 1 and infinitely many) is small.
    """
    griffin = (-0.59, 0.37, 0.43, 0.55, 0.69, 0.44, 0.26, 0.00, -0.19, -0.49)
    found = effects(main_bet(replace(GRIFFINS, decks=8), STAKE))
    points = [415 / 52 * one for one in found.points.values()]
    assert points == pytest.approx(griffin, abs=0.012)
    assert np.corrcoef(points, griffin)[0, 1] > 0.9999
    assert abs(found.weighted_sum) < 2e-4


def test_betting_correlations_that_are_published(single_deck: Effects) -> None:
    """https://www.blackjackapprenticeship.com/resources/card-counting-systems/, two digits: they
    come out within 0.01; they are of several rules."""
    published = {
        (-1, 1, 1, 1, 1, 1, 0, 0, 0, -1): 0.97,
        (0, 0, 1, 1, 1, 1, 0, 0, 0, -1): 0.88,
        (0, 1, 1, 2, 2, 1, 1, 0, 0, -2): 0.91,
        (0, 1, 1, 2, 2, 2, 1, 0, -1, -2): 0.92,
        (-1, 1, 1, 2, 2, 2, 1, 0, 0, -2): 0.96,
        (-1, 0.5, 1, 1, 1.5, 1, 0.5, 0, -0.5, -1): 0.99,
        (-1, 1, 1, 1, 1, 1, 1, 0, 0, -1): 0.98,
    }
    for tags, correlation in published.items():
        count = single_deck.count(dict(zip(RANKS, tags, strict=True)))
        assert count.correlation == pytest.approx(correlation, abs=0.01)
    assert best_level_one(single_deck).tags == HI_LO


def test_insurance_is_a_bet_on_the_cards_under_an_ace() -> None:
    """Six decks less an ace: 96 tens in 311 cards, 3 * 96/311 - 1; 3 * 96/310 - 1 with another."""
    found = effects(insurance_bet(BlackjackOptions(), STAKE))
    assert found.edge_percent == pytest.approx(100 * (1 - 288 / 311))
    assert found.cards["A"] == 23
    for name in "A23456789":
        assert found.points[name] == pytest.approx(100 * (288 / 310 - 288 / 311))
    assert found.points["T"] == pytest.approx(100 * (285 / 310 - 288 / 311))
    assert found.weighted_sum == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(
    "rules",
    [
        {"decks": 1},
        {"decks": 6, "surrender": "late", "dealer_hits_soft_17": False},
        {"decks": 2, "peek": False, "resplit_aces": True, "hit_split_aces": True},
        {"decks": 2, "double_on": "10-11", "resplit_to": 2, "double_after_split": False},
    ],
)
def test_rounds_take_the_cards_that_they_take_by_the_engine(rules: dict[str, Any]) -> None:
    """Shoes dealt at once, and the same shoes round by round through the rules."""
    options, random = BlackjackOptions(**rules), Random(23)
    shoes = [shuffled(options.decks, random) for _ in range(60)]
    cut = 52 * options.decks // 2
    ranks = np.array([[rank(card) for card in shoe] for shoe in shoes])
    dealt = deal_shoes(options, ranks, cut, seats=1)
    tables = paytables(options)
    for number, shoe in enumerate(shoes):
        here = dealt.shoe == number
        start, rows = 0, np.flatnonzero(here)[np.argsort(dealt.dealt[here])]
        aces = np.cumsum(dealt.ace) - 1
        for row in rows:
            assert dealt.dealt[row] == start
            left = np.bincount(ranks[number][start:], minlength=10)
            assert (dealt.unseen[row] == left).all()
            state = played(options, tables, shoe[start:], side=False)
            assert dealt.used[row] == GAME.dealt(state)
            assert dealt.ace[row] == (rank(state.dealer[0]) == 0)
            if dealt.ace[row]:
                seen = [*state.opening[0], state.dealer[0]]
                known = np.bincount([rank(card) for card in seen], minlength=10)
                assert (dealt.at_insurance[aces[row]] == left - known).all()
            start += int(dealt.used[row])
        assert start >= cut


def test_several_seats_are_dealt_in_turn() -> None:
    """Two seats: a round takes about half as many cards again as with one, and never fewer than
    six."""
    options = BlackjackOptions(decks=4)
    one, two = (shoes_dealt(options, 4000, seats, 5).dealt.used for seats in (1, 2))
    assert two.min() >= 6
    assert 1.4 < two.mean() / one.mean() < 1.6


def test_a_unit_on_favourable_counts_by_the_engine() -> None:
    """Two decks to 75 percent, P5. A unit won or lost at random is worth about three, so that some
    22,000 rounds have a standard error of about one unit in 100 rounds; more are in the bench."""
    options, depth = BlackjackOptions(decks=2), 75
    bet = bad_beat(decks=2)
    dealt = shoes_dealt(options, 60_000, 1, 77)
    figure = next(one for one in at_depths(bet, dealt, valued=3000, seed=77) if one.depth == depth)
    count = best_level_one(effects(bet))
    seed = 2026
    print("seed", seed)
    shoes = list(counted_shoes(options, count.tags, figure.trigger, depth, 1500, Random(seed)))
    rounds = sum(shoe.rounds for shoe in shoes)
    units = sum(shoe.units for shoe in shoes) / rounds
    spread = sum((shoe.units - units * shoe.rounds) ** 2 for shoe in shoes) ** 0.5
    error = (1e4 * spread**2 / rounds**2 + figure.standard_error**2) ** 0.5
    assert abs(100 * units - figure.units_per_100) < 3 * error
    assert 100 * units > 2 * error
    share = sum(shoe.bets for shoe in shoes) / rounds
    assert share == pytest.approx(figure.favourable_share, abs=0.02)
    assert rounds / len(shoes) == pytest.approx(
        len(dealt.dealt.shoe[dealt.dealt.dealt < 78]) / (dealt.dealt.shoe.max() + 1), rel=0.01
    )


def test_a_fresh_shuffle_leaves_nothing_to_count() -> None:
    """The first rounds of shoes alone: no count is favourable, and nothing is won."""
    bet, dealt = bad_beat(), shoes_dealt(BlackjackOptions(), 5000, 1, 3)
    seen = dealt.moments("bad_beat")
    first = seen.dealt == 0
    fresh = replace(
        seen, shoe=seen.shoe[first], dealt=seen.dealt[first], unseen=seen.unseen[first],
        round_shoe=seen.shoe[first], round_dealt=seen.dealt[first],
    )  # fmt: skip
    found = effects(bet)
    for one in by_penetration(bet, found, best_level_one(found), fresh, valued=10, seed=1):
        assert one.rounds == seen.shoe.max() + 1
        assert (one.favourable_share, one.units_per_100, one.standard_error) == (0, 0, 0)


def test_the_deeper_the_cut_card_the_more_is_won() -> None:
    figures = at_depths(
        bad_beat(), shoes_dealt(BlackjackOptions(), 20_000, 1, 9), valued=800, seed=9
    )
    units = [one.units_per_100 for one in figures]
    assert units == sorted(units)
    assert [one.depth for one in figures] == [50, 65, 75, 85]
    assert all(one.decks == 6 for one in figures)


def test_many_seats_and_few_cards_are_not_dealt_deep() -> None:
    """Three cards for each of six seats and the dealer must lie behind the cut card: 21 of 52."""
    assert shoes_dealt(BlackjackOptions(decks=1), 100, 6, 1).depth == 50
    assert shoes_dealt(BlackjackOptions(decks=1), 100, 1, 1).depth == 85
    with pytest.raises(ValueError, match="cut card"):
        shoes_dealt(BlackjackOptions(decks=1), 100, 9, 1)


def test_all_of_it_as_json() -> None:
    """Two bets of a table, by little effort."""
    options = BlackjackOptions(decks=2)
    little = dict.fromkeys(EFFORT, Effort(2000, 5, 40))
    spots, tables = ("insurance", "bad_beat"), paytables(options)
    first, second = (
        counting(options, tables, STAKE, spots=spots, seed=seed, decks=(2,), effort=little)
        for seed in (1, 2)
    )
    insurance, side = (one.as_json() for one in first)
    assert (insurance["spot"], insurance["paytable"]) == ("insurance", "")
    assert (side["spot"], side["paytable"]) == ("bad_beat", "P5")
    assert side["edge_percent"] == pytest.approx(3.2352, abs=5e-5)
    assert list(side["effects"]) == list("A23456789T")
    assert side["effects_how"] == {"how": "exact", "error": 0}
    assert side["tags"]["5"] == 1
    assert side["correlation"] > side["hi_lo_correlation"] > 0.8
    assert [one["true_count"] for one in side["by_true_count"]] == list(range(-5, 6))
    assert [(one["decks"], one["depth"]) for one in side["by_penetration"]] == [
        (2, depth) for depth in (50, 65, 75, 85)
    ]
    assert side["by_penetration"][0]["how"] == "sampled"
    assert side["by_penetration"][0]["seed"] == 1
    assert first[1].effects == second[1].effects
    assert first[1].by_penetration != second[1].by_penetration


def test_bets_come_in_the_order_of_the_odds() -> None:
    options = BlackjackOptions(insurance=False)
    assert [bet.spot for bet in bets(options, paytables(options), STAKE)] == ["main", "bad_beat"]


def test_it_samples_until_the_error_is_what_is_wanted() -> None:
    """By too few values at first, and by too few rounds; the same twice."""
    options, tables = BlackjackOptions(decks=2), paytables(BlackjackOptions(decks=2))
    for little in (Effort(40_000, 5, 40, 0.35), Effort(2_000, 5, 4_000, 0.5)):
        (found,), (again,) = (
            counting(options, tables, STAKE, spots=("bad_beat",), decks=(2,),
                     effort={"bad_beat": little})
            for _ in range(2)
        )  # fmt: skip
        usual = {"bad_beat": replace(little, error=100.0)}
        (once,) = counting(options, tables, STAKE, spots=("bad_beat",), decks=(2,), effort=usual)
        assert max(one.standard_error for one in once.by_penetration) > little.error
        assert max(one.standard_error for one in found.by_penetration) <= little.error
        assert found == again


def test_it_stops_where_more_is_not_to_be_had() -> None:
    options, tables = BlackjackOptions(decks=2), paytables(BlackjackOptions(decks=2))
    (found,) = counting(
        options, tables, STAKE, spots=("bad_beat",), decks=(2,),
        effort={"bad_beat": Effort(500, 5, 4, 0.001)},
    )  # fmt: skip
    assert max(one.standard_error for one in found.by_penetration) > 0.001
    assert found.by_penetration[-1].rounds < 1.2 * MORE_ROUNDS * 500


def test_one_deck_comes_to_the_stated_error_by_the_usual_effort() -> None:
    """Of the main wager, whose exact values are few."""
    options = BlackjackOptions(decks=1)
    usual = {"main": replace(EFFORT["main"], at_count=2)}
    (found,) = counting(
        options, paytables(options), STAKE, spots=("main",), decks=(1,), effort=usual
    )
    assert len(found.by_penetration) == 4
    assert max(one.standard_error for one in found.by_penetration) <= 0.1
