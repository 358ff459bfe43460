"""Basic strategy against a published chart, and what Bad Beat changes in best play."""

from typing import Any

import pytest

from games.blackjack import odds
from games.blackjack.odds.best_play import UP_CARDS, Change, Row, bad_beat_changes, charts
from games.blackjack.odds.hands import Side, worths
from games.blackjack.odds.strategy import hand_of
from games.blackjack.odds.values import Against
from games.blackjack.options import BlackjackOptions
from games.blackjack.rules import BAD_BEAT
from games.engine.game import Action
from games.printed_paytables import printed
from tests.rules.blackjack_rounds import BOTH, GAME, dealt, insure, played

LETTERS = {"hit": "H", "stand": "S", "double": "D", "split": "P", "surrender": "R"}

HARD = {
    "5": "HHHHHHHHHH", "6": "HHHHHHHHHH", "7": "HHHHHHHHHH", "8": "HHHHHHHHHH",
    "9": "HDDDDHHHHH", "10": "DDDDDDDDHH", "11": "DDDDDDDDDH", "12": "HHSSSHHHHH",
    "13": "SSSSSHHHHH", "14": "SSSSSHHHHH", "15": "SSSSSHHHRH", "16": "SSSSSHHRRR",
    "17": "SSSSSSSSSS", "18": "SSSSSSSSSS", "19": "SSSSSSSSSS", "20": "SSSSSSSSSS",
}  # fmt: skip
SOFT = {
    "A,2": "HHHDDHHHHH", "A,3": "HHHDDHHHHH", "A,4": "HHDDDHHHHH", "A,5": "HHDDDHHHHH",
    "A,6": "HDDDDHHHHH", "A,7": "SDDDDSSHHH", "A,8": "SSSSSSSSSS", "A,9": "SSSSSSSSSS",
}  # fmt: skip
PAIRS = {
    "2,2": "PPPPPPHHHH", "3,3": "PPPPPPHHHH", "4,4": "HHHPPHHHHH", "5,5": "DDDDDDDDHH",
    "6,6": "PPPPPHHHHH", "7,7": "PPPPPPHHHH", "8,8": "PPPPPPPPPP", "9,9": "PPPPPSPPSS",
    "T,T": "SSSSSSSSSS", "A,A": "PPPPPPPPPP",
}  # fmt: skip
"""Four to eight decks, S17, double after split, late surrender; 2 to ace. Wikipedia, "Blackjack",
basic strategy; the chart is the one that all books have."""

HITS_SOFT_17 = {("11", "A"): "D", ("15", "A"): "R", ("17", "A"): "R", ("A,7", "2"): "D",
                ("A,8", "6"): "D"}  # fmt: skip
"""The cells that change, the article goes on, where the dealer hits a soft 17."""


def first_plays(rows: tuple[Row, ...]) -> dict[str, str]:
    """The first choice of every cell, a letter each."""
    return {row.hand: "".join(LETTERS[plays[0]] for plays in row.cells) for row in rows}


def test_the_charts_are_the_published_ones() -> None:
    found = charts(BlackjackOptions(dealer_hits_soft_17=False, surrender="late"))
    assert first_plays(found.hard) == HARD
    assert first_plays(found.soft) == SOFT
    assert first_plays(found.pairs) == PAIRS


def test_five_cells_change_where_the_dealer_hits_soft_17() -> None:
    found = charts(BlackjackOptions(surrender="late"))
    expected = {hand: list(cells) for hand, cells in (HARD | SOFT).items()}
    for (hand, up), letter in HITS_SOFT_17.items():
        expected[hand][UP_CARDS.index(up)] = letter
    plays = first_plays(found.hard) | first_plays(found.soft)
    assert plays == {hand: "".join(cells) for hand, cells in expected.items()}


