"""Queries whose SQL is composed once read what Django's own read."""

from uuid import uuid4

import pytest
from django.db import DatabaseError, IntegrityError, models, transaction
from pytest_django import DjangoAssertNumQueries

from accounts.prepared import Prepared, PreparedInsert, PreparedUpdate
from games.models import Chair, Phase, Round, RoundAction, RoundSeat, Table
from games.tables.locked_table import actions_of, chairs_of, parts_of
from tests.tables.room import Room

pytestmark = pytest.mark.django_db


def row(found: models.Model) -> dict[str, object]:
    return {field.attname: getattr(found, field.attname) for field in found._meta.concrete_fields}


def test_what_a_table_is_made_of_is_read_as_it_is_written() -> None:
    room, other = Room.open("big-raise"), Room.open("big-raise")
    one, two = room.sit(1, 3)
    other.sit(2)
    room.deal(one, two)
    room.act(one, "fold")
    for read, ordinary in (
        (chairs_of(room.table), Chair.objects.filter(table=room.table_id).order_by("seat")),
        (parts_of(room.round), RoundSeat.objects.filter(round=room.round).order_by("seat")),
        (actions_of(room.round), RoundAction.objects.filter(round=room.round)),
        (Prepared(Round.objects.all(), "pk").all(room.round.pk), [room.round]),
        (Prepared(Table.objects.all(), "pk").all(room.table_id), [room.table]),
    ):
        assert [row(found) for found in read] == [row(found) for found in ordinary]
        assert read


def test_who_sits_there_and_what_he_has_come_with_the_chairs(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    room = Room.open("big-50")
    (user,) = room.sit(2)
    table = room.table
    with django_assert_num_queries(1):
        chairs = chairs_of(table)
        assert [chair.user.username for chair in chairs if chair.user] == [user.username]
        assert [chair.user.account.balance for chair in chairs if chair.user] == [1_000_00]
        assert {chair.table for chair in chairs} == {table}
        assert chairs[0].user is None


def test_a_key_that_nothing_has_finds_nothing() -> None:
    room = Room.open("big-50")
    room.sit(1)
    rounds = Prepared(Round.objects.all(), "pk")
    assert rounds.get(room.round.pk) == room.round
    assert rounds.all(uuid4()) == []
    with pytest.raises(Round.DoesNotExist):
        rounds.get(uuid4())
    tables = Prepared(Table.objects.all(), "pk")
    assert tables.all(10**30) == tables.all(2**62) == tables.all(-1) == []


def test_a_query_with_parameters_of_its_own_is_refused() -> None:
    with pytest.raises(ValueError, match="one parameter"):
        Prepared(Round.objects.filter(number=3), "pk").all(uuid4())


def test_rows_with_one_of_some_values_are_read_in_the_order_of_the_query() -> None:
    rooms = [Room.open("big-50") for _ in range(3)]
    tables = Prepared(Table.objects.order_by("-pk"), "pk")
    first, second, third = (room.table for room in rooms)
    assert tables.among([first.pk, third.pk]) == [third, first]
    assert tables.among([first.pk, first.pk]) == [first]
    assert tables.among({second.pk, third.pk, first.pk}) == [third, second, first]
    assert tables.among([]) == tables.among([4_711, 4_712]) == []


def test_inserted_rows_are_what_create_would_make() -> None:
    room = Room.open("big-raise")
    one, two = room.sit(1, 3)
    room.deal(one, two)
    made = [
        RoundAction(round=room.round, ordinal=n, seat=n, action={"action": 'a "word"'}, at=room.now)
        for n in (1, 3)
    ]
    assert PreparedInsert(RoundAction).write(made) == made
    assert [row(found) for found in RoundAction.objects.filter(round=room.round)] == [
        row(found) for found in made
    ]
    assert len({found.pk for found in made}) == 2
    assert PreparedInsert(RoundAction).write([]) == []


def test_a_row_that_is_there_already_is_not_inserted_again() -> None:
    room = Room.open("big-50")
    room.deal(*room.sit(1))
    action = {"round": room.round, "ordinal": 1, "seat": 1, "action": {}, "at": room.now}
    insert = PreparedInsert(RoundAction)
    insert.write([RoundAction(**action)])
    with pytest.raises(IntegrityError), transaction.atomic():
        insert.write([RoundAction(**action)])
    assert RoundAction.objects.filter(round=room.round).count() == 1


def test_an_update_writes_what_save_would() -> None:
    room = Room.open("big-50")
    table = room.table
    table.phase, table.news = Phase.SHOWING, [{"words": 'A "word" — and 100 %s'}]
    table.deadline = room.now
    PreparedUpdate(Table, ("phase", "news", "deadline", "round")).write([table])
    again = Table.objects.get(pk=table.pk)
    assert (again.phase, again.news, again.deadline) == (table.phase, table.news, room.now)
    assert again.round_id == table.round_id


def test_an_update_leaves_what_it_does_not_name() -> None:
    room = Room.open("big-50")
    (user,) = room.sit(1)
    table = room.table
    Table.objects.filter(pk=table.pk).update(name="Renamed meanwhile")
    PreparedUpdate(Table, ("phase",)).write([table])
    assert Table.objects.get(pk=table.pk).name == "Renamed meanwhile"
    assert room.chair(user).seat == 1


def test_an_update_of_a_row_that_is_gone_is_an_error() -> None:
    table = Table(pk=4_711, game="big-50", name="Nowhere")
    with pytest.raises(DatabaseError, match="no row"):
        PreparedUpdate(Table, ("phase",)).write([table])
