"""Runs are ranked by what their mistakes cost."""

from math import comb

import pytest

from games.history.daily.boards import board
from games.management.working import review_all
from games.models import (
    DailyDeal,
    Phase,
    RoundSeat,
)
from tests.daily.runs import deal, play_all, seated
from tests.support.sums import here
from tests.tables.room import player

pytestmark = pytest.mark.django_db


def costs(deal_of: DailyDeal) -> dict[int, tuple[int, int]]:
    """Rank and cost by user."""
    review_all("test", here)
    deal_of.refresh_from_db()
    places = board(deal_of, None).places
    names = {run.user.display_name: run.user_id for run in deal_of.runs.select_related("user")}
    return {names[place.name]: (place.rank, place.cost) for place in places}


def test_mistakes_are_ranked_and_equals_share_a_rank() -> None:
    perfect, equal, wrong = player(10_000_00), player(10_000_00), player(10_000_00)
    rooms = [seated("big-raise", user) for user in (perfect, equal, wrong)]
    play_all(rooms[0])
    play_all(rooms[1])
    play_all(rooms[2], wrong=lambda number: True)  # folds everything
    deal_of = DailyDeal.objects.get(game="big-raise")
    board(deal_of, None)
    found = costs(deal_of)
    assert found[perfect.pk] == found[equal.pk] == (1, 0)
    rank, cost = found[wrong.pk]
    assert rank == 3
    # A fold gives up the ante: where raising is best it costs one ante and what raising is worth.
    lost = 0
    for part in RoundSeat.objects.filter(table=rooms[2].table).select_related("review"):
        (decision,) = part.review.decisions
        best = decision["options"][0][1]
        lost += best - decision["chosen"][1]
    assert lost > 0
    assert cost == round(lost * 1000 / (500 * 1_000_000))


def test_a_layout_of_big_50_costs_what_it_loses_beyond_the_best() -> None:
    best, worse = player(10_000_00), player(10_000_00)
    rooms = [seated("big-50", user) for user in (best, worse)]
    play_all(rooms[0])
    layout = {"all_red": 1000}
    (user,) = rooms[1].users.values()
    for number in range(20):
        deal(rooms[1], layout)
        while rooms[1].table.phase == Phase.PLAYING:
            rooms[1].act(user, "reveal")
        if number < 19:
            rooms[1].act(user, "next")
    deal_of = DailyDeal.objects.get(game="big-50")
    board(deal_of, None)
    found = costs(deal_of)
    assert found[best.pk] == (1, 0)
    # All red comes in C(26,5) of C(52,5) deals and pays 17 to 1, so it loses 0.5444178 of a stake
    # on average; the sheet of the game prints 9.63 percent for the range.
    all_red = 1 - 18 * comb(26, 5) / comb(52, 5)
    assert found[worse.pk] == (2, round(20 * (all_red - 0.0962577) * 1000))
