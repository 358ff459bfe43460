"""The history day by day, what its rounds come to, and reviews that come by themselves."""

import re
from datetime import timedelta

import pytest

from games.history.days import way_of
from games.history.listing import own_rounds
from games.management.working import review_all
from games.models import Review
from tests.history.rounds import page, part_of, play, reader
from tests.support.compute import here
from tests.tables.room import Room

pytestmark = pytest.mark.django_db

DAY = re.compile(r"<h3>([^<]+)</h3><p>\s*(\d+) rounds?\s*<b[^>]*>([^<]+)</b>")


def in_cents(text: str) -> int:
    return int(text.replace("−", "-").replace(",", "").replace(".", ""))


def test_each_day_has_a_heading_with_all_its_rounds_and_their_net() -> None:
    room = Room.open("big-50")
    (user,) = room.sit(1)
    first = [play(room) for _ in range(2)]
    room.now += timedelta(days=1)
    second = [play(room)]
    shown = page(user, "/history/")
    nets = [sum(part_of(r, user).net for r in day) for day in (second, first)]
    found = [(words, int(rounds), in_cents(net)) for words, rounds, net in DAY.findall(shown)]
    assert found == [
        ("Monday 2 March 2026", 1, nets[0]), ("Sunday 1 March 2026", 2, nets[1]),
    ]  # fmt: skip
    (last,) = second
    older = page(user, f"/history/?before={part_of(last, user).pk}")
    assert DAY.findall(older)[0][0] == "Sunday 1 March 2026"
    again = page(user, f"/history/?before={part_of(first[1], user).pk}")
    assert DAY.findall(again) == []  # its day has been seen


def test_the_figures_and_the_way_are_those_of_the_rounds_that_are_listed() -> None:
    room = Room.open("big-50")
    (user,) = room.sit(1)
    rounds = [play(room) for _ in range(4)]
    nets = [part_of(round, user).net for round in rounds]
    points = [(point.rounds, point.net) for point in way_of(own_rounds(user))]
    assert points == [(count, sum(nets[:count])) for count in range(5)]
    shown = page(user, "/history/?result=void")
    assert "No round fits" in shown
    facts = dict(re.findall(r"<dt>([^<]+)</dt><dd[^>]*>([^<]+)</dd>", page(user, "/history/")))
    assert (facts["Rounds"], in_cents(facts["Net"])) == ("4", sum(nets))
    assert in_cents(facts["Staked"]) == 4 * 15_00


def test_what_is_not_reviewed_yet_has_its_place_and_comes_by_itself() -> None:
    room = Room.open("big-raise")
    (user,) = room.sit(1)
    round = play(room, wagers={"ante": 500})  # the clock folds
    part, client = part_of(round, user), reader(user)
    shown = page(user, "/history/")
    assert "The coach is looking" in shown
    assert "1 still to review" in shown
    (figures, costs) = re.findall(r'hx-get="([^"]+)"', shown)
    assert costs == f"/history/costs?of={part.pk}"
    figures = figures.replace("&amp;", "&")
    for path in (figures, costs):
        assert client.get(path).status_code == 204
    review_all("one", here)
    late = client.get(costs).content.decode()
    assert Review.objects.get().cost == 0
    assert f'<span class="cost" id="cost-{part.pk}" hx-swap-oob="true">' in late
    assert "The clock played" in late
    assert "Best play" not in late
    assert "hx-get" not in late
    assert "Decisions cost" in client.get(figures).content.decode()
    assert "hx-get" not in page(user, "/history/")


def test_a_table_asks_for_costs_twice_and_gets_those_that_are_there() -> None:
    room = Room.open("big-raise")
    (user,) = room.sit(1)
    first = part_of(play(room), user)
    client = reader(user)
    path = f"/history/costs?again=1&of={first.pk}"
    asked = client.get(path).content.decode()
    assert f"?again=0&amp;of={first.pk}" in asked
    assert f'id="cost-{first.pk}"' not in asked
    assert "hx-get" not in client.get(path.replace("again=1", "again=0")).content.decode()
    review_all("one", here)
    second = part_of(play(room), user)
    both = client.get(f"/history/costs?again=1&of={first.pk},{second.pk}").content.decode()
    assert f'id="cost-{first.pk}"' in both
    assert f'id="cost-{second.pk}"' not in both
    assert f"?again=0&amp;of={second.pk}" in both


def test_nobody_reads_the_costs_of_anothers_rounds() -> None:
    room = Room.open("big-raise")
    one, other = room.sit(1, 2)
    part = part_of(play(room), one)
    review_all("one", here)
    for asked in (str(part.pk), "x", "", "9" * 30):
        answer = reader(other).get(f"/history/costs?of={asked}")
        assert f"cost-{part.pk}" not in answer.content.decode()
