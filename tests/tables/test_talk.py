"""What players may say at a table, how often, and who hears it."""

import re

import pytest

from games.registry import GAMES
from games.tables import chat, services
from games.tables.refusals import Refused
from tests.tables.room import Room, player

pytestmark = pytest.mark.django_db


def words(room: Room) -> list[str]:
    """What can be heard at the table, oldest first."""
    return [said["words"] for said in room.scene()["talk"]]


def test_everybody_at_the_table_hears_who_said_what() -> None:
    room = Room.open("big-50")
    one, other = room.sit(2, 5)
    chat.say(room.table_id, one, "luck", room.now)
    for viewer in (one, other, None):
        (said,) = room.scene(viewer)["talk"]
        assert (said["seat"], said["name"], said["words"]) == (2, one.display_name, "Good luck!")


def test_a_phrase_is_a_change_of_the_table_but_spoils_nobodys_step() -> None:
    room = Room.open("big-50")
    one, other = room.sit(2, 5)
    steps, version = (room.step(one), room.step(other)), room.table.version
    chat.say(room.table_id, one, "hello", room.now)
    assert room.table.version == version + 1
    assert (room.step(one), room.step(other)) == steps


def test_a_phrase_says_nothing_of_who_said_it_but_the_name() -> None:
    room = Room.open("big-50")
    (one,) = room.sit(2)
    chat.say(room.table_id, one, "hello", room.now)
    (said,) = room.scene()["talk"]
    assert set(said) == {"id", "seat", "name", "words", "said_ms"}


@pytest.mark.parametrize("text", ["", "I have two kings", "Hello!", "LUCK", "luck ", "<b>"])
def test_nothing_can_be_said_but_the_phrases(text: str) -> None:
    room = Room.open("big-draw")
    (one,) = room.sit(1)
    with pytest.raises(Refused, match="the phrases are hello, luck"):
        chat.say(room.table_id, one, text, room.now)
    assert words(room) == []


def test_no_phrase_is_about_a_hand() -> None:
    """Big Draw: no seat may show or discuss its hand."""
    of_cards = "hand card hold held draw pair flush straight house kind ace king queen jack deuce"
    for said in chat.PHRASES.values():
        assert not set(re.findall(r"[a-z]+", said.lower())) & set(of_cards.split())


def test_who_has_no_seat_cannot_talk() -> None:
    room = Room.open("big-50")
    room.sit(1)
    with pytest.raises(Refused, match="only players talk"):
        chat.say(room.table_id, player(), "hello", room.now)


def test_a_player_says_one_phrase_in_four_seconds() -> None:
    room = Room.open("big-50")
    one, other = room.sit(1, 2)
    chat.say(room.table_id, one, "hello", room.now)
    chat.say(room.table_id, other, "hello", room.now)
    with pytest.raises(Refused, match="One phrase every 4 seconds"):
        chat.say(room.table_id, one, "luck", room.later(3.9).now)
    chat.say(room.table_id, one, "luck", room.later(0.2).now)
    assert words(room) == ["Hello!", "Hello!", "Good luck!"]


def test_a_player_says_at_most_five_phrases_a_minute_whatever_others_say() -> None:
    room = Room.open("big-50")
    one, *others = room.sit(1, 2, 3, 4)
    for _ in range(5):
        chat.say(room.table_id, one, "hello", room.now)
        for other in others:
            chat.say(room.table_id, other, "luck", room.now)
        room.later(4.5)
    with pytest.raises(Refused, match="At most 5 phrases a minute"):
        chat.say(room.table_id, one, "hello", room.now)
    chat.say(room.table_id, one, "hello", room.later(60).now)


def test_leaving_and_sitting_down_again_does_not_make_room_for_more_phrases() -> None:
    room = Room.open("big-50")
    one, _ = room.sit(1, 2)
    chat.say(room.table_id, one, "hello", room.now)
    room.leave(one)
    services.sit(room.table_id, one, 3, room.now)
    with pytest.raises(Refused, match="One phrase every 4 seconds"):
        chat.say(room.table_id, one, "luck", room.now)


@pytest.mark.parametrize("game", list(GAMES))
def test_a_table_keeps_the_last_six_phrases(game: str) -> None:
    room = Room.open(game)
    (one,) = room.sit(1)
    for phrase in list(chat.PHRASES)[:8]:
        chat.say(room.table_id, one, phrase, room.later(20).now)
    assert words(room) == list(chat.PHRASES.values())[2:8]
    assert len(room.table.talk) == 6
