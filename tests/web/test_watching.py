"""Somebody who only watches a table."""

import pytest
from django.test import Client

from games.engine.cards import name_of, parse_card
from games.tables import headlines
from tests.tables.room import Room

pytestmark = pytest.mark.django_db


def test_nobody_who_is_unknown_is_taken_for_the_host() -> None:
    page = Client().get(f"/tables/{Room.open('big-50').table_id}").content.decode()
    assert "Manage the table" not in page


def test_a_spectator_reads_how_many_seats_are_free_and_what_a_bet_is() -> None:
    room = Room.open("big-50")
    room.sit(1, 2, 3, 4, 5)
    page = Client().get(f"/tables/{room.table_id}").content.decode()
    assert "One seat is free." in page
    room.sit(6)
    page = Client().get(f"/tables/{room.table_id}").content.decode()
    assert "Every seat is taken. You can watch until one is free." in page


def test_a_spectator_reads_the_hands_of_the_last_rounds() -> None:
    room = Room.open("big-50")
    (user,) = room.sit(1)
    room.deal(user)
    while room.table.phase != "showing":
        room.time_out()
    hand = room.shown().places[0].seat.hands[0]
    cards = ", ".join(name_of(parse_card(card.code)) for card in hand.cards if card.code)
    room.time_out()  # and the next round opens
    page = Client().get(f"/tables/{room.table_id}").content.decode()
    past = page[page.index('id="past"') :]
    assert cards
    assert f'aria-label="{cards}"' in past


def test_a_round_that_cannot_be_put_in_words_keeps_nobody_from_its_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: object) -> None:
        raise ValueError

    monkeypatch.setattr(headlines, "_shown_hand", broken)
    room = Room.open("big-50")
    (user,) = room.sit(1)
    room.deal(user)
    while room.table.phase != "betting":
        room.time_out()
    page = Client().get(f"/tables/{room.table_id}")
    assert page.status_code == 200
    assert "Round 1" in page.content.decode()
