"""A player's statistics: they add up, rank what cost most, and take no longer with more rounds."""

from datetime import datetime, timedelta
from itertools import count
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.coach.as_json import MICRO
from games.history.reviews import statistics
from games.history.reviews.plots import HEIGHT, WIDTH, plot
from games.management.working import review_all
from games.models import Review, Round, RoundSeat
from tests.coach.test_telling import STORED
from tests.support.compute import here
from tests.tables.room import OPENING, Room, player

pytestmark = pytest.mark.django_db

_NUMBERS = count(1000)


def reviewed(
    user: User,
    room: Room,
    *,
    game: str = "big-raise",
    net: int,
    expected: int,
    cost: int = 0,
    ended: datetime = OPENING,
) -> Review:
    """A row as a worker leaves it; cents. What it cost, it cost by folding for 500."""
    round = Round.objects.create(
        table=room.table,
        number=next(_NUMBERS),
        game=game,
        status=Round.Status.SETTLED,
        unit=100,
        button=1,
        algorithm="none",
        opened=ended,
        dealt=ended,
        ended=ended,
    )
    part = RoundSeat.objects.create(
        round=round,
        table=room.table,
        game=game,
        seat=1,
        user=user,
        client_seed="seed",
        wagers={"ante": 500},
        staked=500,
        returned=500 + net,
        ended=ended,
    )
    fold = [{"action": "fold"}, -cost * MICRO]
    raised: list[Any] = [{"action": "play", "amount": 1500}, 0]
    decision = STORED | {"options": [raised, fold], "chosen": fold}
    return Review.objects.create(
        round_seat=part,
        user=user,
        game=game,
        ended=ended,
        staked=500,
        net=net,
        status=Review.Status.DONE,
        expected=expected * MICRO,
        luck=(net - expected + cost) * MICRO,
        cost=cost * MICRO,
        largest=cost * MICRO,
        decisions=[decision] if cost else [],
    )


@pytest.fixture
def room() -> Room:
    return Room.open("big-raise")


def page(user: User, query: str = "") -> str:
    client = Client()
    client.force_login(user)
    response = client.get(f"/stats{query}")
    assert response.status_code == 200
    return response.content.decode()


def test_the_net_is_what_was_expected_and_luck_less_mistakes(room: Room) -> None:
    user = player()
    reviewed(user, room, net=1000, expected=-20)
    reviewed(user, room, net=-500, expected=-20, cost=300)
    reviewed(user, room, game="blackjack", net=700, expected=-5)
    lines = statistics.by_game(statistics.reviewed(user))
    assert {one.name: (one.rounds, one.net, one.expected, one.cost, one.luck) for one in lines} == {
        "Big Raise Hold'em": (2, 500, -40, 300, 840),
        "Blackjack": (1, 700, -5, 0, 705),
    }
    total = statistics.together(lines)
    assert (total.rounds, total.staked, total.net, total.expected) == (3, 1500, 1200, -45)
    assert total.expected + total.luck - total.cost == total.net
    shown = page(user)
    for words in ("+12.00", "−0.45", "+15.45", "−3.00"):
        assert words in shown


def test_decisions_are_ranked_by_what_they_cost(room: Room) -> None:
    user = player()
    for cost in (30, 700, 150):
        reviewed(user, room, net=-500, expected=-20, cost=cost)
    found = statistics.dearest(statistics.reviewed(user))
    assert [one.decision.cost for one in found] == [700, 150, 30]
    shown = page(user)
    assert f"/history/{found[0].round_id}?seat=1" in shown
    assert shown.index("−7.00") < shown.index("−1.50")
    assert "1.40 antes" in shown


def test_a_session_is_what_was_played_since_the_last_long_pause(room: Room) -> None:
    user, now = player(), timezone.now()
    User.objects.filter(pk=user.pk).update(last_login=now - timedelta(days=2))
    reviewed(user, room, net=5000, expected=0, ended=now - timedelta(hours=12))
    reviewed(user, room, net=-300, expected=-20, ended=now - timedelta(minutes=5))
    client = Client()
    client.force_login(user)
    User.objects.filter(pk=user.pk).update(last_login=now - timedelta(days=2))
    assert "+47.00" in client.get("/stats").content.decode()
    session = client.get("/stats?session=1").content.decode()
    assert "−3.00" in session
    assert "50.00" not in session


def test_nobody_sees_the_statistics_of_others(room: Room) -> None:
    reviewed(player(), room, net=1234, expected=0)
    assert "12.34" not in page(player())
    assert Client().get("/stats").status_code == 302


def test_rounds_that_are_not_reviewed_yet_are_asked_for_and_told_of() -> None:
    room = Room.open("big-raise", solo=True)
    (user,) = room.sit(1)
    room.deal(user)
    room.act(user, "fold")
    waiting = page(user)
    assert "1 round is still being looked at: your figures come here as soon as" in waiting
    assert "No rounds yet" not in waiting
    review_all("one", here)
    shown = page(user)
    assert "still being looked at" not in shown
    net = room.part(user).net
    assert f"{abs(net) // 100}.{abs(net) % 100:02}" in shown
    for _ in range(2):
        room.deal(user)
        room.act(user, "fold")
    assert "2 rounds are still being looked at and are not in these figures" in page(user)


def test_the_page_asks_no_more_of_the_database_for_more_rounds(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(statistics, "POINTS", 10)
    user = player()
    for number in range(3):
        reviewed(user, room, net=100 * number, expected=-10, cost=number)
    page(user)
    with CaptureQueriesContext(
        connection,
    ) as few:
        page(user)
    for number in range(30):
        reviewed(user, room, net=100, expected=-10, cost=number)
    with CaptureQueriesContext(connection) as many:
        page(user)
    assert len(many) == len(few)
    assert len(statistics.curve(statistics.reviewed(user))) == statistics.POINTS + 1


def test_a_curve_ends_where_the_sums_do(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statistics, "POINTS", 7)
    user = player()
    for number in range(30):
        reviewed(user, room, net=100 if number % 3 else -250, expected=-10)
    points = statistics.curve(statistics.reviewed(user))
    assert points[0] == statistics.Point(0, 0, 0)
    assert points[-1] == statistics.Point(30, 20 * 100 - 10 * 250, -300)
    rounds = [point.rounds for point in points]
    assert rounds == sorted(set(rounds))


def test_a_plot_has_even_ticks_around_all_of_it() -> None:
    found = plot([0, 1, 2], [[0, 5_00, -12_00], [0, -1_00, -2_00]])
    assert [tick for tick, _ in found.ticks] == [5_00, 0, -5_00, -10_00, -15_00]
    assert found.zero == HEIGHT / 4
    assert found.lines[0] == f"0.0,100.0 {WIDTH / 2:.1f},0.0 {WIDTH}.0,340.0"


def test_a_plot_of_nothing_won_or_lost_has_a_scale() -> None:
    assert [tick for tick, _ in plot([0, 1], [[0, 0]]).ticks] == [1_00, 0]
