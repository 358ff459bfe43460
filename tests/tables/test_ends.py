"""A round ends once: every wager is paid, or every stake comes back."""

import json
from collections.abc import Callable

import pytest
from django.db import connection

from accounts import ledger
from accounts.models import Transfer
from games.engine.cards import parse_cards
from games.history import listing, verification
from games.models import Phase, Round, RoundSeat
from games.tables import settlement
from games.tables.finished_round import own_seat
from games.tables.locked_table import locked
from games.tables.refusals import Refused
from tests.tables.room import WAGERS, Room, balances, escrowed

pytestmark = pytest.mark.django_db


@pytest.fixture
def short_deck(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Call it with all the cards there are."""

    def deck(codes: str) -> None:
        monkeypatch.setattr("games.tables.locked_table.deck_of", lambda *_: parse_cards(codes))

    return deck


def transfers(room: Room, round: Round) -> list[str]:
    prefix = f"round/{round.pk}/"
    keys = Transfer.objects.filter(ref=str(round.pk)).order_by("key")
    return [one.key.removeprefix(prefix) for one in keys]


def corrupt(room: Room) -> None:
    """Makes the first decision of the round one that no rule knows, past every service."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_roundaction SET action = %s WHERE ordinal = 1",
            [json.dumps({"action": "dance"})],
        )


@pytest.mark.parametrize("game", WAGERS)
def test_what_was_lost_is_the_houses_and_what_was_won_comes_from_it(game: str) -> None:
    room = Room.open(game)
    users = room.sit(1, 2, 3)
    if room.table.phase == Phase.CHOOSING:
        room.act(users[0], "choose", value="deuces-never-loses")
    room.deal(*users)
    while room.table.phase == Phase.PLAYING:
        room.time_out()
    parts = list(room.round.seats.all())
    won = sum(part.net for part in parts)
    assert ledger.house(room.table_id).balance == -won
    assert escrowed() == 0
    for part in parts:
        assert part.returned == sum(result["returned"] for result in part.results)
        assert part.staked == sum(result["stake"] for result in part.results)
        assert part.ended == room.now
        assert ledger.balance_of(part.user) == 1_000_00 + part.net
    assert ledger.audit() == []


def test_a_round_for_which_the_deck_does_not_suffice_is_void_and_every_stake_is_back(
    short_deck: Callable[[str], None],
) -> None:
    short_deck("2c 3c 4c 5c 6c 7c 8c 9c Tc")  # nine, and Big Raise needs ten for two seats
    room = Room.open("big-raise")
    users = room.sit(1, 2)
    room.deal(*users)
    assert room.round.status == Round.Status.VOID
    assert balances(users) == [1_000_00, 1_000_00]
    assert escrowed() == 0
    assert transfers(room, room.round) == ["end", "stake/1", "stake/2"]
    scene = room.scene(users[0])
    assert scene["heading"]["title"] == "Round void"
    assert "Every stake is returned." in scene["heading"]["note"]
    assert ledger.house(room.table_id).balance == 0
    assert ledger.audit() == []


def test_a_void_gives_the_raises_back_too_and_asks_nobody_any_more(
    short_deck: Callable[[str], None],
) -> None:
    short_deck("8c 6h 8d Td 3c")
    room = Room.open("blackjack")
    user, watching = room.sit(1, 2)
    room.bet(user, {"main": 1000})
    room.time_out()
    room.act(user, "split")
    assert ledger.balance_of(user) == 98_000
    room.act(user, "hit")
    round = room.round
    assert round.status == Round.Status.VOID
    assert "too short" in round.void_reason
    assert ledger.balance_of(user) == 1_000_00
    assert (room.part(user).staked, room.part(user).returned) == (2000, 2000)
    for viewer in (user, watching, None):
        scene = room.scene(viewer)
        assert scene["view"]["offers"] == []
        assert scene["view"]["waiting_on"] == []
        assert not any(seat["waiting"] for seat in scene["seats"])
    with pytest.raises(Refused):
        room.act(user, "stand")
    room.time_out()
    assert room.table.phase == Phase.BETTING
    assert ledger.audit() == []


def test_the_clock_voids_a_round_it_cannot_play_on(short_deck: Callable[[str], None]) -> None:
    short_deck("5c 6h 6d Td")  # the player stands on 11 by the clock; the dealer must draw to 16
    room = Room.open("blackjack")
    user, _ = room.sit(1, 2)
    room.bet(user, {"main": 1000})
    room.time_out()
    room.time_out()
    assert room.round.status == Round.Status.VOID
    assert ledger.balance_of(user) == 1_000_00


