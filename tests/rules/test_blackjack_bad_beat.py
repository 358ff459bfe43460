"""Bad Beat: ten paytables line by line, what is taken early, and on which hand the wager rides.

From "Rules for Bad Beat Blackjack", revised 10 November 2009, and the rules page; cents by hand.
"""

import pytest

from games import printed_paytables
from games.blackjack.rules import BAD_BEAT
from games.engine.payout import payout_text
from tests.rules.blackjack_rounds import BOTH, GAME, dealt, insure, nets, order, played

LINES = (
    "twenty_beaten", "nineteen_beaten", "twenty_one_push", "twenty_push", "nineteen_push", "win",
)  # fmt: skip

PRINTED = {
    "P1": ("20:1", "15:1", "5:1", "5:1", "5:1", "push"),
    "P2": ("20:1", "15:1", "10:1", "5:1", "5:1", "push"),
    "P3": ("30:1", "10:1", "5:1", "5:1", "5:1", "push"),
    "P4": ("30:1", "10:1", "10:1", "5:1", "5:1", "push"),
    "P5": ("25:1", "15:1", "5:1", "5:1", "5:1", "push"),
    "L1": ("25:1", "20:1", "5:1", "5:1", "5:1", "lose"),
    "L2": ("25:1", "20:1", "10:1", "5:1", "5:1", "lose"),
    "L3": ("35:1", "15:1", "5:1", "5:1", "5:1", "lose"),
    "L4": ("35:1", "15:1", "10:1", "5:1", "5:1", "lose"),
    "L5": ("30:1", "20:1", "5:1", "5:1", "5:1", "lose"),
}
"""What the maker prints, line by line in the order of `LINES`."""

HOUSE_EDGES = {
    "P1": ("9.71", "9.03"), "P2": ("8.64", "7.88"), "P3": ("6.12", "5.37"),
    "P4": ("5.05", "4.21"), "P5": ("3.23", "2.51"),
    "L1": ("9.48", "8.77"), "L2": ("8.40", "7.61"), "L3": ("5.89", "5.10"),
    "L4": ("4.81", "3.95"), "L5": ("2.99", "2.25"),
}  # fmt: skip
"""With two decks and with six."""

HIT = {
    "twenty_beaten": ("Th Ks", "5c 6d", "Tc"),
    "nineteen_beaten": ("Th 9s", "5c 6d", "Tc"),
    "twenty_one_push": ("Ah Ks", "Kc Ad", ""),
    "twenty_push": ("Th Ks", "Kc Qd", ""),
    "nineteen_push": ("Th 9s", "Kc 9d", ""),
    "win": ("Th 9s", "Kc 8d", ""),
}
MISSED = {
    "twenty_beaten": ("Th 8s", "5c 6d", "Tc", "lose"),
    "nineteen_beaten": ("Th 8s", "5c 6d", "Tc", "lose"),
    "twenty_one_push": ("Ah Ks", "Kc 9d", "", "win"),
    "twenty_push": ("Th 8s", "Kc Qd", "", "lose"),
    "nineteen_push": ("Th 8s", "Kc 9d", "", "lose"),
    "win": ("Th 8s", "Kc 8d", "", "lose"),
}
"""One card changed, and what then becomes of the wager."""

BACK = {"push": 200, "lose": 0}


def stood(cards: str, dealer: str, draws: str, table: str) -> tuple[str, int]:
    """Line and cents returned of 2.00 on Bad Beat for a seat that stands where it is asked."""
    state = dealt(cards, dealer, draws, wagers={"main": 1000, "bad_beat": 200}, table=table)
    state = played(state, "stand" if GAME.waiting_on(state) else "")
    (result,) = (result for result in GAME.settle(state) if result.spot == "bad_beat")
    assert result.stake == 200
    return result.line, result.returned


def pays(code: str, line: str) -> int:
    """Cents that 2.00 return on a line as the maker prints it."""
    if line == "lose":
        return 0
    text = PRINTED[code][LINES.index(line)]
    return BACK[text] if text in BACK else 200 + 200 * int(text.removesuffix(":1"))


@pytest.mark.parametrize("code", PRINTED)
@pytest.mark.parametrize("line", LINES)
def test_every_line_pays_as_printed(code: str, line: str) -> None:
    assert stood(*HIT[line], table=code) == (line, pays(code, line))


@pytest.mark.parametrize("code", PRINTED)
@pytest.mark.parametrize("line", LINES)
def test_every_line_is_missed_by_one_card(code: str, line: str) -> None:
    cards, dealer, draws, other = MISSED[line]
    before, after = HIT[line][0] + HIT[line][1], cards + dealer
    assert sum(one != two for one, two in zip(before, after, strict=True)) == 1
    assert stood(cards, dealer, draws, code) == (other, pays(code, other))


