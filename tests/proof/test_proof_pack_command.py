"""`manage.py proof_pack`: what it writes, what it refuses, and in which words."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from config import BASE_DIR
from games.backoffice.sheets import proof as sheets
from games.backoffice.sheets.proof import pack_made
from games.big_50.rules import Big50Options
from games.management.commands import proof_pack
from games.registry import GAMES
from games.tables.setup import open_table
from tests.admin.drafts import LETTER, activated
from tests.proof.packs import Files, checked, files_in, quick_answer
from tests.support.commands import Ended, run
from tests.tables.room import stock

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600)]


@pytest.fixture(autouse=True)
def card_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """The printed paytables are on file, and little is sampled."""
    stock()
    monkeypatch.setattr(sheets, "answer", quick_answer)


def packed(folder: Path, *arguments: object) -> dict[str, bytes]:
    """The files of the pack that a command writes."""
    out = folder / "pack.zip"
    ended = run("proof_pack", *arguments, "--out", out)
    assert ended.status == 0
    (sentence,) = ended.err.splitlines()
    assert sentence.startswith("Computing game protection: ")
    assert "up to three minutes" in sentence
    return files_in(out.read_bytes())


def figures(files: Files) -> Any:
    return json.loads(files["figures.json"])


@pytest.mark.parametrize("game", ["big-50", "blackjack"])
def test_a_pack_of_the_game_holds_and_is_the_same_bytes_again(game: str, tmp_path: Path) -> None:
    files = packed(tmp_path, game)
    again = tmp_path / "again.zip"
    ended = run("proof_pack", game, "--out", again)
    assert again.read_bytes() == (tmp_path / "pack.zip").read_bytes()
    found = checked(files, tmp_path / "unpacked")
    assert (found.status, found.failed) == (0, [])
    digest = ended.out.split()[-1]
    assert len(digest) == 64
    assert digest in found.said
    assert files["sheet.pdf"].startswith(b"%PDF")
    assert "HOUSE OPTIONS" in files["rules.txt"].decode()


def test_both_sides_of_the_button_or_the_one_that_is_named(tmp_path: Path) -> None:
    both = figures(packed(tmp_path, "big-draw"))
    assert [side["name"] for side in both["felts"]] == ["5 Card Draw", "Deuces Never Loses"]
    (tmp_path / "pack.zip").unlink()
    rules = '{"variant": "deuces-never-loses"}'
    one = figures(packed(tmp_path, "big-draw", "--rules", rules))
    assert [side["rules"]["variant"] for side in one["felts"]] == ["deuces-never-loses"]


def test_versions_and_approvals(tmp_path: Path) -> None:
    version = activated()
    shown = json.loads(packed(tmp_path, "big-50", "--paytables",
                             json.dumps({"range": {"code": "B50", "lines": dict(version.lines)}})
                             )["paytables.json"])  # fmt: skip
    by_spot = {one["spot"]: one for one in shown}
    assert by_spot["range"]["digest"] == version.digest
    assert by_spot["range"]["version"] == 2
    assert by_spot["range"]["approval"] == {
        "words": f"{LETTER} of 27 February 2026", "reference": LETTER, "approved_on": "2026-02-27",
    }  # fmt: skip
    assert by_spot["big_50"]["version"] == 1
    assert "as its maker prints it" in by_spot["big_50"]["approval"]["words"]


def test_a_what_if_is_said_to_be_on_no_file(tmp_path: Path) -> None:
    what_if = json.dumps({"big_50": {"lines": {"fifty": "501:2"}}})
    files = packed(tmp_path, "big-50", "--paytables", what_if, "--stake", "1")
    shown = {one["spot"]: one for one in json.loads(files["paytables.json"])}
    assert shown["big_50"]["version"] is None
    assert shown["big_50"]["status"] == "not on file"
    # 501 to 2 on one cent wins 250 cents, rounded down.
    (bet,) = [bet for bet in figures(files)["felts"][0]["bets"] if bet["spot"] == "big_50"]
    assert bet["lines"][0]["nets"] == [[250, 4368]]
    assert checked(files, tmp_path / "unpacked").status == 0


def test_a_table_as_it_plays(tmp_path: Path) -> None:
    table = open_table(GAMES["big-50"], "Alder", options=Big50Options(colour_wager="either"),
                       minimum=500, maximum=20_000)  # fmt: skip
    files = packed(tmp_path, "big-50", "--table", table.pk)
    (side,) = figures(files)["felts"]
    assert side["rules"] == {"colour_wager": "either"}
    assert side["stake"] == 500
    assert figures(files)["about"] == "at table Alder"
    assert "Wagers are multiples of" in files["rules.txt"].decode()
    assert checked(files, tmp_path / "unpacked").status == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["roulette"], "plays big-50, big-raise, big-draw, blackjack"),
        (["big-50", "--rules", '{"decks": 2}'], "this game has: colour_wager"),
        (["big-50", "--rules", "colour"], "--rules: This is no JSON"),
        (["big-50", "--paytables", '{"range": "B51"}'], "it has: B50"),
        (["big-50", "--paytables", '{"big_50": {"lines": {}}}'], "lacks the line 'fifty'"),
        (["big-50", "--stake", "0"], "from 1 to"),
        (["big-draw", "--stake", "99"], "from 100 to"),
        (["big-50", "--table", "0"], "not played at a table '0'"),
        (["big-50", "--table", "x"], "not played at a table 'x'"),
        (["roulette", "--table", "1"], "plays big-50"),
        (["big-50", "--table", "1", "--stake", "500"], "leave them out"),
        (["big-50", "--table", "1", "--paytables", '{"range": "B50"}'], "leave them out"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(
    arguments: list[str], said: str, tmp_path: Path
) -> None:
    refused(run("proof_pack", *arguments, "--out", tmp_path / "pack.zip"), said)
    assert list(tmp_path.iterdir()) == []


def refused(ended: Ended, said: str) -> None:
    assert ended.status == 2
    assert ended.out == ""
    assert said in ended.err
    *waiting, sentence = ended.err.strip().splitlines()
    assert sentence.endswith(".")
    assert all(one.startswith("Computing game protection: ") for one in waiting)


def test_a_table_of_another_game(tmp_path: Path) -> None:
    table = open_table(GAMES["big-50"], "Alder")
    ended = run("proof_pack", "big-raise", "--table", table.pk, "--out", tmp_path / "pack.zip")
    refused(ended, "Big Raise Hold'em is not played at a table")


def test_a_file_that_is_there_is_replaced_only_when_asked(tmp_path: Path) -> None:
    out = tmp_path / "pack.zip"
    out.write_bytes(b"mine")
    refused(run("proof_pack", "big-50", "--out", out), "--force")
    assert out.read_bytes() == b"mine"
    assert run("proof_pack", "big-50", "--out", out, "--force").status == 0
    assert out.read_bytes().startswith(b"PK")
    assert list(tmp_path.iterdir()) == [out]


def test_a_file_that_came_in_the_meantime_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "pack.zip"

    def slowly(*arguments: Any, **more: Any) -> Any:
        out.write_bytes(b"another's")
        return pack_made(*arguments, **more)

    monkeypatch.setattr(proof_pack, "pack_made", slowly)
    refused(run("proof_pack", "big-50", "--out", out), "cannot be written")
    assert out.read_bytes() == b"another's"
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.parametrize(
    ("place", "said"), [("", "is a folder"), ("no/pack.zip", "there is no folder")]
)
def test_a_place_where_nothing_can_be_written(place: str, said: str, tmp_path: Path) -> None:
    refused(run("proof_pack", "big-50", "--out", tmp_path / place), said)


def test_from_the_shell_without_a_database(tmp_path: Path) -> None:
    """Paytables that are on no file here are said to be so; a game not played is status 2."""
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{tmp_path}/none.sqlite3"}

    def shell(*arguments: object) -> Any:
        return subprocess.run(
            [sys.executable, "manage.py", "proof_pack", *map(str, arguments)],
            cwd=BASE_DIR, env=environment, capture_output=True, text=True,
        )  # fmt: skip

    out = tmp_path / "pack.zip"
    ended = shell("big-50", "--out", out)
    assert ended.returncode == 0
    assert ended.stderr.startswith("Computing game protection: Royal Flush; All Red; ")
    assert len(ended.stderr.splitlines()) == 1
    shown = json.loads(files_in(out.read_bytes())["paytables.json"])
    assert {one["status"] for one in shown} == {"not on file"}
    ended = shell("keno", "--out", tmp_path / "other.zip")
    assert ended.returncode == 2
    assert ended.stderr.startswith("The game 'keno' is unknown;")
    assert "Traceback" not in ended.stderr
