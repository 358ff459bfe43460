"""Big Raise Hold'em: the deal, the decision, the house way and the settlement.

From the manual's procedures and the situations of the rules page; cents are worked out by hand.
"""

import json
from dataclasses import asdict
from itertools import combinations, permutations

import phevaluator
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.big_raise.rules import BigRaise
from games.big_raise.state import BigRaiseOptions, house_way, play_amounts
from games.engine.cards import (
    DECK,
    Card,
    code_of,
    codes_of,
    parse_card,
    parse_cards,
    rank_of,
    suit_of,
)
from games.engine.errors import BadOption, BadWager, DeckTooShort, IllegalAction
from games.engine.game import Action
from games.engine.record import check_spots
from games.registry import GAMES
from tests.rules.big_raise_rounds import (
    FOLD,
    GAME,
    alone,
    dealt,
    ended,
    nets,
    play,
)

# The deal


def test_cards_come_two_a_seat_then_three_for_the_dealer_then_three_for_the_board() -> None:
    state = dealt({2: "Ac Kd", 5: "5c 5d"})
    assert GAME.hands(state) == {
        "2": ["Ac", "Kd"], "5": ["5c", "5d"],
        "dealer": ["Kh", "9s"], "discard": ["2c"], "community": ["7d", "Jc", "3h"],
    }  # fmt: skip
    assert GAME.dealt(state) == 10


def test_seven_seats_use_twenty_cards() -> None:
    deck = " ".join(codes_of(DECK[:14]))
    hands = {
        seat: deck.split()[2 * seat - 2] + " " + deck.split()[2 * seat - 1] for seat in range(1, 8)
    }
    state = dealt(hands, "Ah As Ad", "Kh Ks Kd")
    assert GAME.dealt(state) == 20
    assert GAME.waiting_on(state) == frozenset(range(1, 8))


def test_a_short_deck_is_refused() -> None:
    with pytest.raises(DeckTooShort, match="it has 7 cards, and the round needs at least 8"):
        dealt({1: "Ac Kd"}, board="7d Jc")


def test_the_bonuses_need_an_ante() -> None:
    spots = GAME.spots(BigRaiseOptions(five_card_bonus=True))
    for key, name in (("two_card_bonus", "2 Card Bonus"), ("five_card_bonus", "5 Card Bonus")):
        with pytest.raises(BadWager, match=f"A wager on {name} needs one on Ante too"):
            check_spots({key: 500}, spots)
        assert check_spots({key: 500, "ante": 1000}, spots) == {"ante": 1000, key: 500}


@pytest.mark.parametrize("key", ["play", "ante_bonus"])
def test_play_and_ante_bonus_take_no_wager_before_the_deal(key: str) -> None:
    with pytest.raises(BadWager, match=f"There is no wager on '{key}'"):
        check_spots({"ante": 1000, key: 1000}, GAME.spots(BigRaiseOptions()))


def test_spots_are_in_settlement_order_and_the_five_card_bonus_is_a_house_option() -> None:
    assert [spot.key for spot in GAME.spots(BigRaiseOptions())] == [
        "ante", "play", "ante_bonus", "two_card_bonus",
    ]  # fmt: skip
    assert [spot.key for spot in GAME.spots(BigRaiseOptions.read({"five_card_bonus": True}))] == [
        "ante", "play", "ante_bonus", "two_card_bonus", "five_card_bonus",
    ]  # fmt: skip
    with pytest.raises(BadOption, match="five_card_bonus cannot be 1; accepted: true, false"):
        BigRaiseOptions.read({"five_card_bonus": 1})


def test_the_table_has_up_to_seven_seats_six_by_default_and_one_deck() -> None:
    assert (GAME.max_seats, GAME.default_seats, GAME.decks(BigRaiseOptions())) == (7, 6, 1)
    assert isinstance(GAMES["big-raise"], BigRaise)


# The decision


