"""The way back: a seat that somebody holds is one tap away on every page of the site."""

import re
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Chair, DailyRun
from games.registry import GAMES
from games.tables import presence, private_tables, seating
from games.tables.durations import ABSENT
from games.web.held_seats import held_seats
from tests.tables.room import Room, player, stock

pytestmark = pytest.mark.django_db

PAGES = (
    "/", "/rules/", "/rules/big-50", "/history/", "/stats", "/fairness", "/daily", "/tables/new",
    "/accounts/settings", "/accounts/limits", "/accounts/", "/nowhere",
)  # fmt: skip


def open_room(game: str, **fields: object) -> Room:
    """A table as of this moment."""
    room = Room.open(game, **fields)
    room.now = timezone.now()
    return room


def browser(user: User) -> Client:
    """Where a user is signed in."""
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.report("go to the lobby with a hand waiting")
@pytest.mark.parametrize("page", PAGES)
def test_a_hand_that_waits_is_one_tap_away_on_every_page(page: str) -> None:
    room = open_room("big-raise")
    user, other = room.sit(1, 2)
    room.deal(user, other)
    text = browser(user).get(page).content.decode()
    assert f'<a class="btn btn--go" href="/tables/{room.table_id}">Back to Alder</a>' in text
    assert re.search(r'data-left-ms="\d+"', text)
    assert "Your turn" in text


def test_the_page_of_the_table_itself_leads_to_the_others_only() -> None:
    here, there = open_room("big-raise"), open_room("blackjack")
    (user,) = here.sit(1)
    there.users[1] = user
    seating.sit_down(there.table_id, user, there.now)
    text = browser(user).get(f"/tables/{here.table_id}").content.decode()
    assert f'data-table="{there.table_id}"' in text
    assert f'data-table="{here.table_id}"' not in text
    assert f'data-url="/seats?table={here.table_id}"' in text
    news = browser(user).get(f"/seats?table={here.table_id}").content.decode()
    assert re.findall(r'data-table="(\d+)"', news) == [str(there.table_id)]


def test_a_private_table_is_led_back_to_as_well() -> None:
    stock()
    user, now = player(), timezone.now()
    private = private_tables.open_hosted(user, GAMES["big-50"], options=GAMES["big-50"].options())
    seating.sit_down(private.pk, user, now)
    assert {seat.table_id for seat in held_seats(user, now)} == {private.pk}


def solo_room(user: User) -> Room:
    room = Room(seating.find_solo(GAMES["big-raise"], user, timezone.now()), now=timezone.now())
    room.users[1] = user
    return room


def led_back_to(user: User, now: datetime) -> set[int]:
    return {seat.table_id for seat in held_seats(user, now)}


def test_a_solo_table_is_led_back_to_after_its_round_too() -> None:
    stock()
    user = player()
    room = solo_room(user)
    room.deal(user, wagers={"ante": 500})
    assert led_back_to(user, room.now) == {room.table_id}
    room.act(user, "fold")
    while room.table.phase != "showing":
        room.time_out()
    assert led_back_to(user, room.now) == {room.table_id}
    room.leave(user)
    assert led_back_to(user, room.now) == set()


def test_other_pages_keep_the_seat_of_somebody_who_has_played_at_a_solo_table() -> None:
    stock()
    user = player()
    room = solo_room(user)
    room.deal(user, wagers={"ante": 500})
    room.act(user, "fold")
    while room.table.phase != "showing":
        room.time_out()
    chair = Chair.objects.filter(table=room.table_id)
    chair.update(seen_at=timezone.now() - ABSENT + timedelta(seconds=20))
    assert browser(user).get("/seats").status_code == 200
    assert led_back_to(user, timezone.now() + ABSENT - timedelta(seconds=20)) == {room.table_id}
    # No page of theirs has been open for as long as it takes to lose a seat anywhere.
    assert led_back_to(user, timezone.now() + ABSENT + timedelta(seconds=20)) == set()


def test_a_solo_table_that_was_only_glanced_at_follows_nobody() -> None:
    stock()
    user = player()
    room = solo_room(user)
    assert led_back_to(user, room.now) == {room.table_id}
    client = browser(user)
    chair = Chair.objects.filter(table=room.table_id)
    seen = timezone.now() - ABSENT + timedelta(seconds=20)
    chair.update(seen_at=seen)
    assert f'data-table="{room.table_id}"' in client.get("/seats").content.decode()
    assert chair.get().seen_at == seen  # asking for the bar is not being there
    assert led_back_to(user, seen + ABSENT + timedelta(seconds=1)) == set()
    room.bet(user, {"ante": 500})
    assert led_back_to(user, seen + ABSENT + timedelta(seconds=1)) == {room.table_id}


def test_the_seat_that_is_waited_for_comes_first() -> None:
    idle, waiting = open_room("big-50"), open_room("big-raise")
    user, other = waiting.sit(1, 2)
    seating.sit_down(idle.table_id, user, idle.now)
    waiting.deal(user, other)
    first, second = held_seats(user, waiting.now)
    assert (first.table_id, first.due, first.state) == (waiting.table_id, True, "Your turn")
    assert first.seconds == waiting.table.rules.decision_seconds
    assert (second.table_id, second.due, second.seconds) == (idle.table_id, False, None)


def test_nothing_is_held_without_a_seat_or_after_leaving() -> None:
    room = open_room("big-50")
    user, watcher = room.sit(1)[0], player()
    assert held_seats(watcher, room.now) == []
    room.leave(user)
    assert held_seats(user, room.now) == []
    assert Client().get("/seats").status_code == 204
    assert "Back to" not in Client().get("/").content.decode()


def test_somebody_on_another_page_has_not_lost_the_connection() -> None:
    room = open_room("big-50")
    user, _ = room.sit(1, 2)
    presence.linked(room.table_id, user.pk, room.now - timedelta(seconds=7))
    presence.unlinked(room.table_id, user.pk, room.now - timedelta(seconds=7))
    assert browser(user).get("/seats").status_code == 200
    assert not presence.notice(room.table_id, timezone.now())
    assert not Chair.objects.get(table=room.table_id, user=user).away


def test_the_clock_plays_what_is_due_when_the_way_back_is_asked_for() -> None:
    room = open_room("big-raise")
    user, other = room.sit(1, 2)
    room.now -= timedelta(minutes=1)
    room.deal(user, other)
    before = room.table.version
    browser(user).get("/seats")
    assert room.table.version > before


def test_a_daily_deal_that_is_played_out_holds_nobody() -> None:
    stock()
    user = player()
    client = browser(user)
    client.post("/daily/big-50/start")
    run = DailyRun.objects.get(user=user)
    now = timezone.now()
    assert [seat.table_id for seat in held_seats(user, now)] == [run.table_id]
    run.table.round_number, run.table.phase = run.table.last_round or 0, "showing"
    run.table.save()
    assert held_seats(user, now) == []
