"""What the clients of a run would notice: every check is shown a fault."""

import asyncio
import time
from typing import Any

import pytest

from bench.load.crowd import Crowd
from bench.load.purse import WELCOME, Purse, paid
from bench.load.sight import Sight, pictures
from bench.load.tally import Tally, Watchers

HIDDEN = [None] * 5
OWN = ["2c", "3c", "4c", "5c", "7h"]
OTHER = ["9c", "9d", "9h", "9s", "Ad"]
NO_HAND: dict[str, Any] = {"words": "", "total": "", "line": "", "steps": []}


def scene(
    state: str, balance: int, seats: dict[int, list[Any]] | None = None, **view: Any
) -> dict[str, Any]:
    """Seat 1's scene of a Big 50 table; `seats` are the hands once they are dealt."""
    hands = seats or {}
    played = [
        {"seat": seat, "wagers": {"range": 500}, "hands": [NO_HAND | {"cards": cards}]}
        for seat, cards in hands.items()
    ]
    seen = {"viewer": 1, "seats": played, "piles": [], "events": [], "offers": [], "results": []}
    return {
        "table": {"game": "big-50"},
        "round": {"id": "round", "void_reason": ""},
        "state": state,
        "seats": [],
        "you": {"seat": 1, "balance": balance, "wagers": {"range": 500}},
        "view": seen | view if hands else None,
    }


def result(returned: int, pays: str = "10:1", stake: int = 500) -> dict[str, Any]:
    """Seat 1's result on the range."""
    return {
        "seat": 1,
        "spot": "range",
        "line": "total_40_49" if pays else "lose",
        "pays": pays,
        "stake": stake,
        "returned": returned,
    }


def in_play() -> Purse:
    """The purse of who has wagered 5.00, and has seen that they were taken."""
    purse = Purse()
    assert list(purse.read(scene("betting", WELCOME))) == []
    purse.granted("round", purse.asking(500, 0))
    assert list(purse.read(scene("looking", WELCOME - 500, {1: OWN, 2: HIDDEN}))) == []
    return purse


def test_a_purse_counts_a_round_once() -> None:
    purse = in_play()
    end = scene("showing", WELCOME + 5000, {1: OWN, 2: OTHER}, results=[result(5500)])
    assert list(purse.read(end)) == []
    assert list(purse.read(end)) == []
    assert purse.bank == WELCOME + 5000


@pytest.mark.parametrize(
    ("balance", "results"),
    [
        (WELCOME + 4999, [result(5500)]),
        (WELCOME + 5500, [result(6000)]),
        (WELCOME - 500, [result(500, pays="")]),
        (WELCOME + 10000, [result(11000, stake=1000)]),
    ],
    ids=["a cent short", "more than the odds", "a lost stake back", "another stake"],
)
def test_a_purse_notices_a_wrong_end(balance: int, results: list[dict[str, Any]]) -> None:
    end = scene("showing", balance, {1: OWN, 2: OTHER}, results=results)
    assert list(in_play().read(end))


def test_a_purse_notices_a_stake_that_nobody_asked_for() -> None:
    purse = Purse()
    list(purse.read(scene("betting", WELCOME)))
    assert list(purse.read(scene("looking", WELCOME - 500, {1: OWN, 2: HIDDEN})))


def test_a_round_whose_end_was_not_seen_is_counted_from_its_record() -> None:
    purse = in_play()
    later = scene("betting", WELCOME + 5000)
    assert list(purse.read(later | {"round": {"id": "next", "void_reason": ""}})) == []
    assert list(purse.owing) == ["round"]
    purse.settle("round", {"results": [result(5500), result(0) | {"seat": 2}]})
    assert purse.bank == WELCOME + 5000


@pytest.mark.parametrize(
    ("pays", "line", "spot", "back"),
    [
        ("10:1", "fifty", "big_50", 5500),
        ("3:2", "blackjack", "main", 1250),
        ("5,000.00", "royal_flush", "poker_hand", 500500),
        ("push", "twenty_push", "bad_beat", 500),
        ("lose half", "win", "bad_beat", 250),
        ("", "surrender", "main", 250),
        ("", "push", "main", 500),
        ("", "tie", "ante", 1000),
        ("", "lose", "main", 0),
    ],
)
def test_what_comes_back_follows_from_the_printed_odds(
    pays: str, line: str, spot: str, back: int
) -> None:
    assert paid({"spot": spot, "stake": 500, "pays": pays, "line": line}, ante=0) == back


def test_the_ante_bonus_is_reckoned_on_the_ante() -> None:
    raw = {"spot": "ante_bonus", "stake": 0, "pays": "4:1", "line": "straight"}
    assert paid(raw, ante=300) == 1200


@pytest.mark.parametrize(("stake", "back"), [(600, 1000), (750, 1250), (3, 5), (7, 12)])
def test_even_money_is_reckoned_on_the_wager_without_its_insurance(stake: int, back: int) -> None:
    result = {"spot": "main", "stake": stake, "pays": "1:1", "line": "even_money"}
    assert paid(result, ante=0) == back


