"""When things happen at a table, and that they happen once."""

from collections.abc import Callable

import pytest

from accounts.models import Transfer
from games.engine.errors import IllegalAction
from games.models import Chair, Phase, Round, RoundAction
from games.scenes.snapshots import html_for
from games.tables import deadlines, presence, services
from games.tables.refusals import Refused, Stale
from tests.tables.room import WAGERS, Room, player

pytestmark = pytest.mark.django_db

SHARED = ["big-50", "big-raise", "blackjack"]
HARD_HANDS = "5c 6c 7h 9d 9h Td 4c 4d 5s"
"""Two seats and the dealer: nobody has a blackjack, and no ace is up."""


@pytest.mark.parametrize("game", SHARED)
def test_the_betting_clock_starts_with_the_first_wager(game: str) -> None:
    room = Room.open(game)
    user, other = room.sit(1, 2)
    assert room.seconds_left() is None
    room.later(100).bet(user)
    assert room.seconds_left() == 20
    room.later(5).bet(other)
    assert room.seconds_left() == 15


def test_the_clock_stops_when_the_last_wager_is_taken_back_and_starts_anew() -> None:
    room = Room.open("big-50")
    user, _ = room.sit(1, 2)
    room.bet(user)
    room.later(15).bet(user, {})
    assert room.seconds_left() is None
    room.bet(user)
    assert room.seconds_left() == 20


def test_who_is_not_ready_after_all_has_the_rest_of_the_window() -> None:
    room = Room.open("big-50")
    user, other = room.sit(1, 2)
    room.bet(user, ready=True)
    room.later(3).bet(other, ready=True)
    room.later(1).bet(other, {"range": 100})
    assert room.seconds_left() == 16
    assert room.later(1).look() is False
    room.bet(other, ready=True)
    assert room.seconds_left() == 1.5


@pytest.mark.parametrize("pace", ["normal", "untimed"])
def test_who_is_ready_again_puts_nothing_off(pace: str) -> None:
    room = Room.open("big-50", pace=pace)
    user, other = room.sit(1, 2)
    room.bet(user, ready=True)
    room.bet(other, ready=True)
    room.later(1).bet(other, ready=True)
    services.sit(room.table_id, user, 1, room.now)
    assert room.seconds_left() == 0.5


def test_a_newcomer_is_waited_for_although_all_others_are_ready() -> None:
    room = Room.open("big-50")
    user, other = room.sit(1, 2)
    room.bet(user, ready=True)
    room.bet(other, ready=True)
    room.later(1)
    (newcomer,) = room.sit(3)
    assert room.seconds_left() == 19
    room.bet(newcomer, ready=True)
    assert room.seconds_left() == 1.5


def test_nobody_waits_for_who_sits_out_while_all_others_are_ready() -> None:
    room = Room.open("big-50")
    user, other, third = room.sit(1, 2, 3)
    room.bet(user, ready=True)
    room.bet(other, ready=True)
    room.act(third, "sit_out")
    assert room.seconds_left() == 1.5
    room.later(1).act(third, "back")
    assert room.seconds_left() == 19


def test_nobody_waits_for_somebody_who_is_away_and_has_bet_nothing() -> None:
    room = Room.open("big-50")
    user, other, away = room.sit(1, 2, 3)
    Chair.objects.filter(user=away).update(away=True)
    room.bet(other, ready=True)
    room.bet(user, ready=True)
    assert room.seconds_left() == 1.5
    assert room.shown(user).heading.note == "The deal comes in a moment."
    room.bet(away)
    assert room.seconds_left() == 20
    assert room.shown(user).heading.note == f"Waiting for {away.display_name}."


def test_ready_without_a_bet_at_a_table_where_nobody_bets_says_what_to_do() -> None:
    room = Room.open("big-50")
    user, other = room.sit(1, 2)
    room.act(user, "ready")
    assert room.shown(user).heading.note == f"Waiting for {other.display_name}."
    room.act(other, "ready")
    assert room.seconds_left() is None
    heading = room.shown(user).heading
    assert heading.title == "No bet this round"
    assert heading.note == "Nobody else is betting: place a bet to play."


def test_changing_ones_bets_gives_nobody_more_time() -> None:
    room = Room.open("big-50")
    user, _ = room.sit(1, 2)
    room.bet(user)
    room.later(18).bet(user, {"range": 100})
    assert room.seconds_left() == 2


def test_all_ready_closes_the_betting_a_second_and_a_half_later() -> None:
    room = Room.open("big-50")
    user, other = room.sit(1, 2)
    room.bet(user, ready=True)
    assert room.seconds_left() == 20
    room.later(3).bet(other, ready=True)
    assert room.seconds_left() == 1.5
    assert room.later(1.4).look() is False
    assert room.later(0.1).look() is True
    assert room.table.phase == Phase.PLAYING