@pytest.mark.parametrize(
    ("ante", "pair", "unit", "amounts"),
    [
        (1000, False, 500, (2000, 2500, 3000)),
        (1000, True, 500, (2000, 2500, 3000, 3500, 4000)),
        (300, False, 100, (600, 700, 800, 900)),
        (100, False, 100, (200, 300)),
        (100, True, 100, (200, 300, 400)),
        (750, False, 500, (1500, 1750, 2000, 2250)),
        (2500, True, 1000, (5000, 5500, 6000, 6500, 7000, 7500, 8000, 8500, 9000, 9500, 10000)),
    ],
)
def test_a_play_is_any_amount_of_chips_from_twice_to_three_or_four_times_the_ante(
    ante: int, pair: bool, unit: int, amounts: tuple[int, ...]
) -> None:
    assert play_amounts(ante, pair, unit) == amounts
    state = dealt({1: "5c 5d" if pair else "Ac Kd"}, wagers={"ante": ante}, unit=unit)
    fold, offered = GAME.legal_actions(state, 1)
    assert fold.admits(FOLD)
    assert offered.amounts == amounts


@given(st.integers(1, 400), st.integers(1, 300), st.booleans())
def test_twice_three_and_four_times_the_ante_can_always_be_played(
    ante: int, unit: int, pair: bool
) -> None:
    amounts = play_amounts(ante, pair, unit)
    assert {2 * ante, 3 * ante} <= set(amounts)
    assert amounts[0] == 2 * ante
    assert amounts[-1] == (4 if pair else 3) * ante
    whole_chips = {cents for cents in range(2 * ante, amounts[-1] + 1) if cents % unit == 0}
    if ante % unit == 0:
        assert set(amounts) == whole_chips


def test_pair_of_fives_plays_40_but_not_41() -> None:
    state = dealt({1: "5c 5d"})
    assert GAME.committed(GAME.act(state, 1, play(4000))) == {1: 5000}
    sentence = (
        "Seat 1 may not play 4100 now; accepted: fold; "
        "play with an amount from 2000 to 4000 cents, in steps of 100."
    )
    with pytest.raises(IllegalAction) as refusal:
        GAME.act(state, 1, play(4100))
    assert str(refusal.value) == sentence


def test_ace_king_plays_30_but_not_40() -> None:
    state = dealt({1: "Ac Kd"})
    assert GAME.committed(GAME.act(state, 1, play(3000))) == {1: 4000}
    with pytest.raises(IllegalAction, match=r"may not play 4000 now; .* from 2000 to 3000 cents"):
        GAME.act(state, 1, play(4000))


@pytest.mark.parametrize(
    "action",
    [
        play(1999), play(1900), play(3100), play(2050), play(0), play(-2000), Action("play"),
        Action("fold", 0), Action("fold", discard=()), Action("stand"), Action("raise", 2000),
        Action("play", 2000, ()),
    ],
)  # fmt: skip
def test_everything_else_is_refused_with_what_would_be_accepted(action: Action) -> None:
    with pytest.raises(
        IllegalAction, match="accepted: fold; play with an amount from 2000 to 3000"
    ):
        GAME.act(dealt({1: "Ac Kd"}), 1, action)


def test_a_decision_stands() -> None:
    state = ended(dealt({1: "Ac Kd", 2: "5c 5d"}), {1: FOLD})
    with pytest.raises(IllegalAction, match="It is not seat 1's turn to play; waiting on seat 2"):
        GAME.act(state, 1, play(2000))
    over = ended(state, {2: FOLD})
    with pytest.raises(IllegalAction, match="Seat 2 may not play: the round is over"):
        GAME.act(over, 2, play(2000))


def test_seats_decide_in_any_order_and_the_round_is_the_same() -> None:
    state = dealt({1: "Ac Kd", 3: "8c 7d", 6: "5c 5d"})
    decisions = {1: play(3000), 3: FOLD, 6: play(4000)}
    endings = [
        ended(state, {seat: decisions[seat] for seat in order}) for order in permutations(decisions)
    ]
    for viewer in (None, 1, 3, 6):
        assert len({json.dumps(asdict(GAME.view(end, viewer))) for end in endings}) == 1
    assert len({GAME.settle(end) for end in endings}) == 1


