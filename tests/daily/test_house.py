"""What the house does to a day, and what a day does to the house's sums."""

import pytest

from games.backoffice import holds, table_desk, voids
from games.models import (
    CardTally,
    HoldTally,
    Phase,
    Round,
)
from games.tables.refusals import Refused
from tests.admin.drafts import staff
from tests.admin.test_table_desk import wish
from tests.daily.runs import BIG_50, NOON, finish, seated
from tests.tables.room import Room, player

pytestmark = pytest.mark.django_db


def test_the_house_may_pause_a_run_but_not_change_it() -> None:
    user = player()
    room = seated("big-raise", user)
    with pytest.raises(Refused, match="the same for everybody"):
        table_desk.change(staff("floor"), room.table_id, 0, wish(room.table, minimum=1_00), NOON)
    table_desk.pause(staff("floor"), room.table_id, NOON)
    finish(room)
    room.act(user, "next")
    assert room.table.phase == Phase.WAITING
    table_desk.resume(staff("floor"), room.table_id, NOON)
    assert (room.table.phase, room.table.round_number) == (Phase.BETTING, 2)
    assert room.chair(user).wagers == {"ante": 500, "two_card_bonus": 500}


def test_the_same_cards_dealt_to_many_are_no_sign_of_a_fault() -> None:
    """The dashboard counts deals that are independent; a day's are one deal many times over."""
    for user in (player(), player()):
        finish(seated("big-50", user))
    room = Room.open("big-50")
    (user,) = room.sit(1)
    room.deal(user, wagers=BIG_50)
    room.act(user, "reveal")
    assert (holds.count_settled(), holds.waiting()) == (3, 0)
    assert sum(CardTally.objects.values_list("times", flat=True)) == 1
    assert HoldTally.objects.get().wagers == 1


def test_a_daily_round_that_is_voided_takes_nothing_out_of_the_sums() -> None:
    room = seated("big-50", player())
    finish(room)
    holds.count_settled()
    asked = voids.request_void(staff("floor"), room.round.pk, "Wrong deck.", NOON)
    voids.confirm(staff("checker"), asked.pk, NOON)
    assert room.round.status == Round.Status.VOID
    assert not HoldTally.objects.exists()
