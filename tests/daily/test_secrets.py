"""Nothing of a day is shown to anybody before it is over."""

import json
import re
from datetime import timedelta

import pytest
from django.test import Client

from games.history import listing
from games.history.daily import days
from games.history.verification import check_round
from games.models import (
    Round,
)
from games.registry import GAMES
from games.tables import rounds, seating
from games.tables.finished_round import played
from games.tables.locked_table import locked
from games.tables.refusals import Refused
from tests.admin.drafts import staff
from tests.admin.staff import member
from tests.daily.runs import NOON, decks, finish, seated
from tests.history.rounds import fetched
from tests.support.clients import client_of
from tests.tables.room import player

pytestmark = pytest.mark.django_db


def test_nothing_of_the_seeds_is_told_before_the_day_is_over(clock: object) -> None:
    user = player()
    room = seated("blackjack", user)
    finish(room)
    round = room.round
    source = round.source
    client = Client()
    client.force_login(user)
    day = days.day_of(NOON).isoformat()
    paths = (
        f"/tables/{room.table_id}", f"/tables/{room.table_id}/state", f"/history/{round.pk}",
        f"/history/{round.pk}.json", f"/history/{round.pk}/replay", f"/daily/{day}/blackjack",
    )  # fmt: skip
    deck = decks(room)[0].split()
    for path in paths:
        answer = client.get(path)
        assert answer.status_code == 200, path
        text = answer.content.decode()
        assert source.server_seed not in text
        assert " ".join(deck[:40]) not in text
    assert round.revealed_seed is None
    assert check_round(played(round)).verified is None
    page = client.get(f"/history/{round.pk}").content.decode()
    assert "so the seed is revealed when the day is over" in page
    assert "Sealed until the day is over" in page
    assert "The shoe is still in play" not in page
    assert re.search(r"\d\d:\d\d UTC</time>[^<]*Blackjack, Daily deal, 1 March", page)
    with pytest.raises(Refused, match="when its day is over"):
        listing.share(room.part(user), NOON)


@pytest.mark.parametrize("role", ["floor", "checker", "auditor", "superuser"])
def test_the_staff_read_no_cards_of_a_day_that_is_played(role: str, clock: object) -> None:
    """They play too: what others were dealt today is what they will be dealt."""
    room = seated("blackjack", player())
    finish(room)
    round, table = room.round, room.table
    client = client_of(staff(role))
    page = f"/admin/games/round/{round.pk}"
    found = client.get(f"{page}/change/").content.decode()
    assert "Other players are still being dealt these cards." in found
    assert not any(f" {code} " in found for code in decks(room)[0].split())
    assert client.get(f"{page}/record.json").status_code == 404
    assert client.get(f"{page}/replay").status_code == 404
    assert client.get(f"{page}/replay?seat=1").status_code == 404
    at_table = client.get(f"/admin/games/table/{table.pk}/change/").content.decode()
    assert table.token not in at_table
    days.end_days(NOON + timedelta(days=1))
    assert round.source.server_seed in client.get(f"{page}/change/").content.decode()
    assert client.get(f"{page}/record.json").status_code == 200


def test_a_table_of_a_run_is_there_for_its_player_alone(clock: object) -> None:
    room = seated("big-raise", player())
    other = Client()
    other.force_login(player())
    assert other.get(f"/tables/{room.table_id}").status_code == 404
    assert Client().get(f"/tables/{room.table_id}/state").status_code == 404


def test_the_coach_is_silent_there(clock: object) -> None:
    user = player()
    room = seated("big-raise", user)
    client = Client()
    client.force_login(user)
    assert client.get(f"/tables/{room.table_id}/coach").status_code == 404


def test_playing_solo_is_not_the_daily_table() -> None:
    user = player()
    room = seated("big-raise", user)
    assert seating.find_solo(GAMES["big-raise"], user, NOON) != room.table_id


def test_leaving_and_closing_one_table_reveals_nothing_of_the_others() -> None:
    first, second = seated("big-raise", player()), seated("big-raise", player())
    finish(first)
    with locked(first.table_id, NOON) as desk:
        rounds.close(desk)
    assert first.table.closed
    assert second.round.source.shoe_in_play
    assert Round.objects.filter(table=first.table).first().revealed_seed is None  # type: ignore[union-attr]


@pytest.mark.django_db(transaction=True)  # an export reads in another thread
def test_no_file_of_the_staff_has_a_round_whose_cards_others_are_still_dealt() -> None:
    room = seated("big-50", player(10_000_00))
    finish(room)
    boss = member("checker")
    assert fetched(boss, "/admin/games/round/export.ndjson") == ""
    days.end_days(NOON + timedelta(hours=12))
    (line,) = fetched(boss, "/admin/games/round/export.ndjson").splitlines()
    assert json.loads(line)["round"] == str(room.round.pk)