def test_a_solo_table_deals_nothing_without_a_bet() -> None:
    room = Room.open("big-50", solo=True)
    (user,) = room.sit(1)
    with pytest.raises(Refused, match="Put a chip on a spot first"):
        room.act(user, "ready")
    with pytest.raises(Refused, match="Put a chip on a spot first"):
        room.bet(user, {}, ready=True)
    assert not room.chair(user).ready
    room.bet(user, ready=True)
    assert room.table.phase == "playing"


def test_being_ready_can_be_said_by_itself_and_without_a_wager() -> None:
    room = Room.open("big-50")
    user, other = room.sit(1, 2)
    room.bet(user)
    room.act(user, "ready")
    room.act(other, "ready")
    assert room.seconds_left() == 1.5
    room.time_out()
    assert [part.user for part in room.round.seats.all()] == [user]


def test_all_ready_never_makes_a_closing_betting_later() -> None:
    room = Room.open("big-50")
    user, other = room.sit(1, 2)
    room.bet(user, ready=True)
    room.later(19).bet(other, ready=True)
    assert room.seconds_left() == 1


def test_all_ready_with_nothing_on_the_felt_closes_nothing() -> None:
    room = Room.open("big-50")
    for user in room.sit(1, 2):
        room.act(user, "ready")
    assert room.table.phase == Phase.BETTING
    assert room.seconds_left() is None


@pytest.mark.parametrize("solo", [True, False])
def test_who_is_alone_is_dealt_to_at_once(solo: bool) -> None:
    room = Room.open("big-50", solo=solo)
    (user,) = room.sit(1)
    room.bet(user, ready=True)
    assert room.table.phase == Phase.PLAYING


def test_a_solo_table_never_has_a_deadline() -> None:
    room = Room.open("big-50", solo=True)
    (user,) = room.sit(1)
    for _ in range(2):
        room.bet(user)
        assert room.seconds_left() is None
        room.act(user, "ready")
        assert room.seconds_left() is None
        room.act(user, "reveal")
        assert room.table.phase == Phase.SHOWING
        assert room.seconds_left() is None
        room.act(user, "next")
        assert room.table.phase == Phase.BETTING


def test_betting_after_the_results_of_a_solo_table_opens_the_next_round() -> None:
    room = Room.open("big-50", solo=True)
    (user,) = room.sit(1)
    room.deal(user)
    room.act(user, "reveal")
    first = room.round
    room.bet(user, ready=True)
    assert room.table.phase == Phase.PLAYING
    assert room.round.number == first.number + 1


SHOWN = {"turn": 0.35, "take": 0.3, "pay": 0.65, "push": 0.4}
"""Seconds that a page may take to show what a settlement brings."""


def results_stay(room: Room) -> float:
    """Six seconds, once everything has been shown."""
    view = room.shown().view
    assert view is not None
    return 6 + sum(SHOWN[event.kind] for event in view.events if event.kind != "deal")


def test_the_cards_of_big_50_lie_eight_seconds_and_the_results_six() -> None:
    room = Room.open("big-50")
    user, other = room.sit(1, 2)
    room.deal(user, other)
    assert room.scene(user)["state"] == "looking"
    assert room.seconds_left() == 8
    room.time_out()
    assert room.table.phase == Phase.SHOWING
    assert room.seconds_left() == pytest.approx(results_stay(room))
    room.time_out()
    assert room.table.phase == Phase.BETTING
    assert room.table.round_number == 2
    assert room.seconds_left() is None
    assert room.chair(user).wagers == {}
    assert room.scene(user)["you"]["last_wagers"] == WAGERS["big-50"]


def test_the_look_ends_when_everybody_in_the_round_has_turned_the_cards() -> None:
    room = Room.open("big-50")
    user, other, watching = room.sit(1, 2, 3)
    room.bet(user)
    room.bet(other)
    room.time_out()
    room.act(user, "reveal")
    assert room.table.phase == Phase.PLAYING
    with pytest.raises(IllegalAction):
        room.act(watching, "reveal")
    room.act(other, "reveal")
    assert room.table.phase == Phase.SHOWING


@pytest.mark.parametrize("game", ["big-raise", "blackjack"])
def test_there_is_nothing_to_reveal_where_the_cards_ask_for_a_decision(
    game: str, stack: Callable[[str], None]
) -> None:
    stack(HARD_HANDS)
    room = Room.open(game)
    user, other = room.sit(1, 2)
    room.deal(user, other)
    step = room.step(user)
    with pytest.raises(IllegalAction):
        room.act(user, "reveal")
    assert room.step(user) == step


@pytest.mark.parametrize(("pace", "seconds"), [("normal", 20), ("learner", 60)])
def test_a_learner_table_gives_three_times_as_long(pace: str, seconds: int) -> None:
    room = Room.open("big-50", pace=pace)
    user, _ = room.sit(1, 2)
    room.bet(user)
    assert room.seconds_left() == seconds
    assert room.scene(user)["window_ms"] == seconds * 1000


