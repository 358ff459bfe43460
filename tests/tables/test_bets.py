"""What may be put on the felt, and what becomes of it when the betting closes."""

from typing import Any

import pytest

from accounts import ledger
from accounts.models import Transfer
from games.engine.errors import BadWager, GameError, WagerRefused
from games.models import Phase
from games.scenes.spoken import said
from games.tables.refusals import Refused, Stale
from tests.tables.room import WAGERS, Room, escrowed, player, spend

pytestmark = pytest.mark.django_db


def limit_of(refused: pytest.ExceptionInfo[WagerRefused]) -> str:
    return refused.value.limit


def test_bets_cost_nothing_before_the_betting_closes() -> None:
    room = Room.open("big-50")
    user, _ = room.sit(1, 2)
    room.bet(user)
    assert room.chair(user).wagers == {"poker_hand": 500, "range": 1000}
    assert ledger.balance_of(user) == 1_000_00
    assert escrowed() == 0


def test_a_layout_replaces_the_one_before_and_an_empty_one_takes_it_back() -> None:
    room = Room.open("big-50")
    user, _ = room.sit(1, 2)
    room.bet(user, {"poker_hand": 500})
    room.bet(user, {"range": 1000})
    assert room.chair(user).wagers == {"range": 1000}
    room.bet(user, {})
    assert room.chair(user).wagers == {}
    assert room.seconds_left() is None


@pytest.mark.parametrize(
    ("wagers", "sentence"),
    [
        ({"roulette": 500}, "There is no wager on 'roulette'; the spots are poker_hand, all_red"),
        ({"range": 0}, "positive whole number of cents"),
        ({"range": -500}, "positive whole number of cents"),
        ({"range": 500.0}, "positive whole number of cents"),
        ({"range": 5.5}, "positive whole number of cents"),
        ({"range": True}, "positive whole number of cents"),
        ({"range": "500"}, "positive whole number of cents"),
        ({"range": None}, "positive whole number of cents"),
        ({"range": [500]}, "positive whole number of cents"),
        ({"range": 10**30}, "positive whole number of cents"),
        ({"range": float("inf")}, "positive whole number of cents"),
        ({"range": 500, "big_50": -500}, "The stake on big_50"),
    ],
)
def test_a_stake_that_is_none_is_refused_and_named(wagers: dict[str, Any], sentence: str) -> None:
    room = Room.open("big-50")
    user, _ = room.sit(1, 2)
    room.bet(user, {"poker_hand": 300})
    before = room.step(user), room.table.version
    with pytest.raises(BadWager, match=sentence):
        room.bet(user, wagers)
    assert room.chair(user).wagers == {"poker_hand": 300}
    assert (room.step(user), room.table.version) == before


@pytest.mark.parametrize(
    ("wagers", "limit"),
    [
        ({"range": 99}, "minimum"),
        ({"range": 10_100}, "maximum"),
        ({"range": 550}, "unit"),
        ({"range": 30_100}, "max_wager"),
        ({"poker_hand": 600, "all_red": 600, "big_50": 600, "range": 600}, "max_large_wagers"),
    ],
)
def test_a_stake_beyond_a_limit_is_refused_by_that_limits_name(
    wagers: dict[str, int], limit: str
) -> None:
    room = Room.open("big-50")
    user, _ = room.sit(1, 2)
    with pytest.raises(WagerRefused) as refused:
        room.bet(user, wagers)
    assert limit_of(refused) == limit
    assert room.chair(user).wagers == {}


@pytest.mark.parametrize("stake", [100, 10_000])
def test_the_limits_themselves_are_allowed(stake: int) -> None:
    room = Room.open("big-50")
    user, _ = room.sit(1, 2)
    room.bet(user, {"range": stake})
    assert room.chair(user).wagers == {"range": stake}


@pytest.mark.parametrize(
    ("game", "wagers"),
    [
        ("big-raise", {"two_card_bonus": 500}),
        ("blackjack", {"bad_beat": 500}),
        ("big-raise", {"ante": 500, "play": 1000}),
        ("blackjack", {"main": 500, "insurance": 200}),
        ("big-raise", {"ante": 500, "ante_bonus": 500}),
    ],
)
def test_a_wager_that_needs_another_or_arises_later_is_refused(
    game: str, wagers: dict[str, int]
) -> None:
    room = Room.open(game)
    user, _ = room.sit(1, 2)
    with pytest.raises(BadWager):
        room.bet(user, wagers)
    assert room.chair(user).wagers == {}


def test_more_than_one_has_is_refused_with_both_figures() -> None:
    room = Room.open("big-50")
    user, _ = room.sit(1, 2, cents=2_999)
    with pytest.raises(WagerRefused, match=r"need 30; your balance is 29\.99") as refused:
        room.bet(user, {"range": 3000})
    assert limit_of(refused) == "balance"
    room.bet(user, {"range": 2900})
    assert room.chair(user).wagers == {"range": 2900}


