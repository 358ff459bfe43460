"""What several do at the same moment happens once, or in turn, and nobody is left hanging."""

import threading
import time
from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest

from accounts import ledger
from accounts.models import Transfer, User
from games.models import Chair, Phase, Round, RoundAction, Table
from games.registry import GAMES
from games.tables import presence, private_tables, rounds, setup
from games.tables import services as tables
from games.tables.locked_table import locked
from games.tables.refusals import Refused, Stale
from tests.tables.room import Room, at_once, escrowed, player, stock

pytestmark = pytest.mark.django_db(transaction=True)


def kinds(results: list[object]) -> dict[str, int]:
    """How many of each kind came back: the names of errors, else what was returned."""
    counted: dict[str, int] = {}
    for one in results:
        name = type(one).__name__ if isinstance(one, Exception) else str(one)
        counted[name] = counted.get(name, 0) + 1
    return counted


def test_of_eight_who_take_one_seat_one_gets_it_and_the_others_are_told() -> None:
    room = Room.open("big-50")
    users = [player() for _ in range(8)]
    results = at_once(
        *[lambda user=user: tables.sit(room.table_id, user, 4, room.now) for user in users]
    )
    assert kinds(results) == {"None": 1, "Refused": 7}
    assert {str(one) for one in results if isinstance(one, Refused)} == {
        "Somebody else has just taken seat 4. Free: 1, 2, 3, 5, 6."
    }
    (chair,) = Chair.objects.filter(user__isnull=False)
    assert chair.user == users[results.index(None)]


def test_one_who_takes_every_seat_at_once_gets_one() -> None:
    room = Room.open("big-50")
    user = player()
    results = at_once(
        *[lambda seat=seat: tables.sit(room.table_id, user, seat, room.now) for seat in range(1, 7)]
    )
    assert kinds(results) == {"None": 1, "Refused": 5}
    assert Chair.objects.filter(user=user).count() == 1


def test_twelve_layouts_on_one_step_are_one_layout() -> None:
    room = Room.open("big-50")
    user, _ = room.sit(1, 2)
    step = room.step(user)
    results = at_once(
        *[
            lambda stake=stake: room.bet(user, {"range": 100 * stake}, step=step)
            for stake in range(1, 13)
        ]
    )
    assert kinds(results) == {"None": 1, "Stale": 11}
    assert room.chair(user).wagers == {"range": 100 * (results.index(None) + 1)}


def test_twelve_raises_on_one_step_take_the_money_once() -> None:
    room = Room.open("big-raise")
    user, other = room.sit(1, 2)
    room.deal(user, other, wagers={"ante": 500})
    step = room.step(user)
    results = at_once(*[lambda: room.act(user, "play", step=step, amount=1000)] * 12)
    assert kinds(results) == {"None": 1, "Stale": 11}
    assert ledger.balance_of(user) == 1_000_00 - 1500
    assert RoundAction.objects.filter(round=room.round).count() == 1


def test_twelve_who_look_at_a_passed_deadline_deal_once() -> None:
    room = Room.open("big-50")
    users = room.sit(1, 2)
    for user in users:
        room.bet(user)
    version = room.table.version
    room.later(20)
    results = at_once(*[room.look] * 12)
    assert kinds(results) == {"True": 1, "False": 11}
    assert room.table.phase == Phase.PLAYING
    assert room.table.version == version + 1
    assert Transfer.objects.filter(reason="Wagers").count() == 2


def test_the_last_two_decisions_at_once_settle_once() -> None:
    room = Room.open("big-raise")
    users = room.sit(1, 2)
    room.deal(*users, wagers={"ante": 500})
    steps = {user.pk: room.step(user) for user in users}
    results = at_once(
        *[
            lambda user=user: room.act(user, "play", step=steps[user.pk], amount=1000)
            for user in users
        ]
    )
    assert kinds(results) == {"None": 2}
    assert room.round.status == Round.Status.SETTLED
    assert Transfer.objects.filter(key__endswith="/end").count() == 1
    assert escrowed() == 0
    assert ledger.audit() == []


def test_a_wager_and_the_deadline_at_once_leave_no_wager_between_felt_and_round() -> None:
    room = Room.open("big-50")
    user, late = room.sit(1, 2)
    room.bet(user)
    step = room.step(late)
    room.later(20)
    bet, looked = at_once(lambda: room.bet(late, step=step), room.look)
    assert isinstance(bet, Stale)
    assert looked in (True, False)
    assert [part.user for part in room.round.seats.all()] == [user]
    assert room.chair(late).wagers == {}


def test_leaving_and_the_deadline_at_once_either_take_the_stake_and_pay_it_or_neither() -> None:
    for _ in range(4):
        room = Room.open("big-50")
        leaver, stays = room.sit(1, 2)
        room.bet(leaver)
        room.bet(stays)
        room.later(20)
        assert at_once(partial(room.leave, leaver), room.look)[0] is None
        while room.table.phase == Phase.PLAYING:
            room.time_out()
        part = room.table.rounds.get(number=1).seats.filter(user=leaver).first()
        assert ledger.balance_of(leaver) == 1_000_00 + (part.net if part else 0)
    assert escrowed() == 0
    assert ledger.audit() == []


