"""A round is verified when seal, deck, results and books hold, each time anew."""

import json
import re
from collections.abc import Callable
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from accounts.models import Entry
from games.history.verification import exported
from games.models import Phase, Round
from tests.history.rounds import fetched, page, part_of, play, shoe_room, tamper
from tests.support.commands import run
from tests.tables.room import WAGERS, Room

pytestmark = pytest.mark.django_db(transaction=True)  # an export reads in other threads


def verify(*names: object) -> tuple[int, str]:
    """The exit status of the command, and all that it printed."""
    ended = run("verify_round", *names)
    return ended.status, ended.out + ended.err


@pytest.mark.parametrize("game", WAGERS)
def test_every_round_that_is_played_verifies_by_id_and_as_a_file(game: str, tmp_path: Path) -> None:
    room = Room.open(game)
    room.sit(1, 2, 4)
    round = play(room)
    record = exported(round)
    assert (record["verified"], record["faults"]) == (True, [])
    file = tmp_path / "round.json"
    file.write_text(json.dumps(record))
    status, said = verify(round.pk, file)
    assert status == 0
    assert said.count("verified.") == 2
    call_command("replay", str(file), "--json", stdout=StringIO())
    assert "✓ verified" in page(room.users[2], f"/history/{round.pk}")


SEAL, CARDS, PAID, BOOKS = "was sealed", "cards that were dealt", "what was paid", "The books"


def seed(round: Round, part: Any) -> None:
    tamper("games_round", round.pk, server_seed="00" * 32)


def no_seed(round: Round, part: Any) -> None:
    tamper("games_round", round.pk, server_seed="no seed")


def seal(round: Round, part: Any) -> None:
    tamper("games_round", round.pk, commitment="00" * 32)


def client_seed(round: Round, part: Any) -> None:
    tamper("games_roundseat", part.pk, client_seed="another")


def two_lines(round: Round, part: Any) -> None:
    tamper("games_roundseat", part.pk, client_seed="one\ntwo")


def results(round: Round, part: Any) -> None:
    paid = [result | {"returned": result["returned"] + 1} for result in part.results]
    tamper("games_roundseat", part.pk, results=json.dumps(paid))


def returned(round: Round, part: Any) -> None:
    tamper("games_roundseat", part.pk, returned=str(part.returned + 100))


def staked(round: Round, part: Any) -> None:
    tamper("games_roundseat", part.pk, staked="1")


def wagers(round: Round, part: Any) -> None:
    tamper("games_roundseat", part.pk, wagers='{"ante": 100}')


def action(round: Round, part: Any) -> None:
    tamper("games_roundaction", round.actions.get(seat=1).pk, action='{"action": "fold"}')


def nonsense(round: Round, part: Any) -> None:
    tamper("games_roundaction", round.actions.get(seat=1).pk, action='{"action": 7}')


def void(round: Round, part: Any) -> None:
    tamper("games_round", round.pk, void_reason="I say so.", status="void")


def books(round: Round, part: Any) -> None:
    entry = Entry.objects.get(
        transfer__key=f"round/{round.pk}/stake/1", account__user_id=part.user_id
    )
    tamper("accounts_entry", entry.pk, amount=str(entry.amount - 100))


