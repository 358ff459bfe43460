"""The daily deal: the same cards for everybody, nothing told early, ranked by mistakes."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from math import comb

import pytest
from django.test import Client

from accounts import limits
from accounts.models import User
from games.daily import days
from games.daily.boards import OVER, board
from games.engine.cards import codes_of
from games.engine.errors import BadWager, WagerRefused
from games.engine.record import replay
from games.history import listing
from games.history.verification import check_record, check_round, exported
from games.management.working import review_all
from games.models import (
    CardTally,
    DailyDeal,
    DailyRun,
    HoldTally,
    PaytableVersion,
    Phase,
    Round,
    RoundAction,
    RoundSeat,
)
from games.odds.registry import best_action
from games.play import clockwork, seating, tables
from games.play.desk import Refused, record_of
from games.play.played import played
from games.rules import GAMES
from games.staff import holds, table_desk, voids
from tests.admin.drafts import staff
from tests.admin.staff import client_of
from tests.admin.test_table_desk import wish
from tests.support.sums import here
from tests.tables.room import Room, at_once, escrowed, player, spend, stock
from tests.web.conftest import clock

__all__ = ["clock"]

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
BIG_50 = {"range": 1000}


@pytest.fixture(autouse=True)
def paytables() -> None:
    stock()


def seated(game: str, user: User, now: datetime = NOON) -> Room:
    """A player at the table of his day's rounds."""
    run = days.start(GAMES[game], user, now)
    return Room(run.table_id, now, {1: user})


def deal(room: Room, wagers: dict[str, int] | None = None) -> None:
    """The round on the table is dealt."""
    (user,) = room.users.values()
    if room.table.total is not None:
        room.bet(user, wagers or BIG_50)
    room.act(user, "ready")


def finish(room: Room, wrong: Callable[[int], bool] = lambda number: False) -> None:
    """The round is dealt and played: in the best way, or by the clock's plays where it is wrong."""
    (user,) = room.users.values()
    deal(room)
    while room.table.phase == Phase.PLAYING:
        round = room.round
        parts = list(round.seats.all())
        state = replay(record_of(round, parts, list(round.actions.all())))
        if not state.waiting_on:
            room.act(user, "reveal")
            continue
        game = GAMES[round.game]
        if wrong(round.number):
            action = game.timeout_action(state.state, parts[0].seat)
        else:
            action = best_action(round.game, state.state, parts[0].seat)
        raw = action.as_json()
        room.act(user, raw.pop("action"), **raw)


def play_all(room: Room, wrong: Callable[[int], bool] = lambda number: False) -> None:
    """All rounds that are left."""
    (user,) = room.users.values()
    while True:
        finish(room, wrong)
        if room.table.dealt_out:
            return
        room.act(user, "next")


def decks(room: Room) -> list[str]:
    """The decks of the rounds that have been dealt, in order."""
    found = []
    for round in Round.objects.filter(table_id=room.table_id, dealt__isnull=False).order_by(
        "number"
    ):
        record = record_of(round, list(round.seats.all()), [])
        found.append(" ".join(codes_of(record.setup.deck)))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_everybody_has_the_same_twenty_decks_options_and_paytables(game: str) -> None:
    one, two = seated(game, player(10_000_00)), seated(game, player(10_000_00))
    play_all(one)
    play_all(two, wrong=lambda number: True)
    assert one.table_id != two.table_id
    assert decks(one) == decks(two)
    assert len(set(decks(one))) == 20
    options = [
        list(
            Round.objects.filter(table_id=room.table_id)
            .order_by("number", "paytables")
            .values_list("options", "unit", "paytables")
        )
        for room in (one, two)
    ]
    assert options[0] == options[1]
    assert len(options[0]) >= 20
    assert escrowed() == 0


def test_another_day_and_another_game_have_other_decks() -> None:
    user = player(10_000_00)
    rooms = [
        seated("big-raise", user),
        seated("big-raise", user, NOON + timedelta(days=1)),
        seated("blackjack", user),
    ]
    seeds = {room.round.source.server_seed for room in rooms}
    assert len(seeds) == 3