def test_what_is_paid_before_the_end_is_in_the_balance_and_counted_once() -> None:
    """A natural is paid while others still play."""
    purse = in_play()
    hands: dict[int, list[Any]] = {1: OWN, 2: HIDDEN}
    won = {"results": [result(1250, "3:2")]}
    assert list(purse.read(scene("playing", WELCOME + 750, hands, **won))) == []
    assert list(purse.read(scene("playing", WELCOME - 500, hands, **won)))
    assert list(purse.read(scene("showing", WELCOME + 750, hands, **won))) == []
    assert purse.bank == WELCOME + 750


def test_ones_own_cards_and_in_the_end_all_may_be_seen() -> None:
    sight = Sight()
    assert list(sight.read(scene("betting", WELCOME))) == []
    assert list(sight.read(scene("looking", 0, {1: OWN, 2: HIDDEN}))) == []
    assert list(sight.read(scene("showing", 0, {1: OWN, 2: OTHER}))) == []


@pytest.mark.parametrize(
    "leak",
    [
        scene("looking", 0, {1: OWN, 2: ["9c", None, None, None, None]}),
        scene("looking", 0, {1: OWN, 2: HIDDEN}) | {"heading": "9c"},
        scene("betting", 0) | {"deck": ["9c"]},
        scene("looking", 0, {1: OWN, 2: HIDDEN}, events=[{"place": "seat-2", "cards": ["9c"]}]),
        scene("looking", 0, {1: OWN}, piles=[{"key": "dealer", "hand": {"cards": ["9c"]}}]),
    ],
    ids=["in another hand", "in the heading", "before the deal", "in the log", "the dealer's"],
)
def test_a_card_too_soon_is_noticed(leak: dict[str, Any]) -> None:
    assert list(Sight().read(leak))


def test_words_about_hidden_cards_are_noticed() -> None:
    raw = scene("looking", 0, {1: OWN, 2: HIDDEN})
    raw["view"]["seats"][1]["hands"][0]["words"] = "four nines"
    assert list(Sight().read(raw))


@pytest.mark.parametrize(
    "after", [{1: OTHER, 2: OWN}, {1: OWN, 2: [*OTHER[:4], "7h"]}], ids=["exchanged", "twice"]
)
def test_cards_that_become_others_are_noticed(after: dict[int, list[Any]]) -> None:
    sight = Sight()
    assert list(sight.read(scene("looking", 0, {1: OWN, 2: HIDDEN}))) == []
    assert list(sight.read(scene("showing", 0, after)))


def test_the_cards_on_a_page_are_those_with_a_picture() -> None:
    page = '<img src="/static/cards/four/AS.0f3a.svg" alt=""><img src="/cards/back.svg">'
    assert pictures(page) == {"As"}


def test_an_action_took_as_long_as_the_last_socket_waited() -> None:
    watchers = Watchers(Tally(measures_from=1.0))
    for socket in ("fast", "slow"):
        watchers.saw(socket, 1, 0.0)
    watchers.saw("fast", 2, 10.1)
    watchers.acted(2, sent=10.0)
    assert watchers.tally.latencies == []
    watchers.saw("slow", 3, 10.5)
    watchers.saw("fast", 3, 10.7)
    assert watchers.tally.latencies == [pytest.approx(0.5)]


def test_nothing_is_timed_before_everybody_has_come_in() -> None:
    tally = Tally()
    watchers = Watchers(tally)
    for version, sent in ((1, 5.0), (2, 7.0), (3, 9.0)):
        if sent == 9.0:
            tally.measures_from = 8.0
        watchers.acted(version, sent=sent)
        watchers.saw("socket", version, sent + 0.25)
    assert tally.latencies == [pytest.approx(0.25)]


async def test_players_come_in_so_many_a_second_and_then_actions_are_timed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    came: list[float] = []

    async def come_in(player: object) -> bool:
        came.append(time.monotonic())
        return True

    async def play(player: object) -> None:
        await asyncio.sleep(60)

    async def nothing(crowd: object) -> None:
        return

    monkeypatch.setattr("bench.load.crowd.Player.come_in", come_in)
    monkeypatch.setattr("bench.load.crowd.Player.play", play)
    monkeypatch.setattr(Crowd, "_check_nobody_behind", nothing)
    monkeypatch.setattr(Crowd, "_watch_lobby", nothing)
    crowd = Crowd(["http://127.0.0.1:1"], [1, 2], seats=5, seed=1, arrive=20)
    await crowd.play(0.2)
    assert len(came) == 10
    assert came[-1] - came[0] > 0.38  # ten players at twenty a second, whatever their number
    assert crowd.tally.measures_from is not None
    assert crowd.tally.measures_from >= came[-1]
