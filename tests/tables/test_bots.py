"""Bots keep people company: they come, play by the same rules, make room and go."""

import io
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command

from accounts import ledger
from accounts.models import Account, User
from games import printed_paytables
from games.engine.cards import parse_cards
from games.engine.game import Action, Setup
from games.engine.limits import HOUSE, Limits
from games.engine.record import read_paytables
from games.models import Chair, Pace, Phase, Round, Table
from games.registry import GAMES, KITS
from games.tables import bot_policy, bots, deadlines, seating, services, setup
from games.tables.refusals import Refused
from tests.tables.room import Room, player, stock

pytestmark = pytest.mark.django_db

GAME_NAMES = tuple(GAMES)

QUIET: dict[str, dict[str, Any]] = {
    "fold": {},
    "stand": {},
    "draw": {"discard": []},
    "insurance": {"amount": 0},
}
"""What the person does, so that the round goes on."""


def seated_bots(room: Room) -> list[Chair]:
    """The chairs that bots have."""
    chairs = Chair.objects.filter(table_id=room.table_id, user__is_bot=True)
    return list(chairs.select_related("user"))


def attend(room: Room, seconds: float = 12) -> None:
    """Somebody looks after the bots every half second for a while; thoughts get real time."""
    for _ in range(int(seconds * 2)):
        room.later(0.5)
        before = room.table.version
        bots.attend(room.table_id, room.now)
        if before == room.table.version and room.table.bots_at is not None:
            time.sleep(0.02)


def with_bots(game: str, count: int = 3, **fields: Any) -> tuple[Room, User]:
    """A table that allows bots, with one person on seat 1, and the bots that come."""
    room = Room.open(game, bots=count, **fields)
    (user,) = room.sit(1)
    attend(room)
    return room, user


@pytest.mark.parametrize("game", GAME_NAMES)
def test_within_six_seconds_of_the_first_person_a_table_is_alive(game: str) -> None:
    room = Room.open(game, bots=3)
    (user,) = room.sit(1)
    if room.table.phase == Phase.CHOOSING:
        room.act(user, "choose", value="five-card-draw")
    attend(room, 6)
    company = seated_bots(room)
    assert len(company) == 3
    assert all(chair.wagers and chair.ready for chair in company)


def test_no_bot_comes_to_a_table_that_does_not_allow_it() -> None:
    room, _ = with_bots("big-50", 0)
    assert seated_bots(room) == []
    assert room.table.bots_at is None


def test_no_bot_sits_down_where_no_person_is() -> None:
    room = Room.open("big-50", bots=3)
    Table.objects.filter(pk=room.table_id).update(bots_at=room.now)
    attend(room)
    assert seated_bots(room) == []


def test_bots_leave_a_free_seat_for_the_next_person() -> None:
    room, _ = with_bots("big-draw", 9)
    assert len(seated_bots(room)) == 3  # of five seats one is the person's and one is free


def test_a_bot_makes_room_when_the_last_free_seat_is_taken() -> None:
    room, _ = with_bots("big-draw", 9)
    free = Chair.objects.get(table_id=room.table_id, user__isnull=True).seat
    room.sit(free)
    attend(room, 3)
    assert len(seated_bots(room)) == 2


def test_a_person_takes_the_seat_of_a_bot_between_rounds() -> None:
    room, _ = with_bots("big-50")
    seat = seated_bots(room)[0].seat
    (other,) = room.sit(seat)
    assert room.chair(other).seat == seat


def test_a_bot_with_cards_keeps_them_until_the_round_is_over() -> None:
    room, user = with_bots("big-50")
    room.deal(user)
    assert room.table.phase == Phase.PLAYING
    bot = seated_bots(room)[0]
    with pytest.raises(Refused, match=f"taken seat {bot.seat}"):
        services.sit(room.table_id, player(), bot.seat, room.now)


def test_bots_go_when_the_last_person_does_and_their_chips_go_back() -> None:
    room, user = with_bots("big-50")
    left = [chair.user for chair in seated_bots(room)]
    room.leave(user)
    attend(room)
    assert seated_bots(room) == []
    assert room.table.phase == Phase.WAITING
    assert [ledger.balance_of(bot) for bot in left if bot] == [0, 0, 0]
    assert room.table.bots_at is None


def test_bots_stop_when_the_last_person_has_not_been_seen_for_three_minutes() -> None:
    room, _ = with_bots("big-50")
    room.later(3 * 60 + 1)
    deadlines.sweep(room.now)
    attend(room)
    assert seated_bots(room) == []


def test_bots_alone_start_no_clock() -> None:
    room, _ = with_bots("big-50")
    assert all(chair.wagers for chair in seated_bots(room))
    assert room.seconds_left() is None


