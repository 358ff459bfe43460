"""`manage.py protect`: what it prints, and what it says of what is wrong."""

from math import sqrt

import pytest

from games.registry import GAMES
from tests.support.commands import run

TENS = 4 * 4 * 6
"""Ten-valued cards of six decks."""


def test_insurance_from_six_decks_by_hand() -> None:
    """With one ace up 96 tens are among 311 cards; insurance pays 2 to 1."""
    found = run("protect", "blackjack", "--spot", "insurance", "--effort", "1", "--json").json
    (bet,) = found["counting"]
    assert bet["spot"] == "insurance"
    assert bet["edge_percent"] == pytest.approx(100 * (1 - 3 * TENS / 311))
    assert bet["effects"]["T"] == pytest.approx(100 * (3 * 95 / 310 - 3 * 96 / 311))
    assert bet["effects"]["5"] == pytest.approx(100 * (3 * 96 / 310 - 3 * 96 / 311))
    assert bet["weighted_sum"] == pytest.approx(0, abs=0.002)
    # Tens against all others: no simple count that is balanced follows insurance in full.
    assert 0.7 < bet["hi_lo_correlation"] < bet["correlation"] < 1
    assert bet["effects_how"]["how"] == "exact"
    assert {row["true_count"] for row in bet["by_true_count"]} == set(range(-5, 6))
    assert {row["decks"] for row in bet["by_penetration"]} == set(range(1, 9))
    for row in (*bet["by_true_count"], *bet["by_penetration"]):
        assert row["how"] == "sampled"
        assert row["seed"] == found["seed"] == 1
        assert row["error"] >= 0


def test_all_red_in_the_long_run_by_hand() -> None:
    """Five red cards of 52 at 17 to 1, 65,780 of 2,598,960 hands."""
    found = run("protect", "big-50", "--spot", "all_red", "--json").json
    chance = 65_780 / 2_598_960
    deviation = 100 * 18 * sqrt(chance * (1 - chance))
    assert found["counting"] == found["shared"] == []
    assert {row["spot"] for row in found["house"]} == {"all_red"}
    for row in found["house"]:
        assert row["standard_deviation"] == pytest.approx(deviation)
        assert row["mean"] == pytest.approx(row["rounds"] * 100 * (1 - 18 * chance))
        assert row["low_95"] <= row["mean"] <= row["high_95"]
        assert row["how"] == "exact"
    last = found["house"][-1]
    assert last["rounds"] == 1_000_000
    # The central limit: 1.96 deviations on either side.
    assert last["high_95"] - last["low_95"] == pytest.approx(2 * 1.96 * deviation * 1000, rel=0.01)
    (face_up,) = found["face_up"]
    assert face_up["words"] == "No information after the bet changes it: nothing is decided."
    assert face_up["safe"] is True


def test_four_known_hands_beat_the_draw() -> None:
    """The gain grows with the cards that are known, and four hands turn the edge."""
    found = run("protect", "big-draw", "--spot", "big_draw", "--effort", "1", "--json").json
    gains = found["shared"]
    assert [gain["known_cards"] for gain in gains] == [5, 10, 15, 20]
    points = [gain["gain_points"] for gain in gains]
    assert points == sorted(points)
    assert points[0] > 0
    for gain in gains:
        assert gain["value_points"] == pytest.approx(gain["gain_points"] - gain["edge_points"])
        assert gain["standard_error"] > 0
        assert gain["spots"] == ["big_draw"]


def test_the_same_seed_gives_the_same_figures_and_another_one_others() -> None:
    asked = ("protect", "blackjack", "--spot", "insurance", "--effort", "1")
    one, again, other = (
        run(*asked, "--seed", seed, "--json").json["counting"] for seed in (7, 7, 8)
    )
    assert one == again
    assert one[0]["effects"] == other[0]["effects"]
    assert one[0]["by_penetration"] != other[0]["by_penetration"]


