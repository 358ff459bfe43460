"""What the lobby shows of the open tables, and what a push brings of it."""

import re

import pytest
from pytest_django import DjangoAssertNumQueries

from games.models import Table
from games.tables import services
from games.web.lobby import MOST_SHOWN, Listing
from tests.tables.room import Room, player

pytestmark = pytest.mark.django_db


def open_named(game: str, *names: str) -> list[Room]:
    rooms = [Room.open(game) for _ in names]
    for room, name in zip(rooms, names, strict=True):
        Table.objects.filter(pk=room.table_id).update(name=name)
    return rooms


def targets(push: str) -> list[str]:
    """The elements that a push exchanges the content of."""
    return re.findall(r'<hx-partial hx-target="#([^"]+)" hx-swap="innerMorph">', push)


def rows(html: str) -> list[int]:
    """The tables that are listed, in their order."""
    return [int(number) for number in re.findall(r'<li id="table-(\d+)">', html)]


def test_a_push_brings_the_row_that_differs_and_no_other() -> None:
    alder, birch, cedar = open_named("big-50", "Alder", "Birch", "Cedar")
    listing = Listing()
    for room in (birch, cedar):
        room.sit(2)
    listing.look()
    birch.sit(1)
    cedar.sit(1)
    push = listing.look({birch.table_id})
    assert targets(push) == [f"table-{birch.table_id}"]
    assert "Birch" in push
    assert "2 of 6 seats" in push
    assert listing.look({birch.table_id}) == ""
    assert listing.look({alder.table_id}) == ""
    assert targets(listing.look()) == [f"table-{cedar.table_id}"]  # a look at all tables finds it
    assert listing.html.count("2 of 6 seats") == 4  # for the eye and for the ear


def test_a_push_costs_the_same_with_ten_tables_and_with_a_hundred(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    first, sizes = Room.open("big-50"), []
    user = player()
    for count in (10, 100):
        for _ in range(count - Table.objects.count()):
            Room.open("big-draw")
        listing = Listing()
        listing.look()
        services.sit(first.table_id, user, 3, first.now)
        with django_assert_num_queries(2):  # its outline, and whether a round of it is over
            sizes.append(len(listing.look({first.table_id})))
        services.leave(first.table_id, user, first.now)
    assert sizes[0] == sizes[1] > 0


def test_tables_that_open_and_close_come_and_go_in_the_order_of_opening() -> None:
    alder, birch = open_named("big-50", "Alder", "Birch")
    other = Room.open("blackjack")
    listing = Listing()
    listing.look()
    cedar = Room.open("big-50")
    push = listing.look({cedar.table_id})
    assert targets(push) == ["tables-big-50"]
    assert rows(push) == [alder.table_id, birch.table_id, cedar.table_id]
    Table.objects.filter(pk=birch.table_id).update(closed=True)
    push = listing.look({birch.table_id})
    assert targets(push) == ["tables-big-50"]
    assert rows(push) == [alder.table_id, cedar.table_id]
    assert rows(listing.html) == [alder.table_id, cedar.table_id, other.table_id]
    fresh = Listing()
    fresh.look()
    assert fresh.whole == listing.whole
    assert targets(listing.whole) == ["tables"]


def test_tables_with_somebody_or_bots_come_first() -> None:
    empty, other = open_named("big-50", "Alder", "Birch")
    listing = Listing()
    listing.look()
    assert rows(listing.html) == [empty.table_id, other.table_id]
    other.sit(2)
    push = listing.look({other.table_id})
    assert targets(push) == ["tables-big-50"]
    assert rows(push) == [other.table_id, empty.table_id]


def test_a_table_that_is_not_for_everybody_is_never_listed() -> None:
    shown = Room.open("big-50")
    hidden = [
        Room.open("big-50", listed=False, token="t" * 43),
        Room.open("big-50", solo=True),
        Room.open("big-50", closed=True),
    ]
    listing = Listing()
    assert rows(listing.look()) == [shown.table_id]
    assert listing.look({room.table_id for room in hidden}) == ""
    Table.objects.filter(pk=shown.table_id).update(listed=False)
    assert targets(listing.look({shown.table_id})) == ["tables-big-50"]
    assert rows(listing.html) == []


def test_of_many_tables_those_are_shown_at_which_one_would_sit() -> None:
    rooms = [Room.open("big-raise", seats=2) for _ in range(MOST_SHOWN + 3)]
    rooms[0].sit(1, 2)  # full
    rooms[-1].sit(1)  # company, and a free seat
    Table.objects.filter(pk=rooms[1].table_id).update(paused=True)
    Room.open("big-50")
    listing = Listing()
    listing.look()
    wanted = [room.table_id for room in (rooms[-1], *rooms[2 : MOST_SHOWN + 1])]
    assert len(wanted) == MOST_SHOWN
    assert [pk for pk in rows(listing.html) if pk in {r.table_id for r in rooms}] == wanted
    assert "And 3 more tables of Big Raise" in listing.html
    assert "more tables of Big 50" not in listing.html

    # Another one has company: it takes the place of an empty one. Then two close.
    rooms[0].later(1)
    services.leave(rooms[0].table_id, rooms[0].users[1], rooms[0].now)
    push = listing.look({rooms[0].table_id})
    assert rows(push) == [rooms[0].table_id, *wanted[:-1]]
    Table.objects.filter(pk=rooms[0].table_id).update(closed=True)
    listing.look({rooms[0].table_id})
    assert "And 2 more tables of Big Raise" in listing.html
    Table.objects.filter(pk=rooms[1].table_id).update(closed=True)
    push = listing.look({rooms[1].table_id})
    assert targets(push) == ["more-big-raise"]
    assert "And 1 more table of Big Raise" in push
    Table.objects.filter(pk=rooms[2].table_id).update(closed=True)
    listing.look({rooms[2].table_id})
    assert "more table" not in listing.html
    left = [room.table_id for room in (rooms[-1], *rooms[3:-1])]
    assert [pk for pk in rows(listing.html) if pk in left] == left
