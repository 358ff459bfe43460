"""Big 50 as its rules page says: situations, every line of every paytable, deal, settlement, void.

Stakes are 10.00 on the spot named unless said; sums are cents.
"""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import pytest

from games import printed_paytables
from games.engine.cards import DECK, code_of, codes_of
from games.engine.errors import BadWager, DeckTooShort
from games.engine.game import SpotResult
from games.engine.record import Replay, read_record, replay
from games.engine.view import View
from games.registry import GAMES

EITHER = {"colour_wager": "either"}


def play(wagers: Mapping[int, Mapping[str, int]], deck: str, **fields: Any) -> Replay:
    """Deal a round of Big 50 and settle it."""
    seats = [{"seat": seat, "wagers": spots} for seat, spots in wagers.items()]
    record = {"game": "big-50", "seats": seats, "deck": deck, **fields}
    return replay(read_record(record, GAMES, printed_paytables.printed))


def result(spot: str, cards: str, stake: int = 1000, **fields: Any) -> SpotResult:
    """How one wager on one hand ends."""
    (only,) = play({1: {spot: stake}}, cards, **fields).results
    return only


@pytest.mark.parametrize(
    ("cards", "spot", "net"),
    [
        ("8s 8h Kc 5d 2s", "poker_hand", 1000),
        ("7s 7h Kc 5d 2s", "poker_hand", -1000),
        ("Ac As 9c 5d 2s", "poker_hand", 1000),
        ("Ac As 9c 5d 2s", "range", 3000),  # the aces count one each: 18
        ("Ac 2d 3h 4s 5c", "poker_hand", 6000),
        ("Ac 2d 3h 4s 5c", "range", 3000),  # 15
        ("Tc Jd Qh Ks Ac", "poker_hand", 6000),
        ("Tc Jd Qh Ks Ac", "range", 1500),  # 41
        ("Tc Jd Qh Ks Ac", "big_50", -1000),
        ("Qc Kd Ah 2s 3c", "poker_hand", -1000),
        ("Ah 2h 3h 4h 5h", "poker_hand", 500_000),
        ("Ah 2h 3h 4h 5h", "all_red", 17_000),
        ("Ah 2h 3h 4h 5h", "all_black", -1000),
        ("Tc Td Jh Qs Kc", "big_50", 500_000),
        ("Tc Td Jh Qs Kc", "range", 100_000),
        ("Tc Td Jh Qs Kc", "poker_hand", 1000),
        ("Ac Ad Ah As 2c", "range", 500_000),
    ],
)
def test_the_situations_of_the_rules_page(cards: str, spot: str, net: int) -> None:
    assert result(spot, cards).net == net


def test_half_of_five_on_a_total_of_25_comes_back() -> None:
    half = result("range", "Tc Jd 2h 2s Ac", stake=500)
    assert (half.returned, half.line) == (250, "total_20_29")


# One card of the hit is changed for another, which makes the miss.
HIT_AND_MISS = [
    ("poker_hand", "royal_flush", "Ts Js Qs Ks As", 1_001_000, "9s Js Qs Ks As", "flush"),
    ("poker_hand", "straight_flush", "9s Ts Js Qs Ks", 501_000, "9s Ts Js Qs Kh", "straight"),
    ("poker_hand", "four_of_a_kind", "9s 9h 9d 9c Ks", 101_000, "9s 9h 9d Kc Ks", "full_house"),
    ("poker_hand", "full_house", "9s 9h 9d Kc Ks", 21_000, "9s 9h 9d Kc Qs", "three_of_a_kind"),
    ("poker_hand", "flush", "2s 5s 9s Js Ks", 11_000, "2s 5s 9s Js Kh", "lose"),
    ("poker_hand", "straight", "4s 5h 6d 7c 8s", 7_000, "4s 5h 6d 7c 9s", "lose"),
    ("poker_hand", "three_of_a_kind", "2s 2h 2d 7c 8s", 5_000, "2s 2h 3d 7c 8s", "lose"),
    ("poker_hand", "two_pair", "2s 2h 3d 3c 8s", 4_000, "2s 2h 3d 4c 8s", "lose"),
    ("poker_hand", "eights_or_better", "8s 8h 3d 4c 2s", 2_000, "8s 7h 3d 4c 2s", "lose"),
    ("all_red", "all_red", "2h 5d 9h Jd Kh", 18_000, "2h 5d 9h Jd Ks", "lose"),
    ("all_black", "all_black", "2c 5s 9c Js Ks", 18_000, "2h 5s 9c Js Ks", "lose"),
    ("big_50", "fifty", "Tc Jd Qh Ks Kc", 501_000, "9c Jd Qh Ks Kc", "lose"),
    ("range", "total_6_9", "Ac Ad Ah 2s 4c", 501_000, "Ac Ad Ah 2s 5c", "total_10_19"),
    ("range", "total_10_19", "Ac 2d 3h 4s 9c", 4_000, "Ac 2d 3h 4s Tc", "total_20_29"),
    ("range", "total_20_29", "2c 3d 6h 8s Tc", 500, "2c 3d 6h 9s Tc", "total_30_39"),
    ("range", "total_30_39", "4c 6d 9h Ts Qc", 0, "5c 6d 9h Ts Qc", "total_40_49"),
    ("range", "total_40_49", "9c Td Jh Qs Kc", 2_500, "Qc Td Jh Qs Kc", "total_50"),
    ("range", "total_50", "Tc Td Jh Qs Kc", 101_000, "9c Td Jh Qs Kc", "total_40_49"),
]


