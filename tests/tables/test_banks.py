"""What others see of a bank: no decision that is hidden moves it."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db import connection
from django.db.migrations import RunPython
from django.db.migrations.executor import MigrationExecutor

from accounts import ledger, limits
from accounts.models import User
from games.backoffice import voids
from games.engine.errors import WagerRefused
from games.models import Phase
from games.scenes import Scene, scene
from games.scenes.as_json import as_json
from games.scenes.scene import Player
from games.scenes.snapshots import announced, current, scene_for
from games.tables import bots, services, settlement
from games.tables.locked_table import EVEN, locked
from tests.admin.drafts import staff
from tests.tables.gaps import at_gap
from tests.tables.room import Room, spend

pytestmark = pytest.mark.django_db(transaction=True)

FOLD: dict[str, Any] = {"action": "fold"}
RAISES: dict[str, dict[str, Any]] = {
    "2x": {"action": "play", "amount": 1000},
    "3x": {"action": "play", "amount": 1500},
}
EVERY: dict[str, dict[str, Any]] = {"fold": FOLD, **RAISES}


@dataclass
class Two:
    """A player at two tables, in a round of Big Raise at the one; somebody else is there too, and
    a third sits at the other one alone."""

    room: Room
    beside: Room
    victim: User
    onlooker: User

    @classmethod
    def open(cls, *, cents: int = 1_000_00, deal: bool = True) -> "Two":
        room, beside = Room.open("big-raise"), Room.open("big-50")
        victim, _ = room.sit(1, 2, cents=cents)
        services.sit(beside.table_id, victim, 1, room.now)
        (onlooker,) = beside.sit(2)
        two = cls(room, beside, victim, onlooker)
        if deal:
            two.deal()
        return two

    def deal(self) -> None:
        self.room.deal(self.victim, self.room.users[2], wagers={"ante": 500})
        assert self.room.table.phase == Phase.PLAYING

    def decide(self, decision: dict[str, Any]) -> None:
        self.room.act(self.victim, **decision)

    def bank(self) -> int | None:
        """What the onlooker sees of the player, as a page would show it now."""
        seat = scene_for(self.beside.table_id, self.onlooker.pk, self.beside.now).places[0].seat
        return seat.bank

    def repost(self) -> Scene:
        """The onlooker lays another layout; what the push of it shows."""
        table_id = self.beside.table_id
        current(table_id)  # somebody has looked: what is pushed comes from the desk
        self.beside.bet(self.onlooker, {"range": 500})
        table = self.beside.table
        event = {"table": table_id, "version": table.version, "round": str(table.round_id)}
        snap = async_to_sync(announced)(event)
        return scene(snap, self.onlooker.pk, self.beside.now)

    def look(self) -> Scene:
        """What a page shows of the other table."""
        return scene_for(self.beside.table_id, self.onlooker.pk, self.beside.now)


def balance_in(shown: Scene) -> int | None:
    """What the viewer of a scene reads that they have."""
    assert isinstance(shown.you, Player)
    return shown.you.balance


def bank_shown(two: Two, shown: Scene) -> str:
    """What a scene says of its players, without what is made anew for every table."""
    read = json.loads(as_json(shown))
    text = json.dumps({key: read[key] for key in ("seats", "log", "heading", "you", "spots")})
    for name, user in (("victim", two.victim), ("onlooker", two.onlooker)):
        assert user.display_name in text
        text = text.replace(user.display_name, name)
    return text


@pytest.mark.parametrize("deed", [Two.repost, Two.look], ids=["push", "page"])
@pytest.mark.parametrize("decision", RAISES.values(), ids=RAISES)
def test_a_raise_between_any_two_queries_of_another_tables_scene_is_not_seen(
    deed: Callable[[Two], Scene], decision: dict[str, Any]
) -> None:
    """The raise is committed between two queries of what makes the other table's scene: between
    each two in turn."""
    number, gaps = 0, [0]
    while number <= gaps[-1]:
        two = Two.open()
        with at_gap(number, partial(two.decide, decision)) as gaps:
            shown = deed(two)
        assert shown.places[0].seat.bank == 995_00, f"a raise after query {number}"
        assert two.look().places[0].seat.bank == 995_00
        if number not in gaps:  # no deed can come there
            two.decide(decision)
        assert ledger.balance_of(two.victim) == 995_00 - decision["amount"]
        number += 1
    assert len(gaps) > 2


@pytest.mark.parametrize("deed", [Two.repost, Two.look], ids=["push", "page"])
def test_the_other_table_looks_the_same_whatever_was_decided(deed: Callable[[Two], Scene]) -> None:
    seen = set()
    for decision in (FOLD, *RAISES.values()):
        two = Two.open()
        two.decide(decision)
        seen.add(bank_shown(two, deed(two)))
    assert len(seen) == 1, seen


@pytest.mark.parametrize("decision", EVERY.values(), ids=EVERY)
def test_the_other_table_is_right_as_soon_as_the_round_is_over(decision: dict[str, Any]) -> None:
    """Won, lost or folded: what the end of the round shows, the next look at the other table
    shows, and the next push."""
    two = Two.open()
    two.look()
    two.decide(decision)
    assert two.bank() == 995_00
    two.room.act(two.room.users[2], "fold")
    assert two.room.round.over
    part = two.room.part(two.victim)
    left = 1_000_00 - part.staked + (part.returned or 0)
    assert two.bank() == ledger.balance_of(two.victim) == left
    assert two.repost().places[0].seat.bank == left


def test_a_push_after_a_round_that_was_lost_shows_the_bank_that_is_left() -> None:
    two = Two.open()
    two.decide(RAISES["3x"])
    assert two.repost().places[0].seat.bank == 995_00
    two.room.act(two.room.users[2], "fold")
    assert two.repost().places[0].seat.bank == ledger.balance_of(two.victim)


def test_a_void_shows_that_every_stake_is_back_and_no_more() -> None:
    two = Two.open()
    two.decide(RAISES["3x"])
    with locked(two.room.table_id, two.room.now) as desk:
        settlement.void(desk, "A card fell")
    assert two.bank() == ledger.balance_of(two.victim) == 1_000_00
    assert ledger.audit() == []


def test_an_opening_stake_shows_at_the_other_table_at_once() -> None:
    """It lies on the felt: no secret."""
    two = Two.open()
    two.beside.deal(two.victim, two.onlooker, wagers={"range": 1000})
    assert two.bank() == 985_00


def test_a_player_sees_the_balance_that_is_left_at_both_tables() -> None:
    two = Two.open()
    current(two.beside.table_id)
    two.decide(RAISES["3x"])
    for room in (two.room, two.beside):
        own = scene_for(room.table_id, two.victim.pk, room.now)
        assert balance_in(own) == 980_00
        assert own.places[0].seat.bank == 995_00  # a felt that somebody looks at beside its player
    two.beside.bet(two.onlooker, {"range": 500})
    assert balance_in(scene_for(two.beside.table_id, two.victim.pk, two.room.now)) == 980_00


def test_a_raise_has_no_table_read_anew_that_others_look_at() -> None:
    """How long an answer takes would give away that a balance has moved."""
    two = Two.open()
    kept = current(two.beside.table_id)
    two.decide(RAISES["3x"])
    assert current(two.beside.table_id).made is kept.made


@pytest.mark.parametrize("decision", EVERY.values(), ids=EVERY)
def test_the_books_show_what_others_see(decision: dict[str, Any]) -> None:
    two = Two.open()
    two.decide(decision)
    account, escrow = ledger.player(two.victim), ledger.escrow(two.room.table_id)
    assert (account.shown, escrow.shown) == (995_00, 10_00)
    assert escrow.balance == 10_00 + decision.get("amount", 0)
    assert ledger.audit() == []
    two.room.act(two.room.users[2], "fold")
    account, escrow = ledger.player(two.victim), ledger.escrow(two.room.table_id)
    assert (account.shown, escrow.shown) == (account.balance, 0)
    assert ledger.audit() == []


@pytest.mark.parametrize("over", [False, True])
def test_a_site_that_had_no_such_column_gets_it_with_the_raises_left_out(over: bool) -> None:
    two = Two.open()
    two.decide(RAISES["3x"])
    if over:
        two.room.act(two.room.users[2], "fold")
    migration = MigrationExecutor(connection).loader
    (show,) = (
        operation
        for operation in migration.get_migration("accounts", "0002_shown").operations
        if isinstance(operation, RunPython)
    )
    rows = migration.project_state(("accounts", "0002_shown")).apps
    rows.get_model("accounts", "Account").objects.update(shown=0)
    rows.get_model("accounts", "Transfer").objects.update(secret=False)
    assert ledger.audit() != []
    with connection.schema_editor() as editor:
        show.code(rows, editor)
    assert ledger.audit() == []
    account = ledger.player(two.victim)
    assert account.shown == (account.balance if over else 995_00)
    assert two.bank() == account.shown


def wagers_beside(decision: dict[str, Any], cents: int) -> tuple[int, int | None]:
    """A player with 40.00, of which 5.00 are an ante that up to 20.00 may follow, lays wagers on
    the other table before deciding. What is on that felt after its deal, and the bank there."""
    two = Two.open(cents=40_00)
    two.beside.bet(two.victim, {"range": cents}, ready=True)
    two.beside.bet(two.onlooker, {"range": 500}, ready=True)
    two.decide(decision)
    two.beside.time_out()
    assert two.beside.table.phase == Phase.PLAYING
    seat = two.look().places[0].seat
    return seat.staked, seat.bank


@pytest.mark.parametrize("decision", EVERY.values(), ids=EVERY)
def test_whether_wagers_are_taken_elsewhere_does_not_hang_on_a_raise(
    decision: dict[str, Any],
) -> None:
    """Of 35.00 four antes are set aside, whatever was decided: a pair may play as much."""
    assert wagers_beside(decision, 15_00) == (15_00, 20_00)
    with pytest.raises(WagerRefused, match="your balance is 35, of which 20 is set aside"):
        wagers_beside(decision, 16_00)


@pytest.mark.parametrize("decision", EVERY.values(), ids=EVERY)
def test_wagers_that_lay_before_the_ante_was_taken_are_given_back_alike(
    decision: dict[str, Any],
) -> None:
    two = Two.open(cents=40_00, deal=False)
    two.beside.bet(two.victim, {"range": 16_00}, ready=True)
    two.beside.bet(two.onlooker, {"range": 500}, ready=True)
    two.deal()
    two.decide(decision)
    two.beside.time_out()
    seat = two.look().places[0].seat
    assert (seat.staked, seat.bank) == (0, 35_00)
    assert "You have 15 to spend." in two.beside.chair(two.victim).untaken["words"]


@pytest.mark.parametrize("decision", EVERY.values(), ids=EVERY)
def test_a_loss_limit_covers_wagers_elsewhere_whatever_was_raised(
    decision: dict[str, Any],
) -> None:
    two = Two.open(deal=False)
    limits.change(two.victim, loss=40_00, minutes=None, remind=30, now=two.room.now)
    two.beside.bet(two.victim, {"range": 16_00}, ready=True)
    two.beside.bet(two.onlooker, {"range": 500}, ready=True)
    two.deal()
    two.decide(decision)
    two.beside.time_out()
    # 5.00 and four times as much may be lost at the one table: 15.00 are left of the limit.
    assert two.look().places[0].seat.staked == 0


@pytest.mark.parametrize("decision", EVERY.values(), ids=EVERY)
def test_what_a_void_takes_back_does_not_hang_on_a_raise(
    decision: dict[str, Any], stack: Callable[[str], None]
) -> None:
    """A blackjack that paid 15.00 is voided when its winner has 25.00 left, and is in a hand."""
    stack("As 7d Ks 9c")
    won, two = Room.open("blackjack"), Two.open(deal=False)
    services.sit(won.table_id, two.victim, 1, won.now)
    won.deal(two.victim, wagers={"main": 10_00})
    assert ledger.balance_of(two.victim) == 1_015_00
    spend(two.victim, 985_00)
    two.deal()
    two.decide(decision)
    asked = voids.request_void(staff("floor"), won.round.pk, "Wrong deck.", won.now)
    voids.confirm(staff("checker"), asked.pk, won.now)
    # Of 25.00 four antes are set aside: the house bears the 10.00 that the other 5.00 lack.
    assert two.bank() == 20_00
    assert ledger.house(won.table_id).balance == -10_00
    assert ledger.balance_of(two.victim) == 20_00 - decision.get("amount", 0)
    assert ledger.audit() == []


@pytest.mark.parametrize("decision", EVERY.values(), ids=EVERY)
def test_others_are_told_of_a_secret_decision_at_a_moment_that_does_not_hang_on_it(
    decision: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    two = Two.open()
    moments: list[float] = []
    monkeypatch.setattr("games.tables.locked_table.announce", lambda *news: moments.append(news[3]))
    before = time.monotonic()
    two.decide(decision)
    after = time.monotonic()
    two.room.act(two.room.users[2], "fold")
    first, last = moments
    assert before + EVEN <= first <= after + EVEN
    assert last == 0  # the hands are shown: nothing is secret any more, and nobody waits


def test_a_bot_on_a_hunch_plays_by_what_nobody_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is public of a round would give away when a bot folds."""
    room = Room.open("big-raise", bots=1)
    (user,) = room.sit(1)
    known: list[tuple[object, ...]] = []

    def decide(game: object, state: object, seat: int, style: object, facts: Any) -> None:
        known.append(facts)

    monkeypatch.setattr("games.tables.bots.decide", decide)
    for _ in range(4):  # it sits down, and bets
        bots.attend(room.table_id, room.later(2).now)
    room.deal(user, wagers={"ante": 500})
    bots.attend(room.table_id, room.later(2).now)
    assert known
    assert all(room.round.server_seed in facts for facts in known)
