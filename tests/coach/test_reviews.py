"""Reviews as rows: who asks for them, who makes them, and that they add up to the ledger."""

import subprocess
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from games.coach.as_json import MICRO
from games.coach.review import Review as Found
from games.coach.review import review
from games.engine.record import Record
from games.history.drills.spots import spots_of
from games.history.reviews import reviews
from games.kit import Kit
from games.management.working import review_all
from games.models import Review, Round, RoundSeat
from games.registry import GAMES, KITS
from games.runtime.worker import COMMAND
from games.tables import settlement
from games.tables.locked_table import locked
from tests.support.clients import client_of
from tests.support.compute import here
from tests.support.site import site_environment
from tests.tables.random_play import Crowd
from tests.tables.room import OPENING, Room

pytestmark = pytest.mark.django_db


def played_round(game: str = "big-raise") -> tuple[Room, RoundSeat]:
    """A settled round of one player, who folded or did what the clock does."""
    room = Room.open(game, solo=True)
    (user,) = room.sit(1)
    room.deal(user)
    while room.table.phase == "playing":
        actions = {"big-raise": "fold", "blackjack": "stand", "big-50": "reveal"}
        if game == "blackjack" and room.scene(user)["view"]["step"] == "insurance":
            room.act(user, "insurance", amount=0)
        else:
            room.act(user, actions[game])
    return room, room.part(user)


def test_a_page_asks_and_a_worker_answers() -> None:
    room, part = played_round()
    asked = reviews.of_part(part)
    assert asked.status == Review.Status.WAITING
    assert reviews.waiting(room.now)
    review_all("one", here)
    made = reviews.of_part(part)
    assert made.status == Review.Status.DONE
    assert not reviews.waiting(room.now)
    assert made.expected + made.luck - made.cost == part.net * MICRO
    (decision,) = made.decisions
    assert decision["chosen"][0] == {"action": "fold"}
    assert decision["chosen"][1] == MICRO * (part.net)  # a fold is decided: no luck after it


def test_all_rounds_of_a_player_are_asked_for_once() -> None:
    _, part = played_round("blackjack")
    assert reviews.ask_all(part.user) == 1
    assert reviews.ask_all(part.user) == 1
    assert Review.objects.count() == 1
    review_all("one", here)
    assert reviews.ask_all(part.user) == 0


def test_what_one_worker_has_another_leaves_to_it_until_it_is_given_up() -> None:
    _, part = played_round()
    reviews.ask([part])
    (claimed,) = reviews.claim("one", OPENING)
    assert reviews.claim("two", OPENING) == []
    later = OPENING + reviews.LEASE + timedelta(seconds=1)
    (taken,) = reviews.claim("two", later)
    reviews.make([claimed], "one", here)
    assert Review.objects.get().status == Review.Status.WAITING
    reviews.make([taken], "two", here)
    assert Review.objects.get().status == Review.Status.DONE


def test_a_round_that_is_not_over_is_not_reviewed() -> None:
    room = Room.open("big-raise")
    (user,) = room.sit(1)
    room.deal(user)
    with pytest.raises(ValueError, match="not over"):
        reviews.of_part(room.part(user))
    reviews.ask([room.part(user)])
    assert not Review.objects.exists()


def test_a_void_round_has_nothing_to_review() -> None:
    room = Room.open("big-raise")
    (user,) = room.sit(1)
    room.deal(user)
    with locked(room.table_id, room.now) as desk:
        settlement.void(desk, "The lights went out.")
    asked = reviews.of_part(RoundSeat.objects.get(user=user))
    review_all("one", here)
    asked.refresh_from_db()
    assert (asked.status, asked.expected, asked.decisions) == (Review.Status.NOTHING, 0, [])


def test_a_round_that_cannot_be_reviewed_does_not_stop_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, one = played_round()
    _, other = played_round("blackjack")
    reviews.ask([one, other])

    def failing(kit: Kit, record: Record, seat: int, by_clock: frozenset[int]) -> Found:
        if record.game.slug == "big-raise":
            raise KeyError("ante")
        return review(kit, record, seat, by_clock)

    monkeypatch.setattr(reviews, "review", failing)
    review_all("one", here)
    statuses = dict(Review.objects.values_list("game", "status"))
    assert statuses == {"big-raise": "nothing", "blackjack": "done"}


@pytest.mark.parametrize("game", ["big-50", "big-raise", "big-draw", "blackjack"])
def test_every_round_that_is_played_adds_up(game: str) -> None:
    """Players with no manners, any legal action, the clock's plays among them."""
    room = Room.open(game)
    crowd = Crowd(room, 3, seed=7)
    crowd.run(100)
    crowd.finish()
    parts = list(RoundSeat.objects.filter(ended__isnull=False).select_related("round"))
    assert parts
    reviews.ask(parts)
    review_all("one", here)
    for part in parts:
        made = Review.objects.get(round_seat=part)
        assert made.status == Review.Status.DONE, f"{part}"
        assert made.expected + made.luck - made.cost == part.net * MICRO
        assert made.cost >= made.largest >= 0
        assert len(made.decisions) == part.round.actions.filter(seat=part.seat).count()


def test_the_database_refuses_a_review_that_does_not_add_up() -> None:
    _, part = played_round()
    reviews.ask([part])
    review_all("one", here)
    with pytest.raises(IntegrityError), transaction.atomic():
        Review.objects.update(luck=Review.objects.get().luck + 1)


@pytest.mark.timeout(300)
@pytest.mark.django_db(transaction=True)
def test_a_worker_process_makes_the_reviews_of_every_game() -> None:
    """A round and what is found in it can be sent to the process that does the sums, and back."""
    for game in GAMES:
        crowd = Crowd(Room.open(game), 2, seed=7)
        crowd.run(100)
        crowd.finish()
    parts = RoundSeat.objects.filter(ended__isnull=False, round__status=Round.Status.SETTLED)
    # The worker gives way to all else on the machine: one of each game is enough.
    by_game = {part.game: part for part in parts}
    assert set(by_game) == set(GAMES)
    reviews.ask(by_game.values())
    subprocess.run(COMMAND, env=site_environment(), check=True, stdout=subprocess.DEVNULL)
    made = Review.objects.values_list("status", flat=True)
    assert list(made) == [Review.Status.DONE] * len(GAMES)


def test_what_the_clock_played_is_not_counted_as_the_players_decision(
    stack: Callable[[str], None],
) -> None:
    stack("9c 9d 2c")  # a pair, which nobody folds
    room = Room.open("big-raise")
    (user,) = room.sit(1)
    room.deal(user)
    while room.table.phase == "playing":
        room.time_out()
    part = room.part(user)
    reviews.ask([part])
    review_all("one", here)
    made = reviews.of_part(part)
    (decision,) = made.decisions
    assert decision["chosen"][0] == {"action": "fold"}
    assert (made.cost, made.largest) == (0, 0)
    assert made.expected + made.luck == part.net * MICRO
    assert spots_of(user, KITS["big-raise"]) == []
    client = client_of(user)
    page = " ".join(client.get(f"/history/{part.round_id}").content.decode().split())
    assert "Time ran out, so the clock played: fold." in page
    assert "Blunder" not in page
    assert "the clock played" in page
    assert "Best play" not in client.get("/history/").content.decode()