def test_the_clock_folds_until_the_round_is_over() -> None:
    state = dealt({1: "Ac Ad", 4: "5c 5d"})
    while waiting := GAME.waiting_on(state):
        seat = min(waiting)
        state = GAME.act(state, seat, GAME.timeout_action(state, seat))
    assert [(result.seat, result.spot, result.net) for result in GAME.settle(state)] == [
        (4, "ante", -1000),
        (1, "ante", -1000),
    ]


# The house way


@pytest.mark.parametrize(
    ("three", "gone"),
    [
        ("As 3d 2c", "2c"),
        ("2c 3d As", "2c"),
        ("Kh Qd Jc", "Jc"),
        ("Ks 9s 4d", "4d"),  # two kept cards of one suit are fine when no pair is broken
        ("Ac Tc Td", "Tc"),  # the manual's example
        ("Ac Td Tc", "Tc"),
        ("Ad Tc Td", "Td"),
        ("Ah Tc Td", "Tc"),  # neither suits: clubs first
        ("Ac Th Ts", "Th"),
        ("Ac Td Ts", "Td"),
        ("As Td Ts", "Ts"),
        ("Kc Kd 4s", "4s"),  # a pair that is not the lowest is kept
        ("Kc Kd 4c", "4c"),
        ("Ac Ad Ks", "Ks"),
        ("9c 9d 9h", "9c"),
        ("9s 9h 9d", "9d"),
        ("9s 9h 9c", "9c"),
        ("As Ah Ad", "Ad"),
        ("Ah 4s 4d", "4d"),
        ("3h 2s 2h", "2h"),
    ],
)
def test_the_dealer_discards_his_lowest_card(three: str, gone: str) -> None:
    assert house_way(parse_cards(three)) == parse_card(gone)


def test_of_all_threes_the_lowest_goes_and_a_broken_pair_never_leaves_two_suited_cards() -> None:
    broken = 0
    for three in combinations(DECK, 3):
        gone = house_way(three)
        kept = [card for card in three if card != gone]
        assert len(kept) == 2
        assert rank_of(gone) == min(map(rank_of, three))
        if sum(rank_of(card) == rank_of(gone) for card in three) == 2:
            broken += 1
            assert suit_of(kept[0]) != suit_of(kept[1])
    # 78 pairs of ranks, of the lower two of four suits, of the higher one of four.
    assert broken == 78 * 6 * 4


@given(st.permutations(DECK))
def test_the_order_of_the_dealers_cards_does_not_change_his_discard(deck: list[Card]) -> None:
    gone = {house_way(order) for order in permutations(tuple(deck[:3]))}
    assert len(gone) == 1


def test_dealer_ace_three_two_discards_the_two() -> None:
    assert alone("Qs Qd", play(4000), "As 3d 2c", "2d 2h Kc") == {"ante": 1000, "play": 4000}


def test_dealer_ace_four_four_discards_a_four_and_has_a_pair_with_the_board() -> None:
    state = ended(dealt({1: "5c 5d"}, "Ah 4s 4d", "4h Ks 9c"), {1: play(4000)})
    assert nets(state) == {"ante": 1000, "play": 4000}
    dealer = GAME.view(state, 1).piles[0].hand
    assert dealer.words == "pair of fours"
    assert dealer.marks == ("idle", "plays", "gone")  # never in gold


def test_dealer_keeps_the_ten_that_does_not_suit_his_ace() -> None:
    # With the ace and ten of clubs the board would make the dealer a flush.
    assert alone("5d 5h", play(4000), "Ac Tc Td", "Kc 7c 2c") == {"ante": 1000, "play": 4000}


def test_dealer_always_plays() -> None:
    assert alone("Jc Td", play(2000), "7h 6s 4d", "2c 3h 9s") == {"ante": 1000, "play": 2000}


# Against the dealer


def test_a_five_card_tie_is_won_by_the_player() -> None:
    state = ended(dealt({1: "As Kd"}, "Ah Kc 2d", "Qs 9h 4c"), {1: play(3000)})
    assert nets(state) == {"ante": 1000, "play": 3000}
    assert {result.line for result in GAME.settle(state)} == {"tie"}


