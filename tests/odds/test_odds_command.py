"""`manage.py odds`: what it prints, and what it says of what is wrong."""

import io
import json
import os
import subprocess
import sys
from typing import Any

import pytest
from django.core.management import call_command

from config import BASE_DIR
from games.registry import GAMES
from tests.support.commands import run

TWO_CARD = {
    "pair_of_aces": "30:1", "pair_of_kings": "20:1", "pair_of_queens": "15:1",
    "pair_of_jacks": "10:1", "other_pair": "5:1", "ace_high": "3:2",
}  # fmt: skip


def bet_of(found: dict[str, Any], spot: str) -> dict[str, Any]:
    """The one bet on a spot."""
    (bet,) = [bet for bet in found["bets"] if bet["spot"] == spot]
    assert isinstance(bet, dict)
    return bet


def test_the_odds_of_big_50() -> None:
    found = run("odds", "big-50", "--json").json
    assert found["game"] == "big-50"
    assert found["rules"] == {"colour_wager": "named"}
    assert [bet["spot"] for bet in found["bets"]] == [
        "poker_hand", "all_red", "all_black", "big_50", "range",
    ]  # fmt: skip
    total = bet_of(found, "big_50")
    assert total["paytable"] == "B50"
    assert total["exact"] == "94/595"
    assert total["edge_percent"] == pytest.approx(15.7983193)
    assert total["assumption"].endswith(".")
    assert total["lines"][0] == {
        "line": "fifty",
        "pays": "500:1",
        "probability": pytest.approx(4368 / 2598960),
        "combinations": 4368,
        "return": pytest.approx(500 * 4368 / 2598960),
    }


@pytest.mark.parametrize("game", GAMES)
def test_the_lines_of_every_bet_make_its_edge(game: str) -> None:
    """Probabilities add up to one, and returns to what the house leaves."""
    found = run("odds", game, "--json").json
    for bet in found["bets"]:
        assert sum(line["probability"] for line in bet["lines"]) == pytest.approx(1)
        returns = sum(line["return"] for line in bet["lines"])
        assert -100 * returns == pytest.approx(bet["edge_percent"], abs=1e-7)
        if bet["exact"] is not None:
            edge, whole = map(int, bet["exact"].split("/"))
            assert 100 * edge / whole == pytest.approx(bet["edge_percent"])


def test_the_text_says_edge_line_and_assumption() -> None:
    shown = run("odds", "big-50", "--rules", '{"colour_wager": "either"}').out
    assert "One Colour (B50-E): house edge 8.8836 % = 74/833" in shown
    assert "131,560" in shown
    assert "nothing is decided" in shown


def test_first_five_takes_the_stake() -> None:
    edges = [
        bet_of(run("odds", "big-draw", "--stake", stake, "--json").json, "first_five")
        for stake in (100, 200)
    ]
    assert [round(bet["edge_percent"], 4) for bet in edges] == [-0.0237, 1.0537]


