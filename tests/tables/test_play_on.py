"""Every game is played to its end at a table: by the clock alone, and by players at random."""

import json
import random
from pathlib import Path

import pytest
from django.core.management import call_command

from games.blackjack.options import BlackjackOptions
from games.history.verification import exported
from games.models import Phase, Round
from games.tables import presence
from tests.tables.random_play import Crowd, check_books
from tests.tables.room import WAGERS, Room

pytestmark = pytest.mark.django_db


def room_of(game: str, **fields: object) -> Room:
    """Blackjack from one deck, so that a code is one card."""
    options = BlackjackOptions(decks=1) if game == "blackjack" else None
    return Room.open(game, options=options, **fields)


def replays(folder: Path) -> int:
    """Exports every finished round, has `manage.py replay` play it again, and counts them."""
    finished = Round.objects.filter(status__in=[Round.Status.SETTLED, Round.Status.VOID])
    files: list[Path] = []
    for round in finished.exclude(dealt=None):
        files.append(folder / f"{round.pk}.json")
        files[-1].write_text(json.dumps(exported(round)))
    if files:
        call_command("replay", *map(str, files), "--json")  # exits with 1 or 2 if any disagrees
    return len(files)


@pytest.mark.parametrize("game", WAGERS)
def test_the_clock_alone_plays_three_rounds_to_the_end(game: str, tmp_path: Path) -> None:
    room = room_of(game)
    users = room.sit(1, 3, 5)
    for number in (1, 2, 3):
        while room.table.phase == Phase.CHOOSING:
            room.time_out()
        for user in users:
            room.bet(user)
        phases = []
        while room.table.round_number == number:
            phases.append(room.table.phase)
            room.time_out()
            for user in users:
                presence.touch(room.table_id, user.pk, room.now)
        assert phases[0] == Phase.BETTING
        assert phases[-1] == Phase.SHOWING
    assert room.table.rounds.filter(status=Round.Status.SETTLED).count() == 3
    check_books(list(users))
    assert replays(tmp_path) == 3


SHARED: list[tuple[str, dict[str, object], int]] = [(game, {}, 4) for game in WAGERS] + [
    (game, {"pace": "untimed"}, 2) for game in ("big-raise", "blackjack")
]
SOLO = [(game, {"solo": True}, 1) for game in WAGERS]


@pytest.mark.parametrize(("game", "fields", "players"), [*SHARED, *SOLO])
def test_whatever_players_do_the_books_are_right_and_no_card_is_shown_early(
    game: str, fields: dict[str, object], players: int, tmp_path: Path
) -> None:
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    crowd = Crowd(room_of(game, **fields), players, seed)
    crowd.run(40 + 20 * players)
    crowd.finish()
    check_books(crowd.players)
    replays(tmp_path)
