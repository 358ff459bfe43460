"""What follows from a bet's lines, by hand: a die that pays 4:1 on a six and pushes on a five."""

from dataclasses import replace
from fractions import Fraction
from math import sqrt

import pytest

from games.engine.payout import parse_payout
from games.engine.paytable import read_paytable
from games.odds.report import Bet, GameOdds, Line, net, of_stake, paytable_lines

ONE = Fraction(1)
SIX = Fraction(1, 6)


def table(**lines: str) -> Bet:
    """A bet on one throw of a die; lines are hit by one of its six sides each."""
    paytable = read_paytable({"code": "D6", "lines": lines}, "dice", "throw", tuple(lines))
    return Bet("throw", "D6", paytable_lines(dict.fromkeys(lines, 1), 6, paytable, 150), "One die.")


def test_edge_and_return_of_each_line() -> None:
    # 4/6 won against 4/6 lost: a fair game.
    bet = table(six="4:1", five="push")
    assert [(line.line, line.pays, line.combinations, line.gain) for line in bet.lines] == [
        ("six", "4:1", 1, 4 * SIX),
        ("five", "push", 1, 0),
        ("lose", "lose", 4, -4 * SIX),
    ]
    assert bet.edge == 0
    assert bet.exact == "0/1"


def test_a_push_is_no_hit_and_the_highest_net_is_the_top_prize() -> None:
    bet = table(six="4:1", five="push")
    assert bet.hit_frequency == SIX
    assert bet.top_prize == 4
    assert bet.standard_deviation == pytest.approx(sqrt((16 + 4) / 6))


def test_a_line_with_several_nets_is_hit_where_the_net_is_above_0() -> None:
    """A third of the time 5 won, a third of the time 1 lost: a mean of 2, and yet no hit of two
    thirds."""
    third = ONE / 3
    mixed = Line("mixed", "1:1", 2 * third, 2, 4 * third, 26 * third, Fraction(5), won=third)
    lost = Line("lose", "lose", third, 1, -third, third, -ONE, won=0 * ONE)
    bet = Bet("main", "", (mixed, lost), "So.")
    assert bet.hit_frequency == third
    assert bet.edge == -ONE


@pytest.mark.parametrize(
    ("pays", "stake", "said"),
    [
        ("3:2", 150, "One die."),
        ("lose 1/2", 150, "One die."),
        ("fixed 900", 150, "One die. For a stake of 1.50: a prize is of a fixed amount."),
        ("5:4", 150, "One die. For a stake of 1.50: payouts are rounded down to whole cents."),
        ("lose 1/2", 5, "One die. For a stake of 0.05: payouts are rounded down to whole cents."),
    ],
)
def test_an_assumption_names_the_stake_where_the_edge_depends_on_it(
    pays: str, stake: int, said: str
) -> None:
    assert of_stake("One die.", [parse_payout("push"), parse_payout(pays)], stake) == said


def test_an_assumption_names_both_reasons() -> None:
    payouts = [parse_payout("fixed 900"), parse_payout("3:2")]
    assert of_stake("One die.", payouts, 1) == (
        "One die. For a stake of 0.01: a prize is of a fixed amount, and payouts are rounded down "
        "to whole cents."
    )


def test_an_edge_without_a_bound_is_neither_exact_nor_within_anything() -> None:
    bet = replace(table(six="4:1", five="push"), accuracy=None)
    raw = bet.as_json()
    assert raw["exact"] is None
    assert "accuracy_percent" not in raw
    assert raw["edge_percent"] == 0


def test_the_stake_rounds_a_payout_down_and_dilutes_a_fixed_prize() -> None:
    # 3:2 on 1.50 is 2.25; 5:4 is 1.875, paid as 1.87; 9.00 is six times 1.50.
    bet = table(six="fixed 900", five="3:2", four="5:4", three="lose 1/2")
    nets = {line.line: line.gain / line.probability for line in bet.lines}
    assert nets == {
        "six": 6,
        "five": Fraction(225, 150),
        "four": Fraction(187, 150),
        "three": Fraction(-1, 2),
        "lose": -1,
    }


def test_a_line_that_is_never_hit_has_no_top_prize() -> None:
    paytable = read_paytable({"lines": {"seven": "99:1", "six": "4:1"}}, "d", "t", ("seven", "six"))
    bet = Bet("t", "", paytable_lines({"six": 1}, 6, paytable, 100), "One die.")
    assert bet.top_prize == 4
    assert bet.edge == SIX


def test_no_losing_line_where_every_side_has_a_line() -> None:
    bet = table(a="1:1", b="1:1", c="1:1", d="lose", e="lose", f="lose")
    assert [line.line for line in bet.lines] == ["a", "b", "c", "d", "e", "f"]
    assert bet.hit_frequency == Fraction(1, 2)


def test_what_half_a_stake_of_an_odd_number_of_cents_is_worth() -> None:
    # 5 cents, half lost: 2 come back.
    lose_half = read_paytable({"lines": {"a": "lose 1/2"}}, "d", "t", ("a",)).pays("a")
    assert net(lose_half, 5) == Fraction(-3, 5)


def test_a_bet_that_can_be_raised_and_is_not_exact() -> None:
    """Half the time three wagers are won, half the time three and a half lost, 1/1000 or so."""
    won = Line("win", "1:1", ONE / 2, None, Fraction(3, 2), Fraction(9, 2), Fraction(3), ONE / 2)
    lost = Line(
        "lose", "lose", ONE / 2, None, Fraction(-7, 4), Fraction(49, 8), Fraction(-7, 2), 0 * ONE
    )
    bet = Bet("main", "", (won, lost), "So.", Fraction(13, 4), accuracy=Fraction(1, 1000))
    assert bet.edge == Fraction(1, 4)
    assert bet.element_of_risk == Fraction(1, 13)
    raw = bet.as_json()
    assert raw["exact"] is None
    assert raw["accuracy_percent"] == 0.1
    assert raw["edge_percent"] == 25
    assert raw["element_of_risk_percent"] == pytest.approx(100 / 13)
    assert raw["average_total_wager"] == 3.25


def test_the_form_of_the_command() -> None:
    bet = table(six="4:1", five="push")
    raw = GameOdds("dice", {"loaded": False}, 150, (bet,)).as_json()
    assert raw["game"] == "dice"
    assert raw["rules"] == {"loaded": False}
    assert raw["stake"] == 150
    assert (
        raw["bets"][0].items()
        >= {
            "spot": "throw",
            "paytable": "D6",
            "edge_percent": 0.0,
            "exact": "0/1",
            "assumption": "One die.",
        }.items()
    )
    assert raw["bets"][0]["lines"][0] == {
        "line": "six",
        "pays": "4:1",
        "probability": 1 / 6,
        "combinations": 1,
        "return": 4 / 6,
    }
    assert "element_of_risk_percent" not in raw["bets"][0]