def test_who_leaves_a_round_that_cannot_be_played_on_has_the_stake_back(
    short_deck: Callable[[str], None],
) -> None:
    short_deck("5c 6h 6d Td")
    room = Room.open("blackjack")
    user, _ = room.sit(1, 2)
    room.bet(user, {"main": 1000})
    room.time_out()
    room.leave(user)
    assert room.table.rounds.get(number=1).status == Round.Status.VOID
    assert ledger.balance_of(user) == 1_000_00


@pytest.mark.parametrize("first", ["settle", "void"])
@pytest.mark.parametrize("second", ["settle", "void"])
def test_a_round_that_is_over_is_neither_paid_nor_void_again(first: str, second: str) -> None:
    room = Room.open("big-50")
    users = room.sit(1, 2)
    room.deal(*users)

    def end(how: str) -> None:
        with locked(room.table_id, room.now) as desk:
            if how == "settle":
                settlement.settle(desk, desk.replayed().results)
            else:
                settlement.void(desk, "The dealer fainted.")

    end(first)
    before = balances(users), room.round.status
    with pytest.raises(Refused, match=f"is {room.round.status} already"):
        end(second)
    assert (balances(users), room.round.status) == before
    assert transfers(room, room.round) == ["end", "stake/1", "stake/2"]
    assert ledger.audit() == []


def test_the_ledger_alone_keeps_a_second_end_from_paying() -> None:
    """Even if a round's row were set back: the books know that it has ended."""
    room = Room.open("big-50")
    users = room.sit(1, 2)
    room.deal(*users)
    room.time_out()
    before = balances(users)
    Round.objects.update(status=Round.Status.PLAYING)
    with pytest.raises(AssertionError, match="happens once"), locked(room.table_id, room.now) as d:
        settlement.void(d, "again")
    assert balances(users) == before
    assert ledger.audit() == []


def test_two_rounds_never_share_a_key() -> None:
    room = Room.open("big-50")
    users = room.sit(1, 2)
    for _ in range(3):
        room.deal(*users)
        room.time_out()
        room.time_out()
    keys = list(Transfer.objects.filter(key__startswith="round/").values_list("key", flat=True))
    assert len(keys) == len(set(keys)) == 9
    assert len({key.split("/")[1] for key in keys}) == 3
    assert ledger.audit() == []


def test_a_round_that_can_no_longer_be_replayed_is_void_when_its_clock_runs_out() -> None:
    """As after an update of the rules in the middle of it."""
    room = Room.open("big-raise")
    users = room.sit(1, 2)
    room.deal(*users, wagers={"ante": 500})
    room.act(users[0], "play", amount=1000)
    corrupt(room)
    assert room.scene(users[1])["state"] == "playing"  # to be looked at, without its cards
    room.time_out()
    round = room.round
    assert round.status == Round.Status.VOID
    assert balances(users) == [1_000_00, 1_000_00]
    assert room.scene(users[0])["heading"]["title"] == "Round void"
    assert verification.exported(round)["void"] == round.void_reason
    room.time_out()
    assert room.table.phase == Phase.BETTING


def test_where_there_is_no_clock_it_is_void_as_soon_as_its_player_goes_on(
    stack: Callable[[str], None],
) -> None:
    stack("5c 6h 6d Td 2c 2d 2h")
    room = Room.open("blackjack", solo=True)
    (user,) = room.sit(1)
    room.bet(user, {"main": 1000}, ready=True)
    room.act(user, "hit")
    corrupt(room)
    room.act(user, "stand")
    assert room.round.status == Round.Status.VOID
    assert ledger.balance_of(user) == 1_000_00


def test_the_history_says_of_every_round_what_was_staked_and_what_came_back() -> None:
    room = Room.open("big-50")
    user, other = room.sit(1, 2)
    balance = 1_000_00
    for number in (1, 2, 3):
        room.deal(user, other)
        room.time_out()
        part = listing.own_rounds(user)[0]
        assert part.round.number == number
        balance += part.net
        assert ledger.balance_of(user) == balance
        room.time_out()
    assert [part.round.number for part in listing.own_rounds(user)] == [3, 2, 1]
    assert {part.user_id for part in listing.own_rounds(user)} == {user.pk}


def test_a_round_in_play_is_not_in_the_history_and_has_no_record_yet() -> None:
    room = Room.open("big-50")
    user, other = room.sit(1, 2)
    room.deal(user, other)
    assert list(listing.own_rounds(user)) == []
    with pytest.raises(RoundSeat.DoesNotExist):
        own_seat(user.pk, room.round.pk, None)
    with pytest.raises(ValueError, match="not public yet"):
        verification.exported(room.round)
