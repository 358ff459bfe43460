"""Every round under tests/cases: records with results worked out by hand, and records refused.

`<slug>/<name>.json` must replay to the results it holds, in their order; `<slug>/<name>.open.json`
must leave seats to act; `refused/<name>.json` of a game must be refused with a sentence that
contains the text that `refused/reasons.json` beside it gives for `<name>.json`.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from games import printed_paytables
from games.engine.errors import GameError
from games.engine.record import Replay, read_record, replay
from games.engine.strict_json import read_json
from games.registry import GAMES

FOLDER = Path(__file__).parents[1] / "cases"

PLAYED = sorted(FOLDER.glob("*/*.json"))
OPEN = [path for path in PLAYED if path.name.endswith(".open.json")]
FINISHED = [path for path in PLAYED if path not in OPEN]
REASONS = sorted(FOLDER.glob("*/refused/reasons.json"))
REFUSED = [
    (path.parent / name, text)
    for path in REASONS
    for name, text in json.loads(path.read_text("utf-8")).items()
]


def name_of(path: object) -> str | None:
    """A case as pytest prints it."""
    return str(path.relative_to(FOLDER)) if isinstance(path, Path) else None


def play(path: Path) -> tuple[Any, Replay]:
    """The raw record of a file, and where it leads."""
    raw = read_json(path.read_bytes())
    return raw, replay(read_record(raw, GAMES, printed_paytables.printed))


@pytest.mark.parametrize("path", FINISHED, ids=name_of)
def test_a_round_ends_as_worked_out_by_hand(path: Path) -> None:
    raw, played = play(path)
    assert raw["game"] == path.parent.name
    assert raw["results"]
    assert [result.as_json() for result in played.results] == raw["results"]


@pytest.mark.parametrize("path", OPEN, ids=name_of)
def test_an_open_round_waits_for_its_seats(path: Path) -> None:
    raw, played = play(path)
    assert raw["game"] == path.parent.name
    assert not played.settled
    assert played.waiting_on
    assert played.results == ()


@pytest.mark.parametrize(("path", "text"), REFUSED, ids=name_of)
def test_a_wrong_record_is_refused_for_the_reason_given(path: Path, text: str) -> None:
    with pytest.raises(GameError) as refusal:
        play(path)
    assert text in str(refusal.value)


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_cases_and_a_reason_for_every_refusal(slug: str) -> None:
    assert [path for path in FINISHED if path.parent.name == slug]
    refused = set((FOLDER / slug / "refused").glob("*.json"))
    reasons = FOLDER / slug / "refused" / "reasons.json"
    assert refused - {reasons} == {path for path, _ in REFUSED if path.parent == reasons.parent}
