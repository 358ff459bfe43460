"""Who is marked as away and back, and who is counted as a spectator."""

import pytest

from accounts.models import User
from games.models import Phase
from games.tables import deadlines, presence, services
from tests.tables.room import Room, player

pytestmark = pytest.mark.django_db

GRACE = presence.GRACE.total_seconds()


def linked(*seats: int) -> tuple[Room, tuple[User, ...]]:
    room = Room.open("big-50", positions=1)
    users = room.sit(*seats)
    for user in users:
        presence.linked(room.table_id, user.pk, room.now)
    return room, users


def away(room: Room) -> list[int]:
    """The seats that everybody sees marked as away."""
    return [seat["seat"] for seat in room.scene()["seats"] if seat["away"]]


@pytest.mark.report("reload the page")
def test_a_lost_link_marks_a_player_as_away_after_some_seconds_and_not_at_once() -> None:
    room, (one, _) = linked(1, 2)
    version = room.table.version
    presence.unlinked(room.table_id, one.pk, room.now)
    assert not presence.notice(room.table_id, room.later(GRACE - 1).now)
    assert (away(room), room.table.version) == ([], version)
    assert presence.notice(room.table_id, room.later(1).now)
    assert (away(room), room.table.version) == ([1], version + 1)


@pytest.mark.report("reload the page")
def test_a_page_that_is_loaded_anew_is_never_away() -> None:
    room, (one, _) = linked(1, 2)
    presence.unlinked(room.table_id, one.pk, room.now)
    assert not presence.notice(room.table_id, room.later(4.9).now)
    presence.linked(room.table_id, one.pk, room.now)
    assert not presence.notice(room.table_id, room.later(GRACE).now)
    assert away(room) == []


def test_who_comes_back_is_marked_so_for_everybody() -> None:
    room, (one, _) = linked(1, 2)
    presence.unlinked(room.table_id, one.pk, room.now)
    presence.notice(room.table_id, room.later(GRACE).now)
    version = room.table.version
    presence.linked(room.table_id, one.pk, room.later(1).now)
    assert (away(room), room.table.version) == ([], version + 1)


def test_the_second_of_two_tabs_keeps_its_player_here() -> None:
    """It is asked when the first one is closed, and answers."""
    room, (one, _) = linked(1, 2)
    presence.unlinked(room.table_id, one.pk, room.now)
    presence.linked(room.table_id, one.pk, room.now)
    assert not presence.notice(room.table_id, room.later(GRACE).now)


def test_links_that_a_killed_process_took_with_it_are_noticed_by_the_sweep() -> None:
    room, (one, _) = linked(1, 2)
    room.later(presence.LINK.total_seconds() - 10)
    presence.linked(room.table_id, one.pk, room.now)
    deadlines.sweep(room.later(10 + GRACE).now)
    assert away(room) == [2]


def test_a_page_that_reads_the_table_slowly_is_here() -> None:
    room, (one, other) = linked(1, 2)
    presence.unlinked(room.table_id, one.pk, room.now)
    for _ in range(6):
        presence.linked(room.table_id, one.pk, room.now, presence.POLL)
        presence.linked(room.table_id, other.pk, room.now)
        presence.notice(room.table_id, room.later(5).now)
    assert away(room) == []
    presence.notice(room.table_id, room.later(10 + GRACE).now)
    assert away(room) == [1]


def test_reading_slowly_never_shortens_the_link_of_another_page() -> None:
    room, (one, other) = linked(1, 2)
    presence.linked(room.table_id, one.pk, room.now, presence.POLL)
    presence.linked(room.table_id, other.pk, room.now)
    assert not presence.notice(room.table_id, room.later(60).now)


def test_a_change_of_the_table_takes_no_link_back_that_came_meanwhile() -> None:
    room, (one, _) = linked(1, 2)
    presence.unlinked(room.table_id, one.pk, room.now)
    room.bet(one)
    presence.notice(room.table_id, room.later(GRACE).now)
    assert away(room) == [1]


def test_whoever_takes_the_seat_of_one_who_was_away_is_not() -> None:
    room, (one, _) = linked(1, 2)
    presence.unlinked(room.table_id, one.pk, room.now)
    presence.notice(room.table_id, room.later(GRACE).now)
    room.leave(one)
    services.sit(room.table_id, player(), 1, room.now)
    presence.notice(room.table_id, room.later(600).now)
    assert 1 not in away(room)


def test_a_seat_whose_player_is_away_is_still_dealt_to_and_paid() -> None:
    room, (one, other) = linked(1, 2)
    room.bet(one)
    room.bet(other)
    presence.unlinked(room.table_id, one.pk, room.now)
    presence.notice(room.table_id, room.later(GRACE).now)
    room.time_out()
    room.time_out()
    assert room.table.phase == Phase.SHOWING
    assert room.part(one).returned is not None


def watching(room: Room) -> int:
    presence.count_spectators(room.table_id, room.now)
    return int(room.scene()["table"]["watching"])


def test_spectators_are_counted_once_each_and_players_not_at_all() -> None:
    room, (one, _) = linked(1, 2)
    known = player()
    for name, user in (("a", None), ("b", None), ("c", known), ("d", known), ("e", one)):
        presence.watch(room.table_id, name, user.pk if user else None, room.now)
    assert watching(room) == 3
    services.sit(room.table_id, known, 3, room.now)
    assert watching(room) == 2
    presence.unwatch("a")
    assert watching(room) == 1


def test_spectators_whose_process_was_killed_are_counted_no_more_after_a_while() -> None:
    room, _ = linked(1)
    presence.watch(room.table_id, "a", None, room.now)
    assert watching(room) == 1
    room.later(presence.LINK.total_seconds())
    assert watching(room) == 0


def test_counting_changes_the_table_only_when_the_number_has_changed() -> None:
    room, _ = linked(1)
    presence.watch(room.table_id, "a", None, room.now)
    assert presence.count_spectators(room.table_id, room.now)
    version = room.table.version
    assert not presence.count_spectators(room.table_id, room.now)
    assert room.table.version == version