def test_big_draw_alternates_its_games_and_asks_nobody() -> None:
    user = player(10_000_00)
    room = seated("big-draw", user)
    variants = []
    for _ in range(4):
        assert room.table.phase == Phase.BETTING
        variants.append(room.round.options["variant"])
        finish(room)
        room.act(user, "next")
    assert variants == ["five-card-draw", "deuces-never-loses"] * 2
    finish(room)
    with pytest.raises(Refused):
        room.act(user, "choose", value="five-card-draw")


def test_the_wagers_are_the_same_for_everybody() -> None:
    user = player()
    room = seated("big-raise", user)
    assert room.chair(user).wagers == {"ante": 500, "two_card_bonus": 500}
    for other in ({"ante": 500}, {"ante": 1000, "two_card_bonus": 500}, {}):
        with pytest.raises((WagerRefused, BadWager)):
            room.bet(user, other, ready=True)
    room.act(user, "ready")
    assert room.part(user).wagers == {"ante": 500, "two_card_bonus": 500}


def test_big_50_takes_ten_in_all_on_any_spots() -> None:
    user = player()
    room = seated("big-50", user)
    room.bet(user, {"range": 400})
    with pytest.raises(WagerRefused, match="Everybody wagers 10 a round here, on any spots; not 4"):
        room.act(user, "ready")
    with pytest.raises(WagerRefused, match="not 11"):
        room.bet(user, {"range": 400, "all_red": 700})
    room.bet(user, {"range": 400, "all_red": 600}, ready=True)
    assert room.part(user).staked == 1000


def test_who_cannot_pay_is_told_what_is_missing_and_keeps_the_place() -> None:
    user = player()
    room = seated("big-raise", user)
    spend(user, 995_00)
    missing = "These wagers need 10 and 10 in reserve; your balance is 5"
    with pytest.raises(WagerRefused, match=missing):
        room.act(user, "ready")
    assert room.table.phase == Phase.BETTING
    assert room.chair(user).wagers == {"ante": 500, "two_card_bonus": 500}


def test_nothing_of_the_seeds_is_told_before_the_day_is_over(clock: object) -> None:
    user = player()
    room = seated("blackjack", user)
    finish(room)
    round = room.round
    source = round.source
    client = Client()
    client.force_login(user)
    day = days.day_of(NOON).isoformat()
    paths = (
        f"/tables/{room.table_id}", f"/tables/{room.table_id}/state", f"/history/{round.pk}",
        f"/history/{round.pk}.json", f"/history/{round.pk}/replay", f"/daily/{day}/blackjack",
    )  # fmt: skip
    deck = decks(room)[0].split()
    for path in paths:
        answer = client.get(path)
        assert answer.status_code == 200, path
        text = answer.content.decode()
        assert source.server_seed not in text
        assert " ".join(deck[:40]) not in text
    assert round.revealed_seed is None
    assert check_round(played(round)).verified is None
    page = client.get(f"/history/{round.pk}").content.decode()
    assert "the seed is revealed when the day of this deal is over" in page
    assert "Sealed until the day is over" in page
    assert "The shoe is still in play" not in page
    assert re.search(r">Daily deal, 1 March, ended at \d\d:\d\d UTC<", page)
    with pytest.raises(Refused, match="when its day is over"):
        listing.share(room.part(user), NOON)


