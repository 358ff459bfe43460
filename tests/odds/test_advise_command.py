"""`manage.py advise`: the options of every seat waited on, best first."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.commands import run

ROUND: dict[str, Any] = {
    "format": "cardroom-round/1",
    "game": "big-draw",
    "button": 2,
    "seats": [
        {"seat": 1, "wagers": {"big_draw": 500}},
        {"seat": 2, "wagers": {"first_five": 100}},
        {"seat": 4, "wagers": {"big_draw": 100, "first_five": 100}},
    ],
    # Seat 2, then 4, then 1: from the button.
    "deck": "3c 5d 8h Ts Qc 2s Js Jd 7c 4s Th Jh Qh Kh Ah 9c 9d 9h",
}


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The round in a file."""
    path = tmp_path / "round.json"
    path.write_text(json.dumps(ROUND))
    return path


def changed(path: Path, **changes: Any) -> Path:
    """The round with changes, in the same file."""
    path.write_text(json.dumps({**ROUND, **changes}))
    return path


def test_every_seat_that_is_waited_on(record: Path) -> None:
    seats = run("advise", record, "--json").json["seats"]
    assert [seat["seat"] for seat in seats] == [1, 4]
    assert [len(seat["options"]) for seat in seats] == [32, 32]
    for seat in seats:
        values = [option["value"] for option in seat["options"]]
        assert values == sorted(values, reverse=True)
    royal, jacks = (seat["options"][0] for seat in seats)
    assert royal == {"action": "draw", "discard": [], "value": 200.0}
    assert jacks["discard"] == ["2s", "7c", "4s"]


def test_a_seat_that_has_chosen_is_not_waited_on(record: Path) -> None:
    chosen = changed(record, actions=[{"seat": 1, "action": "draw", "discard": []}])
    assert [seat["seat"] for seat in run("advise", chosen, "--json").json["seats"]] == [4]


def test_a_settled_round_has_nothing_to_advise(record: Path) -> None:
    actions = [
        {"seat": 1, "action": "draw", "discard": []},
        {"seat": 4, "action": "draw", "discard": ["2s", "7c", "4s"]},
    ]
    assert run("advise", changed(record, actions=actions), "--json").json == {"seats": []}
    assert "Nobody" in run("advise", record).out


def test_the_text(record: Path) -> None:
    text = run("advise", record).out.splitlines()
    assert text[0] == "Seat 1:"
    assert text[1] == "  +200.000000  draw, discarding nothing"


def test_amounts(record: Path) -> None:
    """Big Raise: with a pair of aces, the most that may be played is best."""
    raised = changed(
        record,
        game="big-raise",
        seats=[{"seat": 3, "wagers": {"ante": 1000}}],
        deck="As Ah 2c 7d 9h 3s 4s 8d",
    )
    options = run("advise", raised, "--json").json["seats"][0]["options"]
    assert options[0]["action"] == "play"
    assert options[0]["amount"] == 4000
    assert options[-1] == {"action": "fold", "value": -1.0}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"game": "keno"}, "keno"),
        ({"deck": "3c 5d"}, "too short"),
        ({"actions": [{"seat": 2, "action": "draw", "discard": []}]}, "Action 1"),
        ({"rules": {"variant": "stud"}}, "variant"),
    ],
)
def test_what_is_wrong_is_said(record: Path, changes: dict[str, Any], said: str) -> None:
    ended = run("advise", changed(record, **changes), "--json")
    assert ended.status == 2
    assert ended.out == ""
    assert said in ended.err


def test_no_file_and_no_json(tmp_path: Path) -> None:
    assert run("advise", tmp_path / "none.json").status == 2
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    ended = run("advise", broken)
    assert ended.status == 2
    assert "no JSON" in ended.err