@pytest.mark.parametrize(("spot", "line", "hit", "back", "miss", "other"), HIT_AND_MISS)
def test_a_line_is_hit_and_missed_by_one_card(
    spot: str, line: str, hit: str, back: int, miss: str, other: str
) -> None:
    assert len(set(hit.split()) - set(miss.split())) == 1
    assert (result(spot, hit).line, result(spot, hit).returned) == (line, back)
    assert result(spot, miss).line == other


@pytest.mark.parametrize(
    ("hit", "miss"),
    [("2h 5d 9h Jd Kh", "2h 5d 9h Jd Ks"), ("2c 5s 9c Js Ks", "2h 5s 9c Js Ks")],
)
def test_one_colour_is_hit_in_either_colour_and_missed_by_one_card(hit: str, miss: str) -> None:
    won, lost = result("one_colour", hit, rules=EITHER), result("one_colour", miss, rules=EITHER)
    assert (won.line, won.returned) == ("one_colour", 18_000)
    assert (lost.line, lost.returned) == ("lose", 0)


def test_every_printed_line_is_hit_above() -> None:
    printed = {(spot.key, line) for spot in GAMES["big-50"].every_spot() for line in spot.lines}
    assert printed == {(spot, line) for spot, line, *_ in HIT_AND_MISS} | {
        ("one_colour", "one_colour")
    }


@pytest.mark.parametrize("cards", ["Qc Kd Ah 2s 3c", "Kc Ad 2h 3s 4c", "Jc Qd Kh As 2c"])
def test_a_straight_does_not_go_round_the_corner(cards: str) -> None:
    assert result("poker_hand", cards).line == "lose"


def test_queen_to_three_of_one_suit_is_a_flush_and_no_straight_flush() -> None:
    assert result("poker_hand", "Qh Kh Ah 2h 3h").line == "flush"


def test_only_the_highest_line_of_the_poker_hand_pays() -> None:
    assert result("poker_hand", "Tc Td Th Ks Kc").returned == 21_000


def test_a_spot_has_one_wager_of_one_colour_under_the_option() -> None:
    def spots(**rules: str) -> list[str]:
        game = GAMES["big-50"]
        return [spot.key for spot in game.spots(game.options.read(rules))]

    assert spots() == ["poker_hand", "all_red", "all_black", "big_50", "range"]
    assert spots(**EITHER) == ["poker_hand", "one_colour", "big_50", "range"]


@pytest.mark.parametrize("spot", ["poker_hand", "all_red", "all_black", "big_50", "range"])
def test_any_spot_may_be_wagered_on_alone(spot: str) -> None:
    assert result(spot, "2c 3d 5h 7s 9c", stake=1).spot == spot


def test_a_seat_needs_a_wager() -> None:
    with pytest.raises(BadWager, match="Seat 4: At least one wager"):
        play({1: {"range": 100}, 4: {}}, "2c 3d 5h 7s 9c Tc Jd Qh Ks Ac")


def test_only_seats_with_a_wager_get_five_cards_from_the_left() -> None:
    played = play({6: {"range": 100}, 2: {"range": 100}}, "2c 3d 5h 7s 9c Tc Jd Qh Ks Ac 4c")
    assert played.as_json()["hands"] == {
        "2": ["2c", "3d", "5h", "7s", "9c"],
        "6": ["Tc", "Jd", "Qh", "Ks", "Ac"],
    }
    assert played.record.game.dealt(played.state) == 10


def test_seven_seats_play() -> None:
    played = play({seat: {"big_50": 100} for seat in range(1, 8)}, " ".join(codes_of(DECK)))
    assert [one.seat for one in played.results] == [7, 6, 5, 4, 3, 2, 1]
    # In a deck in order, tens to kings are the 33rd to the 48th card: none of the seven has five.
    assert {one.line for one in played.results} == {"lose"}


