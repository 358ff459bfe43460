"""The coach at a table: for whom it speaks, when, and what it must not know."""

import re
from collections.abc import Callable
from threading import Event
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.history.reviews import table_coach
from games.models import Table
from games.registry import KITS
from games.runtime import thinker
from games.tables.selectors import snapshot
from tests.support.clients import client_of
from tests.tables.room import Room

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("patient")]

Stack = Callable[[str], None]

OPTION = re.compile(r"<span>(.*?)(?: <small>yours</small>)?</span><b>(.*?)</b>")


def asked(room: Room, client: Client, user: User, **query: Any) -> Any:
    """What the coach answers to the user's own page."""
    return client.get(
        f"/tables/{room.table_id}/coach", {"step": room.step(user), **query}, HTTP_HX_REQUEST="true"
    )


def options(response: Any) -> dict[str, float]:
    """What it says each action is worth, in the order in which it says it."""
    return {
        words: float(worth.replace("−", "-"))
        for words, worth in OPTION.findall(response.content.decode())
    }


def turn(room: Room, client: Client, on: str) -> Any:
    return client.post(f"/tables/{room.table_id}/coach", {"on": on}, HTTP_HX_REQUEST="true")


def solo(game: str = "big-raise", **fields: Any) -> tuple[Room, User, Client]:
    room = Room.open(game, solo=True, **fields)
    (user,) = room.sit(1)
    room.deal(user)
    return room, user, client_of(user)


def advised(room: Room) -> list[float]:
    """What the odds say of the actions of the one seat, best first, in base wagers: without what
    is wagered beside."""
    found = snapshot(room.table_id).replay
    assert found is not None
    (actions,) = KITS[found.record.game.slug].advice(found.record).values()
    return [float(value) for _, value in actions]


def test_at_a_solo_table_it_tells_what_each_action_is_worth(stack: Stack) -> None:
    stack("As Ah 2c")  # a pair of aces against a two: raised, by up to four antes
    room, user, client = solo()
    worths = options(asked(room, client, user))
    assert list(worths) == ["Raise 4×", "Raise 3×", "Raise 2×", "Fold"]
    assert worths["Fold"] == -1
    assert list(worths.values()) == pytest.approx(advised(room), abs=0.001)
    # The 2 Card Bonus, of 5.00, is decided: it pays 30 to 1.
    said = asked(room, client, user).content.decode()
    assert "Your other bets are already decided: +150.00. These figures leave them out." in said
    assert "Your other bets average" not in said


@pytest.mark.report("Big Draw, First 5 already lost")
def test_big_draw_first_5_already_lost(stack: Stack) -> None:
    """What a hold is worth leaves out the lost First 5, which is told beside it."""
    stack("2c 4d 7h 9s Kd")
    room = Room.open("big-draw", solo=True)
    (user,) = room.sit(1)
    room.act(user, "choose", value="five-card-draw")
    room.deal(user, wagers={"first_five": 500, "big_draw": 500})
    client = client_of(user)
    worths = options(asked(room, client, user))
    assert max(worths.values()) == pytest.approx(max(advised(room)), abs=0.001)
    assert max(worths.values()) > -1
    said = asked(room, client, user).content.decode()
    assert "Your other bets are already decided: −5.00. These figures leave them out." in said
    assert "Your other bets average" not in said


def test_every_number_of_the_coach_has_its_unit_and_its_chips(stack: Stack) -> None:
    stack("Ks Qs 2c")
    room, user, client = solo()
    said = asked(room, client, user).content.decode()
    values = re.findall(r"<b>([^<]+)</b><span class=\"worths__unit\">(\w+)<i> \(([^)]+)\)", said)
    assert len(values) == len(options(asked(room, client, user)))
    for units, unit, chips in values:
        worth = float(units.replace("−", "-"))
        assert unit == "antes"
        assert in_cents(chips) == pytest.approx(500 * worth, abs=1)


def in_cents(amount: str) -> int:
    return int(amount.replace("−", "-").replace(".", ""))


def test_after_the_choice_it_tells_what_it_cost(stack: Stack) -> None:
    stack("Ks Qs 2c")  # a suited king and queen against a two: raised by three antes
    room, user, client = solo()
    best, *_, fold = advised(room)
    room.act(user, "fold")
    said = asked(room, client, user).content.decode()
    assert "Best: raise 3× (" in said
    assert "You: fold (−1.000 antes)" in said
    assert f"Cost {best - fold:.2f} antes" in said


def test_after_the_best_choice_it_says_so(stack: Stack) -> None:
    stack("7c 2d As")  # a seven and a two against an ace: given up
    room, user, client = solo()
    room.act(user, "fold")
    said = asked(room, client, user).content.decode()
    assert "Fold was best (−1.000 antes)" in said
    assert "Cost" not in said


