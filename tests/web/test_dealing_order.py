"""The rules page says in which order a dealer works: from the same steps as the guide."""

import re

import pytest
from django.test import Client

from games.registry import GAMES
from tests.tables.room import Room

pytestmark = pytest.mark.django_db


def order_on(page: str) -> list[str]:
    """The steps of the dealer on a rules page."""
    listed = page[page.index("What the dealer does, in order") :]
    return re.findall(r"<li>([^<]+)\.</li>", listed[: listed.index("</ol>")])


def test_ante_and_play_come_before_the_bonuses() -> None:
    steps = order_on(Client().get("/rules/big-raise").content.decode())
    last = ["Settle Ante and Play", "Then pay the Ante Bonus", "Then settle the 2 Card Bonus"]
    assert steps[-3:] == last
    assert steps.index("Discard the lowest of your three") < steps.index("Turn the community cards")


def test_a_bet_of_a_house_option_is_settled_where_the_option_is_on() -> None:
    room = Room.open("big-raise", options=GAMES["big-raise"].options(five_card_bonus=True))
    steps = order_on(Client().get(f"/rules/big-raise?table={room.table_id}").content.decode())
    assert steps[-1] == "Settle the 5 Card Bonus last"