@pytest.mark.parametrize("role", ["floor", "checker", "auditor", "superuser"])
def test_the_staff_read_no_cards_of_a_day_that_is_played(role: str, clock: object) -> None:
    """They play too: what others were dealt today is what they will be dealt."""
    room = seated("blackjack", player())
    finish(room)
    round, table = room.round, room.table
    client = client_of(staff(role))
    page = f"/admin/games/round/{round.pk}"
    told = client.get(f"{page}/change/").content.decode()
    assert "Others are still dealt these cards." in told
    assert not any(f" {code} " in told for code in decks(room)[0].split())
    assert client.get(f"{page}/record.json").status_code == 404
    assert client.get(f"{page}/replay").status_code == 404
    assert client.get(f"{page}/replay?seat=1").status_code == 404
    at_table = client.get(f"/admin/games/table/{table.pk}/change/").content.decode()
    assert table.token not in at_table
    days.end_days(NOON + timedelta(days=1))
    assert round.source.server_seed in client.get(f"{page}/change/").content.decode()
    assert client.get(f"{page}/record.json").status_code == 200


def test_a_table_of_a_run_is_there_for_its_player_alone(clock: object) -> None:
    room = seated("big-raise", player())
    other = Client()
    other.force_login(player())
    assert other.get(f"/tables/{room.table_id}").status_code == 404
    assert Client().get(f"/tables/{room.table_id}/state").status_code == 404


def test_the_coach_is_silent_there(clock: object) -> None:
    user = player()
    room = seated("big-raise", user)
    client = Client()
    client.force_login(user)
    assert client.get(f"/tables/{room.table_id}/coach").status_code == 404


def test_playing_solo_is_not_the_daily_table() -> None:
    user = player()
    room = seated("big-raise", user)
    assert seating.find_solo(GAMES["big-raise"], user, NOON) != room.table_id


def test_who_begins_again_goes_on_where_he_was() -> None:
    user = player()
    room = seated("big-raise", user)
    finish(room)
    room.act(user, "next")
    room.leave(user)
    later = NOON + timedelta(hours=8)
    assert clockwork.sweep(later) == 0
    again = seated("big-raise", user, later)
    assert again.table_id == room.table_id
    assert (again.table.phase, again.table.round_number) == (Phase.BETTING, 2)
    assert again.chair(user).wagers
    assert DailyRun.objects.count() == 1


def test_no_round_is_skipped_by_leaving_or_sitting_out() -> None:
    """A run of fewer decisions would cost less."""
    user = player()
    room = seated("big-raise", user)
    for _ in range(3):
        room.leave(user)
        days.start(GAMES["big-raise"], user, NOON)
    with pytest.raises(Refused, match="solo table"):
        room.act(user, "sit_out")
    assert room.table.round_number == 1
    deal(room)
    room.leave(user)  # with the cards out: the clock plays, and it counts
    days.start(GAMES["big-raise"], user, NOON)
    numbers = Round.objects.filter(table_id=room.table_id).order_by("number")
    assert [(one.number, one.status) for one in numbers[:1]] == [(1, "settled")]
    assert list(numbers.values_list("number", flat=True)) in ([1], [1, 2])


def test_a_break_ends_the_days_play_too() -> None:
    user = player()
    room = seated("big-raise", user)
    deal(room)
    round = room.round
    limits.take_break(user, timedelta(hours=24), NOON)
    assert round.seats.get(user=user).ended is not None
    with pytest.raises(Refused, match="taking a break"):
        days.start(GAMES["big-raise"], user, NOON)
    for seat in (1, None):
        with pytest.raises(Refused, match="Take a seat first"):
            tables.place(
                room.table_id, user, "1.showing.0", {"ante": 500}, ready=True, now=NOON, seat=seat
            )
    with pytest.raises(Refused, match="taking a break"):
        tables.sit(room.table_id, user, 1, NOON)


def test_a_hand_that_is_out_waits_for_its_player_however_long() -> None:
    user = player()
    room = seated("big-raise", user)
    deal(room)
    assert clockwork.sweep(NOON + timedelta(hours=8)) == 0
    assert room.table.phase == Phase.PLAYING
    assert room.chair(user).user == user


