"""Moments: local for the reader, UTC underneath, in exports and without a script."""

import csv
import io

import pytest
from django.test import Client

from accounts.models import User
from tests.history.rounds import fetched, play, reader
from tests.tables.room import OPENING, Room

ZONE = "Pacific/Auckland"
"""Thirteen hours ahead of UTC in March: it is past midnight there when the tests' rooms open."""


@pytest.fixture
def user(transactional_db: None) -> User:
    room = Room.open("big-50")
    (user,) = room.sit(1)
    play(room)
    return user


def in_zone(user: User, zone: str) -> Client:
    client = reader(user)
    client.cookies["zone"] = zone
    return client


@pytest.mark.report("open the history in another time zone")
def test_open_the_history_in_another_time_zone(user: User) -> None:
    """The day is the reader's, its moment is UTC, and an export is in UTC for everybody."""
    here, there = reader(user), in_zone(user, ZONE)
    ended = user.played.get().ended
    assert ended is not None
    assert ended.date() == OPENING.date()
    for client, day, other in ((here, "1 March", "2026-03-02"), (there, "2 March", "2026-03-01")):
        shown = client.get("/history/").content.decode()
        assert f"{day} 2026</h3>" in shown
        assert f'<time datetime="{ended:%Y-%m-%dT%H:%M:%SZ}"' in shown
        assert f'title="1 March 2026, {ended:%H:%M:%S} UTC"' in shown
        assert b"No round fits" in client.get(f"/history/?since={other}&until={other}").content
    text = fetched(user, "/history/export.csv?since=2026-03-01").removeprefix("\ufeff")
    (line,) = csv.DictReader(io.StringIO(text))
    assert line["ended_utc"] == f"{ended:%Y-%m-%d %H:%M:%S}"


def test_without_a_script_a_page_says_that_its_times_are_utc(user: User) -> None:
    shown = in_zone(user, ZONE).get("/history/").content.decode()
    assert "Times and days are in <span data-zone-name>UTC</span>" in shown
    round = reader(user).get(f"/history/{user.played.get().round_id}").content.decode()
    assert f"{OPENING:%-d %B %Y}, 12:" in round
    assert " UTC</time>" in round


@pytest.mark.parametrize("zone", ["", "Mars/Olympus", "../../etc/passwd", "x" * 500, "Europe"])
def test_a_browser_that_says_no_zone_is_in_utc(user: User, zone: str) -> None:
    assert b"1 March 2026</h3>" in in_zone(user, zone).get("/history/").content


@pytest.mark.parametrize("days", ["since=0001-01-01", "until=9999-12-31"])
def test_the_first_and_the_last_day_are_days_in_every_zone(user: User, days: str) -> None:
    for zone in (ZONE, "America/Los_Angeles"):
        assert b"2026</h3>" in in_zone(user, zone).get(f"/history/?{days}").content
