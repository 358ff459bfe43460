"""Voided rounds: by one person while they are played, by two when they are settled; once."""

from collections.abc import Callable

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from accounts import ledger
from accounts.models import Account, AuditEntry, User
from games.backoffice import holds, voids
from games.history.reviews import reviews
from games.history.verification import check_round
from games.models import HoldTally, Review, Round, VoidRequest
from games.tables import services
from games.tables.finished_round import played
from games.tables.refusals import Refused
from tests.admin.drafts import staff
from tests.admin.staff import member
from tests.support.clients import client_of
from tests.support.compute import here
from tests.tables.room import OPENING, Room, balances, escrowed, spend

pytestmark = pytest.mark.django_db


def settled(*, cards: str = "", stack: Callable[[str], None] | None = None) -> tuple[Room, User]:
    """A round of blackjack that one player has played to its end."""
    room = Room.open("blackjack")
    (user,) = room.sit(1)
    if stack is not None:
        stack(cards)
    room.deal(user, wagers={"main": 10_00})
    while room.round.status == Round.Status.PLAYING:
        room.time_out()
    return room, user


def won(stack: Callable[[str], None]) -> tuple[Room, User]:
    """The player has a blackjack, which pays 15.00 on 10.00."""
    room, user = settled(cards="As 7d Ks 9c", stack=stack)
    assert balances([user]) == [1_015_00]
    return room, user


def plays(role: str, room: Room) -> User:
    """One of the staff takes the first seat, with 1,000.00."""
    user = staff(role)
    spend(user, -1_000_00)
    services.sit(room.table_id, user, 1, room.now)
    return user


def asked(room: Room) -> VoidRequest:
    """The floor asks to void the round that is settled."""
    return voids.request_void(staff("floor"), room.round.pk, "Wrong deck.", room.now)


def test_a_round_that_is_played_is_void_at_once(stack: Callable[[str], None]) -> None:
    stack("5s 7d 9s 9c")
    room = Room.open("blackjack")
    (user,) = room.sit(1)
    room.deal(user)
    round = room.round
    for role in ("maker", "checker", "auditor"):
        with pytest.raises(PermissionDenied):
            voids.void_open(staff(role), round.pk, "Spilled.", room.now)
    with pytest.raises(Refused, match="Give a reason"):
        voids.void_open(staff("floor"), round.pk, " ", room.now)
    voids.void_open(staff("floor"), round.pk, "Spilled.", room.now)
    assert (room.round.status, room.round.void_reason) == ("void", "Spilled.")
    assert balances([user]) == [1_000_00]
    assert escrowed() == 0
    with pytest.raises(Refused, match="over"):
        voids.void_open(staff("floor"), round.pk, "Again.", room.now)
    assert AuditEntry.objects.get(act="voided").reason == "Spilled."


def test_a_settled_round_takes_two_persons_and_is_reversed_to_the_cent(
    stack: Callable[[str], None],
) -> None:
    room, user = won(stack)
    request = asked(room)
    with pytest.raises(Refused, match="asked already"):
        asked(room)
    with pytest.raises(Refused, match="four eyes"):
        voids.confirm(staff("floor"), request.pk, room.now)
    with pytest.raises(PermissionDenied):
        voids.confirm(staff("maker"), request.pk, room.now)
    assert balances([user]) == [1_015_00]
    voids.confirm(staff("checker"), request.pk, room.now)
    assert balances([user]) == [1_000_00]
    assert not any(ledger.moved(str(room.round.pk)).values())
    part = room.part(user)
    assert (part.returned, part.outcome, part.results) == (10_00, "void", [])
    assert room.round.void_reason == "Wrong deck."
    assert room.scene(user)["heading"]["title"] == "Round void"
    with pytest.raises(Refused, match="confirmed already"):
        voids.confirm(member("floor", "another"), request.pk, room.now)
    with pytest.raises(Refused, match="only a settled round needs"):
        asked(room)
    assert balances([user]) == [1_000_00]
    assert ledger.audit() == []