def test_after_the_last_round_there_is_none() -> None:
    user = player(10_000_00)
    room = seated("big-50", user)
    play_all(room)
    with pytest.raises(Refused, match="All 20 rounds of this table have been played"):
        room.act(user, "next")
    with pytest.raises(Refused, match="All 20 rounds of this table have been played"):
        room.bet(user, BIG_50)
    room.leave(user)
    seated("big-50", user)
    assert room.table.phase == Phase.WAITING
    assert Round.objects.filter(table_id=room.table_id).count() == 20


def test_when_the_day_is_over_tables_are_closed_and_everything_can_be_checked() -> None:
    done, halfway = player(10_000_00), player()
    whole, part = seated("big-50", done), seated("big-raise", halfway)
    play_all(whole)
    deal(part)
    tomorrow = NOON + timedelta(hours=12)
    assert days.end_days(tomorrow - timedelta(seconds=1)) == 0
    assert days.end_days(tomorrow) == 2
    assert days.end_days(tomorrow) == 0
    assert whole.table.closed
    assert part.table.closed
    assert RoundSeat.objects.filter(ended=None).count() == 0
    for round in Round.objects.filter(dealt__isnull=False):
        assert check_round(played(round)).verified
        assert check_record(exported(round)).verified
    assert list(DailyRun.objects.filter(OVER).values_list("user", flat=True)) == [done.pk]
    part_of_done = RoundSeat.objects.filter(user=done).first()
    assert part_of_done is not None
    assert listing.share(part_of_done, tomorrow).token
    (folded,) = RoundAction.objects.filter(round__table=part.table)
    assert (folded.action, folded.by_clock) == ({"action": "fold"}, True)
    assert escrowed() == 0


def test_leaving_and_closing_one_table_reveals_nothing_of_the_others() -> None:
    first, second = seated("big-raise", player()), seated("big-raise", player())
    finish(first)
    days._close(first.table_id, NOON)
    assert first.table.closed
    assert second.round.source.shoe_in_play
    assert Round.objects.filter(table=first.table).first().revealed_seed is None  # type: ignore[union-attr]


def test_a_paytable_that_is_activated_meanwhile_changes_nothing_here() -> None:
    user = player()
    room = seated("big-raise", user)
    pinned = set(room.table.paytables.values_list("pk", flat=True))
    PaytableVersion.objects.filter(pk__in=pinned).update(status=PaytableVersion.Status.RETIRED)
    other = seated("big-raise", player())
    assert set(other.table.paytables.values_list("pk", flat=True)) == pinned


def costs(deal_of: DailyDeal) -> dict[int, tuple[int, int]]:
    """Rank and cost by user."""
    review_all("test", here)
    deal_of.refresh_from_db()
    places = board(deal_of, None).places
    names = {run.user.display_name: run.user_id for run in deal_of.runs.select_related("user")}
    return {names[place.name]: (place.rank, place.cost) for place in places}


def test_mistakes_are_ranked_and_equals_share_a_rank() -> None:
    perfect, equal, wrong = player(10_000_00), player(10_000_00), player(10_000_00)
    rooms = [seated("big-raise", user) for user in (perfect, equal, wrong)]
    play_all(rooms[0])
    play_all(rooms[1])
    play_all(rooms[2], wrong=lambda number: True)  # folds everything
    deal_of = DailyDeal.objects.get(game="big-raise")
    board(deal_of, None)
    found = costs(deal_of)
    assert found[perfect.pk] == found[equal.pk] == (1, 0)
    rank, cost = found[wrong.pk]
    assert rank == 3
    # A fold gives up the ante: where raising is best it costs one ante and what raising is worth.
    lost = 0
    for part in RoundSeat.objects.filter(table=rooms[2].table).select_related("review"):
        (decision,) = part.review.decisions
        best = decision["options"][0][1]
        lost += best - decision["chosen"][1]
    assert lost > 0
    assert cost == round(lost * 1000 / (500 * 1_000_000))


