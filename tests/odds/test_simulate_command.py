"""`manage.py simulate`: best play through the engine comes out as the exact odds say."""

import json
import random
from math import sqrt
from typing import Any

import pytest

from games.big_50.rules import TOTAL_LINES
from games.management.asked import read_asked
from games.management.simulation import Comparison, Tally, simulate
from games.registry import GAMES
from tests.odds.bets import bets_of
from tests.support.commands import run


def observed(out: str) -> dict[str, list[float]]:
    """The numbers of each line of the table, by its bet."""
    rows = out.split("\n\n")[0].splitlines()[1:]
    return {
        cells[0]: [float(cell.replace(",", "")) for cell in cells[1:]]
        for cells in map(str.split, rows)
    }


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        ("big-50", "{}"),
        ("big-50", '{"colour_wager": "either"}'),
        ("big-raise", '{"five_card_bonus": true}'),
        ("big-draw", "{}"),
        ("big-draw", '{"variant": "deuces-never-loses"}'),
        ("blackjack", "{}"),
    ],
)
def test_every_bet_comes_out_within_five_standard_errors(game: str, rules: str) -> None:
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    ended = run("simulate", game, "--rounds", 1000, "--seed", seed, "--rules", rules)
    assert ended.status == 0, ended.out
    table = observed(ended.out)
    assert table
    for bet, (wagers, edge, exact, error, errors_off) in table.items():
        assert wagers == 1000 * GAMES[game].default_seats, bet
        assert errors_off == pytest.approx((edge - exact) / error, abs=0.01), bet
        assert abs(errors_off) <= 5, bet


def test_the_seed_tells_the_rounds_whoever_plays_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two batches by two workers or by none are the same rounds; another seed deals others."""
    text = []
    for workers, seed in ((2, 5), (1, 5), (1, 6)):
        monkeypatch.setattr("os.cpu_count", lambda count=workers: count)
        text.append(run("simulate", "big-50", "--rounds", 1500, "--seed", seed).out)
    assert text[0] == text[1]
    assert text[1] != text[2]


def test_a_bet_that_is_always_lost_is_lost() -> None:
    paytables = '{"big_50": {"lines": {"fifty": "lose"}}}'
    asked = read_asked("big-50", "{}", paytables, "100")
    found = {one.bet.spot: one for one in simulate(asked, 20, 1)}
    assert found["big_50"].observed == 1
    assert found["big_50"].errors_off == 0


def test_the_error_of_a_tally() -> None:
    """Rounds that won 3, 0, 0, -5: mean -0.5, squared deviations 33, so sqrt(33 / 3 / 4)."""
    tally = Tally(1, 3, 9) + Tally(3, -5, 25)
    assert tally.mean == -0.5
    assert tally.error == pytest.approx(sqrt(33 / 12))


def test_errors_off() -> None:
    bet = bets_of("big-50")["range"]
    assert Comparison(bet, 100, float(bet.edge) + 0.3, 0.1).errors_off == pytest.approx(3)


@pytest.mark.parametrize(
    "arguments",
    [
        {"rounds": 0},
        {"rounds": "many"},
        {"seed": -1},
        {"seed": "x"},
        {"rules": '{"colour_wager": "both"}'},
    ],
)
def test_what_is_wrong_is_said(arguments: dict[str, Any]) -> None:
    asked = {"rounds": 10, "seed": 1} | arguments
    ended = run("simulate", "big-50", *(f"--{name}={value}" for name, value in asked.items()))
    assert ended.status == 2
    assert ended.out == ""
    assert str(next(iter(arguments))) in ended.err or "colour_wager" in ended.err


def test_at_a_cut_card_it_says_that_every_shoe_was_fresh() -> None:
    rules = '{"shuffle": "cut_card"}'
    said = "from a fresh shoe, and none on to the cut card"
    assert said in run("simulate", "blackjack", "--rounds", 2, "--seed", 1, "--rules", rules).out
    assert said not in run("simulate", "blackjack", "--rounds", 2, "--seed", 1).out


def test_nothing_has_a_sign() -> None:
    """A wager that always comes back wins nothing, and no less than nothing."""
    paytables = json.dumps({"range": {"lines": dict.fromkeys(TOTAL_LINES, "push")}})
    out = run("simulate", "big-50", "--rounds", 2, "--seed", 1, "--paytables", paytables).out
    assert observed(out)["range"][1:] == [0, 0, 0, 0]
    assert "-0.00" not in out


@pytest.mark.parametrize("name", ["rounds", "seed"])
def test_a_long_number_is_not_said_again_as_a_whole(name: str) -> None:
    asked = {"rounds": "1", "seed": "1"} | {name: "9" * 5000}
    ended = run("simulate", "big-50", *(f"--{key}={value}" for key, value in asked.items()))
    assert ended.status == 2
    assert len(ended.err) < 150
