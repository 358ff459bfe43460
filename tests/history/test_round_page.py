"""What a player reads of rounds that are over."""

import re
from uuid import UUID

import pytest
from django.test import Client

from accounts.models import User
from games.models import RoundSeat
from tests.tables.room import WAGERS, Room, stacked
from tests.web.conftest import Clock

pytestmark = pytest.mark.django_db

NAMES = {
    "big-50": ("Royal Flush", "Range"),
    "big-raise": ("Ante", "2 Card Bonus"),
    "big-draw": ("First 5", "Big Draw"),
    "blackjack": ("Bet", "Bad Beat"),
}
"""What the felt calls the spots of `WAGERS`."""


def finished(game: str, clock: Clock) -> tuple[Room, User, UUID]:
    """A room after a round in which one player let the clock play, the player, and the round."""
    room = Room.open(game)
    user, _ = room.sit(1, 2)
    if game == "big-draw":
        room.act(user, "choose", value="five-card-draw")
    room.deal(user)
    while not (part := RoundSeat.objects.get(user=user)).ended:
        room.time_out()
    clock.now = room.now
    return room, user, part.round_id


def reader(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.parametrize("game", WAGERS)
def test_the_table_lists_rounds_with_the_names_on_the_felt(game: str, clock: Clock) -> None:
    room, user, _ = finished(game, clock)
    page = reader(user).get(f"/tables/{room.table_id}").content.decode()
    notes = re.search(r'class="note muted">([^<]*)<', page)
    assert notes
    names = [re.sub(r" \S+$", "", note) for note in notes[1].split(", ")]
    assert set(NAMES[game]) <= set(names)
    assert not [name for name in names if not name[:1].isupper() and not name[:1].isdigit()]


@pytest.mark.parametrize("game", WAGERS)
def test_the_page_of_a_round_tells_a_total_once(
    game: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    # At blackjack twelve against seventeen: the word for a natural does not say its total.
    monkeypatch.setattr("games.tables.locked_table.deck_of", stacked("5c 9h 7s 8h"))
    _, user, round_id = finished(game, clock)
    page = reader(user).get(f"/history/{round_id}").content.decode()
    hands = re.findall(r"<h3>[^<]*<b>([^<]*)</b></h3><ol.*?</ol>(?:<p>Total (\d+)</p>)?", page)
    assert hands
    for words, total in hands:
        assert not total or total not in re.findall(r"\d+", words)
    assert (game == "big-50") == any(total for _, total in hands)
