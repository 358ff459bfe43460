"""Every line of every paytable of Big Raise Hold'em, hit and missed by one card."""

from collections.abc import Mapping

import pytest

from games.big_raise.state import BigRaiseOptions
from games.engine.game import Action
from games.engine.payout import Odds
from games.engine.paytable import Paytable, read_paytable
from games.printed_paytables import codes_of as paytable_codes
from games.printed_paytables import every_paytable, printed
from tests.rules.big_raise_rounds import FOLD, GAME, alone, dealt, ended, play, result_on

PRINTED_ANTE_BONUS = {
    "royal_flush": 500, "straight_flush": 250, "four_of_a_kind": 20, "full_house": 10, "flush": 5,
    "straight": 3,
}  # fmt: skip


@pytest.mark.parametrize(
    ("line", "cards", "hit", "miss", "instead"),
    [
        ("royal_flush", "Ah Kh", "Qh Jh Th", "Qh Jh Ts", "straight"),
        ("royal_flush", "Kh Qh", "Jh Th Ah", "Jh Th 9h", "straight_flush"),
        ("straight_flush", "9h 8h", "7h 6h 5h", "7h 6h 4h", "flush"),
        ("straight_flush", "Ah 2h", "3h 4h 5h", "3h 4h 5s", "straight"),
        ("four_of_a_kind", "8h 8s", "8c 8d 3h", "8c 3d 3h", "full_house"),
        ("four_of_a_kind", "8h 3s", "8c 8d 8s", "8c 8d 7s", None),
        ("full_house", "8h 8s", "8c 3d 3h", "8c 3d 4h", None),
        ("full_house", "8h 3s", "8c 3d 3h", "8c 3d 4h", None),
        ("flush", "Kh 8h", "Th 6h 3h", "Th 6h 3s", None),
        ("straight", "9s 8d", "7h 6h 5h", "7h 6h 4h", None),
        ("straight", "As 2d", "3s 4h 5c", "3s 4h 6c", None),
        ("straight", "As Kd", "Qs Jh Tc", "Qs Jh 9c", None),
    ],
)
def test_the_ante_bonus_pays_a_line_and_not_a_card_less(
    line: str, cards: str, hit: str, miss: str, instead: str | None
) -> None:
    result = result_on("ante_bonus", cards, hit)
    assert result is not None
    assert (result.line, result.stake) == (line, 0)
    assert result.returned == result.net == 1000 * PRINTED_ANTE_BONUS[line]
    missed = result_on("ante_bonus", cards, miss)
    assert (missed.line if missed else None) == instead


@pytest.mark.parametrize("payout", ["push", "lose", "lose 1/2"])
def test_an_ante_bonus_line_that_pays_nothing_has_no_result(payout: str) -> None:
    lines = {line: f"{odds}:1" for line, odds in PRINTED_ANTE_BONUS.items()} | {"straight": payout}
    table = read_paytable({"lines": lines}, "big-raise", "ante_bonus", tuple(lines))
    assert result_on("ante_bonus", "9s 8d", "7h 6h 5c", ante_bonus=table) is None


@pytest.mark.parametrize(
    ("cards", "line", "net"),
    [
        ("Ac Ad", "pair_of_aces", 15000),
        ("Kc Kd", "pair_of_kings", 10000),
        ("Qc Qd", "pair_of_queens", 7500),
        ("Jc Jd", "pair_of_jacks", 5000),
        ("Tc Td", "other_pair", 2500),
        ("2c 2d", "other_pair", 2500),
        ("Ac Kd", "ace_high", 750),
        ("2c Ad", "ace_high", 750),
        ("Kc Qd", "lose", -500),
        ("Jc Td", "lose", -500),
        ("2c 3d", "lose", -500),
    ],
)
@pytest.mark.parametrize("action", [FOLD, play(2000)])
def test_the_two_card_bonus_pays_whatever_else_happens(
    cards: str, line: str, net: int, action: Action
) -> None:
    wagers = {"ante": 1000, "two_card_bonus": 500}
    state = ended(dealt({1: cards}, "Kh Ks 4c", "9h 8c 4d", wagers=wagers), {1: action})
    result = next(result for result in GAME.settle(state) if result.spot == "two_card_bonus")
    assert (result.line, result.net) == (line, net)