@pytest.mark.parametrize("code", PRINTED)
def test_the_paytable_files_are_as_printed(code: str) -> None:
    table = printed_paytables.printed("blackjack", BAD_BEAT, code)
    assert {line: payout_text(payout) for line, payout in table.lines.items()} == dict(
        zip(LINES, PRINTED[code], strict=True)
    )
    assert tuple(table.printed["edge_percent_by_decks"].values()) == HOUSE_EDGES[code]
    assert "2009-11-10" in table.source


def test_there_are_ten_paytables_and_p5_is_the_houses_choice() -> None:
    assert printed_paytables.codes_of("blackjack", "bad_beat") == sorted(PRINTED)
    assert BAD_BEAT.default_paytable == "P5"


# What is taken before insurance is offered


def taken_early(cards: str, option: int) -> bool:
    """Whether the wager is gone while the seat is still asked about insurance."""
    state = dealt(cards, "Ac 9d", wagers=BOTH, bad_beat_option=option)
    view = GAME.view(state, 1)
    assert view.step == "insurance"
    assert [(r.spot, r.net) for r in view.results] in ([], [("bad_beat", -100)])
    return bool(view.results)


KEPT_BY_BOTH = {"Th 9d", "Kh Qd", "Ah 8d", "Ah 9d", "Ah Td", "Th Td"}
KEPT_BY_OPTION_2 = {"8h 8d", "9h 9d", "Ah Ad"}
TAKEN = {"7h 7d", "2h 2d", "Th 8d", "Ah 7d", "9h 8d", "Ah 2d", "6h 6d"}


def test_option_1_keeps_19_to_21_alone() -> None:
    every = KEPT_BY_BOTH | KEPT_BY_OPTION_2 | TAKEN
    assert {cards for cards in every if not taken_early(cards, 1)} == KEPT_BY_BOTH


def test_option_2_keeps_pairs_from_eights_up_too() -> None:
    every = KEPT_BY_BOTH | KEPT_BY_OPTION_2 | TAKEN
    kept = {cards for cards in every if not taken_early(cards, 2)}
    assert kept == KEPT_BY_BOTH | KEPT_BY_OPTION_2


def test_wagers_are_taken_from_the_highest_seat_and_only_once() -> None:
    hands = {1: "7h 7d", 3: "9h 8d", 6: "Th 8c"}
    state = insure(dealt(hands, "Ac Kd", wagers=BOTH), {1: 0, 3: 0, 6: 0})
    assert order(state) == [
        (6, "bad_beat"), (3, "bad_beat"), (1, "bad_beat"),
        (6, "main"), (3, "main"), (1, "main"),
    ]  # fmt: skip


# The situations of the rules page: 10.00 on the main hand, 1.00 on the side, P1, option 2


def test_ten_ten_stands_and_the_dealer_has_21_in_three_cards() -> None:
    state = played(dealt("Th Td", "5c 6d", "Tc", wagers=BOTH), "stand")
    assert nets(state) == {"main": -1000, "bad_beat": 2000}


def test_twenty_against_twenty() -> None:
    state = played(dealt("Th Td", "Kc Qd", wagers=BOTH), "stand")
    assert nets(state) == {"main": 0, "bad_beat": 500}


@pytest.mark.parametrize(("table", "side"), [("P1", 0), ("L1", -100)])
def test_twenty_and_the_dealer_busts(table: str, side: int) -> None:
    state = played(dealt("Th Td", "6c Td", "9c", wagers=BOTH, table=table), "stand")
    assert nets(state) == {"main": 1000, "bad_beat": side}


@pytest.mark.parametrize(("table", "side"), [("P1", 0), ("L1", -100)])
def test_a_natural_is_paid_at_once_and_resolves_its_side_wager(table: str, side: int) -> None:
    state = dealt({1: "Ah Kd", 2: "Th 3d"}, "6c Td", wagers=BOTH, table=table)
    shown = GAME.view(state, None).results
    assert [(r.seat, r.spot, r.net) for r in shown] == [
        (2, "bad_beat", -100), (1, "main", 1500), (1, "bad_beat", side),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("table", "side"), [("P1", 500), ("P2", 1000), ("P3", 500), ("P4", 1000), ("L2", 1000)]
)
def test_a_natural_against_blackjack(table: str, side: int) -> None:
    state = dealt("Ah Kd", "Tc Ad", wagers=BOTH, table=table)
    assert nets(state) == {"main": 0, "bad_beat": side}


