"""Players at a table of the tests who do what has been done least, until all of it was done."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from accounts.models import User
from games.models import Phase, Round
from tests.tables.room import Room

Offer = Mapping[str, Any]


class Rarest:
    """Takes of what a seat is offered what it has taken least so far."""

    def __init__(self) -> None:
        self.taken: Counter[str] = Counter()

    def take(self, room: Room, user: User, offers: list[Offer]) -> None:
        """One decision of a player."""
        ways = [way for offer in offers for way in _ways(offer)]
        name, raw = min(ways, key=lambda way: self.taken[way[0]])
        self.taken[name] += 1
        room.act(user, raw["action"], **{k: v for k, v in raw.items() if k != "action"})


def _ways(offer: Offer) -> list[tuple[str, dict[str, Any]]]:
    """What an offer may be taken as, each way with a name that it is counted under."""
    action = offer["action"]
    if offer["amounts"]:
        amounts = sorted({offer["amounts"][0], offer["amounts"][-1]})
        return [(f"{action} {place}", {"action": action, "amount": cents})
                for place, cents in enumerate(amounts)]  # fmt: skip
    if offer["discard_from"] is not None:
        cards = list(offer["discard_from"])
        return [(f"{action} {count}", {"action": action, "discard": cards[:count]})
                for count in range(len(cards) + 1)]  # fmt: skip
    return [(action, {"action": action})]


def bet(room: Room, *users: User, wagers: Mapping[str, object] | None = None) -> None:
    """The next round is dealt with wagers of these players, or of all."""
    playing = users or tuple(room.users.values())
    table = room.table
    if table.phase == Phase.SHOWING:
        room.act(playing[0], "next") if table.solo else room.time_out()
    if room.table.phase == Phase.CHOOSING:
        chooser = room.users[room.table.button]
        values = room.scene(chooser)["choice"]["values"]
        room.act(chooser, "choose", value=values[room.table.round_number % len(values)]["value"])
    room.deal(*playing, wagers=wagers)


def decide(room: Room, hands: Rarest, most: int = 1000) -> int:
    """Up to so many decisions of the round that is played; how many there were."""
    for count in range(most):
        if not _one(room, hands):
            return count
    return most


def _one(room: Room, hands: Rarest) -> bool:
    if room.table.phase != Phase.PLAYING:
        return False
    for user in room.users.values():
        view = room.scene(user)["view"]
        if view and view["offers"]:
            hands.take(room, user, view["offers"])
            return True
    return False


def finish(room: Room, hands: Rarest) -> Round:
    """The round that is played comes to its end; where nobody is asked, the cards are turned."""
    round = room.round
    decide(room, hands)
    while room.table.phase == Phase.PLAYING:
        if room.table.solo:
            room.act(next(iter(room.users.values())), "reveal")
        else:
            room.time_out()
    return Round.objects.get(pk=round.pk)


def play(
    room: Room, hands: Rarest, *users: User, wagers: Mapping[str, object] | None = None
) -> Round:
    """A whole round."""
    bet(room, *users, wagers=wagers)
    return finish(room, hands)
