"""The button of Big Draw Poker: who chooses the game, and what happens when nobody does."""

import pytest

from games.models import Phase
from games.tables import services
from games.tables.refusals import Refused, Stale
from tests.tables.room import Room, player

pytestmark = pytest.mark.django_db

DEUCES, DRAW = "deuces-never-loses", "five-card-draw"


def opened(*seats: int) -> Room:
    room = Room.open("big-draw")
    room.sit(*seats)
    return room


def chosen(room: Room) -> object:
    assert room.table.phase == Phase.BETTING
    return room.round.options["variant"]


def test_the_first_seat_with_a_player_has_the_button_and_twelve_seconds() -> None:
    room = opened(3)
    assert room.table.phase == Phase.CHOOSING
    assert room.table.button == 3
    assert room.seconds_left() == 12


def test_the_choice_opens_the_betting_with_the_paytables_of_the_game() -> None:
    room = opened(2, 4)
    room.act(room.users[2], "choose", value=DEUCES)
    assert chosen(room) == DEUCES
    assert room.round.button == 2
    codes = {(v.spot, v.code) for v in room.round.paytables.all()}
    assert codes == {("first_five", "DNL"), ("big_draw", "DNL")}


def test_only_the_button_chooses() -> None:
    room = opened(2, 4)
    for action in ({"action": "choose", "value": DRAW}, {"action": "pass"}):
        with pytest.raises(Refused, match="Seat 2 has the button"):
            room.act(room.users[4], **action)
    assert room.table.button == 2


@pytest.mark.parametrize("value", ["baccarat", "", None, 5, ["five-card-draw"], {"a": 1}, True])
def test_what_cannot_be_chosen_is_refused_with_what_can(value: object) -> None:
    room = opened(2)
    with pytest.raises(Refused, match=f"{DRAW}, {DEUCES}"):
        room.act(room.users[2], "choose", value=value)
    assert room.table.phase == Phase.CHOOSING


def test_a_pass_gives_the_next_player_the_button_and_a_clock_of_ones_own() -> None:
    room = opened(1, 3, 4)
    room.later(7).act(room.users[1], "pass")
    assert room.table.button == 3
    assert room.seconds_left() == 12
    room.act(room.users[3], "choose", value=DEUCES)
    assert chosen(room) == DEUCES
    assert room.round.button == 3


def test_when_all_pass_the_default_is_played_and_the_button_is_where_it_started() -> None:
    room = opened(1, 3, 4)
    for seat in (1, 3, 4):
        room.act(room.users[seat], "pass")
    assert chosen(room) == DRAW
    assert (room.table.button, room.round.button) == (1, 1)


def test_the_clock_passes() -> None:
    room = opened(1, 3, 4)
    for seat in (3, 4):
        room.time_out()
        assert room.table.button == seat
    room.time_out()
    assert chosen(room) == DRAW
    assert room.round.button == 1


def test_alone_a_pass_is_the_default() -> None:
    room = opened(4)
    room.act(room.users[4], "pass")
    assert chosen(room) == DRAW
    assert room.round.button == 4


def test_a_second_pass_of_the_same_step_is_stale() -> None:
    room = opened(1, 3)
    step = room.step(room.users[1])
    room.act(room.users[1], "pass", step=step)
    with pytest.raises(Stale):
        room.act(room.users[1], "pass", step=step)
    assert room.table.button == 3


def finish(room: Room) -> None:
    """The rest of the round by the clock."""
    number = room.table.round_number
    first = next(iter(room.users.values()))
    if room.table.phase == Phase.CHOOSING:
        room.act(room.users[room.table.button], "choose", value=DRAW)
    room.bet(first, {"big_draw": 500})
    while room.table.round_number == number:
        room.time_out()


def test_the_button_moves_on_after_every_round_and_comes_round() -> None:
    room = opened(1, 3, 4)
    seen = []
    for _ in range(4):
        seen.append(room.table.button)
        finish(room)
    assert seen == [1, 3, 4, 1]