def test_settlement_goes_from_the_highest_seat_down_and_spot_by_spot() -> None:
    every = dict.fromkeys(["range", "big_50", "all_black", "all_red", "poker_hand"], 100)
    played = play({1: every, 3: every}, "2c 3d 5h 7s 9c Tc Jd Qh Ks Ac")
    order = ["poker_hand", "all_red", "all_black", "big_50", "range"]
    assert [(one.seat, one.spot) for one in played.results] == [
        *((3, spot) for spot in order),
        *((1, spot) for spot in order),
    ]


def test_one_colour_is_settled_where_the_colours_are() -> None:
    every = dict.fromkeys(["range", "big_50", "one_colour", "poker_hand"], 100)
    played = play({1: every}, "2c 3d 5h 7s 9c", rules=EITHER)
    assert [one.spot for one in played.results] == ["poker_hand", "one_colour", "big_50", "range"]


def test_a_wrong_number_of_cards_voids_the_round() -> None:
    wagers = {1: {"range": 500, "poker_hand": 1000}, 2: {"big_50": 100}}
    reason = "Wrong number of cards: seat 1 has six."
    played = play(wagers, "Tc Td Jh Qs Kc 2c 3d 5h 7s 9c", void=reason)
    assert played.as_json()["void"] == reason
    assert [(one.seat, one.spot, one.stake, one.returned) for one in played.results] == [
        (2, "big_50", 100, 100),
        (1, "poker_hand", 1000, 1000),
        (1, "range", 500, 500),
    ]
    assert played.net == {1: 0, 2: 0}


def test_a_deck_that_cannot_give_everyone_five_cards_is_no_round() -> None:
    with pytest.raises(DeckTooShort, match="at least 10"):
        play({1: {"range": 100}, 2: {"range": 100}}, "2c 3d 5h 7s 9c Tc Jd Qh Ks")


def looking(viewer: int | None, *, reconciled: bool = False) -> View:
    """A round of seats 2 and 5 as one viewer sees it."""
    played = play({2: {"range": 100}, 5: {"big_50": 100}}, "2c 3d 5h 7s 9c Tc Jd Qh Ks Ac")
    return played.record.game.view(played.state, viewer, reconciled=reconciled)


def cards_seen(view: View) -> dict[int, tuple[str | None, ...]]:
    """The cards of each seat in a view."""
    return {seat.seat: seat.hands[0].cards for seat in view.seats}


FIRST, SECOND, DOWN = ("2c", "3d", "5h", "7s", "9c"), ("Tc", "Jd", "Qh", "Ks", "Ac"), (None,) * 5


@pytest.mark.parametrize(
    ("viewer", "seen"),
    [
        (2, {2: FIRST, 5: DOWN}),
        (5, {2: DOWN, 5: SECOND}),
        (3, {2: DOWN, 5: DOWN}),
        (None, {2: DOWN, 5: DOWN}),
    ],
)
def test_before_the_reconcile_each_seat_sees_its_own_cards_alone(
    viewer: int | None, seen: dict[int, tuple[str | None, ...]]
) -> None:
    view = looking(viewer)
    assert cards_seen(view) == seen
    shown = {code for cards in seen.values() for code in cards if code}
    text = str(asdict(view))
    assert {code for code in map(code_of, DECK) if f"'{code}'" in text} == shown
    assert view.results == ()
    assert {event.kind for event in view.events} == {"deal"}


def test_a_player_who_looks_is_asked_to_turn_his_cards_and_nobody_else_is() -> None:
    assert (looking(2).step, looking(2).question) == ("look", "Turn your cards")
    assert [looking(viewer).question for viewer in (None, 3)] == ["", ""]


@pytest.mark.parametrize("viewer", [2, 5, 3, None])
def test_after_the_reconcile_everybody_sees_every_hand_and_result(viewer: int | None) -> None:
    view = looking(viewer, reconciled=True)
    assert cards_seen(view) == {2: FIRST, 5: SECOND}
    assert [(one.seat, one.spot, one.net, one.words, one.pays) for one in view.results] == [
        (5, "big_50", -100, "loses", ""),
        (2, "range", -50, "Total 20–29", "lose half"),
    ]
    assert [event.words for event in view.events][2:] == [
        "Seat 5 shows straight, ace high, total 41.",
        "Seat 5: Big 50 loses 1.",
        "Seat 2 shows nine high, total 26.",
        "Seat 2: Range loses 0.50 (0.50 returned), total 20–29.",
    ]


def test_a_hand_says_what_it_is_and_what_it_counts() -> None:
    hand = looking(5).seats[1].hands[0]
    assert (hand.words, hand.total) == ("straight, ace high", "41")
    assert set(hand.marks) == {"win"}