def seated(room: Room, users: list[User]) -> None:
    for seat, user in enumerate(users, 1):
        tables.sit(room.table_id, user, seat, room.now)


def test_two_tables_with_the_same_players_in_opposite_seats_do_not_wait_for_each_other() -> None:
    """Each deal and each payout takes several players' accounts; in the order of the seats they
    would lock each other out."""
    users = [player() for _ in range(5)]
    one, other = Room.open("big-raise"), Room.open("big-raise")
    seated(one, users)
    seated(other, users[::-1])

    def play(room: Room) -> None:
        for _ in range(4):
            for user in users:
                room.bet(user, {"ante": 500})
            room.later(20).look()
            for user in users:
                room.act(user, "play", amount=1000)
            room.later(30).look()
            for user in users:
                presence.touch(room.table_id, user.pk, room.now)

    results = at_once(lambda: play(one), lambda: play(other))
    assert results == [None, None]
    assert Round.objects.filter(status=Round.Status.SETTLED).count() == 8
    assert escrowed() == 0
    assert ledger.audit() == []


def test_who_waited_for_the_table_sees_the_round_as_it_is_now() -> None:
    """Not as it was when the waiting began."""
    room = Room.open("big-50")
    user, _ = room.sit(1, 2)
    room.bet(user)
    dealing, seen = threading.Event(), []

    def deal() -> None:
        with locked(room.table_id, room.now) as desk:
            dealing.set()
            time.sleep(0.3)  # the other is waiting by now
            rounds.deal(desk)

    def wait() -> None:
        dealing.wait()
        with locked(room.table_id, room.now) as desk:
            seen.append((desk.table.phase, desk.round.status, desk.round.dealt is not None))

    assert at_once(deal, wait) == [None, None]
    assert seen == [(Phase.PLAYING, Round.Status.PLAYING, True)]


def test_who_waited_for_the_table_sees_the_next_round_when_there_is_one() -> None:
    room = Room.open("big-50")
    users = room.sit(1, 2)
    room.deal(*users)
    room.time_out()
    opening, seen = threading.Event(), []

    def go_on() -> None:
        with locked(room.table_id, room.now) as desk:
            opening.set()
            time.sleep(0.3)
            rounds.next_round(desk)

    def wait() -> None:
        opening.wait()
        with locked(room.table_id, room.now) as desk:
            seen.append((desk.table.round_number, desk.round.number, desk.round.status))

    assert at_once(go_on, wait) == [None, None]
    assert seen == [(2, 2, Round.Status.BETTING)]


def test_a_solo_deal_pressed_twelve_times_is_one_deal() -> None:
    room = Room.open("blackjack", solo=True)
    (user,) = room.sit(1)
    step = room.step(user)
    deeds: list[Callable[[], object]] = [
        lambda: room.bet(user, {"main": 1000}, ready=True, step=step)
    ] * 12
    assert kinds(at_once(*deeds)) == {"None": 1, "Stale": 11}
    assert Transfer.objects.filter(reason="Wagers").count() == 1
    assert Round.objects.count() == 1


def test_a_house_that_opens_on_three_hosts_at_once_opens_every_table_once() -> None:
    stock()
    opened = at_once(setup.open_house, setup.open_house, setup.open_house)
    names = [table.name for tables in opened if isinstance(tables, list) for table in tables]
    assert sorted(names) == sorted(Table.objects.values_list("name", flat=True))
    standing = Counter(Table.objects.values_list("game", "name"))
    assert len(standing) == 3 * len(GAMES)
    assert set(standing.values()) == {1}


def test_tables_that_newcomers_need_at_once_have_names_of_their_own() -> None:
    stock()
    big_50 = GAMES["big-50"]
    more = at_once(*[partial(setup.open_another, big_50) for _ in range(4)])
    assert len({table.name for table in more if isinstance(table, Table)}) == 4


def test_a_name_that_somebody_has_given_already_is_passed_over() -> None:
    stock()
    for name in (*setup.TABLE_NAMES, f"Big 50 {len(setup.TABLE_NAMES) + 2}"):
        setup.open_table(GAMES["big-50"], name)
    assert setup.open_another(GAMES["big-50"]).name == f"Big 50 {len(setup.TABLE_NAMES) + 3}"


def test_of_twelve_tables_that_a_host_opens_at_once_three_are_open() -> None:
    stock()
    host, game = player(), GAMES["big-50"]
    begin = partial(private_tables.open_hosted, host, game, options=game.options())
    opened = [one for one in at_once(*[begin] * 12) if isinstance(one, Table)]
    assert len(opened) == host.hosted.filter(closed=False).count() == private_tables.MOST_OPEN == 3