def test_what_the_clock_played_has_no_grade(stack: Stack) -> None:
    stack("9c 9d 2c")
    room = Room.open("big-raise")
    (user,) = room.sit(1)
    client = client_of(user)
    turn(room, client, "1")
    room.deal(user)
    while room.table.phase == "playing":
        room.time_out()
    said = " ".join(asked(room, client, user).content.decode().split())
    assert "Time ran out, so the clock played: fold." in said
    assert "Blunder" not in said


def test_at_a_shared_table_it_speaks_when_it_is_turned_on() -> None:
    room = Room.open("big-raise")
    (user,) = room.sit(1)
    room.deal(user)
    client = client_of(user)
    assert asked(room, client, user).content == b""
    assert "Turn off" in turn(room, client, "1").content.decode()
    assert "Fold" in options(asked(room, client, user))
    turn(room, client, "0")
    assert asked(room, client, user).content == b""


def test_what_is_turned_off_at_solo_tables_says_nothing_of_the_others() -> None:
    room, user, client = solo()
    turn(room, client, "0")
    assert asked(room, client, user).content == b""
    assert client.session["coach"] == {"solo": False}


def test_without_script_it_is_turned_on_by_a_form() -> None:
    room = Room.open("big-raise")
    (user,) = room.sit(1)
    client = client_of(user)
    assert client.post(f"/tables/{room.table_id}/coach", {"on": "1"}).status_code == 302
    assert b"Turn the coach off" in client.get(f"/tables/{room.table_id}").content


def test_a_step_that_is_over_gets_no_answer() -> None:
    room, user, client = solo()
    step = room.step(user)
    room.act(user, "fold")
    response = client.get(f"/tables/{room.table_id}/coach", {"step": step})
    assert (response.status_code, response.content) == (204, b"")


def test_nobody_is_told_of_another_seat(stack: Stack) -> None:
    stack("5c 9c 6d 4h 8h Th")  # nine and seventeen against a six: seat 1 is first
    room = Room.open("blackjack")
    one, two = room.sit(1, 2)
    room.deal(one, two)
    assert list(room.scene(one)["view"]["waiting_on"]) == [1]
    acting, waiting = client_of(one), client_of(two)
    for client in (acting, waiting):
        turn(room, client, "1")
    assert "Double" in options(asked(room, acting, one))
    assert asked(room, waiting, two).content.strip() == b""
    assert options(asked(room, acting, one, seat=2)) == {}
    assert options(asked(room, waiting, two, seat=1)) == {}


def test_a_visitor_without_a_seat_is_told_nothing() -> None:
    room = Room.open("big-raise")
    (user,) = room.sit(1)
    room.deal(user)
    assert Client().get(f"/tables/{room.table_id}/coach", {"step": "1"}).content == b""


def test_big_50_has_no_coach_since_nothing_is_decided() -> None:
    room, _, client = solo("big-50")
    assert client.get(f"/tables/{room.table_id}/coach").status_code == 404
    assert b'id="coach"' not in client.get(f"/tables/{room.table_id}").content


def test_no_card_that_lies_face_down_is_in_what_it_says(stack: Stack) -> None:
    """The dealer's hole card and all that follow may be anything: the answer is the same."""
    answers = set()
    for hidden in ("5d Kh Kd Kc", "Qd 2h 3d 4c", "9d 9c 9h 9s"):
        stack(f"Tc 7h 6d {hidden}")
        room, user, client = solo("blackjack")
        answers.add(tuple(options(asked(room, client, user)).items()))
    (worths,) = answers
    assert dict(worths)["Hit"] != dict(worths)["Stand"]


def test_while_it_is_worked_out_the_page_asks_again(monkeypatch: pytest.MonkeyPatch) -> None:
    room, user, client = solo()
    monkeypatch.setattr(thinker, "PATIENCE", 0)
    something_else = Event()
    table_coach.thinker.begin(something_else.wait, 60)
    said = asked(room, client, user).content.decode()
    something_else.set()
    assert "working it out" in said
    assert f"/tables/{room.table_id}/coach?step=" in said


def test_tables_of_others_that_are_private_have_no_coach_for_strangers() -> None:
    room, _, _ = solo()
    Table.objects.filter(pk=room.table_id).update(token="a" * 43)
    assert Client().get(f"/tables/{room.table_id}/coach").status_code == 404


def test_blackjack_bad_beat_already_lost(stack: Stack) -> None:
    """Thirteen against a jack: Bad Beat is taken before the hand is played."""
    stack("Kd Jd 3c 7h")
    room = Room.open("blackjack", solo=True)
    (user,) = room.sit(1)
    room.deal(user, wagers={"main": 500, "bad_beat": 500})
    said = asked(room, client_of(user), user).content.decode()
    assert "Your other bets are already decided: −5.00." in said
    assert "Your other bets average" not in said
