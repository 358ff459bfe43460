"""What anybody else can read is the same whatever was decided in secret: every address of the site
and of the administration, in one and the same database."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse
from django.utils import timezone

from accounts.models import Account, Transfer, User
from games.models import ApprovalLetter, HoldAlarm
from games.scenes import snapshots
from games.tables import services
from games.tables.selectors import Snapshot
from tests.admin.access import fill, patterns
from tests.admin.staff import member
from tests.support.clients import client_of
from tests.tables.room import Room

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(300)]

Seen = dict[tuple[str, str], str]
"""What was read, by who read it and where."""
Readers = Mapping[str, tuple[Client, Sequence[str]]]
"""Who reads what."""

FOLD_OR_RAISE: Mapping[str, Mapping[str, Any]] = {
    "fold": {"action": "fold"},
    "2x": {"action": "play", "amount": 1000},
    "3x": {"action": "play", "amount": 1500},
}
MADE_ANEW = re.compile(r'[A-Za-z0-9]{64}|as_of" value="[^"]+"|[\d.]+ ms\b')
"""What every answer has of its own: tokens, and how quick database and Redis were."""
ROUTE = re.compile(r"<(?:\w+:)?(\w+)>")


def site(found: Any = None, start: str = "/") -> Iterator[str]:
    """Every address of the site, with the places that take something as they are declared."""
    for each in found or get_resolver().url_patterns:
        route = start + str(each.pattern)
        if not isinstance(each, URLPattern):
            yield from () if route == "/admin/" else site(each.url_patterns, route)
        elif not re.search(r"[\^(\\]", route):
            yield route


def taken(values: Mapping[str, object], place: re.Match[str]) -> str:
    """What stands in an address for what it takes."""
    return str(values.get(place[1], 1))


def addresses(room: Room, beside: Room) -> list[str]:
    """Every page about a round in play, its table, its player, and another table of theirs."""
    found = []
    for table in (room, beside):
        values = {"table_id": table.table_id, "round_id": room.round.pk, "slug": "big-raise"}
        found += [ROUTE.sub(partial(taken, values), each) for each in site()]
    step = f"step={room.table.round_number}.playing"
    for query in ("seat=1", f"seat=1&{step}.0", f"seat=1&{step}.1"):
        pages = [f"tables/{room.table_id}{page}" for page in ("", "/state", "/parts", "/coach")]
        pages += [f"history/{room.round.pk}{page}" for page in ("", "/replay", "/review", ".json")]
        found += [f"/{page}?{query}" for page in pages]
    return sorted({page for page in found if "logout" not in page})


def of_the_house(room: Room, victim: User) -> list[str]:
    """The same of the administration, for one row of each kind; and what is searched for."""
    rows = {
        "games_table": room.table,
        "games_round": room.round,
        "games_roundseat": room.part(victim),
        "games_holdalarm": HoldAlarm(pk=1),
        "games_approvalletter": ApprovalLetter(pk=1),
        "accounts_user": victim,
        "accounts_account": Account.objects.get(user=victim),
        "accounts_transfer": Transfer.objects.filter(ref=str(room.round.pk)).first(),
    }
    found = [
        reverse(f"admin:{name}", kwargs=fill(name, takes, rows))
        for name, _, takes in patterns()
        if not takes or (name.startswith(tuple(rows)) and "request_id" not in takes)
    ]
    lists = ("accounts/transfer", "accounts/user", "games/round", "games/roundseat")
    name = victim.display_name
    return [*found, *(f"/admin/{path}/?q={name}" for path in lists), f"/admin/search/?s={name}"]


def read(client: Client, path: str) -> str:
    """An answer without what is its own. A file that is sent bit by bit is another test's."""
    with transaction.atomic():  # what a look writes stays with it
        answer = client.get(path)
        transaction.set_rollback(True)
    text = "" if answer.streaming else answer.content.decode("utf-8", "replace")
    return f"{answer.status_code} {answer.headers.get('Location')} {MADE_ANEW.sub('', text)}"


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> datetime:
    """The moment at which everything happens here."""
    moment = timezone.now()
    monkeypatch.setattr("django.utils.timezone.now", lambda: moment)
    return moment


class Hand:
    """A hand that a player has to decide, who has a seat at another table too."""

    def __init__(self, now: datetime) -> None:
        self.room, self.beside = Room.open("big-raise"), Room.open("big-50")
        self.room.now = self.beside.now = now
        self.victim, self.other = self.room.sit(1, 2)
        for seat, user in ((1, self.victim), (2, self.other)):
            services.sit(self.beside.table_id, user, seat, now)
        self.room.deal(self.victim, self.other, wagers={"ante": 500})

    def read_after(self, decision: Mapping[str, Any], readers: Readers) -> Seen:
        """What everybody reads everywhere once it is decided; nothing of it stays."""
        snapshots._KEPT.clear()
        with transaction.atomic():
            self.room.act(self.victim, **decision)
            seen = {
                (reader, path): read(client, path)
                for reader, (client, paths) in readers.items()
                for path in paths
            }
            transaction.set_rollback(True)
        return seen


def differing(hand: Hand, readers: Readers) -> set[tuple[str, str]]:
    """Who can read where what was decided."""
    fold, *raises = (hand.read_after(decision, readers) for decision in FOLD_OR_RAISE.values())
    assert any(text.startswith("200") for text in fold.values())
    return {key for seen in raises for key, text in seen.items() if text != fold[key]}


def test_no_address_tells_what_was_decided(now: datetime) -> None:
    hand = Hand(now)
    pages, house = addresses(hand.room, hand.beside), of_the_house(hand.room, hand.victim)
    readers = {
        "a stranger": (Client(), pages),
        "an opponent": (client_of(hand.other), pages),
        "the floor": (client_of(member("floor")), house),
        "a superuser": (client_of(member("superuser")), house),
    }
    assert differing(hand, readers) == set()


def test_an_address_that_tells_is_found(now: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    """A leak is planted: the balance as what others see of a bank."""
    monkeypatch.setattr(Snapshot, "bank_of", Snapshot.balance_of)
    hand = Hand(now)
    state = f"/tables/{hand.beside.table_id}/state"
    leaks = differing(hand, {"an opponent": (client_of(hand.other), ["/rules/", state])})
    assert leaks == {("an opponent", state)}
