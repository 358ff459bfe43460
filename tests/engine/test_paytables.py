"""Paytables: every line declared and no other, whether printed or a what-if."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from games import printed_paytables
from games.engine.errors import BadPaytable
from games.engine.payout import Lose, Odds, Push, payout_text
from games.engine.paytable import LOSE, read_paytable
from games.registry import GAMES

LINES = ("high", "middle", "low")
RAW = {
    "game": "toy",
    "spot": "main",
    "code": "T1",
    "title": "Toy",
    "source": "A leaflet",
    "lines": {"low": "lose 1/2", "high": "3:2", "middle": "push"},
    "printed": {"edge_percent": "1.5"},
}


def read(**changes: Any) -> Any:
    """The paytable `RAW` with some keys changed."""
    return read_paytable({**RAW, **changes}, "toy", "main", LINES)


def test_a_paytable_keeps_its_words_and_the_games_order_of_lines() -> None:
    table = read()
    assert list(table.lines.items()) == [
        ("high", Odds(3, 2)),
        ("middle", Push()),
        ("low", Lose(1, 2)),
    ]
    assert (table.code, table.title, table.source) == ("T1", "Toy", "A leaflet")
    assert table.printed == {"edge_percent": "1.5"}


def test_a_line_pays_what_it_says_and_no_line_loses() -> None:
    assert read().pays("high") == Odds(3, 2)
    assert read().pays(LOSE) == Lose()


def test_a_what_if_needs_lines_alone() -> None:
    table = read_paytable({"lines": RAW["lines"]}, "toy", "main", LINES)
    assert table.code == "what-if"
    assert table.lines == read().lines


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"lines": {"high": "3:2", "middle": "push"}}, "main lacks the line 'low'"),
        ({"lines": {}}, "lacks the line 'high'"),
        ({"lines": {**RAW["lines"], "royal": "9:1"}}, "main has no line 'royal'; its lines are"),  # type: ignore[dict-item]
        ({"lines": {**RAW["lines"], "low": "9"}}, "main, line low: '9' is no payout"),  # type: ignore[dict-item]
        ({"lines": {**RAW["lines"], "low": 9}}, "main, line low: 9 is no payout"),  # type: ignore[dict-item]
        ({"lines": ["high"]}, "needs lines: high, middle, low"),
        ({"lines": None}, "needs lines"),
        ({"game": "big-50"}, "is for game 'big-50', not 'toy'"),
        ({"spot": "side"}, "is for spot 'side', not 'main'"),
        ({"game": 5}, "is for game 5"),
        ({"payouts": {}}, "has no 'payouts'"),
        ({"code": 5}, "The code of a paytable is text, not 5"),
        ({"title": None}, "The title of a paytable is text"),
        ({"source": []}, "The source of a paytable is text"),
        ({"printed": "1.5"}, "'printed' maps names"),
    ],
)
def test_a_wrong_paytable_is_refused_by_its_line(changes: Any, sentence: str) -> None:
    with pytest.raises(BadPaytable, match=sentence):
        read(**changes)


@pytest.mark.parametrize("raw", [None, 5, "T1", ["high"], True])
def test_a_paytable_is_an_object(raw: object) -> None:
    with pytest.raises(BadPaytable, match="is a code or an object with lines"):
        read_paytable(raw, "toy", "main", LINES)


def test_two_tables_that_pay_alike_under_one_name_have_one_digest() -> None:
    assert read(title="Another", source="", printed={}).digest == read().digest
    assert read(lines={"high": "3:2", "middle": "push", "low": "lose 1/2"}).digest == read().digest


@pytest.mark.parametrize(
    "changes", [{"code": "T2"}, {"lines": {"high": "3:1", "middle": "push", "low": "lose 1/2"}}]
)
def test_tables_that_differ_have_other_digests(changes: Any) -> None:
    assert read(**changes).digest != read().digest


def test_every_file_in_the_folder_is_a_paytable_of_a_game_and_pays_as_written() -> None:
    files = printed_paytables.files()
    tables = list(printed_paytables.every_paytable())
    assert len(files) == len(tables) > 0
    for path, table in zip(files, tables, strict=True):
        raw = tomllib.loads(path.read_text("utf-8"))
        assert path == printed_paytables.file_of(table.game, table.spot, table.code)
        assert (raw["game"], raw["spot"], raw["code"]) == (table.game, table.spot, table.code)
        assert table.title
        assert table.source
        assert {line: payout_text(payout) for line, payout in table.lines.items()} == raw["lines"]


def test_every_paying_spot_has_its_default_paytable() -> None:
    for game in GAMES.values():
        for spot in game.every_spot():
            if spot.lines:
                table = printed_paytables.printed(game.slug, spot, spot.default_paytable)
                assert tuple(table.lines) == tuple(spot.lines)


@pytest.mark.parametrize("code", ["B51", "", "*", "../big-50.range.B50", "B50.toml", "b50", "\0"])
def test_an_unknown_code_is_refused_with_those_there_are(code: str) -> None:
    spot = next(spot for spot in GAMES["big-50"].every_spot() if spot.key == "range")
    with pytest.raises(BadPaytable, match=r"range has no paytable .*; it has: B50"):
        printed_paytables.printed("big-50", spot, code)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("no_spot.B50.toml", "big-50 has no spot 'no_spot'"),
        ("range.B51.toml", "has no line 'odd'"),
    ],
)
def test_a_file_that_belongs_to_no_spot_is_named(
    name: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / name).write_text('[lines]\nodd = "1:1"\n')
    usual = printed_paytables.folder_of
    monkeypatch.setattr(
        printed_paytables, "folder_of", lambda game: tmp_path if game == "big-50" else usual(game)
    )
    with pytest.raises(BadPaytable, match=sentence):
        list(printed_paytables.every_paytable())
