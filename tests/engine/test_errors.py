"""Errors repeat what was put in, and never at length."""

import pytest

from games import printed_paytables
from games.engine.errors import GameError, echoed
from games.engine.record import check_spots, read_record
from games.registry import GAMES

LONG = "x" * 5000


def test_short_input_is_repeated_as_it_was() -> None:
    assert echoed("roulette") == "'roulette'"
    assert echoed("a\nb") == "'a\\nb'"
    assert echoed(None) == "None"
    assert echoed("x" * 20) == repr("x" * 20)


def test_of_long_input_twenty_characters_are_repeated() -> None:
    assert echoed(LONG) == "'xxxxxxxxxxxxxxxxxxxx…'"
    assert len(echoed([LONG])) < 50


@pytest.mark.parametrize(
    "changes",
    [
        {"format": LONG},
        {LONG: 1},
        {"game": LONG},
        {"deck": [LONG]},
        {"seats": [{"seat": 1, "wagers": {LONG: 100}}]},
        {"seats": [{"seat": 1, "wagers": {"range": LONG}}]},
        {"rules": {LONG: 1}},
        {"paytables": {LONG: "B50"}},
        {"actions": [LONG]},
        {"actions": [{"seat": 1, "action": {LONG: LONG}}]},
        {"void": [LONG]},
    ],
)
def test_no_error_of_a_record_repeats_more(changes: dict[str, object]) -> None:
    raw = {
        "game": "big-50",
        "seats": [{"seat": 1, "wagers": {"range": 100}}],
        "deck": "2c 3c 4c 5c 6c",
    }
    with pytest.raises(GameError) as error:
        read_record(raw | changes, GAMES, printed_paytables.printed)
    assert len(str(error.value)) < 400
    assert "x" * 20 in str(error.value) or "…" in str(error.value)
    assert "x" * 41 not in str(error.value)


def test_an_unknown_spot_is_named_in_short() -> None:
    spots = GAMES["big-50"].spots(GAMES["big-50"].options())
    with pytest.raises(GameError, match=r"There is no wager on 'x{20}…'; the spots are"):
        check_spots({LONG: 100}, spots)
