"""The few lines beside a table that say how its round goes."""

from collections.abc import Callable

import pytest

from accounts.models import User
from games.scenes.film import film
from games.scenes.timeline import Timeline, timeline
from games.tables.selectors import Snapshot, snapshot
from tests.tables.room import WAGERS, Room

pytestmark = pytest.mark.django_db

RAISED = "8s 8d Qs 7c Qh Kc 5d 8c 3s Qd"
"""Two cards each for seats 1 and 2, the dealer's three, and the board."""


def lines(room: Room, user: User | None) -> Timeline:
    return timeline(room.shown(user))


def way(room: Room, known: Snapshot, user: User | None) -> list[Timeline]:
    """The lines of the moments from a table that was known to the table as it is."""
    user_id = user.pk if user else None
    moments = film(known, snapshot(room.table_id), user_id, room.now)
    return [*(timeline(moment.scene) for moment in moments), lines(room, user)]


def test_the_round_that_is_asked_about_is_done_now_and_coming(stack: Callable[[str], None]) -> None:
    stack(RAISED)
    room = Room.open("big-raise")
    one, two = room.sit(1, 2)
    before = lines(room, one)
    assert before.done == ()
    assert before.now[0] == "Place your bets"
    assert before.coming == (
        "Two cards each; the dealer turns one of three up",
        "Fold or raise",
        "The dealer discards one, and the community cards turn",
    )
    room.deal(one, two, wagers={"ante": 1000})
    asked = lines(room, one)
    assert asked.number == 1
    assert asked.done == ("Two seats, 20 on the felt", "Dealer shows queen of hearts")
    assert asked.now == (
        "Your turn",
        "Your hand: pair of eights. Fold, or raise 20 to 40. 0 of 2 have decided.",
    )
    assert asked.coming == ("The dealer discards one, and the community cards turn",)
    room.act(two, "fold")
    assert lines(room, one).now[1].endswith("1 of 2 have decided.")
    assert not any("folded" in line for line in lines(room, one).done)


def test_what_was_decided_and_how_it_ended_is_said_when_it_is_over(
    stack: Callable[[str], None],
) -> None:
    stack(RAISED)
    room = Room.open("big-raise")
    one, two = room.sit(1, 2)
    room.deal(one, two, wagers={"ante": 1000})
    room.act(two, "fold")
    room.act(one, "play", amount=4000)
    while room.table.phase != "showing":
        room.time_out()
    over = lines(room, one)
    assert over.done == (
        "Two seats, 60 on the felt", "One raised and one folded", "Dealer: pair of queens",
    )  # fmt: skip
    # 10 on the ante, 40 on the raise.
    assert over.now == ("You win 50", "Your hand: three of a kind, eights.")
    assert over.coming == ()


def test_no_line_is_ahead_of_its_moment(stack: Callable[[str], None]) -> None:
    stack(RAISED)
    room = Room.open("big-raise", solo=True)
    (user,) = room.sit(1)
    known = snapshot(room.table_id)
    room.deal(user, wagers={"ante": 1000})
    first, *_ = way(room, known, user)
    assert (first.done, first.now[0]) == (("10 on the felt",), "The deal")
    known = snapshot(room.table_id)
    room.act(user, "play", amount=4000)
    moments = way(room, known, user)
    assert moments[0].done[-1] == "You raised 40"
    *moving, last = moments
    while room.table.phase != "showing":
        known = snapshot(room.table_id)
        room.time_out()
        *moving, last = way(room, known, user)
    assert "You win 50" not in {moment.now[0] for moment in moving}
    mentions = ["Dealer: pair of queens" in moment.done for moment in moving]
    assert mentions == sorted(mentions)
    assert not mentions[0]
    assert last.now[0] == "You win 50"


def test_each_card_drawn_is_said_of_the_viewer_alone(stack: Callable[[str], None]) -> None:
    stack("")
    room = Room.open("big-draw")
    one, two = room.sit(1, 2)
    room.act(one, "choose", value="five-card-draw")
    assert lines(room, one).done == ("The game is 5 Card Draw",)
    room.deal(one, two, wagers={"big_draw": 500})
    cards = room.scene(one)["view"]["seats"][0]["hands"][0]["cards"]
    room.act(one, "draw", discard=cards[:2])
    room.act(two, "draw", discard=[])
    while room.table.phase != "showing":
        room.time_out()
    assert "You drew two cards" in lines(room, one).done
    assert "You stood pat" in lines(room, two).done
    assert not [line for line in lines(room, None).done if line.startswith("You")]


@pytest.mark.parametrize("game", WAGERS)
def test_a_round_is_never_more_than_five_lines(game: str) -> None:
    room = Room.open(game)
    one, two = room.sit(1, 2)
    seen = [lines(room, one)]
    if room.table.phase == "choosing":
        room.act(one, "choose", value="deuces-never-loses")
    room.deal(one, two)
    while room.table.phase != "showing":
        seen.append(lines(room, one))
        room.time_out()
    for shown in [*seen, lines(room, one)]:
        assert len(shown.done) + 1 + len(shown.coming) <= 5