def test_a_table_without_a_clock_waits_for_the_bets_but_not_for_the_results() -> None:
    room = Room.open("big-50", pace="untimed")
    user, other = room.sit(1, 2)
    room.bet(user)
    assert room.seconds_left() is None
    room.act(user, "ready")
    room.bet(other, ready=True)
    assert room.seconds_left() == 1.5
    room.time_out()
    assert room.seconds_left() == 8
    room.time_out()
    assert room.seconds_left() == pytest.approx(results_stay(room))


@pytest.mark.parametrize(("game", "seconds"), [("big-raise", 25), ("blackjack", 20)])
def test_a_decision_has_its_own_clock(
    game: str, seconds: int, stack: Callable[[str], None]
) -> None:
    stack(HARD_HANDS)
    room = Room.open(game)
    user, other = room.sit(1, 2)
    room.deal(user, other)
    assert room.table.phase == Phase.PLAYING
    assert room.seconds_left() == seconds


def test_the_decision_of_one_gives_the_others_who_are_asked_too_no_more_time() -> None:
    room = Room.open("big-raise")
    user, other = room.sit(1, 2)
    room.deal(user, other)
    room.later(12).act(user, "fold")
    assert room.seconds_left() == 13


def test_the_clock_plays_for_who_does_not() -> None:
    room = Room.open("big-raise")
    user, other = room.sit(1, 2)
    room.deal(user, other)
    room.act(user, "play", amount=1000)
    room.time_out()
    assert room.table.phase == Phase.SHOWING
    actions = RoundAction.objects.filter(round=room.round)
    assert [(one.seat, one.action["action"], one.by_clock) for one in actions] == [
        (1, "play", False),
        (2, "fold", True),
    ]
    assert room.chair(other).misses == 1
    assert room.chair(user).misses == 0


def test_a_decision_after_the_deadline_is_stale_and_the_clocks_play_stands() -> None:
    room = Room.open("big-raise")
    user, other = room.sit(1, 2)
    room.deal(user, other)
    step = room.step(user)
    room.later(25)
    with pytest.raises(Stale):
        room.act(user, "play", amount=1000, step=step)
    assert {one.action["action"] for one in room.round.actions.all()} == {"fold"}
    assert not Transfer.objects.filter(reason="Raise").exists()


def test_looking_before_the_deadline_changes_nothing() -> None:
    room = Room.open("big-50")
    user, _ = room.sit(1, 2)
    room.bet(user)
    version = room.table.version
    assert room.later(19.999).look() is False
    assert room.table.version == version


def test_looking_does_one_thing_however_long_ago_it_was_due() -> None:
    room = Room.open("big-50")
    user, _ = room.sit(1, 2)
    room.bet(user)
    room.later(3600)
    assert room.look() is True
    assert room.table.phase == Phase.PLAYING
    assert room.look() is False
    assert room.seconds_left() == 8


def test_whoever_looks_with_an_older_version_in_mind_finds_nothing_to_do() -> None:
    room = Room.open("big-50")
    user, _ = room.sit(1, 2)
    seen = room.table.version
    room.bet(user)
    room.later(20)
    assert deadlines.advance(room.table_id, seen, room.now) is False
    assert room.table.phase == Phase.BETTING
    assert deadlines.advance(room.table_id, room.table.version, room.now) is True
    assert room.table.phase == Phase.PLAYING


def test_the_version_goes_up_by_one_with_every_change_and_with_nothing_else() -> None:
    room = Room.open("big-50")
    user, other = room.sit(1, 2)
    seen, stale = [room.table.version], room.step(user)

    def changed() -> bool:
        seen.append(room.table.version)
        return seen[-1] == seen[-2] + 1

    room.bet(user)
    assert changed()
    room.act(other, "ready")
    assert changed()
    room.scene(user)
    with pytest.raises(Stale):
        room.bet(user, step=stale)
    assert room.table.version == seen[-1]
    room.time_out()
    assert changed()


def test_nothing_is_due_at_an_empty_table() -> None:
    room = Room.open("big-50")
    assert room.later(10_000).look() is False
    assert room.table.version == 0
    assert Round.objects.count() == 0


def test_a_restart_gives_every_clock_its_window_again() -> None:
    room = Room.open("big-50")
    user, _ = room.sit(1, 2)
    room.bet(user)
    assert deadlines.renew_passed(room.later(5).now) == 0
    assert room.seconds_left() == 15
    assert deadlines.renew_passed(room.later(600).now) == 1
    assert room.seconds_left() == 20
    room.time_out()
    assert deadlines.renew_passed(room.later(600).now) == 1
    assert room.seconds_left() == 8
    room.time_out()
    assert deadlines.renew_passed(room.later(600).now) == 1
    assert room.seconds_left() == 6


