"""`manage.py replay`: what it prints, and how it ends, for every kind of FILE."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError

from config import BASE_DIR
from tests.support.commands import Ended, run

ROUND: dict[str, Any] = {
    "format": "cardroom-round/1",
    "game": "big-50",
    "seats": [{"seat": 3, "wagers": {"range": 501}}],
    "deck": "Tc Jd 2h 2s Ac",
}
# Ten, jack, two twos and an ace are 25: half of 5.01 is lost, the rest is rounded down to 2.50.
RESULTS = [
    {"seat": 3, "spot": "range", "stake": 501, "returned": 250, "net": -251, "line": "total_20_29"}
]
REPLAYED = {
    "game": "big-50",
    "settled": True,
    "waiting_on": [],
    "results": RESULTS,
    "net": {"3": -251},
    "hands": {"3": ["Tc", "Jd", "2h", "2s", "Ac"]},
    "void": None,
}


def replay(*arguments: object) -> Ended:
    """Run the command in this process."""
    return run("replay", *arguments)


Filed = Callable[..., Path]


@pytest.fixture
def filed(tmp_path: Path) -> Filed:
    """Writes a record, `ROUND` with changes, to a file of its own."""

    def write(name: str = "round.json", **changes: Any) -> Path:
        path = tmp_path / name
        path.write_text(json.dumps({**ROUND, **changes}))
        return path

    return write


def test_a_record_without_results_is_replayed(filed: Filed) -> None:
    ended = replay("--json", filed())
    assert (ended.status, ended.lines, ended.err) == (0, [REPLAYED], "")


@pytest.mark.parametrize("results", [RESULTS, []])
def test_a_record_whose_results_agree_is_replayed(filed: Filed, results: Any) -> None:
    ended = replay("--json", filed(results=results))
    assert (ended.status, ended.lines, ended.err) == (0, [REPLAYED], "")


def test_the_text_names_seat_wager_amounts_and_line(filed: Filed) -> None:
    ended = replay(filed())
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.splitlines()[1:] == [
        "  Seat 3: Tc Jd 2h 2s Ac",
        "  Seat 3 Range: 5.01 staked, 2.50 returned, -2.51: Total 20–29",
        "  Seat 3 net -2.51",
    ]
    assert ended.out.startswith(str(filed()))
    assert "Big 50, settled" in ended.out


@pytest.mark.parametrize(
    "wrong",
    [
        [{**RESULTS[0], "returned": 251, "net": -250}],
        [{**RESULTS[0], "line": "lose"}],
        [{**RESULTS[0], "seat": 2}],
        [{**RESULTS[0], "stake": 501.0}],
        [{**RESULTS[0], "hand": 0}],
        [{}],
        RESULTS * 2,
    ],
)
def test_results_that_disagree_are_printed_both(filed: Filed, wrong: Any) -> None:
    ended = replay("--json", filed(results=wrong))
    assert ended.status == 1
    assert ended.lines == [{**REPLAYED, "recorded": wrong}]
    assert "the results disagree" in ended.err
    assert json.dumps(wrong) in ended.err
    assert json.dumps(RESULTS) in ended.err


def test_the_order_of_results_counts(filed: Filed) -> None:
    seats = [{"seat": 3, "wagers": {"range": 501, "big_50": 100}}]
    fifty = {"seat": 3, "spot": "big_50", "stake": 100, "returned": 0, "net": -100, "line": "lose"}
    assert replay(filed(seats=seats, results=[fifty, *RESULTS])).status == 0
    assert replay(filed(seats=seats, results=[*RESULTS, fifty])).status == 1


def test_disagreement_as_text_prints_both(filed: Filed) -> None:
    wrong = [{**RESULTS[0], "returned": 0, "net": -501}]
    ended = replay(filed(results=wrong))
    assert ended.status == 1
    assert "2.50 returned" in ended.out
    assert f"recorded: {json.dumps(wrong)}" in ended.err
    assert f"replayed: {json.dumps(RESULTS)}" in ended.err


def test_a_void_round_says_why_and_returns_the_stakes(filed: Filed) -> None:
    path = filed(void="Seat 3 was dealt six cards.")
    assert replay("--json", path).lines == [
        {
            **REPLAYED,
            "results": [{**RESULTS[0], "returned": 501, "net": 0, "line": "void"}],
            "net": {"3": 0},
            "void": "Seat 3 was dealt six cards.",
        }
    ]
    assert "void (Seat 3 was dealt six cards.)" in replay(path).out


WRONG = [
    ({"game": "baccarat"}, "'baccarat' is unknown"),
    ({"seats": [{"seat": 3, "wagers": {"ante": 5}}]}, "no wager on 'ante'"),
    ({"seats": ROUND["seats"] * 2}, "Seat 3 is in the record twice"),
    ({"seats": [{"seat": 3, "wagers": {"range": -5}}]}, "not -5"),
    ({"seats": [{"seat": 3, "wagers": {"range": True}}]}, "not True"),
    ({"rules": {"wild": True}}, "no house option 'wild'"),
    ({"deck": "Tc Jd 2h 2s Tc"}, "The ten of clubs is in the deck 2 times"),
    ({"deck": "Tc Jd 2h 2s Zz"}, "'Zz' is no card"),
    ({"deck": "Tc Jd 2h 2s"}, "The deck is too short"),
    ({"actions": [{"seat": 3, "action": "fly"}]}, "Action 1: Seat 3 may not fly"),
    ({"results": "none"}, "'results' is a list"),
    ({"paytables": {"range": {"lines": {}, "printed": 5}}}, "'printed' maps"),
    ({"\ud800": "\udfff"}, "has no '\\ud800'"),
]


@pytest.mark.parametrize(("changes", "sentence"), WRONG)
def test_a_wrong_record_is_refused_in_one_sentence(
    filed: Filed, changes: Any, sentence: str
) -> None:
    path = filed(**changes)
    ended = replay("--json", path)
    assert ended.status == 2
    assert ended.err.startswith(f"{path}: ")
    assert ended.err.count("\n") == 1
    assert sentence in ended.err
    assert list(ended.lines[0]) == ["file", "error"]
    assert sentence in ended.lines[0]["error"]
    plain = replay(path)
    assert (plain.status, plain.out, plain.err) == (2, "", ended.err)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (b"", "no JSON"),
        (b"{", "no JSON"),
        (b"\x00\x01\xfe\xff" * 50, "no JSON"),
        (b'{"game": "big-50", "game": "big-50"}', "The key 'game' is twice"),
        (b'{"game": NaN}', "NaN is no number"),
        (b"[" * 200_000, "nested too deeply"),
        (b'{"deck": ' + b"9" * 5_000 + b"}", "too many digits"),
        (b" " * 1_000_001, "more than 1,000,000 bytes"),
        (b"null", "A round record is a JSON object"),
    ],
)
def test_what_is_no_record_at_all_is_refused(tmp_path: Path, text: bytes, sentence: str) -> None:
    path = tmp_path / "garbage"
    path.write_bytes(text)
    ended = replay("--json", path)
    assert ended.status == 2
    assert sentence in ended.err
    assert sentence in ended.lines[0]["error"]


def test_json_nested_to_any_depth_is_refused_or_read_but_never_raises(tmp_path: Path) -> None:
    path = tmp_path / "nested"
    for depth in range(50, 1_000, 50):
        path.write_text(f'{{"game": {"[" * depth}{"]" * depth}}}')
        ended = replay(path)
        assert ended.status == 2
        assert ended.err.startswith(f"{path}: ")


def test_what_cannot_be_read_is_refused(tmp_path: Path) -> None:
    missing = replay("--json", tmp_path / "missing.json")
    folder = replay("--json", tmp_path)
    assert (missing.status, folder.status) == (2, 2)
    assert "No such file" in missing.lines[0]["error"]
    assert "Is a directory" in folder.lines[0]["error"]


def test_a_dash_is_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    text = io.BytesIO(json.dumps(ROUND).encode())
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(text))
    ended = replay("--json", "-")
    assert (ended.status, ended.lines) == (0, [REPLAYED])


def test_several_files_give_a_line_each_in_order_and_the_worst_status(
    filed: Filed, tmp_path: Path
) -> None:
    good = filed("good.json")
    other = filed("other.json", results=[{}])
    bad = filed("bad.json", game="baccarat")
    ended = replay("--json", bad, good, tmp_path / "missing", other, good)
    assert ended.status == 2
    assert [line.get("settled", "refused") for line in ended.lines] == [
        "refused", True, "refused", True, True,
    ]  # fmt: skip
    assert [line.get("file") for line in ended.lines if "error" in line] == [
        str(bad),
        str(tmp_path / "missing"),
    ]
    assert replay("--json", good, other, good).status == 1
    assert replay("--json", good, good).status == 0


def test_a_file_is_needed() -> None:
    with pytest.raises(CommandError, match="FILE"):
        replay("--json")


def program(
    *arguments: str, text: bytes = b"", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the command as a program, with a database that does not exist."""
    return subprocess.run(
        [sys.executable, "manage.py", "replay", *arguments],
        cwd=BASE_DIR,
        input=text,
        capture_output=True,
        check=False,
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "SECRET_KEY": "for this test alone",
            "DATABASE_URL": "postgres://nobody@localhost:1/nothing",
            **environment,
        },
    )


def test_the_program_needs_no_database_and_ends_with_the_worst_status(filed: Filed) -> None:
    disagreeing = filed(results=[{}])
    ended = program("--json", "-", str(disagreeing), text=json.dumps(ROUND).encode())
    assert ended.returncode == 1
    assert [json.loads(line)["net"] for line in ended.stdout.splitlines()] == [{"3": -251}] * 2
    assert b"Traceback" not in ended.stderr


def test_the_program_prints_to_a_stream_that_lacks_the_letters() -> None:
    record = json.dumps({**ROUND, "void": "\ud800"}).encode()
    ended = program("-", text=record, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert ended.returncode == 0
    assert b"void (\\ud800)" in ended.stdout
    assert ended.stderr == b""