def test_nobody_waits_for_a_bot_that_has_not_bet_yet() -> None:
    room = Room.open("big-50", bots=3)
    (user,) = room.sit(1)
    attend(room, 2)
    assert seated_bots(room)
    room.bet(user, ready=True)
    left = room.seconds_left()
    assert left is not None
    assert left <= 1.5


def test_a_person_among_bots_that_are_ready_is_dealt_to_at_once(
    stack: Callable[[str], None],
) -> None:
    stack("2c 3c 4c 5c 6c 7c 8c 9c 2d 3d 4d 5d")  # no hand is a blackjack
    room, user = with_bots("blackjack")
    room.bet(user, ready=True)
    assert room.table.phase == Phase.PLAYING


def test_the_look_at_the_cards_ends_when_the_people_have_looked() -> None:
    room, user = with_bots("big-50")
    room.deal(user)
    room.act(user, "reveal")
    assert room.table.phase == Phase.SHOWING


def test_a_bot_with_the_button_leaves_the_choice_to_people() -> None:
    room = Room.open("big-draw", bots=2)
    room.sit(1)
    attend(room, 3)
    (bot, *_) = seated_bots(room)
    Round.objects.update(button=bot.seat)
    Table.objects.filter(pk=room.table_id).update(button=bot.seat, bots_at=room.now)
    attend(room, 4)
    assert room.table.phase == Phase.CHOOSING
    assert room.table.button == 1


@pytest.mark.parametrize("game", ["big-raise", "big-draw", "blackjack"])
def test_bots_play_their_hands_to_the_end_without_the_clock(game: str) -> None:
    room, user = with_bots(game, pace=Pace.UNTIMED)
    if room.table.phase == Phase.CHOOSING:
        room.act(user, "choose", value="five-card-draw")
        attend(room, 4)
    room.deal(user)
    company = {chair.seat for chair in seated_bots(room)}
    for _ in range(20):
        if room.table.phase != Phase.PLAYING:
            break
        scene = room.scene(user)
        if offers := scene["view"]["offers"]:
            name = next(offer["action"] for offer in offers if offer["action"] in QUIET)
            room.act(user, name, **QUIET[name])
        else:
            attend(room, 4)
    assert room.table.phase == Phase.SHOWING
    decided = room.round.actions.filter(seat__in=company)
    assert not decided.filter(by_clock=True).exists()
    assert {part.seat for part in room.round.seats.all()} == company | {1}
    assert ledger.audit() == []


def test_a_bot_is_marked_as_one_and_says_how_it_plays() -> None:
    room, user = with_bots("big-50")
    seats = room.scene(user)["seats"]
    marked = [seat for seat in seats if seat["bot"]]
    assert {seat["seat"] for seat in marked} == {chair.seat for chair in seated_bots(room)}
    assert {seat["bot"] for seat in marked} <= {
        "by the book",
        "by the book, with a guess now and then",
    }
    assert len({seat["name"] for seat in marked}) == 3
    assert seats[0]["bot"] == ""


def test_the_chips_of_bots_come_out_of_the_grants_and_nothing_is_made() -> None:
    before = Account.objects.filter(kind=Account.Kind.GRANTS).first()
    assert before is None
    room, user = with_bots("big-50")
    company = [chair.user for chair in seated_bots(room)]
    assert [ledger.balance_of(bot) for bot in company if bot] == [1_000_00] * 3
    people = sum(ledger.balance_of(other) for other in [user, *company] if other)
    assert ledger.grants().balance == -people
    assert ledger.audit() == []


def test_a_bot_that_has_lost_its_chips_is_given_new_ones() -> None:
    room, user = with_bots("big-50", 1)
    (chair,) = seated_bots(room)
    assert chair.user is not None
    room.deal(user)
    room.act(user, "reveal")
    gone = ledger.balance_of(chair.user)
    move = {ledger.player(chair.user): -gone, ledger.grants(): gone}
    ledger.move("test/spent", "Spent", move, now=room.now)
    room.time_out()
    attend(room, 4)
    assert seated_bots(room)[0].wagers
    assert ledger.balance_of(chair.user) == 1_000_00


def test_two_who_look_at_once_make_a_bot_act_once() -> None:
    room = Room.open("big-50", bots=3)
    room.sit(1)
    room.later(1)
    bots.attend(room.table_id, room.now)
    again = bots.attend(room.table_id, room.now)
    assert len(seated_bots(room)) == 1
    assert again is not None
    assert timedelta(0) < again - room.now <= bot_policy.LONGEST


