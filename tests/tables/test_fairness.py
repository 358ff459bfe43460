"""The deal is sealed before the bets, mixed with everybody's seed, and proved by anyone."""

import hashlib
import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from accounts.models import User
from config import BASE_DIR
from games.blackjack.options import BlackjackOptions
from games.history.verification import exported
from games.models import Phase, Round
from tests.tables.room import WAGERS, Room

pytestmark = pytest.mark.django_db

PAGE = (BASE_DIR / "docs" / "fairness.md").read_text()


def block(language: str) -> str:
    """The code block of the page in a language."""
    found = re.search(rf"^```{language}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    assert found
    return found[1]


def verified(record: dict[str, Any], folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs the script of the page, on its own, on a record."""
    script, file = folder / "verify.py", folder / "round.json"
    script.write_text(block("python"))
    file.write_text(json.dumps(record))
    command = [sys.executable, "-I", str(script), str(file)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def play(room: Room) -> Round:
    """One round, by the clock."""
    users = list(room.users.values())
    if room.table.phase == Phase.CHOOSING:
        room.act(users[0], "choose", value="deuces-never-loses")
    room.deal(*users)
    while room.table.phase == Phase.PLAYING:
        room.time_out()
    return room.round


def test_the_script_has_thirty_lines() -> None:
    lines = [line for line in block("python").splitlines() if line.strip()]
    assert len(lines) <= 30


def vector() -> dict[str, Any]:
    """The test vector of the page, as a record."""
    rows = dict(re.findall(r"^\| ([a-z ]+) \| `([^`]+)`", PAGE, re.MULTILINE))
    seeds = re.findall(r"seat (\d) `(\w+)`", PAGE)
    return {
        "algorithm": "cardroom-shuffle/1",
        "server_seed": rows["server seed"],
        "commitment": rows["commitment"],
        "round": rows["round"],
        "client_seeds": dict(seeds),
        "rules": {},
        "shoe": {"round": rows["round"], "start": 0},
        "deck": " ".join(block("").split()),
    }


def test_the_script_gives_the_deck_of_the_vector(tmp_path: Path) -> None:
    record = vector()
    assert record["client_seeds"] == {"1": "alice", "3": "bob"}
    assert len(set(record["deck"].split())) == 52
    ended = verified(record, tmp_path)
    assert (ended.returncode, ended.stderr) == (0, "")
    first, second, *rest = record["deck"].split()
    ended = verified(record | {"deck": " ".join([second, first, *rest])}, tmp_path)
    assert ended.returncode == 1


@pytest.mark.parametrize("game", WAGERS)
def test_the_script_of_the_page_proves_every_games_deal(game: str, tmp_path: Path) -> None:
    room = Room.open(game)
    room.sit(1, 2, 4)
    record = exported(play(room))
    ended = verified(record, tmp_path)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == "The seal holds, and the seeds give these cards.\n"


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"server_seed": "00" * 32}, "not the one that was sealed"),
        ({"commitment": "00" * 32}, "not the one that was sealed"),
        ({"client_seeds": {"1": "another", "2": "one"}}, "not the cards"),
        ({"shoe": {"round": "another", "start": 0}}, "not the cards"),
        ({"deck": "swapped"}, "not the cards"),
    ],
)
def test_the_script_of_the_page_finds_what_does_not_fit(
    change: dict[str, Any], complaint: str, tmp_path: Path
) -> None:
    room = Room.open("big-50")
    room.sit(1, 2)
    record = exported(play(room))
    if change == {"deck": "swapped"}:
        first, second, *rest = record["deck"].split()
        change = {"deck": " ".join([second, first, *rest])}
    ended = verified(record | change, tmp_path)
    assert ended.returncode == 1
    assert complaint in ended.stderr


def test_the_test_vector_of_the_page_is_what_its_script_gives(tmp_path: Path) -> None:
    facts = {
        key: value.replace("`", "").strip()
        for key, value in re.findall(r"^\| ([a-z ]+) \| (.+) \|$", PAGE, re.MULTILINE)
    }
    seats = dict(re.findall(r"seat (\d) (\w+)", facts["client seeds"]))
    record = {
        "algorithm": "cardroom-shuffle/1",
        "server_seed": facts["server seed"],
        "commitment": facts["commitment"],
        "round": facts["round"],
        "client_seeds": seats,
        "shoe": {"round": facts["round"], "start": 0},
        "rules": {},
        "deck": " ".join(block("").split()),
    }
    assert seats == {"1": "alice", "3": "bob"}
    assert verified(record, tmp_path).returncode == 0


@pytest.mark.parametrize("game", WAGERS)
def test_the_seal_shown_before_the_bets_is_the_hash_of_the_seed_revealed_after(game: str) -> None:
    room = Room.open(game)
    user, _ = room.sit(1, 2)
    shown = [room.scene(viewer)["round"]["commitment"] for viewer in (user, None)]
    assert room.scene(user)["round"]["server_seed"] is None
    round = play(room)
    scene = room.scene(user)["round"]
    assert shown == [scene["commitment"]] * 2
    assert hashlib.sha256(bytes.fromhex(scene["server_seed"])).hexdigest() == shown[0]
    assert exported(round)["server_seed"] == scene["server_seed"]


@pytest.mark.parametrize("game", WAGERS)
def test_an_exported_record_replays_to_the_cent(game: str, tmp_path: Path) -> None:
    room = Room.open(game)
    users = room.sit(1, 2, 4)
    round = play(room)
    record = exported(round)
    file = tmp_path / "round.json"
    file.write_text(json.dumps(record))
    out = io.StringIO()
    call_command("replay", str(file), "--json", stdout=out)  # leaves with 1 or 2 when it disagrees
    replayed = json.loads(out.getvalue())
    assert replayed["settled"] is True
    nets = {str(room.chair(user).seat): room.part(user).net for user in users}
    assert replayed["net"] == nets


def test_the_cards_on_the_table_are_those_of_the_record() -> None:
    room = Room.open("big-50")
    users = room.sit(1, 3)
    round = play(room)
    deck = exported(round)["deck"].split()
    for place, user in enumerate(users):
        seat = room.scene(user)["seats"][room.chair(user).seat - 1]
        shown = [card["code"] for card in seat["hands"][0]["cards"]]
        assert shown == deck[5 * place : 5 * place + 5]


def test_every_seat_in_the_round_has_its_seed_in_the_deal_and_nobody_else() -> None:
    room = Room.open("big-50")
    one, other, _ = room.sit(1, 2, 4)
    User.objects.filter(pk=one.pk).update(client_seed="my lucky seed")
    room.bet(one)
    room.bet(other)
    room.time_out()
    room.time_out()
    seeds = exported(room.round)["client_seeds"]
    assert seeds == {"1": "my lucky seed", "2": other.client_seed}


def test_a_seed_changed_after_the_deal_changes_nothing_of_it() -> None:
    room = Room.open("big-50")
    one, other = room.sit(1, 2)
    room.deal(one, other)
    before = room.scene(one)["seats"]
    User.objects.filter(pk=one.pk).update(client_seed="too late")
    assert room.scene(one)["seats"] == before


def test_a_client_seed_changed_after_the_seal_changes_the_deck() -> None:
    room = Room.open("big-50")
    (one,) = room.sit(1)
    sealed = room.round
    User.objects.filter(pk=one.pk).update(client_seed="fresh")
    room.bet(one, ready=True)
    with_fresh = room.deck()
    part = room.part(one)
    part.client_seed = one.client_seed
    part.save()
    assert room.round.commitment == sealed.commitment
    assert room.deck() != with_fresh


def test_no_two_rounds_have_the_same_seal() -> None:
    room = Room.open("big-50")
    room.sit(1, 2)
    for _ in range(4):
        play(room)
        room.time_out()
    seals = list(Round.objects.values_list("commitment", flat=True))
    assert len(set(seals)) == len(seals) == 5


def shoe_room() -> Room:
    """Blackjack from one deck with the cut card in its middle: a few rounds a shoe."""
    options = BlackjackOptions(decks=1, shuffle="cut_card", penetration=50)
    room = Room.open("blackjack", options=options)
    room.sit(1)
    return room


def test_while_a_shoe_is_in_play_nothing_tells_its_seed_or_the_cards_to_come() -> None:
    room = shoe_room()
    (user,) = room.users.values()
    first = play(room)
    seed = first.server_seed
    record = exported(first)
    assert record["server_seed"] is None
    dealt = record["deck"].split()
    assert 4 <= len(dealt) <= 26
    assert seed not in json.dumps(record)
    assert seed not in json.dumps(room.scene(user))
    room.time_out()
    second = play(room)
    assert second.commitment == first.commitment
    assert exported(second)["shoe"] == {"round": str(first.pk), "start": len(dealt)}
    assert set(exported(second)["deck"].split()).isdisjoint(dealt)


def test_when_the_cut_card_has_come_out_every_round_of_the_shoe_is_proved(tmp_path: Path) -> None:
    room = shoe_room()
    rounds = [play(room)]
    while True:
        room.time_out()
        if room.round.commitment != rounds[0].commitment:
            break
        rounds.append(play(room))
    assert len(rounds) > 1
    for number, round in enumerate(rounds):
        record = exported(Round.objects.get(pk=round.pk))
        folder = tmp_path / str(number)
        folder.mkdir()
        ended = verified(record, folder)
        assert (ended.returncode, ended.stderr) == (0, "")
        call_command("replay", str(folder / "round.json"), "--json", stdout=io.StringIO())
