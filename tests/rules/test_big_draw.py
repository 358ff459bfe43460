"""Big Draw Poker: the button, the deal, the draw, the order of settlement, the house options.

From the maker's rules and the situations of the rules page; cents are worked out by hand.
"""

from itertools import permutations

import pytest

from games.big_draw.rules import BigDraw
from games.big_draw.state import BigDrawOptions
from games.engine.cards import DECK, codes_of
from games.engine.errors import BadOption, BadWager, DeckTooShort, IllegalAction
from games.engine.game import Action
from games.engine.record import check_spots
from games.registry import GAMES
from tests.rules.big_draw_rounds import (
    ALONE,
    BOTH,
    DEUCES,
    DRAWS,
    FIVE_CARD,
    GAME,
    JUNK,
    alone,
    dealt,
    draw,
    ended,
    settled,
)

TWO_HANDS = "Jh Jc 4s 9d Kc 8h 8c 3s 6d Qc"

# The button and the deal


def test_the_table_has_five_seats_and_one_deck() -> None:
    assert (GAME.max_seats, GAME.default_seats, GAME.decks(BigDrawOptions())) == (5, 5, 1)
    assert GAME.cut_card(BigDrawOptions()) is None
    assert isinstance(GAMES["big-draw"], BigDraw)


def test_the_button_chooses_one_of_two_games_and_a_pass_by_all_means_five_card_draw() -> None:
    choice = GAME.choice
    assert choice is not None
    assert choice.option == "variant"
    assert dict(choice.values) == {
        "five-card-draw": "5 Card Draw",
        "deuces-never-loses": "Deuces Never Loses",
    }
    assert choice.default == "five-card-draw"
    assert BigDrawOptions.read({"variant": DEUCES}).variant == DEUCES


@pytest.mark.parametrize(
    ("button", "order"),
    [
        (1, [1, 2, 3, 4, 5]),
        (2, [2, 3, 4, 5, 1]),
        (5, [5, 1, 2, 3, 4]),
    ],
)
def test_five_card_packets_start_at_the_button_and_wrap(button: int, order: list[int]) -> None:
    deck = " ".join(codes_of(DECK))
    hands = GAME.hands(dealt(dict.fromkeys(range(1, 6), DRAWS), deck, button=button))
    for place, seat in enumerate(order):
        assert hands[str(seat)] == deck.split()[5 * place : 5 * place + 5]


@pytest.mark.parametrize(
    ("button", "first"),
    [(3, 4), (5, 2), (2, 2), (None, 2)],
    ids=["button empty", "wraps to the lowest", "button bets", "no button told"],
)
def test_only_seats_with_a_wager_get_cards(button: int | None, first: int) -> None:
    state = dealt({2: DRAWS, 4: DRAWS}, TWO_HANDS, button=button)
    assert GAME.dealt(state) == 10
    assert GAME.hands(state)[str(first)] == ["Jh", "Jc", "4s", "9d", "Kc"]


def test_five_seats_that_discard_everything_use_fifty_different_cards() -> None:
    state = dealt(dict.fromkeys(range(1, 6), DRAWS), " ".join(codes_of(DECK)), button=4)
    end = ended(state, {int(seat): " ".join(hand) for seat, hand in GAME.hands(state).items()})
    finals = [card for hand in GAME.hands(end).values() for card in hand]
    assert GAME.dealt(end) == 50
    assert sorted(finals) == sorted(codes_of(DECK[25:50]))


