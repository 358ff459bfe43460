"""Table talk at the doors of the site."""

import pytest

from games.tables.chat import PHRASES
from tests.tables.room import Room
from tests.web.conftest import Clock
from tests.web.programs import Program

pytestmark = pytest.mark.django_db


def test_a_program_says_a_phrase(clock: Clock) -> None:
    room = Room.open("big-50")
    (user,) = room.sit(1)
    status, answer = Program(room.table_id, user).post("talk", {"phrase": "luck"})
    assert status == 200
    assert answer["scene"]["talk"][-1]["words"] == "Good luck!"


@pytest.mark.parametrize("phrase", ["my own words", "", None, 7, ["luck"], "x" * 5000])
def test_other_words_are_refused_and_not_repeated_at_length(clock: Clock, phrase: object) -> None:
    room = Room.open("big-50")
    (user,) = room.sit(1)
    status, answer = Program(room.table_id, user).post("talk", {"phrase": phrase})
    assert status == 422
    assert "the phrases are hello" in answer["error"]
    assert len(answer["error"]) < 200
    assert answer["scene"]["talk"] == []


def test_too_fast_is_refused_with_the_rule(clock: Clock) -> None:
    room = Room.open("big-50")
    (user,) = room.sit(1)
    program = Program(room.table_id, user)
    program.post("talk", {"phrase": "luck"})
    status, answer = program.post("talk", {"phrase": "luck"})
    assert (status, answer["error"]) == (422, "One phrase every 4 seconds, please.")


def test_a_visitor_is_told_to_take_a_seat(clock: Clock) -> None:
    room = Room.open("big-50")
    room.sit(1)
    assert Program(room.table_id).post("talk", {"phrase": "luck"})[0] == 403


def test_a_plain_form_says_it_and_comes_back_to_the_table(clock: Clock) -> None:
    room = Room.open("big-50")
    (user,) = room.sit(1)
    program = Program(room.table_id, user)
    answer = program.client.post(f"{program.table}/talk", {"phrase": "thanks"}, follow=True)
    assert PHRASES["thanks"] in answer.content.decode()


def test_only_players_are_offered_phrases(clock: Clock) -> None:
    room = Room.open("big-50")
    (user,) = room.sit(1)
    button = 'name="phrase" value="luck"'
    for viewer, offered in ((user, True), (None, False)):
        program = Program(room.table_id, viewer)
        assert (button in program.client.get(program.table).content.decode()) is offered