def test_a_layout_of_big_50_costs_what_it_loses_beyond_the_best() -> None:
    best, worse = player(10_000_00), player(10_000_00)
    rooms = [seated("big-50", user) for user in (best, worse)]
    play_all(rooms[0])
    layout = {"all_red": 1000}
    (user,) = rooms[1].users.values()
    for number in range(20):
        deal(rooms[1], layout)
        while rooms[1].table.phase == Phase.PLAYING:
            rooms[1].act(user, "reveal")
        if number < 19:
            rooms[1].act(user, "next")
    deal_of = DailyDeal.objects.get(game="big-50")
    board(deal_of, None)
    found = costs(deal_of)
    assert found[best.pk] == (1, 0)
    # All red comes in C(26,5) of C(52,5) deals and pays 17 to 1, so it loses 0.5444178 of a stake
    # on average; the sheet of the game prints 9.63 percent for the range.
    all_red = 1 - 18 * comb(26, 5) / comb(52, 5)
    assert found[worse.pk] == (2, round(20 * (all_red - 0.0962577) * 1000))


@pytest.mark.django_db(transaction=True)
def test_twenty_at_once_are_one_run() -> None:
    user = player()
    begin = lambda: days.start(GAMES["big-raise"], user, NOON).pk  # noqa: E731
    results = at_once(*[begin] * 20)
    begun = {one for one in results if isinstance(one, int)}
    assert len(begun) == 1, results
    assert DailyDeal.objects.count() == DailyRun.objects.count() == 1
    assert Round.objects.filter(table__daily_deal__isnull=False).count() == 20


def test_the_pages_lead_through_a_day(clock: object) -> None:
    client = Client()
    page = client.get("/daily").content.decode()
    assert "Nobody has begun yet." in page
    assert 'data-countdown="43200">12 hours</span>' in page  # from noon to midnight
    answer = client.post("/daily/big-50/start")
    run = DailyRun.objects.get()
    assert answer["Location"] == f"/tables/{run.table_id}"
    assert "Round 1 of 20" in client.get(answer["Location"]).content.decode()
    assert "0 of 20" in client.get("/daily").content.decode()
    assert client.post("/daily/faro/start").status_code == 404
    board = client.get("/daily/2026-03-01/big-50").content.decode()
    assert 'data-countdown="43200">12 hours</span> more.' in board
    for path in ("2026-3-1/big-50", "2026-02-01/big-50", "yesterday/big-50"):
        assert client.get(f"/daily/{path}").status_code == 404


def test_the_house_may_pause_a_run_but_not_change_it() -> None:
    user = player()
    room = seated("big-raise", user)
    with pytest.raises(Refused, match="the same for everybody"):
        table_desk.change(staff("floor"), room.table_id, 0, wish(room.table, minimum=1_00), NOON)
    table_desk.pause(staff("floor"), room.table_id, NOON)
    finish(room)
    room.act(user, "next")
    assert room.table.phase == Phase.WAITING
    table_desk.resume(staff("floor"), room.table_id, NOON)
    assert (room.table.phase, room.table.round_number) == (Phase.BETTING, 2)
    assert room.chair(user).wagers == {"ante": 500, "two_card_bonus": 500}


def test_the_same_cards_dealt_to_many_are_no_sign_of_a_fault() -> None:
    """The dashboard counts deals that are independent; a day's are one deal many times over."""
    for user in (player(), player()):
        finish(seated("big-50", user))
    room = Room.open("big-50")
    (user,) = room.sit(1)
    room.deal(user, wagers=BIG_50)
    room.act(user, "reveal")
    assert (holds.catch_up(), holds.waiting()) == (3, 0)
    assert sum(CardTally.objects.values_list("times", flat=True)) == 1
    assert HoldTally.objects.get().wagers == 1


def test_a_daily_round_that_is_voided_takes_nothing_out_of_the_sums() -> None:
    room = seated("big-50", player())
    finish(room)
    holds.catch_up()
    asked = voids.request_void(staff("floor"), room.round.pk, "Wrong deck.", NOON)
    voids.confirm(staff("checker"), asked.pk, NOON)
    assert room.round.status == Round.Status.VOID
    assert not HoldTally.objects.exists()
