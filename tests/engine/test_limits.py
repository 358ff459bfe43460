"""Table limits: Washington's, the house's, and the table's own."""

import pytest

from games.engine.errors import WagerRefused
from games.engine.game import Spot
from games.engine.limits import (
    HOUSE,
    PROFILES,
    WASHINGTON,
    Limits,
    aggregate_needed,
    check_limits,
    money,
)
from games.engine.payout import Fixed, Lose, Odds, Payout, Push
from games.engine.paytable import Paytable

SPOTS = tuple(Spot(key, key.title()) for key in ("a", "b", "c", "d", "e", "f", "g"))
WIDE = Limits(minimum=1, maximum=1_000_00, unit=1)


def refused(wagers: dict[str, int], limits: Limits) -> tuple[str, str]:
    """Name of the limit that refuses the wagers, and its sentence."""
    with pytest.raises(WagerRefused) as refusal:
        check_limits(wagers, SPOTS, limits)
    return refusal.value.limit, str(refusal.value)


def test_the_profiles_have_the_figures_of_the_code() -> None:
    assert set(PROFILES) == {"washington", "house"}
    assert WASHINGTON.max_wager == 300_00
    assert WASHINGTON.max_wagers == 6
    assert (WASHINGTON.max_large_wagers, WASHINGTON.large_above) == (3, 5_00)
    assert WASHINGTON.odds_cap == 50
    assert (HOUSE.max_wager, HOUSE.max_wagers, HOUSE.max_large_wagers) == (None, None, None)


def test_a_table_without_wishes_is_under_washingtons_limits() -> None:
    assert Limits().profile is WASHINGTON


def test_wagers_within_every_limit_pass() -> None:
    check_limits({"a": 300_00, "b": 5_01, "c": 300_00, "d": 5_00, "e": 5_00, "f": 1}, SPOTS, WIDE)


def test_washington_allows_300_on_a_wager() -> None:
    limit, sentence = refused({"a": 300_01}, WIDE)
    assert limit == "max_wager"
    assert "at most 300 on one wager, not 300.01 on A" in sentence


def test_washington_allows_six_wagers_on_a_hand() -> None:
    limit, sentence = refused(dict.fromkeys("abcdefg", 1_00), WIDE)
    assert (limit, sentence) == ("max_wagers", "At most 6 bets on one hand. This would make 7.")


def test_washington_allows_three_wagers_above_five() -> None:
    limit, sentence = refused({"a": 5_01, "b": 5_01, "c": 5_01, "d": 5_01}, WIDE)
    assert limit == "max_large_wagers"
    assert "No more than 3 bets over 5 on a hand. This would make 4: A, B, C, D." in sentence


def test_the_house_knows_only_the_tables_own_limits() -> None:
    house = Limits(minimum=1, maximum=1_000_00, unit=1, profile=HOUSE)
    check_limits(dict.fromkeys("abcdefg", 1_000_00), SPOTS, house)
    assert refused({"a": 1_000_01}, house)[0] == "maximum"


def test_a_table_has_a_minimum_a_maximum_and_a_chip_unit() -> None:
    table = Limits(minimum=5_00, maximum=50_00, unit=1_00)
    check_limits({"a": 5_00, "b": 50_00}, SPOTS, table)
    assert refused({"a": 4_99}, table) == ("minimum", "Minimum 5 on A, not 4.99.")
    assert refused({"a": 50_01}, table) == ("maximum", "Maximum 50 on A, not 50.01.")
    assert refused({"a": 5_50}, table) == ("unit", "Bets on A must be multiples of 1, not 5.50.")


def test_a_spot_may_have_limits_of_its_own() -> None:
    table = Limits(minimum=5_00, maximum=50_00, spots={"b": (1_00, 2_00)})
    check_limits({"a": 5_00, "b": 1_00}, SPOTS, table)
    assert refused({"a": 5_00, "b": 3_00}, table) == ("maximum", "Maximum 2 on B, not 3.")


def test_the_law_stands_above_the_tables_maximum() -> None:
    assert Limits(minimum=1_00, maximum=500_00).of("a") == (1_00, 300_00)
    assert Limits(minimum=1_00, maximum=500_00, profile=HOUSE).of("a") == (1_00, 500_00)


@pytest.mark.parametrize(
    ("lines", "cents"),
    [
        ({"high": Odds(40), "low": Odds(3, 2)}, 4_000_00),  # 100.00 at 40:1
        ({"high": Odds(1000), "low": Odds(1)}, 5_000_00),  # the odds count at most 50:1
        ({"high": Odds(50)}, 5_000_00),
        ({"high": Fixed(5_000_00), "low": Odds(20)}, 2_000_00),  # a fixed prize does not count
        ({"high": Push(), "low": Lose(1, 2)}, 0),
    ],
)
def test_what_an_aggregate_payout_limit_must_cover(lines: dict[str, Payout], cents: int) -> None:
    table = Paytable("toy", "a", "T1", lines)
    assert aggregate_needed(SPOTS[0], table, Limits(maximum=100_00)) == cents


def test_without_a_cap_the_top_odds_count_in_full() -> None:
    table = Paytable("toy", "a", "T1", {"high": Odds(1000)})
    assert aggregate_needed(SPOTS[0], table, Limits(maximum=100_00, profile=HOUSE)) == 100_000_00


@pytest.mark.parametrize(
    ("cents", "words"),
    [
        (0, "0"),
        (5, "0.05"),
        (100, "1"),
        (1050, "10.50"),
        (123456789, "1,234,567.89"),
        (-250, "-2.50"),
    ],
)
def test_money_in_words(cents: int, words: str) -> None:
    assert money(cents) == words
