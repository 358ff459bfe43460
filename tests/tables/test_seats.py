"""Taking and losing a seat."""

import pytest

from games.models import Chair, Phase, Table
from games.registry import GAMES
from games.tables import presence, seating, services, setup
from games.tables.refusals import Refused
from tests.tables.room import OPENING, Room, player

pytestmark = pytest.mark.django_db

ABSENT = 3 * 60


def test_the_first_to_sit_opens_the_betting() -> None:
    room = Room.open("big-50")
    assert room.table.phase == Phase.WAITING
    room.sit(3)
    assert room.table.phase == Phase.BETTING
    assert room.seconds_left() is None


def test_a_taken_seat_is_refused_and_the_free_ones_are_named() -> None:
    room = Room.open("big-draw")
    room.sit(1, 3)
    with pytest.raises(Refused, match=r"taken seat 3\. Free: 2, 4, 5\."):
        services.sit(room.table_id, player(), 3, room.now)


def test_a_full_table_is_said_to_be_full() -> None:
    room = Room.open("big-draw")
    room.sit(1, 2, 3, 4, 5)
    with pytest.raises(Refused, match="The table is full"):
        services.sit(room.table_id, player(), 3, room.now)


@pytest.mark.parametrize("seat", [0, -1, 7, 10**30])
def test_a_seat_that_is_not_there_is_refused_with_those_that_are(seat: int) -> None:
    room = Room.open("big-50")
    with pytest.raises(Refused, match=f"There is no seat {seat}; this table has 1 to 6"):
        services.sit(room.table_id, player(), seat, room.now)


def test_sitting_down_again_in_a_second_tab_is_no_error_and_no_second_seat() -> None:
    room = Room.open("big-50")
    (user,) = room.sit(2)
    services.sit(room.table_id, user, 2, room.now)
    with pytest.raises(Refused, match="You have seat 2 at this table"):
        services.sit(room.table_id, user, 4, room.now)
    assert list(Chair.objects.filter(user=user).values_list("seat", flat=True)) == [2]


def test_sitting_down_again_keeps_the_wagers_and_the_step() -> None:
    room = Room.open("big-50")
    user, _ = room.sit(2, 3)
    room.bet(user)
    before = room.chair(user).wagers, room.step(user)
    services.sit(room.table_id, user, 2, room.now)
    assert (room.chair(user).wagers, room.step(user)) == before


@pytest.mark.parametrize(("away", "freed"), [(ABSENT, False), (ABSENT + 1, True)])
def test_a_seat_is_kept_three_minutes_for_who_is_not_to_be_seen(away: int, freed: bool) -> None:
    room = Room.open("big-50")
    gone, _ = room.sit(2, 3)
    newcomer = player()
    room.later(away)
    if not freed:
        with pytest.raises(Refused, match="taken seat 2"):
            services.sit(room.table_id, newcomer, 2, room.now)
        return
    services.sit(room.table_id, newcomer, 2, room.now)
    assert room.chair(newcomer).seat == 2
    assert not Chair.objects.filter(user=gone).exists()


def test_who_takes_a_freed_seat_finds_none_of_the_old_wagers_on_it() -> None:
    room = Room.open("big-50", pace="untimed")
    gone, _ = room.sit(2, 3)
    room.bet(gone)
    room.later(ABSENT + 1)
    newcomer = player()
    services.sit(room.table_id, newcomer, 2, room.now)
    scene = room.scene(newcomer)
    assert scene["you"]["wagers"] == {}
    assert scene["you"]["last_wagers"] == {}


def test_a_player_who_was_seen_keeps_the_seat() -> None:
    room = Room.open("big-50")
    here, _ = room.sit(2, 3)
    room.later(ABSENT)
    presence.touch(room.table_id, here.pk, room.now)
    room.later(ABSENT)
    with pytest.raises(Refused, match="taken seat 2"):
        services.sit(room.table_id, player(), 2, room.now)


def test_being_seen_changes_no_version() -> None:
    room = Room.open("big-50")
    (here,) = room.sit(2)
    version = room.table.version
    presence.touch(room.table_id, here.pk, room.later(50).now)
    assert room.table.version == version


def test_an_absent_players_seat_is_not_taken_while_the_cards_are_out() -> None:
    room = Room.open("big-raise")
    gone, other = room.sit(1, 2)
    room.deal(gone, other)
    room.later(10)
    Table.objects.update(deadline=None)  # as at a table without a clock
    room.later(ABSENT)
    presence.touch(room.table_id, other.pk, room.now)
    with pytest.raises(Refused, match="taken seat 1"):
        services.sit(room.table_id, player(), 1, room.now)
    assert room.part(gone).user == gone


