"""Best play beside a table: its own chart, and the cell that its reader is in."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from games.engine.cards import parse_cards
from games.engine.game import Action
from games.kit import Asked
from games.models import OddsReport
from games.odds_reports.subjects import felts_of
from games.registry import KITS
from tests.support.clients import client_of
from tests.tables.room import OPENING, Room
from tests.web.reports import asked

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("patient")]

HERE = re.compile(r'<td data-m="(\w+)" class="is-here" aria-current="true">')


def chart(client: Client, room: Room) -> str:
    return client.get(f"/tables/{room.table_id}/best-play").content.decode()


def charted(room: Room) -> None:
    """The charts of a table's own rules, as a worker would have found them."""
    (shown,) = felts_of(room.table)
    charts = KITS[room.table.game].charts
    assert charts is not None
    felt = shown.terms
    sheets = list(charts(felt.options, felt.paytables, felt.stake))
    report = asked(felt, OPENING)
    answer = {"bets": [], "sheets": sheets}
    OddsReport.objects.filter(pk=report.pk).update(status="done", answer=answer)


def test_the_cell_is_marked_for_the_one_who_is_asked_and_has_the_coach_on(
    stack: Callable[[str], None],
) -> None:
    """Nine and four of two suits against a queen: the row of the four, left of the diagonal."""
    stack("9h 4c As Ah Qd Kc 2s 3h 5h 6h")
    room = Room.open("big-raise")
    one, other = room.sit(1, 2)
    room.deal(one, other)
    charted(room)
    client = client_of(one)
    assert not HERE.search(chart(client, room))  # at a shared table the coach is off at first
    client.post(f"/tables/{room.table_id}/coach", {"on": "1"})
    page = chart(client, room)
    assert "Best play when the dealer shows a queen" in page
    assert HERE.findall(page) == ["F"]
    row = page[: HERE.search(page).start()].rpartition("<tr>")[2]  # type: ignore[union-attr]
    assert '<th scope="row" class="is-near">4</th>' in row
    assert row.count("<td") == 5  # ace, king, queen, jack and ten come before the nine
    assert "Best here: fold." in page
    assert not HERE.search(chart(Client(), room))
    assert not HERE.search(chart(client_of(other), room))
    room.act(one, "fold")
    assert not HERE.search(chart(client, room))


def test_a_table_with_other_rules_has_another_chart() -> None:
    """Eleven is doubled against an ace where the dealer hits soft 17 (six decks)."""
    cells = {}
    for hits in (True, False):
        options = KITS["blackjack"].rules.options.read({"dealer_hits_soft_17": hits})
        room = Room.open("blackjack", solo=True, options=options)
        charted(room)
        (user,) = room.sit(1)
        page = chart(client_of(user), room)
        eleven = page[page.index('<th scope="row">11</th>') :]
        cells[hits] = re.findall(r'<td data-m="(\w+)">', eleven)[9]
    assert cells == {True: "Dh", False: "H"}


STANDS = Action("stand")


@pytest.mark.parametrize(
    ("hand", "up", "actions", "cell"),
    [
        ("9c 7d", "Ts", {"hit", "stand", "double"}, ("Hard totals", "16", "10")),
        ("9c 2d 5s", "Ah", {"hit", "stand"}, ("Hard totals", "16", "A")),
        ("As 7d", "9h", {"hit", "stand", "double"}, ("Hands with an ace", "A,7", "9")),
        ("8s 8d", "Kh", {"hit", "stand", "split"}, ("Pairs", "8,8", "10")),
        ("Js Kd", "6h", {"hit", "stand", "split"}, ("Pairs", "10,10", "6")),
        ("As Ad", "6h", {"hit", "stand", "split"}, ("Pairs", "A,A", "6")),
        ("8s 8d", "Kh", {"hit", "stand"}, ("Hard totals", "16", "10")),
        ("As 7d", "Ah", {"insurance"}, ()),
    ],
)
def test_a_hand_of_blackjack_is_found_in_its_chart(
    hand: str, up: str, actions: set[str], cell: tuple[str, ...]
) -> None:
    kit = KITS["blackjack"]
    options = kit.rules.options()
    wanted = Asked(parse_cards(hand), parse_cards(up), frozenset(actions))
    assert kit.cell(wanted, STANDS, options) == cell
    if cell:
        assert kit.charts is not None
        tables = Room.open("blackjack").table.paytables.all()
        sheets = kit.charts(options, {table.spot: table.value for table in tables}, 100)
        found = {
            (one["key"], head, column)
            for one in next(iter(sheets))["charts"]
            for head, _ in one["rows"]
            for column in one["columns"]
        }
        assert cell in found


def test_what_to_hold_is_found_by_its_kind() -> None:
    kit = KITS["big-draw"]
    hand = parse_cards("Js Jd 4h 7c 9s")
    best = Action("draw", discard=parse_cards("4h 7c 9s"))
    wanted = Asked(hand, (), frozenset({"draw"}))
    assert kit.cell(wanted, best, kit.rules.options()) == ("pair of jacks or better",)
