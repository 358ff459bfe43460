"""Reading, replaying and writing round records; every way in which one can be wrong."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from games import printed_paytables
from games.engine.cards import DECK, codes_of
from games.engine.errors import (
    BadCard,
    BadOption,
    BadPaytable,
    BadRecord,
    BadWager,
    DeckTooShort,
    GameError,
    IllegalAction,
)
from games.engine.record import Replay, read_record, replay, write_record
from games.engine.strict_json import read_json
from games.registry import GAMES

RECORD: Mapping[str, Any] = {
    "game": "big-50",
    "seats": [
        {"seat": 2, "wagers": {"range": 500, "poker_hand": 1000}},
        {"seat": 5, "wagers": {"big_50": 100}},
    ],
    "deck": "8s 8h Kd 5c 2d Tc Td Jh Qh Kc",
}


def play(**changes: Any) -> Replay:
    """Where `RECORD` leads with some of its fields changed."""
    return replay(read_record({**RECORD, **changes}, GAMES, printed_paytables.printed))


def seat_with(stake: object) -> dict[str, Any]:
    """A record's `seats` with one stake on the range spot."""
    return {"seats": [{"seat": 2, "wagers": {"range": stake}}]}


def test_what_is_left_out_has_its_default() -> None:
    played = play()
    setup = played.record.setup
    assert setup.options.colour_wager == "named"
    assert {spot: table.code for spot, table in setup.paytables.items()} == dict.fromkeys(
        ["poker_hand", "all_red", "all_black", "big_50", "range"], "B50"
    )
    assert (setup.button, setup.unit, played.record.void) == (2, 100, None)


def test_a_replay_prints_what_a_record_needs() -> None:
    # 8 8 K 5 2: a pair of eights pays even money, a total of 33 loses. Ten to king total 50.
    assert play().as_json() == {
        "game": "big-50",
        "settled": True,
        "waiting_on": [],
        "results": [
            {"seat": 5, "spot": "big_50", "stake": 100, "returned": 50100, "net": 50000,
             "line": "fifty"},
            {"seat": 2, "spot": "poker_hand", "stake": 1000, "returned": 2000, "net": 1000,
             "line": "eights_or_better"},
            {"seat": 2, "spot": "range", "stake": 500, "returned": 0, "net": -500,
             "line": "total_30_39"},
        ],
        "net": {"2": 500, "5": 50000},
        "hands": {"2": ["8s", "8h", "Kd", "5c", "2d"], "5": ["Tc", "Td", "Jh", "Qh", "Kc"]},
        "void": None,
    }  # fmt: skip


def test_the_order_of_seats_and_wagers_in_a_record_changes_nothing() -> None:
    turned = [
        {"seat": 5, "wagers": {"big_50": 100}},
        {"seat": 2, "wagers": {"poker_hand": 1000, "range": 500}},
    ]
    assert play(seats=turned).as_json() == play().as_json()


def test_a_paytable_may_be_a_code_or_a_what_if() -> None:
    lines = dict.fromkeys(GAMES["big-50"].spots(play().record.setup.options)[0].lines, "lose")
    what_if = {"code": "mine", "lines": {**lines, "eights_or_better": "7:1"}}
    assert play(paytables={"range": "B50"}).as_json() == play().as_json()
    assert play(paytables={"poker_hand": what_if}).net == {2: 6500, 5: 50000}


def test_a_void_round_returns_every_stake_once() -> None:
    played = play(void="Seat 5 was dealt four cards.")
    assert played.settled
    assert [
        (result.seat, result.spot, result.stake, result.returned, result.line)
        for result in played.results
    ] == [
        (5, "big_50", 100, 100, "void"),
        (2, "poker_hand", 1000, 1000, "void"),
        (2, "range", 500, 500, "void"),
    ]
    assert played.net == {2: 0, 5: 0}
    assert played.as_json()["void"] == "Seat 5 was dealt four cards."


def test_a_record_written_out_reads_back() -> None:
    played = play()
    written = write_record(played.record, played.results)
    assert written["format"] == "cardroom-round/1"
    assert written["results"] == played.as_json()["results"]
    again = replay(read_record(written, GAMES, printed_paytables.printed))
    assert again.as_json() == played.as_json()
    assert write_record(again.record, again.results) == written


def test_a_void_record_written_out_reads_back() -> None:
    played = play(void="A card was turned over.")
    again = replay(read_record(write_record(played.record), GAMES, printed_paytables.printed))
    assert again.as_json() == played.as_json()