def test_the_text_says_the_seed_and_how_figures_are_known() -> None:
    text = run("protect", "blackjack", "--spot", "insurance", "--effort", "1", "--seed", "3").out
    assert "seed 3" in text
    assert "nothing can be counted" in text
    assert "±" in text
    rules = '{"shuffle": "cut_card", "penetration": 75}'
    asked = ("--rules", rules, "--spot", "insurance", "--effort", "1")
    assert "nothing can be counted" not in run("protect", "blackjack", *asked).out


def test_the_list_has_every_game_and_bet() -> None:
    listed = run("protect", "--list", "--json").json
    assert list(listed) == list(GAMES)
    assert list(listed["blackjack"]) == ["main", "insurance", "bad_beat"]
    assert any("counting" in sentence for sentence in listed["blackjack"]["bad_beat"])
    text = run("protect", "big-50", "--list").out
    assert text.startswith("Big 50\n")
    assert "nothing is decided" in text
    assert "Blackjack" not in text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "Name a game"),
        (["roulette"], "plays big-50, big-raise, big-draw, blackjack"),
        (["roulette", "--list"], "plays big-50, big-raise, big-draw, blackjack"),
        (["big-50", "--rules", '{"decks": 2}'], "this game has: colour_wager"),
        (["big-50", "--paytables", '{"range": "B51"}'], "it has: B50"),
        (["big-50", "--stake", "0"], "from 1 to"),
        (["big-50", "--spot", "bad_beat"], "there are: poker_hand"),
        (["big-50", "--seed=-1"], "--seed is a whole number from 0"),
        (["big-50", "--effort", "0"], "--effort is a whole number from 1 to"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(arguments: list[str], said: str) -> None:
    ended = run("protect", *arguments)
    assert ended.status == 2
    assert ended.out == ""
    assert said in ended.err
    assert len(ended.err.strip().splitlines()) == 1


WRONG = (
    ["roulette"],
    ["big-50", "--rules", '{"decks": 2}'],
    ["big-50", "--rules", "{"],
    ["big-50", "--rules", "[]"],
    ["blackjack", "--rules", '{"decks": 9}'],
    ["big-50", "--paytables", '{"range": "B51"}'],
    ["big-50", "--paytables", '{"big_50": {"lines": {}}}'],
    ["big-50", "--stake", "0"],
    ["big-draw", "--stake", "99"],
    ["big-50", "--stake", "x"],
)


@pytest.mark.parametrize("arguments", WRONG, ids=" ".join)
def test_what_is_wrong_is_said_as_by_odds(arguments: list[str]) -> None:
    """The same sentence on standard error and the same exit status."""
    assert run("protect", *arguments) == run("odds", *arguments)


def test_the_json_has_every_key_that_is_promised() -> None:
    asked = ("blackjack", "--spot", "insurance", "--effort", "1", "--json")
    found = run("protect", *asked).json
    assert {"game", "rules", "counting", "shared", "house"} <= set(found)
    assert found["game"] == "blackjack"
    assert found["rules"]["decks"] == 6
    (bet,) = found["counting"]
    assert {
        "spot", "paytable", "edge_percent", "effects", "weighted_sum", "tags", "correlation",
        "hi_lo_correlation", "trigger", "by_true_count", "by_penetration",
    } <= set(bet)  # fmt: skip
    assert list(bet["effects"]) == list(bet["tags"]) == list("A23456789T")
    for row in bet["by_penetration"]:
        assert {"decks", "depth", "favourable_share", "units_per_100", "standard_error"} <= set(row)
    draw = run("protect", "big-draw", "--spot", "big_draw", "--effort", "1", "--json").json
    for row in draw["shared"]:
        assert {"spots", "situation", "known_cards", "gain_points", "standard_error"} <= set(row)
    for row in (*found["house"], *draw["house"]):
        assert {"spot", "standard_deviation", "rounds", "low_95", "high_95", "behind"} <= set(row)
    assert draw["shared"]
    assert found["house"]