def test_nobody_takes_his_own_stake_out_of_a_round(stack: Callable[[str], None]) -> None:
    """The floor plays too: a hand that looks bad is not theirs to void."""
    stack("5s 7d 9s 9c")
    room = Room.open("blackjack")
    floor = plays("floor", room)
    room.deal(floor)
    with pytest.raises(Refused, match="played in this round yourself"):
        voids.void_open(floor, room.round.pk, "Spilled.", room.now)
    page = reverse("admin:games_round_change", args=[room.round.pk])
    assert b"Void the round" not in client_of(floor).get(page).content
    assert room.round.status == Round.Status.PLAYING
    voids.void_open(member("floor", "another"), room.round.pk, "Spilled.", room.now)
    assert balances([floor]) == [1_000_00]


def test_nobody_confirms_or_refuses_a_void_of_a_round_of_his_own(
    stack: Callable[[str], None],
) -> None:
    """Who has lost would confirm, and who has won would refuse."""
    stack("As 7d Ks 9c")
    room = Room.open("blackjack")
    checker = plays("checker", room)
    room.deal(checker, wagers={"main": 10_00})
    while room.round.status == Round.Status.PLAYING:
        room.time_out()
    request = asked(room)
    for deed in (voids.confirm, voids.refuse):
        with pytest.raises(Refused, match="played in this round yourself"):
            deed(checker, request.pk, room.now)
    page = reverse("admin:games_round_change", args=[room.round.pk])
    assert b'name="act"' not in client_of(checker).get(page).content
    assert balances([checker]) == [1_015_00]
    voids.confirm(member("checker", "another"), request.pk, room.now)
    assert balances([checker]) == [1_000_00]


def test_a_loss_is_given_back(stack: Callable[[str], None]) -> None:
    room, user = settled(cards="2s Kd 3s Qc", stack=stack)
    assert balances([user]) == [990_00]
    voids.confirm(staff("checker"), asked(room).pk, room.now)
    assert balances([user]) == [1_000_00]


def test_what_a_player_has_spent_the_house_bears(stack: Callable[[str], None]) -> None:
    room, user = won(stack)
    spend(user, 1_010_00)
    voids.confirm(staff("checker"), asked(room).pk, room.now)
    # 5.00 are left of the 15.00 to be taken; the bank gets these and bears the other 10.00.
    assert balances([user]) == [0]
    assert not any(ledger.moved(str(room.round.pk)).values())
    assert Account.objects.get(name=f"house/{room.table_id}").balance == -10_00
    assert ledger.audit() == []


def test_a_void_round_still_proves_its_deal_and_its_books() -> None:
    room, _ = settled()
    voids.confirm(staff("checker"), asked(room).pk, room.now)
    assert check_round(played(room.round)).faults == []


def test_a_review_and_the_sums_of_the_house_forget_it() -> None:
    room, user = settled()
    part = room.part(user)
    reviews.ask([part])
    reviews.make(reviews.claim("worker", OPENING), "worker", here)
    assert holds.count_settled() == 1
    assert HoldTally.objects.get(spot="main").wagers == 1
    voids.confirm(staff("checker"), asked(room).pk, room.now)
    review = Review.objects.get(round_seat=part)
    assert (review.status, review.net, review.cost) == ("nothing", 0, 0)
    tally = HoldTally.objects.get(spot="main")
    assert (tally.wagers, tally.staked, tally.returned) == (0, 0, 0)
    assert holds.count_settled() == 0


def test_a_refused_request_leaves_the_round_as_it_is(stack: Callable[[str], None]) -> None:
    room, user = won(stack)
    voids.refuse(staff("checker"), asked(room).pk, room.now)
    assert room.round.status == "settled"
    assert balances([user]) == [1_015_00]
    assert asked(room).status == "waiting"
