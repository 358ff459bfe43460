"""Players who sit out: from when on nobody waits for them, and how long the seat is kept."""

import pytest

from games.models import Chair, Phase
from games.scenes.snapshots import html_for
from games.tables import durations
from games.tables.refusals import Refused
from tests.tables.room import Room

pytestmark = pytest.mark.django_db


def out(room: Room) -> list[int]:
    return [seat["seat"] for seat in room.scene()["seats"] if seat["out"]]


def test_nobody_waits_for_who_sits_out_before_betting() -> None:
    room = Room.open("big-raise")
    one, other = room.sit(1, 2)
    room.act(one, "sit_out")
    assert out(room) == [1]
    room.bet(other, ready=True)
    assert room.table.phase == Phase.PLAYING


def test_who_has_wagered_plays_the_round_and_sits_out_from_the_next() -> None:
    room = Room.open("big-raise")
    one, other = room.sit(1, 2)
    room.bet(one)
    room.act(one, "sit_out")
    assert out(room) == []
    room.deal(one, other)
    room.act(other, "fold")
    assert room.table.phase == Phase.PLAYING  # the hand is still its player's own
    room.act(one, "fold")
    assert (out(room), room.scene(one)["you"]["out_next"]) == ([], True)
    room.time_out()
    assert out(room) == [1]
    room.bet(other, ready=True)
    assert room.table.phase == Phase.PLAYING


def test_coming_back_before_the_round_is_over_takes_the_wish_back() -> None:
    room = Room.open("big-raise")
    one, other = room.sit(1, 2)
    room.deal(one, other)
    room.act(one, "sit_out")
    room.act(one, "back")
    for user in (one, other):
        room.act(user, "fold")
    room.time_out()
    assert out(room) == []


def test_a_seat_that_sits_out_is_kept_three_minutes_and_not_longer_for_asking_again() -> None:
    room = Room.open("big-raise")
    one, other = room.sit(1, 2)
    room.act(one, "sit_out")
    room.later(durations.ABSENT.total_seconds() - 30)
    room.act(one, "sit_out")
    for seconds, seats in ((0, 2), (40, 1)):
        room.later(seconds)
        room.deal(other)
        room.act(other, "fold")
        room.time_out()
        assert Chair.objects.filter(table_id=room.table_id, user__isnull=False).count() == seats


def test_who_plays_again_is_waited_for_again() -> None:
    room = Room.open("big-raise")
    one, other = room.sit(1, 2)
    room.act(one, "sit_out")
    room.act(one, "back")
    assert out(room) == []
    room.bet(other, ready=True)
    assert room.table.phase == Phase.BETTING


def test_the_button_passes_on_from_who_sits_out() -> None:
    room = Room.open("big-draw")
    one, _ = room.sit(1, 2)
    room.act(one, "sit_out")
    assert (room.table.phase, room.table.button) == (Phase.CHOOSING, 2)


def test_at_a_solo_table_nobody_waits_and_nobody_sits_out() -> None:
    room = Room.open("big-raise", solo=True)
    (one,) = room.sit(1)
    with pytest.raises(Refused, match="Nobody waits for you at a solo table"):
        room.act(one, "sit_out")
    assert "sit_out" not in html_for(room.table_id, one.pk, room.now)[1]["stays"]


def test_the_page_offers_to_sit_out_and_to_play_again() -> None:
    room = Room.open("big-raise")
    one, other = room.sit(1, 2)

    def offered() -> str:
        return html_for(room.table_id, one.pk, room.now)[1]["stays"]

    assert 'value="sit_out"' in offered()
    room.deal(one, other)
    room.act(one, "sit_out")
    assert "from the next round" in offered()
    assert 'value="back"' in offered()
    assert "sit_out" not in html_for(room.table_id, None, room.now)[1]["stays"]
