"""What the floor does with tables: between two rounds, under the lock, and written down."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from accounts import ledger
from accounts.models import AuditEntry
from games.admin.table_forms import TableForm
from games.backoffice import table_desk
from games.backoffice.table_desk import Conflict, Wish
from games.blackjack.options import BlackjackOptions
from games.engine.errors import BadLimits, BadOption
from games.models import LimitsProfile, Phase, Round, Table
from games.registry import GAMES
from games.tables import services
from games.tables.refusals import Refused
from tests.admin.drafts import staff
from tests.admin.staff import member
from tests.support.clients import client_of
from tests.tables.room import OPENING, Room, balances, escrowed, stock

pytestmark = pytest.mark.django_db

SHOE = BlackjackOptions(decks=6, shuffle="cut_card", penetration=75)


def wish(table: Table, **more: Any) -> Wish:
    """The table as it is, but for the changes given."""
    columns, versions = table_desk.wanted(table)
    same = Wish(
        name=columns["name"],
        options=table.rules.options.read(columns["options"]),
        paytables=versions,
        seats=table.chairs.count(),
        minimum=columns["minimum"],
        maximum=columns["maximum"],
        unit=columns["unit"],
        profile=columns["profile_id"],
        aggregate_payout=columns["aggregate_payout"],
        positions=columns["positions"],
        pace=columns["pace"],
        strict=columns["strict"],
        bots=columns["bots"],
        private=not columns["listed"],
    )
    return replace(same, **more)


def change(room: Room, role: str = "floor", **more: Any) -> Table:
    """The floor changes the table."""
    table = room.table
    return table_desk.change(staff(role), table.pk, table.revision, wish(table, **more), room.now)


def test_the_floor_opens_a_table_and_nobody_else_of_the_staff_does() -> None:
    room = Room.open("blackjack")
    wanted = wish(room.table, name="Blue room", options=BlackjackOptions(decks=2), minimum=5_00,
                  private=True, strict=True, seats=3)  # fmt: skip
    for role in ("maker", "checker", "auditor", "staff"):
        with pytest.raises(PermissionDenied):
            table_desk.open_table(staff(role), GAMES["blackjack"], wanted, room.now)
    table = table_desk.open_table(staff("floor"), GAMES["blackjack"], wanted, room.now)
    assert (table.options["decks"], table.minimum, table.strict) == (2, 5_00, True)
    assert (table.listed, len(table.token) >= 43, table.chairs.count()) == (False, True, 3)
    entry = AuditEntry.objects.get(act="opened")
    assert entry.after["minimum"] == 5_00
    assert table.token not in str(entry.after)


def test_a_paused_table_opens_no_round_and_keeps_its_seats() -> None:
    room = Room.open("big-50")
    (user,) = room.sit(1)
    room.deal(user)
    table_desk.pause(staff("floor"), room.table_id, room.now)
    assert room.table.phase == Phase.PLAYING
    while room.table.phase != Phase.WAITING:
        room.time_out()
    room.later(600).look()
    assert room.table.phase == Phase.WAITING
    assert room.chair(user).seat == 1
    assert room.scene(user)["heading"]["title"] == "Paused by the house"
    with pytest.raises(Refused, match="paused"):
        room.bet(user)
    table_desk.resume(staff("floor"), room.table_id, room.now)
    room.later(-600)
    assert AuditEntry.objects.filter(act__in=["paused", "resumed"]).count() == 2


@pytest.mark.parametrize("moment", ["before", "wagered", "played"])
def test_everybody_reads_what_the_house_does_with_the_table(
    moment: str, stack: Callable[[str], None]
) -> None:
    stack("5s 7d 9s 9c")
    room = Room.open("blackjack", seats=2)
    one, two = room.sit(1, 2)
    if moment != "before":
        room.bet(one, ready=False)
    if moment == "played":
        room.deal(one)
    now = room.later(1).now
    orders = {
        "The house pauses the table.": table_desk.pause,
        "The house opens the table again.": table_desk.resume,
        "The house closes the table.": table_desk.close,
    }
    for words, order in orders.items():
        order(staff("floor"), room.table_id, now)
        for viewer in (one, two, None):
            assert words in room.scene(viewer)["log"], (words, viewer)
    for _ in range(20):
        if not room.table.closed:
            room.time_out()
    assert room.scene(one)["heading"]["title"] == "This table is closed"
    assert "The house closes the table." in room.scene(one)["log"]


def test_a_table_that_is_opened_again_takes_bets() -> None:
    room = Room.open("big-50")
    (user,) = room.sit(1)
    table_desk.pause(staff("floor"), room.table_id, room.now)
    assert room.table.phase == Phase.WAITING
    table_desk.resume(staff("floor"), room.table_id, room.now)
    room.bet(user)
    assert room.table.phase == Phase.BETTING


def test_wagers_on_the_felt_are_played_before_a_pause() -> None:
    room = Room.open("big-50")
    one, two = room.sit(1, 2)
    room.bet(one)
    table_desk.pause(staff("floor"), room.table_id, room.now)
    assert room.table.phase == Phase.BETTING
    room.time_out()
    assert room.table.phase == Phase.PLAYING
    assert room.part(one).staked == 15_00
    assert room.chair(two)


def test_a_table_that_is_closed_pays_its_round_first(stack: Callable[[str], None]) -> None:
    stack("5s 7d 9s 9c")
    room = Room.open("blackjack", seats=2)
    one, two = room.sit(1, 2)
    room.deal(one)
    table_desk.close(staff("floor"), room.table_id, room.now)
    assert escrowed() == 15_00
    with pytest.raises(Refused, match="closed"):
        services.sit(room.table_id, two, 2, room.now)
    for _ in range(20):
        if not room.table.closed:
            room.time_out()
    assert room.table.closed
    assert escrowed() == 0
    assert not room.table.chairs.filter(user__isnull=False).exists()
    part = Round.objects.get(dealt__isnull=False).seats.get()
    assert balances([one]) == [1_000_00 + part.net]
    assert ledger.audit() == []


@pytest.mark.parametrize("game", ["big-50", "big-draw"])
def test_a_table_where_nobody_has_wagered_closes_at_once(game: str) -> None:
    room = Room.open(game)
    (user,) = room.sit(1)
    table_desk.close(staff("floor"), room.table_id, room.now)
    assert room.table.closed
    assert not room.table.chairs.filter(user=user).exists()
    assert not Round.objects.exclude(status="void").exists()


def test_a_shoe_is_revealed_when_its_table_closes() -> None:
    room = Room.open(
        "blackjack", options=BlackjackOptions(decks=6, shuffle="cut_card", penetration=75)
    )
    (user,) = room.sit(1)
    room.deal(user)
    for _ in range(6):
        if room.table.phase == Phase.PLAYING:
            room.time_out()
    assert room.round.revealed_seed is None
    played = room.round.pk
    table_desk.close(staff("floor"), room.table_id, room.now)
    assert Round.objects.get(pk=played).revealed_seed is not None


def test_new_limits_wait_for_the_next_round_when_somebody_has_wagered() -> None:
    room = Room.open("big-50")
    (user,) = room.sit(1)
    room.bet(user)
    change(room, minimum=20_00, maximum=50_00)
    assert room.table.limits.minimum == 1_00
    assert "From the next round: The house has changed" in room.scene(user)["heading"]["note"]
    room.bet(user, {"poker_hand": 5_00}, ready=True)
    while room.table.phase != Phase.BETTING or room.round.number == 1:
        room.time_out()
    assert (room.table.limits.minimum, room.table.pending) == (20_00, {})
    with pytest.raises(Exception, match="Minimum 20"):
        room.bet(user, {"poker_hand": 5_00})


def test_a_change_comes_at_once_where_nobody_has_wagered() -> None:
    room = Room.open("blackjack")
    (user,) = room.sit(1)
    step = room.step(user)
    change(room, options=BlackjackOptions(decks=2), maximum=50_00)
    assert room.round.options["decks"] == 2
    assert room.table.maximum == 50_00
    with pytest.raises(Refused, match="moved on"):
        room.bet(user, step=step)
    room.deal(user)
    assert len(room.deck()) == 104


def test_what_no_table_may_have_is_refused_with_a_sentence() -> None:
    room = Room.open("big-50")
    with pytest.raises(BadLimits, match="above its maximum"):
        change(room, minimum=100_00, maximum=50_00)
    with pytest.raises(BadLimits, match="must cover 5,000 for"):
        change(room, aggregate_payout=1_00)
    with pytest.raises(Refused, match="accepted: washington, house"):
        change(room, profile="oregon")
    assert room.table.revision == 0
    with pytest.raises(BadOption, match="positions must be 1"):
        change(Room.open("big-draw"), positions=2)


def test_the_second_of_two_is_told() -> None:
    room = Room.open("big-50")
    table = room.table
    change(room, maximum=50_00)
    with pytest.raises(Conflict, match="Somebody else"):
        table_desk.change(
            staff("superuser"), table.pk, table.revision, wish(table, maximum=60_00), room.now
        )
    assert room.table.maximum == 50_00


def test_seats_come_and_go_but_never_from_under_a_player() -> None:
    room = Room.open("big-50", seats=4)
    room.sit(4)
    with pytest.raises(Refused, match="Seat 4 is taken"):
        change(room, seats=3)
    change(room, seats=6)
    assert [chair.seat for chair in room.table.chairs.all()] == [1, 2, 3, 4, 5, 6]


def test_strict_pacing_keeps_five_seconds_from_deal_to_deal() -> None:
    room = Room.open("big-50", solo=True, strict=True)
    (user,) = room.sit(1)
    room.bet(user, ready=True)
    assert room.table.phase == Phase.PLAYING
    room.later(1).act(user, "reveal")
    room.later(1).act(user, "next")
    room.bet(user, ready=True)
    assert room.table.phase == Phase.BETTING
    assert room.seconds_left() == 3
    room.time_out()
    assert room.table.phase == Phase.PLAYING


def test_profiles_are_data_with_a_source_and_a_date() -> None:
    stock()
    washington = LimitsProfile.objects.get(slug="washington")
    assert (washington.max_wager, washington.max_wagers, washington.max_large_wagers) == (
        300_00,
        6,
        3,
    )
    assert washington.source.startswith("WAC 230-15-040")
    assert str(washington.dated) == "2009-09-14"
    washington.max_wager = 400_00
    with pytest.raises(TypeError, match="never changed"):
        washington.save()


def test_a_table_is_played_under_a_profile_of_ones_own() -> None:
    stock()
    LimitsProfile.objects.create(
        slug="ten-at-most", name="Ten at most", max_wager=10_00,
        created=LimitsProfile.objects.latest("created").created,
    )  # fmt: skip
    room = Room.open("big-50", profile="ten-at-most")
    (user,) = room.sit(1)
    with pytest.raises(Exception, match="Ten at most allow at most 10 on one wager, not 11"):
        room.bet(user, {"poker_hand": 11_00})


@pytest.mark.report("limits profile, 500 meant as 500.00")
def test_what_a_table_says_is_what_it_takes() -> None:
    """A maximum above the profile's largest wager was said and never taken."""
    stock()
    created = LimitsProfile.objects.latest("created").created
    LimitsProfile.objects.create(slug="five", name="Five rules", max_wager=5_00, created=created)
    with pytest.raises(BadLimits, match=r"at most 5 on one wager; the maximum .* is 100"):
        Room.open("big-50", profile="five", maximum=100_00)
    room = Room.open("big-50", profile="five")
    assert (room.table.maximum, room.table.limits.maximum) == (5_00, 5_00)
    with pytest.raises(BadLimits, match="allow at most 5"):
        change(room, maximum=6_00)