def test_a_losing_hand_loses_ante_and_play() -> None:
    assert alone("Qs Qd", play(4000), "Kc Kd 4s", "9h 7c 2d") == {"ante": -1000, "play": -4000}


def test_a_flush_that_wins() -> None:
    won = alone("Kh 8h", play(3000), "As Qc 2d", "Th 6h 3h")
    assert won == {"ante": 1000, "play": 3000, "ante_bonus": 5000}


def test_a_straight_that_loses() -> None:
    lost = alone("9s 8d", play(2000), "Kh Qh 2d", "7h 6h 5h")
    assert lost == {"ante": -1000, "play": -2000, "ante_bonus": 3000}


def test_ace_two_with_three_four_five_is_a_straight() -> None:
    won = alone("As 2d", play(2000), "Kh Qc 7d", "3s 4h 5c")
    assert won == {"ante": 1000, "play": 2000, "ante_bonus": 3000}


def test_queen_king_with_ace_two_three_is_no_straight() -> None:
    assert "ante_bonus" not in alone("Ks Qd", play(2000), "Th 8c 7d", "As 2h 3c")


def test_fold_ace_seven_with_ten_on_the_bonus() -> None:
    settled = alone("Ac 7d", FOLD, wagers={"ante": 1000, "two_card_bonus": 1000})
    assert list(settled.items()) == [("two_card_bonus", 1500), ("ante", -1000)]


def test_fold_gets_no_ante_bonus_when_the_board_would_have_made_a_straight() -> None:
    assert alone("8c 7d", FOLD, board="6d 5c 4h") == {"ante": -1000}


def test_settlement_goes_from_the_highest_seat_down_and_by_spot() -> None:
    wagers = {"ante": 1000, "two_card_bonus": 500, "five_card_bonus": 500}
    state = dealt(
        {2: "9s 8d", 3: "Ac 7s", 7: "Kc Kd"}, "Qc Td 4s", "7h 6h 5h", wagers=wagers, five=True
    )
    results = GAME.settle(ended(state, {2: play(2000), 3: FOLD, 7: play(4000)}))
    assert [(result.seat, result.spot, result.net) for result in results] == [
        (7, "ante", 1000),
        (7, "play", 4000),
        (7, "two_card_bonus", 10000),
        (7, "five_card_bonus", 500),
        (3, "two_card_bonus", 750),
        (3, "ante", -1000),
        (3, "five_card_bonus", -500),
        (2, "ante", 1000),
        (2, "play", 2000),
        (2, "ante_bonus", 3000),
        (2, "two_card_bonus", -500),
        (2, "five_card_bonus", 5000),
    ]


@given(st.permutations(DECK), st.lists(st.sampled_from(["fold", "play"]), min_size=1, max_size=7))
def test_every_stake_is_settled_once_as_an_independent_ranking_says(
    deck: list[Card], names: list[str]
) -> None:
    codes = [code_of(card) for card in deck]
    seats = range(1, len(names) + 1)
    hands = {seat: f"{codes[2 * seat - 2]} {codes[2 * seat - 1]}" for seat in seats}
    dealer, board = codes[14:17], codes[17:20]
    wagers = {"ante": 1000, "two_card_bonus": 500, "five_card_bonus": 200}
    state = dealt(hands, " ".join(dealer), " ".join(board), wagers=wagers, five=True)
    for seat, name in zip(seats, names, strict=True):
        state = GAME.act(state, seat, FOLD if name == "fold" else play(2000))
    results = GAME.settle(state)
    for seat, name in zip(seats, names, strict=True):
        staked = [
            result for result in results if result.seat == seat and result.spot != "ante_bonus"
        ]
        spots = {result.spot: result.stake for result in staked}
        assert spots == wagers | ({"play": 2000} if name == "play" else {})
        assert len(staked) == len(spots)
        assert sum(spots.values()) == GAME.committed(state)[seat]
        ante = next(result for result in staked if result.spot == "ante")
        mine = phevaluator.evaluate_cards(*hands[seat].split(), *board)
        kept = GAME.hands(state)["dealer"]
        wins = name == "play" and mine <= phevaluator.evaluate_cards(*kept, *board)
        assert ante.net == (1000 if wins else -1000)