@pytest.mark.parametrize(
    ("code", "trips", "two_pair"),
    [("BRH-04", 8, 3), ("BRH-05", 7, 3), ("BRH-06", 6, 3), ("BRH-07", 7, 4), ("BRH-08", 9, 3)],
)
def test_the_five_card_bonus_pays_each_line_of_each_paytable_and_not_a_card_less(
    code: str, trips: int, two_pair: int
) -> None:
    odds = {
        "royal_flush": 50, "straight_flush": 40, "four_of_a_kind": 30, "full_house": 20,
        "flush": 15, "straight": 10, "three_of_a_kind": trips, "two_pair": two_pair,
        "eights_or_better": 1, "lose": -1,
    }  # fmt: skip
    for line, cards, hit, miss, instead in (
        ("royal_flush", "Ah Kh", "Qh Jh Th", "Qh Jh Ts", "straight"),
        ("straight_flush", "9h 8h", "7h 6h 5h", "7h 6h 4h", "flush"),
        ("four_of_a_kind", "8h 8s", "8c 8d 3h", "8c 3d 3h", "full_house"),
        ("full_house", "8h 8s", "8c 3d 3h", "8c 3d 4h", "three_of_a_kind"),
        ("flush", "Kh 8h", "Th 6h 3h", "Th 6h 3s", "lose"),
        ("straight", "As 2d", "3s 4h 5c", "3s 4h 6c", "lose"),
        ("three_of_a_kind", "2h 2s", "2c Kd Jh", "3c Kd Jh", "lose"),
        ("two_pair", "3h 3s", "2c 2d Jh", "2c Kd Jh", "lose"),
        ("two_pair", "8h 3s", "8c 3d Jh", "8c 4d Jh", "eights_or_better"),
        ("eights_or_better", "8h 3s", "8c Qd Jh", "7c Qd Jh", "lose"),
        ("eights_or_better", "7h 8s", "8c Qd Jh", "7c Qd Jh", "lose"),
        ("eights_or_better", "Ah 3s", "Ac Qd Jh", "4c Qd Jh", "lose"),
        ("two_pair", "7h 7s", "5c 5d Kh", "5c Qd Kh", "lose"),
    ):
        for board, expected in ((hit, line), (miss, instead)):
            result = result_on(
                "five_card_bonus", cards, board,
                wagers={"ante": 1000, "five_card_bonus": 500}, five=True, five_card_bonus=code,
            )  # fmt: skip
            assert result is not None
            assert (result.line, result.net) == (expected, 500 * odds[expected]), (cards, board)


def test_the_five_card_bonus_is_settled_after_a_fold_too() -> None:
    wagers = {"ante": 1000, "two_card_bonus": 500, "five_card_bonus": 500}
    settled = alone("Ac 2d", FOLD, "Ks Qc 7d", "Ad 2h 4s", wagers=wagers, five=True)
    assert list(settled.items()) == [
        ("two_card_bonus", 750), ("ante", -1000), ("five_card_bonus", 1500),
    ]  # fmt: skip


HANDS = {
    "royal_flush": 4, "straight_flush": 36, "four_of_a_kind": 624, "full_house": 3_744,
    "flush": 5_108, "straight": 10_200, "three_of_a_kind": 54_912, "two_pair": 123_552,
    "eights_or_better": 7 * 84_480,
}  # fmt: skip
"""How many of the 2,598,960 five-card hands each line has."""


@pytest.mark.parametrize("code", ["BRH-04", "BRH-05", "BRH-06", "BRH-07", "BRH-08"])
def test_the_printed_edge_of_the_five_card_bonus_comes_out(code: str) -> None:
    spot = GAME.spots(BigRaiseOptions(five_card_bonus=True))[-1]
    table = printed("big-raise", spot, code)
    edge = edge_percent(table, HANDS, 2_598_960)
    assert f"{edge:.1f}" == table.printed["edge_percent"]


def test_the_printed_edge_of_the_two_card_bonus_comes_out() -> None:
    hands = dict.fromkeys(("pair_of_aces", "pair_of_kings", "pair_of_queens", "pair_of_jacks"), 6)
    hands |= {"other_pair": 9 * 6, "ace_high": 4 * 48}
    table = printed("big-raise", GAME.spots(BigRaiseOptions())[3], "BRH-40")
    assert f"{edge_percent(table, hands, 1_326):.1f}" == table.printed["edge_percent"] == "3.6"


def edge_percent(table: Paytable, hands: Mapping[str, int], of: int) -> float:
    """The house's share of a stake in percent, from how many hands hit each line."""
    won = 0.0
    for line, payout in table.lines.items():
        assert isinstance(payout, Odds)
        won += hands[line] * payout.num / payout.den
    return 100 * (of - sum(hands.values()) - won) / of


def test_every_paytable_file_is_there_and_declares_the_games_lines() -> None:
    found = {(table.spot, table.code) for table in every_paytable() if table.game == "big-raise"}
    assert found == {("ante_bonus", "BRH-40"), ("two_card_bonus", "BRH-40")} | {
        ("five_card_bonus", f"BRH-0{number}") for number in range(4, 9)
    }
    assert paytable_codes("big-raise", "ante_bonus") == ["BRH-40"]
