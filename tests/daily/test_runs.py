"""A player's day: begun once, played to its end, closed when it is over."""

from datetime import timedelta

import pytest
from django.test import Client

from accounts import limits
from games.coach.as_json import is_by_clock
from games.history import listing
from games.history.daily import days
from games.history.daily.boards import OVER
from games.history.reviews import reviews
from games.history.verification import check_record, check_round, exported
from games.management.working import review_all
from games.models import (
    DailyDeal,
    DailyRun,
    Phase,
    Round,
    RoundAction,
    RoundSeat,
)
from games.registry import GAMES
from games.tables import deadlines, services
from games.tables.finished_round import played
from games.tables.refusals import Refused
from tests.daily.runs import BIG_50, NOON, deal, finish, play_all, seated
from tests.support.compute import here
from tests.tables.room import at_once, escrowed, player

pytestmark = pytest.mark.django_db


def test_who_begins_again_goes_on_where_he_was() -> None:
    user = player()
    room = seated("big-raise", user)
    finish(room)
    room.act(user, "next")
    room.leave(user)
    later = NOON + timedelta(hours=8)
    assert deadlines.sweep(later) == 0
    again = seated("big-raise", user, later)
    assert again.table_id == room.table_id
    assert (again.table.phase, again.table.round_number) == (Phase.BETTING, 2)
    assert again.chair(user).wagers
    assert DailyRun.objects.count() == 1


def test_no_round_is_skipped_by_leaving_or_sitting_out() -> None:
    """A run of fewer decisions would cost less."""
    user = player()
    room = seated("big-raise", user)
    for _ in range(3):
        room.leave(user)
        days.start(GAMES["big-raise"], user, NOON)
    with pytest.raises(Refused, match="solo table"):
        room.act(user, "sit_out")
    assert room.table.round_number == 1
    deal(room)
    room.leave(user)  # with the cards out: the clock plays, and it counts
    days.start(GAMES["big-raise"], user, NOON)
    numbers = Round.objects.filter(table_id=room.table_id).order_by("number")
    assert [(one.number, one.status) for one in numbers[:1]] == [(1, "settled")]
    assert list(numbers.values_list("number", flat=True)) in ([1], [1, 2])


def test_a_break_ends_the_days_play_too() -> None:
    user = player()
    room = seated("big-raise", user)
    deal(room)
    round = room.round
    limits.take_break(user, timedelta(hours=24), NOON)
    assert round.seats.get(user=user).ended is not None
    with pytest.raises(Refused, match="taking a break"):
        days.start(GAMES["big-raise"], user, NOON)
    for seat in (1, None):
        with pytest.raises(Refused, match="Take a seat first"):
            services.place(
                room.table_id, user, "1.showing.0", {"ante": 500}, ready=True, now=NOON, seat=seat
            )
    with pytest.raises(Refused, match="taking a break"):
        services.sit(room.table_id, user, 1, NOON)


def test_a_hand_that_is_out_waits_for_its_player_however_long() -> None:
    user = player()
    room = seated("big-raise", user)
    deal(room)
    assert deadlines.sweep(NOON + timedelta(hours=8)) == 0
    assert room.table.phase == Phase.PLAYING
    assert room.chair(user).user == user


def test_after_the_last_round_there_is_none() -> None:
    user = player(10_000_00)
    room = seated("big-50", user)
    play_all(room)
    with pytest.raises(Refused, match="All 20 rounds of this table have been played"):
        room.act(user, "next")
    with pytest.raises(Refused, match="All 20 rounds of this table have been played"):
        room.bet(user, BIG_50)
    room.leave(user)
    seated("big-50", user)
    assert room.table.phase == Phase.WAITING
    assert Round.objects.filter(table_id=room.table_id).count() == 20


def test_when_the_day_is_over_tables_are_closed_and_everything_can_be_checked() -> None:
    done, halfway = player(10_000_00), player()
    whole, part = seated("big-50", done), seated("big-raise", halfway)
    play_all(whole)
    deal(part)
    tomorrow = NOON + timedelta(hours=12)
    assert days.end_days(tomorrow - timedelta(seconds=1)) == 0
    assert days.end_days(tomorrow) == 2
    assert days.end_days(tomorrow) == 0
    assert whole.table.closed
    assert part.table.closed
    assert RoundSeat.objects.filter(ended=None).count() == 0
    for round in Round.objects.filter(dealt__isnull=False):
        assert check_round(played(round)).verified
        assert check_record(exported(round)).verified
    assert list(DailyRun.objects.filter(OVER).values_list("user", flat=True)) == [done.pk]
    part_of_done = RoundSeat.objects.filter(user=done).first()
    assert part_of_done is not None
    assert listing.share(part_of_done, tomorrow).token
    (folded,) = RoundAction.objects.filter(round__table=part.table)
    assert (folded.action, folded.by_clock) == ({"action": "fold"}, True)
    # On a board that ranks mistakes, the clock's fold counts as a player's would.
    reviews.ask_all(halfway)
    review_all("test", here)
    (decision,) = reviews.of_part(RoundSeat.objects.get(user=halfway)).decisions
    assert not is_by_clock(decision)
    assert escrowed() == 0


@pytest.mark.django_db(transaction=True)
def test_twenty_at_once_are_one_run() -> None:
    user = player()
    begin = lambda: days.start(GAMES["big-raise"], user, NOON).pk  # noqa: E731
    results = at_once(*[begin] * 20)
    begun = {one for one in results if isinstance(one, int)}
    assert len(begun) == 1, results
    assert DailyDeal.objects.count() == DailyRun.objects.count() == 1
    assert Round.objects.filter(table__daily_deal__isnull=False).count() == 20


def test_the_pages_lead_through_a_day(clock: object) -> None:
    client = Client()
    page = client.get("/daily").content.decode()
    assert "Nobody has begun yet." in page
    assert 'data-countdown="43200">12 hours</span>' in page  # from noon to midnight
    answer = client.post("/daily/big-50/start")
    run = DailyRun.objects.get()
    assert answer["Location"] == f"/tables/{run.table_id}"
    assert "Round 1 of 20" in client.get(answer["Location"]).content.decode()
    assert "0 of 20" in client.get("/daily").content.decode()
    assert client.post("/daily/faro/start").status_code == 404
    board = client.get("/daily/2026-03-01/big-50").content.decode()
    assert 'data-countdown="43200">12 hours</span> more.' in board
    for path in ("2026-3-1/big-50", "2026-02-01/big-50", "yesterday/big-50"):
        assert client.get(f"/daily/{path}").status_code == 404