def test_the_button_moves_on_from_whoever_chose() -> None:
    room = opened(1, 3, 4)
    room.act(room.users[1], "pass")
    room.act(room.users[3], "choose", value=DRAW)
    finish(room)
    assert room.table.button == 4


def test_the_next_player_chooses_when_the_buttons_player_leaves() -> None:
    room = opened(1, 3, 4)
    room.later(5).leave(room.users[1])
    assert room.table.button == 3
    assert room.seconds_left() == 12
    room.act(room.users[3], "choose", value=DEUCES)
    assert room.round.button == 3


@pytest.mark.parametrize("passed", [0, 1, 2])
def test_all_may_pass_although_the_player_the_button_started_at_has_left(passed: int) -> None:
    """Else it would go round for ever, looking for where it started."""
    room = opened(1, 3, 4)
    starter = room.users[1]
    for seat in (1, 3)[:passed]:
        room.act(room.users[seat], "pass")
    room.leave(starter)
    for _ in range(2):
        if room.table.phase == Phase.CHOOSING:
            room.time_out()
    assert chosen(room) == DRAW
    assert room.round.button == 3


def test_who_leaves_when_asked_last_has_passed() -> None:
    room = opened(1, 3)
    room.act(room.users[1], "pass")
    room.leave(room.users[3])
    assert chosen(room) == DRAW
    assert room.round.button == 1


def test_who_leaves_without_having_been_asked_changes_nothing_for_the_button() -> None:
    room = opened(1, 3, 4)
    room.leave(room.users[4])
    assert room.table.button == 1
    room.act(room.users[1], "pass")
    room.act(room.users[3], "pass")
    assert chosen(room) == DRAW
    assert room.round.button == 1


def test_when_all_leave_the_table_waits_and_asks_whoever_comes() -> None:
    room = opened(1, 3)
    for user in room.users.values():
        room.leave(user)
    assert room.table.phase == Phase.WAITING
    assert room.seconds_left() is None
    services.sit(room.table_id, newcomer := player(), 5, room.now)
    assert room.table.button == 5
    room.act(newcomer, "choose", value=DEUCES)
    assert chosen(room) == DEUCES


def test_a_newcomer_who_sits_where_the_button_has_yet_to_come_is_asked() -> None:
    room = opened(2, 3)
    room.act(room.users[2], "pass")
    (newcomer,) = room.sit(1)
    room.act(room.users[3], "pass")
    assert room.table.button == 1
    room.act(newcomer, "pass")
    assert chosen(room) == DRAW
    assert room.round.button == 2


def test_the_cards_are_dealt_from_the_button() -> None:
    room = opened(1, 3)
    room.act(room.users[1], "pass")
    room.act(room.users[3], "choose", value=DRAW)
    for user in room.users.values():
        room.bet(user, {"big_draw": 500}, ready=True)
    room.time_out()
    deck = room.deck()
    hands = {
        seat: [card["code"] for card in room.scene(user)["seats"][seat - 1]["hands"][0]["cards"]]
        for seat, user in room.users.items()
    }
    assert hands == {3: deck[:5], 1: deck[5:10]}


def test_nobody_bets_before_the_game_is_chosen() -> None:
    room = opened(1, 3)
    for user in room.users.values():
        with pytest.raises(Refused, match="betting is closed"):
            room.bet(user, {"big_draw": 500})


def test_a_solo_table_waits_for_its_player_to_choose() -> None:
    room = Room.open("big-draw", solo=True)
    (user,) = room.sit(1)
    assert room.seconds_left() is None
    room.act(user, "choose", value=DEUCES)
    assert chosen(room) == DEUCES


def test_without_a_paytable_for_the_choice_the_round_is_void_and_the_table_goes_on() -> None:
    room = opened(1)
    room.table.paytables.set([])
    with pytest.raises(Refused, match="has no paytable for First 5"):
        room.act(room.users[1], "choose", value=DRAW)
    room.time_out()
    assert room.table.phase == Phase.SHOWING
    assert "no paytable for First 5" in room.scene(room.users[1])["round"]["void_reason"]
    room.time_out()
    assert room.table.phase == Phase.CHOOSING
