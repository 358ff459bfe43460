"""The sums of the house and what they are compared with, by hand."""

from collections.abc import Callable
from math import sqrt

import pytest

from games.backoffice import dashboard, holds
from games.backoffice.dashboard import Hold, chance_above, expected
from games.models import CardTally, HoldTally
from games.odds_reports import reports
from tests.tables.room import OPENING, Room

# 2:1 with a chance of 1/3 on a stake of 100: edge 0, mean 0, second moment 4/3 + 2/3 = 2.
FAIR = {
    "edge_percent": 0.0,
    "standard_deviation": sqrt(2),
    "lines": [
        {"pays": "2:1", "probability": 1 / 3},
        {"pays": "lose", "probability": 2 / 3},
    ],
}
# 100 cents with a chance of 1/2 whatever the stake, else it is lost: fair at a stake of 100 alone.
FIXED = {
    "edge_percent": 0.0,
    "standard_deviation": 1.0,
    "lines": [
        {"pays": "fixed 100", "probability": 1 / 2},
        {"pays": "lose", "probability": 1 / 2},
    ],
}


def test_wagers_of_several_sizes_have_the_mean_and_the_variance_of_their_sum() -> None:
    # Stakes of 100 and 300: variance 2 * (100**2 + 300**2).
    due = expected(FAIR, 100, 2, 400, 100**2 + 300**2)
    assert due.hold == pytest.approx(0)
    assert due.variance == pytest.approx(200_000)


def test_a_fixed_prize_is_as_large_on_a_larger_stake() -> None:
    # On 300 the net is +100 or -300: mean -100, second moment 50,000, variance 40,000.
    due = expected(FIXED, 100, 1, 300, 300**2)
    assert due.hold == pytest.approx(100)
    assert due.variance == pytest.approx(40_000)


@pytest.mark.parametrize(
    ("statistic", "chance"),
    [(68.669, 0.05), (77.386, 0.01), (50.335, 0.5)],  # from tables of chi-square, 51 degrees
)
def test_chi_square_has_the_tails_of_the_tables(statistic: float, chance: float) -> None:
    assert chance_above(statistic, 51) == pytest.approx(chance, rel=0.02)


@pytest.mark.parametrize(
    ("spot", "held", "alarming"),
    [("range", 410, True), ("range", -410, True), ("range", 390, False)],
)
def test_what_is_beyond_four_sigma_is_marked(spot: str, held: int, alarming: bool) -> None:
    row = Hold("big-50", spot, None, wagers=100, base=10_000, held=held, due=0, variance=10_000)
    assert row.alarming is alarming


def test_of_a_bet_with_decisions_only_too_little_is_marked() -> None:
    row = Hold("blackjack", "main", None, base=10_000, held=410, due=0, variance=10_000)
    assert not row.alarming
    row.held = -410
    assert row.alarming


@pytest.mark.django_db
def test_a_round_is_counted_once_with_what_was_raised(stack: Callable[[str], None]) -> None:
    room = Room.open("blackjack")
    (user,) = room.sit(1)
    stack("5s 7d 6s 9c Ts Kd")
    room.deal(user, wagers={"main": 10_00})
    room.act(user, "double")  # 21 against 26: 20.00 staked, 40.00 back
    assert (holds.catch_up(), holds.catch_up()) == (1, 0)
    tally = HoldTally.objects.get()
    assert (tally.wagers, tally.base, tally.squares) == (1, 10_00, 1_000_000.0)
    assert (tally.staked, tally.returned) == (20_00, 40_00)
    assert CardTally.objects.get().card == "5s"


@pytest.mark.django_db
def test_a_hold_stands_beside_its_exact_figure() -> None:
    room = Room.open("big-50")
    (user,) = room.sit(1)
    room.deal(user, wagers={"all_red": 10_00})
    room.act(user, "reveal")
    holds.catch_up()
    (row,) = dashboard.hold_rows(OPENING)
    assert row.words == "The exact figure is being computed."
    report = reports.claim("worker", OPENING)
    assert report is not None
    answer = {"bets": [FAIR | {"spot": "all_red", "edge_percent": 10.0}]}
    reports.end(report, "worker", OPENING, answer=answer)
    (row,) = dashboard.hold_rows(OPENING)
    assert (row.words, row.base, row.held) == ("", 10_00, -room.part(user).net)
    assert row.due == pytest.approx(1_00)
    low, high = row.bounds
    assert low < 10 < high


@pytest.mark.django_db
def test_a_clock_that_nobody_looks_after_is_told() -> None:
    room = Room.open("big-50")
    (user,) = room.sit(1)
    room.bet(user)
    assert all(part.well for part in dashboard.health(room.now))
    late = room.later(60).now
    (clocks,) = [part for part in dashboard.health(late) if not part.well]
    assert "Alder" in clocks.words
