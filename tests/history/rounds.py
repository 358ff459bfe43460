"""Rounds that are over, for the tests of what is read of them."""

from collections.abc import Mapping
from typing import Any

from asgiref.sync import async_to_sync
from django.db import connection
from django.test import Client

from accounts.models import User
from games.blackjack.options import BlackjackOptions
from games.models import Phase, Round, RoundSeat
from tests.tables.room import Room


def play(room: Room, *users: User, wagers: Mapping[str, object] | None = None) -> Round:
    """One round of these players, or of all, by the clock; the next one is open for bets."""
    playing = users or tuple(room.users.values())
    if room.table.phase == Phase.CHOOSING:
        chooser = next(u for s, u in room.users.items() if s == room.table.button)
        room.act(chooser, "choose", value="five-card-draw")
    room.deal(*playing, wagers=wagers)
    while room.table.phase == Phase.PLAYING:
        room.time_out()
    round = room.round
    room.time_out()
    return Round.objects.get(pk=round.pk)


def shoe_room() -> tuple[Room, User]:
    """Blackjack from one deck with the cut card in its middle: a few rounds a shoe."""
    options = BlackjackOptions(decks=1, shuffle="cut_card", penetration=50)
    room = Room.open("blackjack", options=options)
    (user,) = room.sit(1)
    return room, user


def part_of(round: Round, user: User) -> RoundSeat:
    """The part a player had."""
    return RoundSeat.objects.get(round=round, user=user)


def reader(user: User | None) -> Client:
    """A browser of somebody."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def page(user: User | None, path: str, status: int = 200) -> str:
    """What somebody reads there."""
    answer = reader(user).get(path)
    assert answer.status_code == status
    return str(answer.content.decode())


def fetched(user: User, path: str) -> str:
    """What somebody downloads there."""
    answer = reader(user).get(path)
    assert answer.status_code == 200

    async def whole() -> bytes:
        return b"".join([text async for text in answer.streaming_content])  # type: ignore[attr-defined]

    return async_to_sync(whole)().decode()


def tamper(table: str, key: Any, **columns: str) -> None:
    """Somebody with the database's password writes into a row."""
    values = ", ".join(f"{column} = %s" for column in columns)
    name = connection.ops.quote_name(table)
    key = key.hex if connection.vendor == "sqlite" and hasattr(key, "hex") else key
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE {name} SET {values} WHERE id = %s", [*columns.values(), key])
        assert cursor.rowcount == 1