@pytest.mark.parametrize(
    ("change", "faults"),
    [
        (seed, [SEAL, CARDS]),
        (no_seed, [SEAL, CARDS]),
        (seal, [SEAL]),
        (client_seed, [CARDS]),
        (two_lines, [CARDS]),
        (results, [PAID]),
        (returned, [PAID, BOOKS]),
        (staked, [PAID, BOOKS]),
        (wagers, [PAID]),
        (action, [PAID]),
        (nonsense, [PAID]),
        (void, [PAID]),
        (books, [BOOKS]),
    ],
)
def test_a_row_that_was_altered_is_never_exported_as_verified(
    change: Callable[[Round, Any], None], faults: list[str]
) -> None:
    """Seat 1 plays; a raise was taken, so that its fold would not pay what was paid."""
    room = Room.open("big-raise")
    one, other = room.sit(1, 2)
    room.deal(one, other)
    room.act(one, "play", amount=1000)
    while room.table.phase == Phase.PLAYING:
        room.time_out()
    round = room.round
    assert exported(round)["verified"] is True
    change(round, part_of(round, one))
    record = exported(Round.objects.get(pk=round.pk))
    assert record["verified"] is False
    faults_text = " ".join(record["faults"])
    assert [fault for fault in faults if fault not in faults_text] == []
    status, said = verify(round.pk)
    assert status == 1
    assert "does not fit" in said
    assert all(fault in said for fault in record["faults"])
    shown = page(one, f"/history/{round.pk}")
    assert "✕ does not fit" in shown
    assert "✓ verified" not in shown
    assert json.loads(fetched(one, "/history/export.ndjson"))["verified"] is False


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"server_seed": "00" * 32}, SEAL),
        ({"commitment": "00" * 32}, SEAL),
        ({"client_seeds": {"1": "another", "2": "one"}}, CARDS),
        ({"shoe": {"round": "another", "start": 0}}, CARDS),
        ({"results": []}, PAID),
    ],
)
def test_a_record_that_was_altered_does_not_verify(
    change: dict[str, Any], fault: str, tmp_path: Path
) -> None:
    room = Room.open("big-50")
    room.sit(1, 2)
    file = tmp_path / "round.json"
    file.write_text(json.dumps(exported(play(room)) | change))
    status, said = verify(file)
    assert status == 1
    assert fault in said


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"algorithm": "dice"}, "'algorithm' is 'cardroom-shuffle/1' here, not 'dice'."),
        ({"server_seed": "xyz"}, "'server_seed' has 64 hexadecimal digits or is null, not 'xyz'."),
        ({"shoe": None}, "'shoe' is an object with 'round' and 'start', not None."),
        ({"shoe": {"round": "x", "start": -1}}, "'start' of the shoe is a whole number from 0"),
        ({"client_seeds": {"one": "x"}}, "'client_seeds' maps seats as text to seeds"),
        ({"client_seeds": {"1": "a\nb"}}, "'1' is text in one line, not 'a\\nb'."),
        ({"commitment": 7}, "'commitment' is text in one line, not 7."),
        ({"deck": "2c"}, "The deck is too short"),
        ({"game": "poker"}, "The game 'poker' is unknown"),
    ],
)
def test_what_is_no_record_is_refused_with_what_would_do(
    change: dict[str, Any], sentence: str, tmp_path: Path
) -> None:
    room = Room.open("big-50")
    room.sit(1)
    file = tmp_path / "round.json"
    file.write_text(json.dumps(exported(play(room)) | change))
    status, said = verify(file)
    assert status == 2
    assert sentence in said


def test_what_cannot_be_judged_is_said_and_the_rest_is_judged_all_the_same(tmp_path: Path) -> None:
    room = Room.open("big-50")
    (user,) = room.sit(1)
    round = play(room)
    room.deal(user)
    (tmp_path / "text").write_text("no JSON")
    (tmp_path / "deep").write_text("[" * 100_000)
    status, said = verify(
        uuid4(), room.round.pk, tmp_path / "none", tmp_path / "text", tmp_path / "deep", round.pk
    )
    assert status == 2
    assert said.count("There is no round of this ID that is over.") == 2
    assert "none: This cannot be read" in said
    assert said.count("verified.") == 1
    assert not re.search(r"\b[2-9TJQKA][cdhs]\b", said)
    with pytest.raises(CommandError):
        call_command("verify_round")


def test_a_record_comes_from_standard_input_too(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room.open("big-50")
    room.sit(1)
    text = json.dumps(exported(play(room))).encode()

    class Input:
        buffer = BytesIO(text)

    monkeypatch.setattr("sys.stdin", Input())
    assert verify("-")[0] == 0


def test_a_round_of_a_shoe_in_play_is_neither_verified_nor_failed(tmp_path: Path) -> None:
    room, user = shoe_room()
    rounds = [play(room)]
    record = exported(rounds[0])
    assert (record["verified"], record["faults"], record["server_seed"]) == (None, [], None)
    file = tmp_path / "round.json"
    file.write_text(json.dumps(record))
    status, said = verify(rounds[0].pk, file)
    assert status == 2
    assert said.count("not yet revealed.") == 2
    shown = page(user, f"/history/{rounds[0].pk}")
    assert "not yet revealed" in shown
    assert "Check in this browser" not in shown
    while room.round.source.pk == rounds[0].pk:
        rounds.append(play(room))
    records = []
    for number, round in enumerate(rounds):
        records.append(tmp_path / f"{number}.json")
        records[-1].write_text(json.dumps(exported(Round.objects.get(pk=round.pk))))
    assert verify(*(round.pk for round in rounds), *records)[0] == 0


def test_a_fault_shows_although_the_seed_is_sealed_still() -> None:
    room, user = shoe_room()
    round = play(room)
    part = part_of(round, user)
    tamper("games_roundseat", part.pk, returned=str(part.staked + 700))
    assert exported(round)["verified"] is False
    assert verify(round.pk)[0] == 1