def test_a_restart_gives_a_learner_table_its_longer_window() -> None:
    room = Room.open("big-raise", pace="learner")
    user, other = room.sit(1, 2)
    room.deal(user, other)
    assert room.seconds_left() == 75
    deadlines.renew_passed(room.later(600).now)
    assert room.seconds_left() == 75


def test_a_restart_leaves_results_at_a_table_without_a_clock_their_end() -> None:
    room = Room.open("big-50", pace="untimed")
    user, other = room.sit(1, 2)
    room.deal(user, other)
    room.time_out()
    assert room.table.phase == Phase.SHOWING
    deadlines.renew_passed(room.later(600).now)
    assert room.seconds_left() == 6


def test_the_sweep_does_what_is_due_at_a_table_that_nobody_watches() -> None:
    room = Room.open("big-50")
    user, _ = room.sit(1, 2)
    room.bet(user)
    for phase in (Phase.PLAYING, Phase.SHOWING, Phase.BETTING):
        room.later(20)
        presence.touch(room.table_id, user.pk, room.now)
        assert deadlines.sweep(room.now) == 1
        assert room.table.phase == phase
    assert deadlines.sweep(room.now) == 0


@pytest.mark.parametrize("game", WAGERS)
def test_the_sweep_finishes_an_abandoned_solo_round_and_frees_the_seat(game: str) -> None:
    room = Room.open(game, solo=True)
    (user,) = room.sit(1)
    if room.table.phase == Phase.CHOOSING:
        room.act(user, "choose", value="deuces-never-loses")
    room.bet(user, ready=True)
    round = room.round
    room.later(181)
    while deadlines.sweep(room.now):
        pass
    round.refresh_from_db()
    assert round.over
    assert room.table.phase == Phase.WAITING
    assert not room.table.chairs.filter(user__isnull=False).exists()


def test_the_sweep_frees_the_seat_of_one_who_is_gone_and_the_others_play_on() -> None:
    """At a table without a clock nobody else would."""
    room = Room.open("blackjack", pace="untimed")
    gone, here = room.sit(1, 2)
    room.bet(gone)
    room.bet(here, ready=True)
    room.later(181)
    presence.touch(room.table_id, here.pk, room.now)
    while deadlines.sweep(room.now):
        pass
    assert not room.table.chairs.filter(user=gone).exists()
    assert room.table.chairs.get(user=here).wagers


def test_the_sweep_plays_for_one_who_is_gone_from_a_table_without_a_clock() -> None:
    room = Room.open("big-raise", pace="untimed")
    gone, here = room.sit(1, 2)
    room.deal(gone, here)
    room.act(here, "play", amount=1000)
    assert room.seconds_left() is None
    room.later(181)
    presence.touch(room.table_id, here.pk, room.now)
    deadlines.sweep(room.now)
    assert room.table.phase == Phase.SHOWING
    assert room.part(here).returned is not None


def test_one_broken_table_does_not_keep_the_sweep_from_the_others() -> None:
    broken, whole = Room.open("big-50"), Room.open("big-50")
    for room in (broken, whole):
        user, _ = room.sit(1, 2)
        room.bet(user)
    broken.table.rounds.update(server_seed="no seed")
    now = whole.later(20).now
    deadlines.sweep(now)
    assert whole.table.phase == Phase.PLAYING


def test_a_newcomer_during_the_round_watches_and_plays_the_next() -> None:
    room = Room.open("big-raise")
    user, other = room.sit(1, 2)
    room.deal(user, other)
    newcomer = player()
    services.sit(room.table_id, newcomer, 4, room.now)
    with pytest.raises(IllegalAction, match="not seat 4's turn"):
        room.act(newcomer, "fold")
    room.time_out()
    room.time_out()
    assert room.table.phase == Phase.BETTING
    room.bet(newcomer, {"ante": 500})
    assert room.chair(newcomer).wagers == {"ante": 500}


def test_the_clock_is_marked_for_those_alone_whose_time_it_is() -> None:
    room = Room.open("big-raise")
    one, two = room.sit(1, 2)

    def theirs() -> list[bool]:
        """For the players and for a spectator."""
        viewers = (one.pk, two.pk, None)
        pages = [html_for(room.table_id, viewer, room.now)[1]["dealer"] for viewer in viewers]
        assert all("data-deadline-ms" in page for page in pages)
        return ["data-yours" in page for page in pages]

    room.bet(one)
    assert theirs() == [True, True, False]  # both may wager still
    room.deal(one, two)
    assert theirs() == [True, True, False]
    room.act(one, "fold")
    assert theirs() == [False, True, False]
    room.act(two, "fold")
    assert theirs() == [False, False, False]  # the results are shown