def test_nobody_bets_without_a_seat() -> None:
    room = Room.open("big-50")
    (user,) = room.sit(1)
    with pytest.raises(Refused, match="Take a seat first"):
        room.bet(player(), step=room.step(user))


@pytest.mark.parametrize("game", ["big-50", "big-raise", "blackjack"])
def test_no_more_bets_once_the_cards_are_out(game: str) -> None:
    room = Room.open(game)
    user, other = room.sit(1, 2)
    room.bet(user)
    stale = room.step(other)
    room.time_out()
    with pytest.raises(Stale):
        room.bet(other, step=stale)
    with pytest.raises(Refused, match="No more bets"):
        room.bet(other)
    assert room.chair(other).wagers == {}
    assert ledger.balance_of(other) == 1_000_00


def test_a_bet_after_the_deadline_meets_the_deal_not_the_felt() -> None:
    """Nobody has looked since the clock ran out: the late bet itself lets the clock play."""
    room = Room.open("big-50")
    user, other = room.sit(1, 2)
    room.bet(user)
    step = room.step(other)
    room.later(20)
    with pytest.raises(Stale):
        room.bet(other, step=step)
    assert room.table.phase == Phase.PLAYING
    assert [part.user for part in room.round.seats.all()] == [user]


@pytest.mark.parametrize("game", WAGERS)
def test_the_deal_takes_every_stake_once(game: str) -> None:
    room = Room.open(game, options=None)
    user, other = room.sit(1, 3)
    if room.table.phase == Phase.CHOOSING:
        room.act(user, "choose", value="five-card-draw")
    stakes = sum(WAGERS[game].values())
    room.bet(user, ready=True)
    room.bet(other, ready=True)
    room.time_out()
    taken = Transfer.objects.filter(ref=str(room.round.pk), key__contains="/stake/")
    assert sorted(taken.values_list("key", flat=True)) == [
        f"round/{room.round.pk}/stake/1",
        f"round/{room.round.pk}/stake/3",
    ]
    assert [part.staked for part in room.round.seats.order_by("seat")] == [stakes, stakes]
    if room.table.phase == Phase.PLAYING:
        assert ledger.balance_of(user) == 1_000_00 - stakes
        assert escrowed() == 2 * stakes
    assert ledger.audit() == []


def test_who_is_short_at_the_close_is_dropped_and_nobody_else() -> None:
    room = Room.open("big-50")
    poor, rich = room.sit(1, 2, cents=2000)
    room.bet(poor)
    room.bet(rich)
    spend(poor, 600)  # 14.00 are left for a layout of 15.00
    room.time_out()
    assert room.table.phase == Phase.PLAYING
    assert [part.user for part in room.round.seats.all()] == [rich]
    assert room.chair(poor).wagers == {}
    assert room.chair(poor).seat == 1
    assert ledger.balance_of(poor) == 1400
    assert ledger.balance_of(rich) == 500
    assert escrowed() == 1500
    words = "Your bets of 15 were not taken. You have 14 to spend."
    assert words in room.scene(poor)["heading"]["note"]
    assert words in said(room.shown(poor))
    assert "not taken" not in str(room.scene(rich))


def test_when_everybody_is_short_the_betting_goes_on() -> None:
    room = Room.open("big-50")
    poor, other = room.sit(1, 2, cents=2000)
    room.bet(poor)
    spend(poor, 2000)
    room.time_out()
    assert room.table.phase == Phase.BETTING
    assert room.seconds_left() is None
    room.bet(other)
    assert room.seconds_left() == 20
    assert escrowed() == 0


def test_a_wager_with_a_reserve_needs_the_reserve_too() -> None:
    """Big Raise: a seat should hold the funds for a 2x play before its ante is taken."""
    room = Room.open("big-raise")
    user, _ = room.sit(1, 2, cents=1500)
    with pytest.raises(WagerRefused, match="need 6 and 12 in reserve; your balance is 15"):
        room.bet(user, {"ante": 600})
    assert room.chair(user).wagers == {}
    room.bet(user, {"ante": 500})
    assert room.chair(user).wagers == {"ante": 500}


@pytest.mark.parametrize("wagers", [{"range": 500}, {}])
def test_a_refused_layout_says_why_in_one_sentence(wagers: dict[str, int]) -> None:
    room = Room.open("big-50")
    user, _ = room.sit(1, 2)
    with pytest.raises(GameError) as refused:
        room.bet(user, {**wagers, "big_50": 50})
    assert str(refused.value).endswith(".")
    assert "\n" not in str(refused.value)