def test_a_profile_that_is_superseded_takes_its_tables_along() -> None:
    room, strict = Room.open("big-50"), Room.open("big-draw", minimum=5_00)
    (user,) = room.sit(1)
    room.bet(user)
    new = LimitsProfile.objects.create(
        slug="wa-2027", name="Washington 2027", max_wager=4_00, created=OPENING,
        supersedes_id="washington",
    )  # fmt: skip
    left = table_desk.supersede(member("floor"), "washington", new, OPENING)
    assert left == [f"{strict.table.name}: The minimum on First 5, 5, is above its maximum, 4."]
    assert not LimitsProfile.objects.get(pk="washington").offered
    assert room.table.profile_id == "washington"  # somebody has wagered: not in this round
    assert room.table.pending["columns"]["profile_id"] == "wa-2027"
    assert room.table.pending["columns"]["maximum"] == 4_00
    assert "the limits" in room.table.pending["words"]
    assert strict.table.profile_id == "washington"


@pytest.mark.report("limits profile, 500 meant as 500.00")
def test_limits_profile_500_meant_as_500_00() -> None:
    stock()
    client = client_of(member("superuser", "owner"))
    client.post(
        reverse("admin:games_limitsprofile_add"),
        {"slug": "house-500", "name": "House 500", "max_wager": "500", "large_above": "2.50",
         "source": "", "dated": "2026-03-01", "offered": "on"},
    )  # fmt: skip
    profile = LimitsProfile.objects.get(pk="house-500")
    assert (profile.max_wager, profile.large_above) == (500_00, 2_50)
    listed = client.get(reverse("admin:games_limitsprofile_changelist")).content.decode()
    assert "500.00" in listed
    page = client.get(reverse("admin:games_limitsprofile_change", args=["house-500"]))
    assert "2.50" in page.content.decode()
    form = TableForm(GAMES["big-50"])
    assert "house-500" in {key for key, _ in form.fields["profile"].choices}  # type: ignore[attr-defined]  # of a choice


def test_a_tables_page_leads_to_its_game_sheet() -> None:
    room = Room.open("big-50")
    page = client_of(member("floor")).get(reverse("admin:games_table_change", args=[room.table_id]))
    assert f'href="/rules/big-50/sheet?table={room.table_id}"' in page.content.decode()