def test_after_a_claim_whose_process_died_a_bot_acts_a_second_later() -> None:
    room = Room.open("big-50", bots=3)
    room.sit(1)
    room.later(1)
    Table.objects.filter(pk=room.table_id).update(bots_at=room.now + bots.CLAIM)
    bots.attend(room.table_id, room.now)
    assert seated_bots(room) == []
    room.later(1)
    bots.attend(room.table_id, room.now)
    assert len(seated_bots(room)) == 1


def test_a_newcomer_is_seated_with_people_rather_than_with_more_bots() -> None:
    stock()
    lonely = setup.open_table(GAMES["big-50"], "Alder", bots=3)
    busy = setup.open_table(GAMES["big-50"], "Birch")
    room = Room(lonely.pk)
    room.sit(1)
    attend(room)
    for seat in (1, 2):
        services.sit(busy.pk, player(), seat, room.now)
    assert seating.find_seat(GAMES["big-50"], player(), room.now) == busy.pk


def test_a_newcomer_gets_a_bots_seat_when_no_other_is_free() -> None:
    room, _ = with_bots("big-draw", 9)
    free = Chair.objects.get(table_id=room.table_id, user__isnull=True).seat
    room.sit(free)
    company = len(seated_bots(room))
    assert seating.find_seat(GAMES["big-draw"], player(), room.now) == room.table_id
    assert len(seated_bots(room)) == company - 1


def test_shared_tables_that_the_house_opens_allow_bots_and_solo_tables_none() -> None:
    stock()
    for table in setup.open_house():
        assert bool(table.bots) is not table.solo


def test_tables_of_the_house_from_before_it_had_bots_get_them_once() -> None:
    stock()
    setup.open_house()
    Table.objects.update(bots=0)
    private = Room.open("big-50", host=player(), token="x").table
    changed = Table.objects.filter(solo=False, game="big-50", name="Birch")
    changed.update(revision=1)
    out = io.StringIO()
    call_command("open_tables", stdout=out)
    assert "Brought up to date: Big 50, Alder" in out.getvalue()
    allowing = set(Table.objects.filter(bots=setup.HOUSE_BOTS).values_list("pk", flat=True))
    kept = Table.objects.filter(solo=False).exclude(pk__in=[private.pk, changed.get().pk])
    assert allowing == set(kept.values_list("pk", flat=True))
    out = io.StringIO()
    call_command("open_tables", stdout=out)
    assert out.getvalue() == "The tables stand already.\n"


@pytest.mark.parametrize("low", [1_00, 5_00, 25_00, 100_00])
@pytest.mark.parametrize("game", GAME_NAMES)
def test_a_bots_wagers_keep_within_the_limits_of_any_table(game: str, low: int) -> None:
    room = Room.open(game, bots=3, minimum=low, maximum=max(low, 100_00))
    (user,) = room.sit(1, cents=100_000_00)
    if room.table.phase == Phase.CHOOSING:
        room.act(user, "choose", value="deuces-never-loses")
    attend(room, 6)
    assert all(chair.wagers for chair in seated_bots(room))


@pytest.mark.parametrize("seed", range(40))
def test_a_layout_is_made_of_chips_between_minimum_and_maximum(seed: int) -> None:
    limits = Limits(minimum=5_00, maximum=13_00, unit=5_00, profile=HOUSE)
    kit = KITS["big-50"]
    for cents in bot_policy.choose_wagers(
        kit, kit.rules.spots(kit.rules.options()), limits, seed
    ).values():
        assert 5_00 <= cents <= 13_00
        assert cents % 5_00 == 0


def test_a_hunch_is_one_of_the_actions_offered() -> None:
    stock()
    game = GAMES["big-raise"]
    options = game.options()
    deck = parse_cards("2c 7d 2s 8h Kd Qd Jd Ts 9s 3h 4h 5c 6c 7s 8c 9c Tc")
    setting = Setup[Any](
        options,
        read_paytables({}, game, options, printed_paytables.printed),
        {1: {"ante": 500}},
        deck,
        1,
        100,
    )
    state = game.deal(setting)
    offers = game.legal_actions(state, 1)
    for number in range(200):
        action = bot_policy.decide(game, state, 1, bot_policy.Style.HUNCH, ("a round", number))
        assert action is None or any(offer.admits(action) for offer in offers)


def test_the_log_does_not_tell_what_a_refused_bot_holds(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The sentence about a wrong discard names the cards that may be discarded."""
    room, user = with_bots("big-draw", pace=Pace.UNTIMED)
    room.act(user, "choose", value="five-card-draw")
    attend(room, 4)
    monkeypatch.setattr(bots, "decide", lambda *_: Action("draw", amount=1))
    room.deal(user)
    assert room.table.phase == Phase.PLAYING
    attend(room, 2)
    assert "a bot was refused: IllegalAction" in caplog.text
    assert not [code for code in room.deck() if f" {code}" in caplog.text]
