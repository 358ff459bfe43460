"""Players with no manners: anything a button offers, at any moment, in any order."""

import random
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from accounts import ledger
from accounts.models import Account, User
from games.engine.errors import GameError
from games.models import Phase, Round, RoundSeat
from games.tables import deadlines, services
from games.tables.refusals import Refused
from tests.tables.room import Room, escrowed
from tests.tables.seen import cards_in, may_see

Json = dict[str, Any]


class Crowd:
    """The players of one table, who do something at random, again and again.

    After every deed the table must make sense: the escrow holds the stakes in play and nothing
    else, the version never falls, and nobody is sent a card that is not theirs to see.
    """

    def __init__(self, room: Room, seats: int, seed: int) -> None:
        self.room, self.chance = room, random.Random(seed)
        self.version = 0
        self.players = list(room.sit(*range(1, seats + 1)))

    def run(self, deeds: int) -> None:
        """So many deeds, each by the player whose turn comes up."""
        for _ in range(deeds):
            user = self.chance.choice(self.players)
            scene = self.room.scene(user)
            self._check(user, scene)
            with suppress(Refused, GameError):
                self.chance.choice(self._deeds(user, scene))()
        self._check(None, self.room.scene())

    def _deeds(self, user: User, scene: Json) -> list[Callable[[], object]]:
        room = self.room
        if scene["you"]["seat"] is None:
            return [lambda: services.sit(room.table_id, user, self.chance.randint(1, 5), room.now)]
        deeds: list[Callable[[], object]] = [
            lambda: room.later(self.chance.choice([0.5, 2, 10, 31])),
            room.look,
            lambda: self._bet(user, scene),
            lambda: room.act(user, self.chance.choice(["ready", "reveal", "next", "pass"])),
        ] * 5
        if scene["choice"] and scene["choice"]["yours"]:
            value = self.chance.choice(scene["choice"]["values"])["value"]
            deeds += [lambda: room.act(user, "choose", value=value)] * 15
        for offer in scene["view"]["offers"] if scene["view"] else ():
            deeds += [partial(self._take, user, offer)] * 15
        return [*deeds, lambda: room.leave(user)]

    def _bet(self, user: User, scene: Json) -> None:
        spots = [spot["key"] for spot in scene["spots"]]
        keys = self.chance.sample(spots, self.chance.randint(0, len(spots)))
        wagers = {key: 100 * self.chance.randint(1, 8) for key in keys}
        self.room.bet(user, wagers, ready=self.chance.random() < 0.8)

    def _take(self, user: User, offer: Json) -> None:
        more: dict[str, Any] = {}
        if offer["amounts"] is not None:
            more["amount"] = self.chance.choice(offer["amounts"])
        if offer["discard_from"] is not None:
            count = self.chance.randint(0, len(offer["discard_from"]))
            more["discard"] = self.chance.sample(list(offer["discard_from"]), count)
        self.room.act(user, offer["action"], **more)

    def _check(self, user: User | None, scene: Json) -> None:
        assert scene["version"] >= self.version
        self.version = scene["version"]
        in_play = RoundSeat.objects.filter(round__status=Round.Status.PLAYING)
        assert escrowed() == sum(in_play.values_list("staked", flat=True))
        sent = cards_in(scene)
        assert not sent or sent <= may_see(self.room, user), f"{sent} sent to {user}"

    def finish(self) -> None:
        """All leave, and the last round ends by the clock."""
        for user in self.players:
            self.room.leave(user)
        while self.room.table.phase != Phase.WAITING:
            if self.room.seconds_left() is None:
                deadlines.sweep(self.room.later(200).now)
            else:
                self.room.time_out()


def check_books(players: list[User]) -> None:
    """Every round is over, every balance is its history, and the ledger is clean."""
    assert not Round.objects.filter(status=Round.Status.PLAYING).exists()
    assert escrowed() == 0
    for user in players:
        parts = RoundSeat.objects.filter(user=user)
        assert all(part.returned is not None for part in parts)
        assert ledger.balance_of(user) == 1_000_00 + sum(part.net for part in parts)
    kinds = Account.objects.values_list("kind", "balance")
    assert sum(cents for _, cents in kinds) == 0
    assert ledger.audit() == []