def test_an_absent_player_is_freed_after_the_round_and_paid_all_the_same() -> None:
    room = Room.open("big-50")
    gone, other = room.sit(1, 2)
    room.deal(gone, other)
    assert room.table.phase == Phase.PLAYING
    room.later(ABSENT + 1)
    presence.touch(room.table_id, other.pk, room.now)
    room.look()  # the dealer turns the cards
    assert room.table.phase == Phase.SHOWING
    assert room.part(gone).returned is not None
    room.time_out()  # the result has been shown
    assert room.table.phase == Phase.BETTING
    assert not Chair.objects.filter(user=gone).exists()
    assert room.chair(other).seat == 2


@pytest.mark.parametrize("action", ["bet", "next"])
def test_who_comes_back_to_a_solo_table_after_an_hour_plays_on(action: str) -> None:
    room = Room.open("big-50", solo=True)
    (user,) = room.sit(1)
    room.deal(user)
    room.act(user, "reveal")
    assert room.table.phase == Phase.SHOWING
    room.later(3600)
    if action == "bet":
        room.bet(user)
        assert room.chair(user).wagers
    else:
        room.act(user, "next")
    assert room.chair(user).seat == 1
    assert room.table.phase == Phase.BETTING


def test_one_is_seated_where_people_are() -> None:
    setup.load_paytables(OPENING)
    tables_there = [setup.open_table(GAMES["big-50"], name) for name in ("Alder", "Birch")]
    services.sit(tables_there[1].pk, player(), 1, OPENING)
    assert seating.find_seat(GAMES["big-50"], player(), OPENING) == tables_there[1].pk


def test_a_full_house_opens_another_table() -> None:
    room = Room.open("big-draw")
    room.sit(1, 2, 3, 4, 5)
    user = player()
    found = seating.find_seat(GAMES["big-draw"], user, room.now)
    assert found != room.table_id
    assert Chair.objects.get(user=user).table_id == found


def test_looking_for_a_seat_twice_finds_the_same_one() -> None:
    room = Room.open("big-50")
    user = player()
    assert seating.find_seat(GAMES["big-50"], user, room.now) == room.table_id
    assert seating.find_seat(GAMES["big-50"], user, room.now) == room.table_id
    assert Chair.objects.filter(user=user).count() == 1


def test_who_looks_for_a_seat_while_leaving_one_has_it_back() -> None:
    room = Room.open("big-raise")
    user, other = room.sit(1, 2)
    room.deal(user, other)
    room.leave(user)
    assert room.chair(user).leaving is True
    assert seating.find_seat(GAMES["big-raise"], user, room.now) == room.table_id
    assert room.chair(user).leaving is False


def test_solo_tables_are_ones_own() -> None:
    first, second = player(), player()
    setup.load_paytables(OPENING)
    one = seating.find_solo(GAMES["blackjack"], first, OPENING)
    other = seating.find_solo(GAMES["blackjack"], second, OPENING)
    assert one != other
    assert seating.find_solo(GAMES["blackjack"], first, OPENING) == one
    with pytest.raises(Refused, match="The table is full"):
        services.sit(one, second, 1, OPENING)


@pytest.mark.parametrize(("taken", "seat"), [((), 3), ((3,), 4), ((3, 4), 2), ((2, 3, 4), 5)])
def test_sitting_down_takes_the_free_seat_nearest_the_middle(
    taken: tuple[int, ...], seat: int
) -> None:
    room = Room.open("big-50")
    room.sit(*taken)
    newcomer = player()
    seating.sit_down(room.table_id, newcomer, room.now)
    assert room.chair(newcomer).seat == seat


def test_sitting_down_at_a_full_table_is_refused() -> None:
    room = Room.open("big-draw")
    room.sit(1, 2, 3, 4, 5)
    with pytest.raises(Refused, match=r"The table is full\. You can watch"):
        seating.sit_down(room.table_id, player(), room.now)


def test_sitting_down_where_one_sits_keeps_the_seat() -> None:
    room = Room.open("big-50")
    (user,) = room.sit(5)
    seating.sit_down(room.table_id, user, room.now)
    assert Chair.objects.get(user=user).seat == 5
