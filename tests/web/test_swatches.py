"""The cards that stand for a game in the lobby have the faces that they have at its tables."""

import pytest
from django.test import Client

from accounts.guests import new_guest
from accounts.preferences import Preferences
from tests.tables.room import OPENING

pytestmark = pytest.mark.django_db


def test_where_colour_is_a_bet_the_lobbys_cards_are_red_and_black() -> None:
    page = Client().get("/").content.decode()
    big_50, others = page.split("<h3>Big 50</h3>")
    assert "/cards/two/" in big_50
    assert "/cards/four/" not in big_50
    assert "/cards/four/" in others


def test_a_deck_that_somebody_has_chosen_is_kept() -> None:
    user = new_guest(OPENING)
    user.is_guest = False  # what a guest has chosen lies in the session
    user.preferences = Preferences(deck="safe").as_json()
    user.save()
    client = Client()
    client.force_login(user)
    assert "/cards/two/" not in client.get("/").content.decode()
