"""Runs are ranked by what their mistakes cost."""

from math import comb

import pytest
from django.test import Client

from accounts import guests
from accounts.models import User
from games.history.daily.boards import standings
from games.management.working import review_all
from games.models import (
    DailyDeal,
    Phase,
    RoundSeat,
)
from tests.daily.runs import NOON, deal, finish, play_all, seated
from tests.support.compute import here
from tests.tables.room import player

pytestmark = pytest.mark.django_db


def costs(deal_of: DailyDeal) -> dict[int, tuple[int, int]]:
    """Rank and cost by user."""
    review_all("test", here)
    deal_of.refresh_from_db()
    places = [place for board in standings(deal_of, None).boards for place in board.places]
    names = {run.user.display_name: run.user_id for run in deal_of.runs.select_related("user")}
    return {names[place.name]: (place.rank, place.cost) for place in places}


def test_mistakes_are_ranked_and_equals_share_a_rank() -> None:
    perfect, equal, wrong = player(10_000_00), player(10_000_00), player(10_000_00)
    rooms = [seated("big-raise", user) for user in (perfect, equal, wrong)]
    play_all(rooms[0])
    play_all(rooms[1])
    play_all(rooms[2], wrong=lambda number: True)  # folds everything
    deal_of = DailyDeal.objects.get(game="big-raise")
    standings(deal_of, None)
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
    standings(deal_of, None)
    found = costs(deal_of)
    assert found[best.pk] == (1, 0)
    # All red comes in C(26,5) of C(52,5) deals and pays 17 to 1, so it loses 0.5444178 of a stake
    # on average; the sheet of the game prints 9.63 percent for the range.
    all_red = 1 - 18 * comb(26, 5) / comb(52, 5)
    assert found[worse.pk] == (2, round(20 * (all_red - 0.0962577) * 1000))


def members_and_guests(deal_of: DailyDeal) -> list[dict[str, int]]:
    """The ranks on the members' board and on the guests', by name."""
    review_all("test", here)
    deal_of.refresh_from_db()
    members, others = standings(deal_of, None).boards
    assert (members.members, others.members) == (True, False)
    assert members.ranked == len(members.places)
    assert others.ranked == len(others.places)
    return [{place.name: place.rank for place in board.places} for board in (members, others)]


def member(name: str) -> User:
    user = User.objects.create_user(name)
    guests.welcome(user, NOON)
    return user


def test_a_guest_who_has_seen_the_cards_comes_before_no_member() -> None:
    """The second guest of one person plays best; the member, who saw nothing before, errs."""
    first, second, anna = player(10_000_00), player(10_000_00), member("Anna")
    play_all(seated("big-raise", first), wrong=lambda number: True)
    play_all(seated("big-raise", second))
    play_all(seated("big-raise", anna), wrong=lambda number: number < 3)
    deal_of = DailyDeal.objects.get(game="big-raise")
    standings(deal_of, None)
    assert members_and_guests(deal_of) == [
        {"Anna": 1},
        {second.display_name: 1, first.display_name: 2},
    ]
    seen = standings(deal_of, anna)
    assert seen.own is not None
    assert seen.own.people == "1 member"
    assert seen.leading is not None
    assert [place.name for place in seen.leading.places] == ["Anna"]
    assert (seen.begun, seen.over, seen.waiting) == (3, 3, 0)


def test_a_run_that_was_begun_as_a_guest_stays_one_and_is_the_only_one() -> None:
    """Else the second guest would only have to sign up before the last round."""
    user = player(10_000_00)
    room = seated("big-raise", user)
    finish(room)
    room.act(user, "next")
    user.username, user.is_guest = "Ben", False
    user.save()
    again = seated("big-raise", user)
    assert again.table_id == room.table_id
    play_all(again)
    deal_of = DailyDeal.objects.get(game="big-raise")
    standings(deal_of, None)
    assert members_and_guests(deal_of) == [{}, {"Ben": 1}]


def test_the_pages_say_who_is_ranked_with_whom(clock: object) -> None:
    game = "big-raise"
    guest, anna = player(10_000_00), member("Anna")
    for user in (guest, anna):
        play_all(seated(game, user))
    deal_of = DailyDeal.objects.get(game=game)
    standings(deal_of, None)
    members_and_guests(deal_of)
    client = Client()
    client.force_login(anna)
    board = client.get(f"/daily/2026-03-01/{game}").content.decode()
    members, guests_part = board.split('id="h-guests"')
    assert "Anna" in members
    assert guest.display_name not in members
    assert guest.display_name in guests_part
    assert "1 of 1 member</dd>" in board
    page = client.get("/daily").content.decode()
    assert "Rank 1 of 1 member<" in page
    assert "Members and guests are ranked apart." in page