def test_a_cell_says_what_else_to_do() -> None:
    found = charts(BlackjackOptions(surrender="late"))
    rows = {row.hand: row.cells for row in (*found.hard, *found.soft, *found.pairs)}
    assert rows["A,7"][UP_CARDS.index("3")] == ("double", "stand")
    assert rows["11"][UP_CARDS.index("6")] == ("double", "hit")
    assert rows["15"][UP_CARDS.index("T")] == ("surrender", "hit")
    assert rows["9,9"][UP_CARDS.index("9")] == ("split",)


def hands_with(play: str, **rules: Any) -> set[str]:
    """The hands of all charts that are ever played so."""
    found = charts(BlackjackOptions.read(rules))
    rows = (*found.hard, *found.soft, *found.pairs)
    return {row.hand for row in rows if any(play in cell for cell in row.cells)}


def test_no_cell_asks_for_what_the_house_does_not_allow() -> None:
    assert hands_with("surrender") == set()
    assert hands_with("surrender", surrender="late") != set()
    assert hands_with("double", double_on="10-11") == {"10", "11", "5,5"}


def changes(**rules: Any) -> dict[tuple[str, str], Change]:
    """What Bad Beat changes, paytable P5, by hand and up card."""
    options = BlackjackOptions.read(rules)
    found = bad_beat_changes(options, printed("blackjack", BAD_BEAT, "P5"))
    return {(change.hand, change.up): change for change in found}


def test_bad_beat_splits_nines_and_leaves_soft_19_alone() -> None:
    """As the rules page says: basic strategy leaves 9,9 unsplit against 7, 10 and ace."""
    found = changes()
    assert {key: (one.without, one.beside) for key, one in found.items()} == {
        ("A,8", "6"): ("double", "stand"),
        ("9,9", "7"): ("stand", "split"),
        ("9,9", "T"): ("stand", "split"),
        ("9,9", "A"): ("stand", "split"),
    }


def test_under_option_1_no_split_is_worth_it() -> None:
    assert set(changes(bad_beat_option=1)) == {("A,8", "6")}


def test_a_change_is_worth_it_from_the_least_size_on() -> None:
    least = changes()["9,9", "7"].least
    against = Against((24,) * 6 + (23, 24, 22, 96), 6, BlackjackOptions())
    side = Side.of(printed("blackjack", BAD_BEAT, "P5"), 100, 100, 2)
    for part, better in ((0.99 * least, "stand"), (1.01 * least, "split")):
        found = worths(against, hand_of(8, 8), 1, 0, side.times(part))
        assert max(found, key=lambda deed: found[deed]) == better


@pytest.mark.parametrize(
    ("hand", "up", "rules", "deed"),
    [
        ("Tc 6d", "Th", {}, "hit"),
        ("Tc 6d", "Th", {"surrender": "late"}, "surrender"),
        ("Ac 7d", "3h", {}, "double"),
        ("Ac 7d", "3h", {"double_on": "10-11"}, "stand"),
        ("9c 9d", "7h", {}, "stand"),
        ("9c 9d", "6h", {}, "split"),
        ("Ac Ad", "Th", {}, "split"),
    ],
)
def test_the_fast_player_follows_the_charts(
    hand: str, up: str, rules: dict[str, Any], deed: str
) -> None:
    state = dealt(hand, f"{up} 5s", wagers=BOTH, **rules)
    assert odds.best_action(state, 1) == Action(deed)


def test_the_fast_player_after_a_split() -> None:
    """8-3 is doubled where it may be; a fifth 8 makes 16, which may not be split any more."""
    three = played(dealt("8c 8d", "6h 5s", "3c"), "split")
    assert odds.best_action(three, 1) == Action("double")
    three = played(dealt("8c 8d", "6h 5s", "3c", double_after_split=False), "split")
    assert odds.best_action(three, 1) == Action("hit")
    full = played(dealt("8c 8d", "6h 5s", "8h 8s 8c"), "split split split")
    assert odds.best_action(full, 1) == Action("stand")


def test_the_fast_player_never_insures() -> None:
    state = dealt("Tc Ad", "Ah 5s")
    assert odds.best_action(state, 1) == Action("insurance", 0)
    assert GAME.waiting_on(insure(state, {1: 0})) == frozenset()