def test_eights_split_first_hand_eight_ace_stands_against_20() -> None:
    state = dealt("8h 8d", "Kc Qd", "Ac Th", wagers=BOTH)
    assert nets(played(state, "split stand stand"))["bad_beat"] == 1500


def test_eights_split_first_hand_eight_three_hits_an_eight() -> None:
    state = dealt("8h 8d", "Kc Qd", "3c 8c Th", wagers=BOTH)
    assert nets(played(state, "split hit stand stand"))["bad_beat"] == -100


@pytest.mark.parametrize(("cards", "option"), [("7h 7d", 2), ("8h 8d", 1)])
def test_sevens_or_under_option_1_eights_are_taken_before_insurance(
    cards: str, option: int
) -> None:
    state = insure(dealt(cards, "Ac Kd", wagers=BOTH, bad_beat_option=option), {1: 500})
    assert order(state) == [(1, "bad_beat"), (1, "main"), (1, "insurance")]
    assert nets(state) == {"bad_beat": -100, "main": -1000, "insurance": 1000}


def test_ten_insured_for_five_against_blackjack() -> None:
    state = insure(dealt("Th 6d", "Ac Kd"), {1: 500})
    assert sum(nets(state).values()) == 0


# Anything but standing on two cards loses


@pytest.mark.parametrize(
    ("cards", "draws", "deeds"),
    [
        ("Th 9d", "2c", "hit"),
        ("Ah 9d", "Ac", "hit"),
        ("Ah 8d", "Tc", "double"),
        ("Th 9d", "", "surrender"),
        ("8h 8d", "", "stand"),
        ("9h 9d", "2c", "hit stand"),
        ("Th 9d", "9c", "hit"),
    ],
)
def test_a_hand_played_otherwise_loses(cards: str, draws: str, deeds: str) -> None:
    state = dealt(cards, "Kc Qd", draws, wagers=BOTH, surrender="late")
    assert nets(played(state, deeds))["bad_beat"] == -100


# After a split


def test_under_option_1_any_split_loses() -> None:
    state = dealt("Th Td", "Kc Qd", "Ac 9c", wagers=BOTH, bad_beat_option=1)
    assert nets(played(state, "split stand"))["bad_beat"] == -100


def test_the_wager_rides_on_the_first_hand_alone() -> None:
    state = dealt("8h 8d", "Kc Qd", "2c Ac", wagers=BOTH)
    assert nets(played(state, "split stand stand"))["bad_beat"] == -100


def test_after_a_resplit_it_rides_on_the_leftmost_hand() -> None:
    state = dealt("8h 8d", "Kc Qd", "8c Ac 2c 3c", wagers=BOTH)
    state = played(state, "split split stand stand stand")
    assert GAME.hands(state)["1"] == [["8h", "Ac"], ["8c", "2c"], ["8d", "3c"]]
    assert nets(state)["bad_beat"] == 1500


def test_a_split_ace_and_ten_is_a_two_card_21_but_no_natural() -> None:
    state = played(dealt("Ah Ad", "6c Td", "Kc 9c 5c", wagers=BOTH), "split")
    assert nets(state) == {"main.0": 0, "main.1": -1000, "bad_beat": 500}


def test_a_split_ace_hand_that_must_stand_counts_as_standing() -> None:
    state = played(dealt("Ah Ad", "Kc Qd", "8c 5c", wagers=BOTH), "split")
    assert nets(state)["bad_beat"] == 1500


def test_a_split_21_that_loses_to_an_unseen_blackjack_is_no_line() -> None:
    state = dealt("Ah Ad", "Kc As", "Kd 5c", wagers=BOTH, peek=False)
    assert nets(played(state, "split")) == {"main.0": -1000, "main.1": -1000, "bad_beat": -100}


# Against blackjack


@pytest.mark.parametrize(
    ("cards", "side"),
    [
        ("Th Td", 2000), ("Kh Qd", 2000), ("Ah 9d", 2000), ("Th 9d", 1500), ("Ah 8d", 1500),
        ("8h 8d", -100), ("9h 9d", -100), ("Ah Ad", -100),
    ],
)  # fmt: skip
def test_a_hand_that_is_never_played(cards: str, side: int) -> None:
    assert nets(dealt(cards, "Kc As", wagers=BOTH)) == {"main": -1000, "bad_beat": side}


def test_insurance_changes_nothing() -> None:
    for cents in (0, 500):
        state = insure(dealt("Th 9d", "Ac Ks", wagers=BOTH), {1: cents})
        assert nets(state)["bad_beat"] == 1500