@pytest.mark.parametrize(
    ("deck", "needed"),
    [("Jh Jc 4s 9d", 5), (TWO_HANDS[:-3], 10)],
)
def test_a_deck_too_short_for_the_deal_is_refused(deck: str, needed: int) -> None:
    seats = dict.fromkeys(range(1, needed // 5 + 1), DRAWS)
    with pytest.raises(DeckTooShort, match=f"the round needs at least {needed}"):
        dealt(seats, deck)


def test_a_deck_too_short_for_the_replacements_is_refused_at_the_last_choice() -> None:
    state = ended(dealt({1: DRAWS, 2: DRAWS}, f"{TWO_HANDS} 5s"), {2: "8h"})
    with pytest.raises(DeckTooShort, match="it has 11 cards, and the round needs at least 12"):
        GAME.act(state, 1, draw("Jh"))


# Who draws


def test_every_seat_with_big_draw_chooses_at_once() -> None:
    state = dealt({1: BOTH, 2: DRAWS}, TWO_HANDS)
    assert GAME.waiting_on(state) == {1, 2}
    state = ended(state, {2: ""})
    assert GAME.waiting_on(state) == {1}
    assert GAME.waiting_on(ended(state, {1: ""})) == frozenset()


@pytest.mark.parametrize("blind", [False, True])
def test_a_seat_with_first_five_alone_never_draws(blind: bool) -> None:
    state = dealt({1: ALONE, 2: DRAWS}, TWO_HANDS, blind_first_five=blind)
    assert GAME.waiting_on(state) == {2}
    assert GAME.legal_actions(state, 1) == ()
    with pytest.raises(IllegalAction, match="It is not seat 1's turn to draw; waiting on seat 2"):
        GAME.act(state, 1, draw())


def test_with_first_five_alone_everywhere_the_round_is_over_at_once() -> None:
    state = dealt({1: ALONE, 2: ALONE}, TWO_HANDS)
    assert GAME.waiting_on(state) == frozenset()
    assert settled(state) == [
        (2, "first_five", -100, "lose"),
        (1, "first_five", 100, "jacks_or_better"),
    ]


def test_thirty_two_discards_are_offered_and_no_other() -> None:
    (offer,) = GAME.legal_actions(dealt({1: BOTH}, "Jh Jc 4s 9d Kc"), 1)
    actions = list(offer.actions())
    assert len(actions) == 32
    assert {len(action.discard or ()) for action in actions} == {0, 1, 2, 3, 4, 5}
    assert all(offer.admits(action) for action in actions)


@pytest.mark.parametrize(
    "action",
    [
        draw("8h"), draw("Jh 8h"), draw("4s 4s"), draw("5s"), Action("draw"),
        Action("draw", amount=100, discard=()), Action("stand"), Action("hit", discard=()),
        Action("fold"),
    ],
)  # fmt: skip
def test_everything_else_is_refused_with_what_would_be_accepted(action: Action) -> None:
    state = dealt({1: BOTH, 2: DRAWS}, f"{TWO_HANDS} 5s")
    with pytest.raises(
        IllegalAction,
        match=f"Seat 1 may not {action.name}.* accepted: draw with a discard from Jh Jc 4s 9d Kc",
    ):
        GAME.act(state, 1, action)


def test_a_choice_stands() -> None:
    state = ended(dealt({1: BOTH, 2: DRAWS}, f"{TWO_HANDS} 5s"), {1: "4s"})
    with pytest.raises(IllegalAction, match="It is not seat 1's turn to draw; waiting on seat 2"):
        GAME.act(state, 1, draw())
    over = ended(state, {2: ""})
    with pytest.raises(IllegalAction, match="Seat 1 may not draw: the round is over"):
        GAME.act(over, 1, draw())


def test_the_clock_stands_pat_until_the_round_is_over() -> None:
    state = dealt({1: BOTH, 2: DRAWS, 4: ALONE}, f"{TWO_HANDS} 5s 5c 7d Th 2s", button=2)
    held = GAME.hands(state)
    while waiting := GAME.waiting_on(state):
        seat = max(waiting)
        state = GAME.act(state, seat, GAME.timeout_action(state, seat))
    assert GAME.hands(state) == held
    assert GAME.dealt(state) == 15


def test_nothing_is_raised_in_the_round() -> None:
    state = dealt({1: {"first_five": 100, "big_draw": 500}, 2: DRAWS}, f"{TWO_HANDS} 5s")
    assert GAME.committed(state) == {1: 600, 2: 100}
    assert GAME.committed(ended(state, {1: "4s", 2: ""})) == {1: 600, 2: 100}


# The draw


def test_replacements_come_as_packets_from_the_button_whoever_chose_first() -> None:
    decisions = {1: "4s", 3: "3s 6d", 5: "2h"}
    deck = "8h 8c 3s 6d Qc Ah Kd 7h 5h 2h Jh Jc 4s 9d Kc Tc Td 6s 7s"
    state = dealt({1: DRAWS, 3: DRAWS, 5: DRAWS}, deck, button=3)
    for order in permutations(decisions):
        end = ended(state, {seat: decisions[seat] for seat in order})
        assert GAME.hands(end) == {
            "1": ["Jh", "Jc", "9d", "Kc", "7s"],
            "3": ["8h", "8c", "Qc", "Tc", "Td"],
            "5": ["Ah", "Kd", "7h", "5h", "6s"],
        }


def test_kept_cards_stay_and_discards_never_come_back() -> None:
    state = ended(dealt({1: DRAWS}, "Qs 4h Qd 8c 6s 5d Tc 3h"), {1: "6s 4h 8c"})
    assert GAME.hands(state) == {"1": ["Qs", "Qd", "5d", "Tc", "3h"]}


def test_the_order_in_which_discards_are_named_does_not_matter() -> None:
    state = dealt({1: DRAWS}, "Qs 4h Qd 8c 6s 5d Tc 3h")
    hands = [
        GAME.hands(ended(state, {1: " ".join(order)})) for order in permutations(["4h", "8c", "6s"])
    ]
    assert all(hand == hands[0] for hand in hands)


def test_before_the_replacements_come_a_seat_holds_what_it_kept() -> None:
    state = ended(dealt({1: DRAWS, 2: DRAWS}, f"{TWO_HANDS} 5s"), {1: "4s 9d"})
    assert GAME.hands(state) == {"1": ["Jh", "Jc", "Kc"], "2": ["8h", "8c", "3s", "6d", "Qc"]}
    assert GAME.dealt(state) == 10


# Settlement


def test_jacks_standing_pat_win_first_five_and_push_big_draw() -> None:
    fives = {"first_five": 500, "big_draw": 500}
    assert alone("Jh Jc 4s 9d Kc", wagers=fives) == {"first_five": 500, "big_draw": 0}


def test_a_royal_flush_dealt_pays_5000_on_25() -> None:
    assert alone("Th Jh Qh Kh Ah", wagers={"first_five": 2500, "big_draw": 100}) == {
        "first_five": 500_000, "big_draw": 20_000,
    }  # fmt: skip


def test_first_five_counts_the_first_five_whatever_is_discarded() -> None:
    assert alone("5d 6d 7d 8d 9d", "5d 6d 7d 8d 9d", "2c 7h Js Kd 3s") == {
        "first_five": 100_000, "big_draw": -100,
    }  # fmt: skip


def test_big_draw_counts_the_final_hand() -> None:
    assert alone("Jh 4c 7d 9s 3h", "4c 7d 9s 3h", "Jd Js Jc 8c") == {
        "first_five": -100, "big_draw": 2500,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("hand", "five_card", "deuces"),
    [
        ("2c 2d 2h 2s Kd", "four_of_a_kind", "four_deuces"),
        ("2s Jh Qh Kh Ah", "lose", "wild_royal_flush"),
        ("2c 2d 2h 7c 8c", "three_of_a_kind", "straight_flush"),
        ("2c 2d 2h 7c 8d", "three_of_a_kind", "four_of_a_kind"),
        ("2s 5c 5d 9h 9c", "two_pair", "full_house"),
        ("2s 2c 5d 5h 9c", "two_pair", "four_of_a_kind"),
        ("2c Kd Qh 9s 5c", "lose", "lose"),
        ("Jh Jc 4s 9d Kc", "jacks_or_better", "lose"),
        ("Th Jh Qh Kh Ah", "royal_flush", "natural_royal_flush"),
    ],
)
def test_a_hand_counts_by_the_game_that_was_chosen(hand: str, five_card: str, deuces: str) -> None:
    for variant, line in ((FIVE_CARD, five_card), (DEUCES, deuces)):
        state = ended(dealt({1: BOTH}, hand, variant=variant), {1: ""})
        assert [result.line for result in GAME.settle(state)] == [line, line]


def test_a_flush_in_deuces_pays_seven_and_a_half_on_five() -> None:
    fives = {"first_five": 500, "big_draw": 500}
    won = alone("4h 7h 9h Jh 2c", wagers=fives, variant=DEUCES)
    assert won == {"first_five": 2500, "big_draw": 750}


@pytest.mark.parametrize(("stake", "win"), [(1, 1), (3, 4), (101, 151), (333, 499), (500, 750)])
def test_half_a_cent_is_rounded_down(stake: int, win: int) -> None:
    assert alone("4h 7h 9h Jh 2c", wagers={"big_draw": stake}, variant=DEUCES) == {"big_draw": win}


def test_first_five_losers_then_winners_then_big_draw_each_from_the_button() -> None:
    hands = {
        3: "4c 4h 8d 8s Kc",  # two pair
        4: "3c 6d 9h Ts Qc",  # nothing
        5: "7c 7d 7h As Kh",  # three of a kind
        1: "Ah Ad 5c 7s 9s",  # a pair of aces
        2: "2c 4d 6h 8c Jd",  # nothing
    }
    state = dealt(dict.fromkeys(hands, BOTH), " ".join(hands.values()), button=3)
    assert settled(ended(state, dict.fromkeys(hands, ""))) == [
        (4, "first_five", -100, "lose"),
        (2, "first_five", -100, "lose"),
        (3, "first_five", 400, "two_pair"),
        (5, "first_five", 900, "three_of_a_kind"),
        (1, "first_five", 100, "jacks_or_better"),
        (3, "big_draw", 100, "two_pair"),
        (4, "big_draw", -100, "lose"),
        (5, "big_draw", 200, "three_of_a_kind"),
        (1, "big_draw", 0, "jacks_or_better"),
        (2, "big_draw", -100, "lose"),
    ]


# House options


def test_by_default_first_five_may_be_wagered_alone() -> None:
    spots = GAME.spots(BigDrawOptions())
    assert check_spots(ALONE, spots) == ALONE
    assert check_spots(DRAWS, spots) == DRAWS
    assert check_spots(BOTH, spots) == BOTH


def test_the_house_may_demand_big_draw_beside_first_five() -> None:
    spots = GAME.spots(BigDrawOptions.read({"first_five": "with_big_draw"}))
    with pytest.raises(BadWager, match="A wager on First 5 needs one on Big Draw too"):
        check_spots(ALONE, spots)
    assert check_spots(BOTH, spots) == BOTH
    assert check_spots(DRAWS, spots) == DRAWS


def test_first_five_takes_one_dollar_or_more_by_rule() -> None:
    spots = GAME.spots(BigDrawOptions())
    for wagers in ({"first_five": 99}, {"first_five": 99, "big_draw": 100}):
        with pytest.raises(BadWager, match="The stake on first_five is at least 100 cents, not 99"):
            check_spots(wagers, spots)


def test_the_house_may_ask_more_for_first_five_alone() -> None:
    spots = GAME.spots(BigDrawOptions.read({"first_five_alone_minimum": 1000}))
    with pytest.raises(
        BadWager, match="The stake on first_five alone is at least 1000 cents, not 999"
    ):
        check_spots({"first_five": 999}, spots)
    assert check_spots({"first_five": 1000}, spots) == {"first_five": 1000}
    assert check_spots(BOTH, spots) == BOTH


def test_blind_first_five_settles_as_any_other() -> None:
    state = dealt({1: ALONE, 2: BOTH}, f"4c 4d 7h 7s Jc {JUNK}", blind_first_five=True)
    assert settled(ended(state, {2: ""})) == [
        (2, "first_five", -100, "lose"),
        (1, "first_five", 400, "two_pair"),
        (2, "big_draw", -100, "lose"),
    ]


@pytest.mark.parametrize(
    ("name", "value"), [("blind_first_five", True), ("first_five_alone_minimum", 500)]
)
def test_rules_for_first_five_alone_need_that_it_can_be_alone(name: str, value: object) -> None:
    with pytest.raises(BadOption, match=f"{name} is about First 5 without Big Draw"):
        BigDrawOptions.read({"first_five": "with_big_draw", name: value})
    assert getattr(BigDrawOptions.read({"first_five": "free", name: value}), name) == value


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("variant", "jacks-or-better"), ("variant", ""), ("first_five", "alone"),
        ("first_five", True), ("blind_first_five", "yes"), ("blind_first_five", 1),
        ("first_five_alone_minimum", 50), ("first_five_alone_minimum", "500"), ("deuces", True),
    ],
)  # fmt: skip
def test_other_values_are_refused_by_name(name: str, value: object) -> None:
    with pytest.raises(BadOption, match=name):
        BigDrawOptions.read({name: value})


def test_every_single_option_can_be_played() -> None:
    seen = [options.as_json() for options in BigDrawOptions.every()]
    assert len(seen) == 7  # defaults, deuces, with Big Draw, three minimums, blind
    for rules in seen:
        state = ended(dealt({1: BOTH}, "Ah Ac As 9d Kc", **rules), {1: ""})
        assert [result.line for result in GAME.settle(state)] == ["three_of_a_kind"] * 2