def test_a_paytable_by_code_and_as_an_object() -> None:
    rules = '{"five_card_bonus": true}'
    changed = {
        "five_card_bonus": "BRH-07",
        "two_card_bonus": {"lines": TWO_CARD | {"ace_high": "1:1"}},
    }
    found = run("odds", "big-raise", "--rules", rules, "--paytables", json.dumps(changed), "--json")
    assert round(bet_of(found.json, "five_card_bonus")["edge_percent"], 4) == 2.5244
    two_card = bet_of(found.json, "two_card_bonus")
    # Of 1,326 hands 192 are ace high: half a stake each more for the house than 48.
    assert two_card["exact"] == "24/221"
    assert two_card["paytable"] == "what-if"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["roulette"], "plays big-50, big-raise, big-draw, blackjack"),
        (["big-50", "--rules", '{"decks": 2}'], "this game has: colour_wager"),
        (["big-50", "--rules", '{"colour_wager": 1}'], "accepted"),
        (["big-50", "--rules", "colour"], "--rules: This is no JSON"),
        (["big-50", "--rules", "[]"], "House options are an object"),
        (["big-50", "--paytables", '{"range": "B51"}'], "it has: B50"),
        (["big-50", "--paytables", '{"rage": "B50"}'], "these spots have: poker_hand"),
        (["big-50", "--paytables", '{"big_50": {"lines": {"fifty": "many"}}}'], "no payout"),
        (["big-50", "--paytables", '{"big_50": {"lines": {}}}'], "lacks the line 'fifty'"),
        (["big-50", "--paytables", '{"big_50": 1, "big_50": 2}'], "twice"),
        (["big-50", "--stake", "0"], "from 1 to"),
        (["big-50", "--stake", "1.5"], "whole number of cents"),
        (["big-50", "--stake=-100"], "whole number of cents"),
        (["big-50", "--stake", "9" * 5000], "whole number of cents"),
        (["big-draw", "--stake", "99"], "from 100 to"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(arguments: list[str], said: str) -> None:
    ended = run("odds", *arguments, "--json")
    assert ended.status == 2
    assert ended.out == ""
    assert said in ended.err
    assert ended.err.strip().endswith(".")
    assert len(ended.err.strip().splitlines()) == 1


def test_from_the_shell() -> None:
    """A game that is not played ends in status 2, and no traceback."""
    ended = subprocess.run(
        [sys.executable, "manage.py", "odds", "keno"],
        cwd=BASE_DIR,
        env=os.environ,
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 2
    assert ended.stderr.startswith("The game 'keno' is unknown;")
    assert "Traceback" not in ended.stderr


def test_the_text_of_a_cut_card_claims_no_accuracy() -> None:
    rules = {"shuffle": "cut_card", "decks": 1, "penetration": 50}
    shown = run("odds", "blackjack", "--rules", json.dumps(rules)).out
    assert "within" not in shown
    assert "exact" not in shown
    assert shown.count("Accuracy: no bound known.") == 4  # one of them for other play
    assert "Accuracy: within 0.000001 points." in run("odds", "blackjack").out


def test_text_that_was_put_in_does_nothing_to_a_terminal() -> None:
    paytable = {"code": "\ud800\x1b[31m\x07é", "lines": {"fifty": "500:1"}}
    shown = run("odds", "big-50", "--paytables", json.dumps({"big_50": paytable})).out
    assert "Big 50 (\\ud800\\x1b[31m\\x07é): house edge" in shown


def test_an_error_fits_a_terminal_of_few_letters() -> None:
    """Half a letter cannot be printed, a whole one not everywhere."""
    err = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    with pytest.raises(SystemExit):
        call_command("odds", "big-50", paytables='{"big_50": "é"}', stderr=err)
    err.seek(0)
    assert "no paytable '\\xe9'" in err.read()


def test_a_long_stake_is_not_said_again_as_a_whole() -> None:
    assert len(run("odds", "big-50", "--stake", "9" * 5000).err) < 150


@pytest.mark.parametrize("option", ["--rules", "--paytables"])
@pytest.mark.parametrize("text", ["[" * 100_000, "9" * 5000])
def test_what_cannot_be_read_is_called_no_record(option: str, text: str) -> None:
    ended = run("odds", "big-50", option, text)
    assert ended.status == 2
    assert ended.err.startswith(f"{option}: This cannot be read: ")
    assert "record" not in ended.err


@pytest.mark.parametrize(
    ("pays", "words", "most"),
    [
        ("999999999:1", "999999999:1", "999,999,999 times the wager at most"),
        ("5:2", "5:2", "2.50 times the wager at most"),
        ("fixed 500000", "5,000.00", "5,000 times the wager at most"),
        ("push", "push", "never more than was staked"),
        ("lose", "lose", "never more than was staked"),
    ],
)
def test_pays_and_prizes_in_the_text_are_for_people(pays: str, words: str, most: str) -> None:
    paytables = json.dumps({"big_50": {"lines": {"fifty": pays}}})
    shown = run("odds", "big-50", "--paytables", paytables).out.split("Big 50 (")[1]
    assert most in shown.split("Range")[0]
    assert f" {words} " in shown.split("Range")[0]
    assert "fixed 5" not in shown
