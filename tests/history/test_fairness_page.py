"""How deals are proved, in words, and the seed a player sets."""

import pytest

from accounts.models import User
from games.history.verification import exported
from tests.history.rounds import page, play, reader
from tests.tables.room import Room, player

pytestmark = pytest.mark.django_db


def seed_of(user: User) -> str:
    return User.objects.get(pk=user.pk).client_seed


def test_anybody_reads_how_deals_are_proved() -> None:
    assert "Sign in" in page(None, "/fairness")
    answer = reader(None).post("/fairness", {"client_seed": "mine"})
    assert answer.status_code == 302


def test_a_seed_counts_from_the_next_deal() -> None:
    room = Room.open("big-50")
    (user,) = room.sit(1)
    before = user.client_seed
    room.deal(user)
    reader(user).post("/fairness", {"client_seed": "my lucky seed"})
    assert "my lucky seed" in page(user, "/fairness")
    while room.table.phase == "playing":
        room.time_out()
    assert exported(room.round)["client_seeds"] == {"1": before}
    room.time_out()
    second = exported(play(room))
    assert second["client_seeds"] == {"1": "my lucky seed"}
    assert second["verified"] is True


@pytest.mark.parametrize("seed", ["", "   ", "x" * 65, "naïve", "two\nlines", "♠"])
def test_a_seed_that_will_not_do_changes_nothing_and_says_what_would(seed: str) -> None:
    user = player()
    answer = reader(user).post("/fairness", {"client_seed": seed})
    assert answer.status_code == 400
    assert "A seed has 1 to 64 characters" in answer.content.decode()
    assert seed_of(user) == user.client_seed


@pytest.mark.parametrize("seed", ["x", "x" * 64, "'\"<&> ~!"])
def test_every_plain_text_is_a_seed(seed: str) -> None:
    user = player()
    assert reader(user).post("/fairness", {"client_seed": seed}).status_code == 302
    assert seed_of(user) == seed


def test_a_random_seed_can_be_drawn() -> None:
    user = player()
    reader(user).post("/fairness", {"client_seed": "", "new": "1"})
    assert seed_of(user) not in ("", user.client_seed)
