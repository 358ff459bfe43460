"""A new version at tables that play: from the next round on, announced, and never by surprise."""

import pytest
from django.utils import timezone

from games.backoffice.paytables import workflow
from games.models import PaytableVersion, Phase
from games.registry import GAMES
from games.tables import deadlines, setup
from games.tables.refusals import Stale
from tests.admin.drafts import activated, approved, staff
from tests.support.clients import client_of
from tests.tables.room import OPENING, Room, at_once, balances

pytestmark = pytest.mark.django_db

NOTICE = "Range has a new paytable: B50, version 2."


def note(room: Room) -> str:
    return str(room.scene()["heading"]["note"])


def on_the_felt(room: Room) -> int:
    """Which version of Range the open round pays by."""
    return room.round.paytables.get(spot="range").number


def printed(room: Room) -> str:
    """All that the felt says of Range."""
    return str(next(spot for spot in room.scene()["spots"] if spot["key"] == "range"))


def test_a_round_that_is_dealt_goes_on_and_the_next_one_pays_anew() -> None:
    room = Room.open("big-50")
    (user,) = room.sit(1)
    room.deal(user, wagers={"range": 1000})
    activated()
    assert on_the_felt(room) == 1
    assert "3:2" in printed(room)
    assert f"From the next round: {NOTICE}" in note(room)
    while room.table.phase != Phase.BETTING:
        room.time_out()
    assert on_the_felt(room) == 2
    assert "8:5" in printed(room)
    assert NOTICE in note(room)
    room.deal(user, wagers={"range": 1000})
    while room.table.phase != Phase.BETTING:
        room.time_out()
    assert NOTICE not in note(room)


def test_wagers_that_lie_on_the_felt_are_played_by_what_they_were_made_under() -> None:
    room = Room.open("big-50")
    first, second = room.sit(1, 2)
    room.bet(first, {"range": 1000})
    activated()
    room.bet(second, {"range": 1000})  # the same round, the same lines: nothing is refused
    assert on_the_felt(room) == 1
    assert f"From the next round: {NOTICE}" in note(room)


def test_where_nobody_has_wagered_an_open_bet_form_is_refused_with_the_new_felt() -> None:
    room = Room.open("big-50")
    (user,) = room.sit(1)
    seen = room.step(user)
    assert "3:2" in printed(room)
    before = room.table.version
    activated()
    assert room.table.version > before
    with pytest.raises(Stale):
        room.bet(user, {"range": 1000}, step=seen)
    assert on_the_felt(room) == 2
    assert "8:5" in printed(room)
    room.bet(user, {"range": 1000})


def test_bots_alone_keep_no_old_lines_on_the_felt() -> None:
    room = Room.open("big-50")
    (user,) = room.sit(1)
    chair = room.table.chairs.get(seat=2)
    bot = staff("staff")
    bot.is_bot = True
    bot.save()
    chair.user, chair.wagers = bot, {"range": 500}
    chair.save()
    activated()
    assert on_the_felt(room) == 2
    assert room.table.chairs.get(seat=2).wagers == {}
    assert room.table.chairs.get(seat=1).user == user


def test_the_bet_form_beside_a_solo_tables_results_is_refused_with_the_new_felt() -> None:
    room = Room.open("big-50", solo=True)
    (user,) = room.sit(1)
    room.deal(user, wagers={"range": 1000})
    room.act(user, "reveal")
    assert room.table.phase == Phase.SHOWING
    activated()
    purse = balances([user])
    client = client_of(user)
    url = f"/tables/{room.table_id}/bets"
    form = {"step": room.step(user), "spot-range": "1000", "range": "1000"}
    answer = client.post(url, form, headers={"HX-Request": "true"})
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "8:5" in page
    assert "your bets are not placed" in page
    assert room.table.phase == Phase.BETTING
    assert on_the_felt(room) == 2
    assert not any(chair.wagers for chair in room.table.chairs.all())
    assert balances([user]) == purse


def test_a_table_of_another_code_hears_nothing() -> None:
    room = Room.open("big-raise")
    before = room.table.version
    activated()
    assert (room.table.version, room.table.notice) == (before, {})


def test_a_new_table_pays_by_the_new_version_and_says_nothing() -> None:
    version = activated()
    table = setup.open_table(GAMES["big-50"], "Birch")
    assert table.paytables.get(spot="range") == version
    assert table.notice == {}


def test_an_approved_version_changes_nothing_at_a_table() -> None:
    room = Room.open("big-50")
    (user,) = room.sit(1)
    before = room.table.version
    approved()
    assert room.table.version == before
    room.bet(user, {"range": 1000})


def test_loading_the_printed_paytables_leaves_the_houses_own_version_in_force() -> None:
    version = activated()
    assert setup.load_paytables(timezone.now()) == []
    version.refresh_from_db()
    assert version.status == "active"


def test_a_table_moves_on_after_an_activation() -> None:
    room = Room.open("big-50")
    room.sit(1)
    activated()
    deadlines.sweep(OPENING)
    assert room.table.phase == Phase.BETTING


@pytest.mark.django_db(transaction=True)
def test_activation_and_a_table_that_moves_on_at_that_moment_never_wait_for_each_other() -> None:
    room = Room.open("big-50")
    (user,) = room.sit(1)
    checker, version = staff("checker"), approved()
    step = room.step(user)
    outcomes = at_once(
        lambda: workflow.activate(checker, version.pk, OPENING),
        lambda: room.bet(user, {"range": 1000}, step=step, ready=True),
        lambda: deadlines.sweep(OPENING),
    )
    assert isinstance(outcomes[0], PaytableVersion), outcomes
    # The bet was first, and is played under the old lines; or it came late, and was refused.
    wagered = outcomes[1] is None
    assert wagered or isinstance(outcomes[1], Stale), outcomes
    assert on_the_felt(room) == (1 if wagered else 2)
