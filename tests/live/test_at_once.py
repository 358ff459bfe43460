"""A nervous finger, a slow line, a script: the same request many times at once, over HTTP."""

from collections import Counter

from accounts import ledger
from accounts.models import Transfer
from games.models import Chair, Phase, Round, RoundAction
from tests.live.visitors import Json, Visitor, open_room
from tests.support.server import Server
from tests.tables.room import at_once

TIMES = 20


def statuses(results: list[object]) -> Counter[int]:
    assert all(isinstance(one, tuple) for one in results), results
    return Counter(one[0] for one in results if isinstance(one, tuple))


def test_twenty_identical_wagers_are_one(server: Server) -> None:
    room = open_room("big-50", solo=True)
    visitor = Visitor(server)
    user = room.sit(1)[0]
    visitor = Visitor(server, user)
    body: Json = {"step": room.step(user), "ready": True, "wagers": {"range": 1000}}
    results = at_once(*[lambda: visitor.post(room.table_id, "bets", body)] * TIMES)
    assert statuses(results) == {200: 1, 409: TIMES - 1}
    assert Transfer.objects.filter(reason="Wagers").count() == 1
    assert ledger.balance_of(user) == 990_00
    assert Round.objects.count() == 1
    assert ledger.audit() == []


def test_twenty_identical_raises_take_the_money_once(server: Server) -> None:
    room = open_room("big-raise", 1, 2)
    user, other = room.users.values()
    room.deal(user, other, wagers={"ante": 500})
    visitor = Visitor(server, user)
    body: Json = {"step": room.step(user), "action": "play", "amount": 1000}
    results = at_once(*[lambda: visitor.post(room.table_id, "act", body)] * TIMES)
    assert statuses(results) == {200: 1, 409: TIMES - 1}
    assert RoundAction.objects.count() == 1
    assert ledger.balance_of(user) == 985_00
    scenes = [one[1]["scene"] for one in results if isinstance(one, tuple)]
    assert {scene["you"]["balance"] for scene in scenes} == {985_00}


def test_twenty_visitors_on_one_seat_are_one_player_and_nineteen_who_know_why(
    server: Server,
) -> None:
    room = open_room("big-50")
    visitors = [Visitor(server) for _ in range(TIMES)]
    results = at_once(
        *[lambda one=one: one.post(room.table_id, "sit", {"seat": 3}) for one in visitors]
    )
    assert statuses(results) == {200: 1, 422: TIMES - 1}
    refusals = {one[1]["error"] for one in results if isinstance(one, tuple) and one[0] == 422}
    assert refusals == {"Somebody else has just taken seat 3. Free: 1, 2, 4, 5, 6."}
    assert Chair.objects.filter(user__isnull=False).count() == 1
    assert room.table.phase == Phase.BETTING


def test_twenty_ends_of_one_look_settle_once(server: Server) -> None:
    room = open_room("big-50", 1, solo=True)
    (user,) = room.users.values()
    room.bet(user, {"range": 1000}, ready=True)
    visitor = Visitor(server, user)
    body: Json = {"step": room.step(user), "action": "reveal"}
    results = at_once(*[lambda: visitor.post(room.table_id, "act", body)] * TIMES)
    assert statuses(results) == {200: 1, 409: TIMES - 1}
    assert Transfer.objects.filter(key__endswith="/end").count() == 1
    assert ledger.balance_of(user) == 990_00 + (room.part(user).returned or 0)
    assert ledger.audit() == []