FAULTS: list[tuple[type[GameError], dict[str, Any], str]] = [
    (BadRecord, {"format": "cardroom-round/2"}, "format 'cardroom-round/2' is unknown"),
    (BadRecord, {"action": []}, "A round record has no 'action'; it has format, "),
    (BadRecord, {"game": "baccarat"}, "game 'baccarat' is unknown; this site plays big-50"),
    (BadRecord, {"game": None}, "game None is unknown"),
    (BadRecord, {"game": ["big-50"]}, r"game \['big-50'\] is unknown"),
    (BadOption, {"rules": {"colour": "named"}}, "no house option 'colour'; this game has: colour_"),
    (BadOption, {"rules": {"colour_wager": "red"}}, "colour_wager cannot be 'red'; accepted: "),
    (BadOption, {"rules": None}, "House options are an object"),
    (BadRecord, {"seats": None}, "'seats' is a list with at least one seat"),
    (BadRecord, {"seats": []}, "'seats' is a list with at least one seat"),
    (BadRecord, {"seats": [5]}, "A seat is an object like"),
    (BadRecord, {"seats": [{"seat": 1}]}, "A seat is an object like"),
    (BadRecord, {"seats": [{"seat": 1, "wagers": [5]}]}, "A seat is an object like"),
    (BadRecord, {"seats": [{"seat": 0, "wagers": {"range": 1}}]}, "Seat 0 does not exist; Big 50 "),
    (BadRecord, {"seats": [{"seat": 8, "wagers": {"range": 1}}]}, "Seat 8 does not .* has 1 to 7"),
    (BadRecord, {"seats": [{"seat": "1", "wagers": {"range": 1}}]}, "Seat '1' does not exist"),
    (BadRecord, {"seats": [{"seat": True, "wagers": {"range": 1}}]}, "Seat True does not exist"),
    (BadRecord, {"seats": [{"wagers": {"range": 1}}]}, "Seat None does not exist"),
    (
        BadRecord,
        {"seats": [{"seat": 1, "wagers": {"range": 1}}, {"seat": 1, "wagers": {"range": 1}}]},
        "Seat 1 is in the record twice",
    ),
    (
        BadRecord,
        {"seats": [{"seat": 1, "wagers": {"range": 1}, "player": "Ann"}]},
        "A seat has no 'player'",
    ),
    (BadWager, {"seats": [{"seat": 1, "wagers": {}}]}, "Seat 1: At least one wager is needed"),
    (
        BadWager,
        {"seats": [{"seat": 1, "wagers": {"ante": 100}}]},
        "Seat 1: There is no wager on 'ante'; the spots are poker_hand, all_red, all_black, big_50",
    ),
    (BadWager, seat_with(-100), "Seat 2: The stake on range is a positive .* not -100"),
    (BadWager, seat_with(0), "not 0"),
    (BadWager, seat_with(10.5), "not 10.5"),
    (BadWager, seat_with(10.0), "not 10.0"),
    (BadWager, seat_with(True), "not True"),
    (BadWager, seat_with("100"), "not '100'"),
    (BadWager, seat_with(None), "not None"),
    (BadWager, seat_with([100]), r"not \[100\]"),
    (BadWager, seat_with(10**12 + 1), "up to 1000000000000, not 1000000000001"),
    (BadRecord, {"deck": None}, "The deck is text"),
    (BadRecord, {"deck": ["8s", "8h"]}, "The deck is text"),
    (BadCard, {"deck": "8s 8h Kd 5c 1d"}, "'1d' is no card"),
    (BadCard, {"deck": "8s8h"}, "'8s8h' is no card"),
    (BadCard, {"deck": RECORD["deck"] + " 8s"}, "The eight of spades is in the deck 2 times"),
    (DeckTooShort, {"deck": "8s 8h Kd 5c 2d Tc Td Jh Qh"}, "it has 9 cards, .* at least 10"),
    (DeckTooShort, {"deck": ""}, "it has 0 cards"),
    (BadRecord, {"paytables": ["B50"]}, "'paytables' maps spots"),
    (BadRecord, {"paytables": {"ante": "B50"}}, "'ante' has no paytable; these spots have: poker_"),
    (BadPaytable, {"paytables": {"range": "B51"}}, "range has no paytable 'B51'; it has: B50"),
    (BadPaytable, {"paytables": {"range": 5}}, "A paytable for range is a code or an object"),
    (BadPaytable, {"paytables": {"range": {"lines": {}}}}, "range lacks the line 'total_6_9'"),
    (BadRecord, {"button": 0}, "The button is at a seat from 1 to 7, not at 0"),
    (BadRecord, {"button": 8}, "The button is at a seat from 1 to 7, not at 8"),
    (BadRecord, {"button": "1"}, "not at '1'"),
    (BadRecord, {"button": True}, "not at True"),
    (BadRecord, {"chip_unit": 0}, "chip_unit is a positive whole number, not 0"),
    (BadRecord, {"chip_unit": 1.0}, "chip_unit is a positive whole number, not 1.0"),
    (BadRecord, {"void": True}, "'void' is the reason as text, or null, not True"),
    (BadRecord, {"results": {}}, "'results' is a list of objects"),
    (BadRecord, {"results": [1]}, "'results' is a list of objects"),
    (BadRecord, {"actions": {}}, "'actions' is a list"),
    (BadRecord, {"actions": ["stand"]}, "Action 1 is an object like .*, not 'stand'"),
    (BadRecord, {"actions": [{"action": "stand"}]}, "Action 1 is an object like"),
    (BadRecord, {"actions": [{"seat": "2", "action": "stand"}]}, "Action 1 is an object like"),
    (BadRecord, {"actions": [{"seat": 2}]}, "Action 1: An action has a name in 'action', not None"),
    (
        BadRecord,
        {"actions": [{"seat": 2, "action": "stand", "amuont": 5}]},
        "Action 1 has no 'amuont'; it has seat, action, amount, discard",
    ),
    (
        BadRecord,
        {"actions": [{"seat": 2, "action": "play", "amount": True}]},
        "Action 1: The amount of an action is a whole number of cents, not True",
    ),
    (
        BadRecord,
        {"actions": [{"seat": 2, "action": "play", "amount": "40"}]},
        "The amount of an action is a whole number of cents, not '40'",
    ),
    (
        BadRecord,
        {"actions": [{"seat": 2, "action": "draw", "discard": "7h"}]},
        "A discard is a list of cards",
    ),
    (
        BadCard,
        {"actions": [{"seat": 2, "action": "draw", "discard": ["7h", "7"]}]},
        "Action 1: '7' is no card",
    ),
    (
        IllegalAction,
        {"actions": [{"seat": 2, "action": "stand"}]},
        "Action 1: Seat 2 may not stand: the round is over",
    ),
]


