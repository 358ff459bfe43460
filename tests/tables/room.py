"""A card room for tests: players with chips, tables, and a clock that the test turns.

`Seat` and `Room` only call what pages and programs call; what they return is read from the rows.
"""

import json
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import connection

from accounts import ledger
from accounts.guests import WELCOME, new_guest
from accounts.models import Account, Entry, User
from accounts.prepared import Prepared
from games.engine.cards import DECK, Card, code_of, parse_cards
from games.engine.shuffle import deal_message, shuffled
from games.models import Chair, PaytableVersion, Round, RoundSeat, Table
from games.registry import GAMES
from games.scenes import Scene, scene
from games.scenes.as_json import as_json
from games.tables import deadlines, services, setup
from games.tables.locked_table import step_of
from games.tables.selectors import snapshot

OPENING = datetime(2026, 3, 1, 12, tzinfo=UTC)

WAGERS: Mapping[str, Mapping[str, int]] = {
    "big-50": {"poker_hand": 500, "range": 1000},
    "big-raise": {"ante": 500, "two_card_bonus": 500},
    "big-draw": {"first_five": 500, "big_draw": 500},
    "blackjack": {"main": 1000, "bad_beat": 500},
}
"""A layout for each game."""


def player(cents: int = 1_000_00, now: datetime = OPENING) -> User:
    """A guest with so many cents."""
    user = new_guest(now)
    if surplus := WELCOME - cents:
        move = {ledger.player(user): -surplus, ledger.grants(): surplus}
        ledger.move(f"user/{user.pk}/surplus", "Not needed", move, now=now)
    return user


_PRINTED: list[PaytableVersion] = []
_TABLE = Prepared(Table.objects.select_related("round"), "pk")
"""Tests read a table at every turn: composing the query takes longer than running it."""


def stock() -> None:
    """The printed paytables as rows, read from their files once."""
    if not _PRINTED:
        _PRINTED.extend(setup.load_paytables(OPENING))
    elif not PaytableVersion.objects.exists():
        setup.load_profiles(OPENING)
        for version in _PRINTED:
            version.pk = None
        PaytableVersion.objects.bulk_create(_PRINTED)


def spend(user: User, cents: int, now: datetime = OPENING) -> None:
    """Takes chips from a player outside of any table, as another table would."""
    key = f"user/{user.pk}/spent/{Entry.objects.count()}"
    ledger.move(
        key, "Spent elsewhere", {ledger.player(user): -cents, ledger.grants(): cents}, now=now
    )


def escrowed() -> int:
    """Cents in all escrows together."""
    return sum(Account.objects.filter(kind=Account.Kind.ESCROW).values_list("balance", flat=True))


@dataclass
class Room:
    """One table and the moment it is."""

    table_id: int
    now: datetime = OPENING
    users: dict[int, User] = field(default_factory=dict)

    @classmethod
    def open(cls, game: str, **fields: Any) -> "Room":
        """Opens a table of a game; `fields` as of `setup.open_table`."""
        stock()
        return cls(setup.open_table(GAMES[game], "Alder", **fields).pk)

    @property
    def table(self) -> Table:
        """The table's row as it is now."""
        return _TABLE.get(self.table_id)

    @property
    def round(self) -> Round:
        """The current round's row."""
        round = self.table.round
        assert round is not None
        return round

    def chair(self, user: User) -> Chair:
        """Where a user sits."""
        return Chair.objects.get(table_id=self.table_id, user=user)

    def part(self, user: User) -> RoundSeat:
        """The user's part in the current round."""
        return self.round.seats.get(user=user)

    def shown(self, user: User | None = None) -> Scene:
        """What a viewer may know."""
        return scene(snapshot(self.table_id), user.pk if user else None, self.now)

    def scene(self, user: User | None = None) -> dict[str, Any]:
        """What a viewer's program reads."""
        read: dict[str, Any] = json.loads(as_json(self.shown(user)))
        return read

    def seconds_left(self) -> float | None:
        """Until the deadline."""
        deadline = self.table.deadline
        return None if deadline is None else (deadline - self.now).total_seconds()

    def later(self, seconds: float) -> "Room":
        """Time passes; nobody looks."""
        self.now += timedelta(seconds=seconds)
        return self

    def look(self) -> bool:
        """Somebody looks."""
        return deadlines.advance(self.table_id, None, self.now)

    def time_out(self) -> bool:
        """Time passes up to the deadline, and somebody looks."""
        left = self.seconds_left()
        assert left is not None, "no clock is running"
        return self.later(max(left, 0)).look()

    def sit(self, *seats: int, cents: int = 1_000_00) -> tuple[User, ...]:
        """New players take these seats."""
        users = tuple(player(cents, self.now) for _ in seats)
        for user, seat in zip(users, seats, strict=True):
            services.sit(self.table_id, user, seat, self.now)
            self.users[seat] = user
        return users

    def step(self, user: User) -> str:
        """What the user's next request must name."""
        return step_of(self.table, self.chair(user))

    def bet(
        self,
        user: User,
        wagers: Mapping[str, object] | None = None,
        *,
        ready: bool = False,
        step: str | None = None,
    ) -> None:
        """A layout, by default the game's in `WAGERS`."""
        layout = WAGERS[self.table.game] if wagers is None else wagers
        named = self.step(user) if step is None else step
        services.place(self.table_id, user, named, layout, ready=ready, now=self.now)

    def act(self, user: User, action: str, step: str | None = None, **more: Any) -> None:
        """One decision."""
        named = self.step(user) if step is None else step
        services.act(self.table_id, user, named, {"action": action, **more}, self.now)

    def leave(self, user: User) -> None:
        """The user gives the seat up."""
        services.leave(self.table_id, user, self.now)

    def deal(self, *users: User, wagers: Mapping[str, object] | None = None) -> None:
        """These players bet and are ready, and the betting closes."""
        for user in users:
            self.bet(user, wagers, ready=True)
        if self.table.phase == "betting":
            self.time_out()

    def deck(self) -> list[str]:
        """The codes of the current round's cards in dealing order: what nobody may know yet."""
        return deck_of(self.round)


def deck_of(round: Round) -> list[str]:
    """The codes of a round's cards in dealing order, from its seeds."""
    seeds = {part.seat: part.client_seed for part in round.seats.all()}
    message = deal_message(str(round.pk), seeds)
    decks = round.rules.decks(round.house_options)
    return [code_of(c) for c in shuffled(bytes.fromhex(round.server_seed), message, decks)]


def at_once(*deeds: Callable[[], object]) -> list[object]:
    """Runs deeds in threads of their own, started together; what each returned or raised."""
    gate = threading.Barrier(len(deeds))
    results: list[object] = [None] * len(deeds)

    def run(place: int) -> None:
        try:
            gate.wait()
            results[place] = deeds[place]()
        except Exception as error:
            results[place] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(deeds))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def stacked(codes: str) -> Callable[..., tuple[Card, ...]]:
    """A deck in place of `games.tables.locked_table.deck_of`: these cards first."""
    first = parse_cards(codes)
    rest = tuple(card for card in DECK if card not in first)
    return lambda *_: first + rest


def balances(users: Iterable[User]) -> list[int]:
    """What each has, in cents."""
    return [ledger.balance_of(user) for user in users]