@pytest.mark.parametrize(("error", "changes", "sentence"), FAULTS)
def test_a_wrong_record_is_refused_by_what_is_wrong(
    error: type[GameError], changes: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(GameError, match=sentence) as refusal:
        play(**changes)
    assert type(refusal.value) is error


@pytest.mark.parametrize("raw", [None, [], "big-50", 5, True])
def test_a_record_is_an_object(raw: object) -> None:
    with pytest.raises(BadRecord, match="A round record is a JSON object"):
        read_record(raw, GAMES, printed_paytables.printed)


def test_a_whole_deck_may_follow_the_cards_that_are_dealt() -> None:
    rest = [code for code in codes_of(DECK) if code not in RECORD["deck"]]
    assert play(deck=f"{RECORD['deck']} {' '.join(rest)}").as_json() == play().as_json()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (b' {"a": [1, -2, true, null, "\\u00fc"]} ', {"a": [1, -2, True, None, "ü"]}),
        (b"\xef\xbb\xbf[]", []),  # as some editors begin a file
    ],
)
def test_json_is_read(text: bytes, value: object) -> None:
    assert read_json(text) == value


def nested(depth: int) -> bytes:
    """Arrays within arrays."""
    return b"[" * depth + b"]" * depth


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: b"", "no JSON: Expecting value at line 1, column 1"),
        (lambda: b'{"a": 1', "no JSON: .* at line 1, column"),
        (lambda: b'{"a":\n1,}', "no JSON: .* at line 2, column"),
        (lambda: b"{} {}", "no JSON: Extra data"),
        (lambda: b"\x89PNG\r\n\x1a\n", "no JSON: byte 0 is not UTF-8 text"),
        (lambda: b'{"a": 1, "b": {"c": 1, "c": 2}}', "The key 'c' is twice in one object"),
        (lambda: b'{"a": NaN}', "no JSON: NaN is no number"),
        (lambda: b"[-Infinity]", "no JSON: -Infinity is no number"),
        (lambda: b"9" * 5000, "a number in it has too many digits"),
        (lambda: nested(100_000), "nested too deeply"),
    ],
)
def test_what_is_no_json_is_refused(make: Callable[[], bytes], sentence: str) -> None:
    with pytest.raises(BadRecord, match=sentence):
        read_json(make())
