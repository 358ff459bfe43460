"""What a viewer of blackjack sees: everything but the hole card, until the dealer turns it."""

import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.blackjack.options import BlackjackOptions
from games.blackjack.state import Round
from games.engine.cards import DECK, code_of, parse_card
from games.engine.view import View
from tests.rules.blackjack_rounds import BOTH, GAME, dealt, insure, played, setup

PAYMENTS = ("take", "pay", "push")


def dealers(view: View) -> tuple[str | None, ...]:
    """The dealer's cards as the viewer sees them."""
    return view.piles[0].hand.cards


def words(view: View) -> list[str]:
    """The log."""
    return [event.words for event in view.events]


# The hole card


def test_the_hole_card_lies_face_down_until_nobody_is_left_to_act() -> None:
    state = dealt({1: "Th 3d", 2: "Ts 4d"}, "6c Td", "5c")
    for viewer in (1, 2, None):
        assert dealers(GAME.view(state, viewer)) == ("6c", None)
    state = played(state, "stand stand")
    assert dealers(GAME.view(state, 1)) == ("6c", "Td", "5c")
    assert dealers(GAME.view(state, 1, reconciled=False)) == ("6c", None)


def test_nothing_in_a_view_names_the_hole_card() -> None:
    state = insure(dealt({1: "8h 8d", 2: "Ts 4d"}, "Ac 7s", "3c", wagers=BOTH), {1: 0, 2: 300})
    state = played(state, "split")
    for viewer in (1, 2, 5, None):
        text = json.dumps(asdict(GAME.view(state, viewer)))
        assert "7s" not in text
        assert "seven" not in text


def test_a_blackjack_is_not_announced_before_the_hole_card_is_turned() -> None:
    state = dealt("Th 9d", "Kc As", wagers=BOTH)
    view = GAME.view(state, 1, reconciled=False)
    assert (view.step, view.results, dealers(view)) == ("look", (), ("Kc", None))
    view = GAME.view(state, 1)
    assert (view.step, dealers(view)) == ("settled", ("Kc", "As"))
    log = words(view)
    assert log.index("Dealer turns the ace of spades: blackjack.") < log.index(
        "Seat 1: Bet loses 10."
    )


@st.composite
def progress(draw: st.DrawFn) -> list[Round]:
    """The states of a random round, from the deal to its end."""
    rules = {
        "peek": draw(st.booleans()),
        "resplit_aces": draw(st.booleans()),
        "bad_beat_option": draw(st.sampled_from((1, 2))),
    }
    seats = draw(st.sets(st.integers(1, 7), min_size=1, max_size=4))
    deck = list(DECK) * 2
    Random(draw(st.integers(0, 2**32))).shuffle(deck)
    deck[len(seats)] = parse_card(draw(st.sampled_from(("Ac", "Kc", "6c", "9c"))))
    inputs = replace(
        setup("2c 3c", "4c 5c"),
        options=BlackjackOptions.read(rules),
        wagers=dict.fromkeys(seats, BOTH),
        deck=tuple(deck),
    )
    state = GAME.deal(inputs)
    states = [state]
    while waiting := sorted(GAME.waiting_on(state)):
        seat = draw(st.sampled_from(waiting))
        offer = draw(st.sampled_from(GAME.legal_actions(state, seat)))
        state = GAME.act(state, seat, draw(st.sampled_from(list(offer.actions()))))
        states.append(state)
    return states


def with_hole(state: Round, code: str) -> Round:
    """The same state with another card face down."""
    return replace(state, dealer=(state.dealer[0], parse_card(code), *state.dealer[2:]))


def others(state: Round) -> Iterator[Round]:
    """The state with every other hole card that may lie there: once the dealer has looked and the
    seats have acted, none that would have given the dealer blackjack."""
    begun = state.step == "play" or any(m.deed != "insurance" for m in state.moments)
    looked = state.setup.options.peek and begun
    blackjack = {"A": "TJQK", "T": "A", "J": "A", "Q": "A", "K": "A"}.get(
        code_of(state.dealer[0])[0], ""
    )
    for rank in "23456789TJQKA":
        if not (looked and rank in blackjack):
            yield with_hole(state, f"{rank}d")


@given(progress())
def test_changing_the_hole_card_leaves_every_view_equal(states: list[Round]) -> None:
    for state in states:
        for viewer in (*state.seats, None):
            view = GAME.view(state, viewer, reconciled=False)
            for other in others(state):
                assert GAME.view(other, viewer, reconciled=False) == view


@given(progress(), st.integers(0, 2**32))
def test_the_rest_of_the_shoe_is_in_no_view(states: list[Round], seed: int) -> None:
    order = Random(seed)
    for state in states:
        deck = list(state.setup.deck)
        rest = deck[state.shoe.dealt :]
        order.shuffle(rest)
        changed = tuple(deck[: state.shoe.dealt] + rest)
        inputs = replace(state.setup, deck=changed)
        other = replace(state, setup=inputs, shoe=replace(state.shoe, cards=changed))
        for viewer in (*state.seats, None):
            assert GAME.view(other, viewer) == GAME.view(state, viewer)


@given(progress())
def test_the_log_and_the_results_only_grow(states: list[Round]) -> None:
    views = [GAME.view(state, None) for state in states[:-1]]
    last = states[-1]
    views += [GAME.view(last, None, reconciled=False), GAME.view(last, None)]
    for before, after in pairwise(views):
        assert after.events[: len(before.events)] == before.events
        assert after.results[: len(before.results)] == before.results
    results = views[-1].results
    assert [(event.spot, event.net) for event in views[-1].events if event.kind in PAYMENTS] == [
        (result.spot, result.net) for result in results
    ]
    for seat in last.seats:
        settled = [result for result in GAME.settle(last) if result.seat == seat]
        found = GAME.as_shown(last.setup.options, settled)
        assert sorted((r.spot, r.hand or 0, r.net) for r in found) == sorted(
            (r.spot, r.hand or 0, r.net) for r in results if r.seat == seat
        )


@given(progress())
def test_seats_see_the_same_cards_and_only_their_own_question(states: list[Round]) -> None:
    for state in states:
        spectator = GAME.view(state, None)
        assert (spectator.question, spectator.offers) == ("", ())
        for seat in state.seats:
            view = GAME.view(state, seat)
            assert bool(view.question) == bool(view.offers) == (seat in view.waiting_on)
            assert replace(view, viewer=None, question="", offers=()) == spectator


# Words


def test_the_log_of_a_round() -> None:
    state = dealt({1: "8c 8d", 4: "Td 7h"}, "As 9c", "Ah 3s Kc", wagers=BOTH)
    state = played(insure(state, {1: 500, 4: 0}), "split stand double stand")
    assert words(GAME.view(state, None)) == [
        "Seat 1 gets the eight of clubs.",
        "Seat 4 gets the ten of diamonds.",
        "Dealer shows the ace of spades.",
        "Seat 1 gets the eight of diamonds: 16.",
        "Seat 4 gets the seven of hearts: 17.",
        "Dealer takes a card face down.",
        "Seat 4: Bad Beat loses 1.",
        "Seat 1 insures for 5.",
        "Seat 4 takes no insurance.",
        "Dealer looks at the hole card: no blackjack.",
        "Seat 1: Insurance loses 5.",
        "Seat 1 splits for 10 more.",
        "Seat 1's first hand gets the ace of hearts: soft 19.",
        "Seat 1's first hand stands on soft 19.",
        "Seat 1's second hand gets the three of spades: 11.",
        "Seat 1's second hand doubles for 10 more and draws the king of clubs: 21.",
        "Seat 4 stands on 17.",
        "Dealer turns the nine of clubs: soft 20.",
        "Seat 4: Bet loses 10.",
        "Seat 1, hand 1: Bet loses 10.",
        "Seat 1, hand 2: Bet wins 20.",
        "Seat 1: Bad Beat wins 15, 19 beaten.",
    ]


def test_the_dealers_cards_are_turned_and_drawn_one_by_one() -> None:
    state = played(dealt("Th 8d", "6c 2d", "4h 3s 9c"), "stand")
    log = [(e.kind, e.words, e.cards) for e in GAME.view(state, 1).events if e.place == "dealer"]
    assert log[2:] == [
        ("turn", "Dealer turns the two of diamonds: 8.", ("2d",)),
        ("draw", "Dealer draws the four of hearts: 12.", ("4h",)),
        ("draw", "Dealer draws the three of spades: 15.", ("3s",)),
        ("draw", "Dealer draws the nine of clubs: bust with 24.", ("9c",)),
    ]


def test_the_question_names_the_hand_the_dealers_card_and_what_it_costs() -> None:
    state = dealt("8c 8d", "Qh 6d", "3c")
    assert GAME.view(state, 1).question == (
        "Your hand is 16, pair of eights. Dealer shows queen of hearts. "
        "Hit, stand, double for 10 or split for 10?"
    )
    state = played(state, "split")
    assert GAME.view(state, 1).question == (
        "Your first hand is 11. Dealer shows queen of hearts. Hit, stand or double for 10?"
    )


def test_the_question_of_insurance_names_even_money() -> None:
    state = dealt({1: "Th 9d", 2: "Ah Kd"}, "Ac 9c")
    assert GAME.view(state, 1).question == "Dealer shows ace of clubs. Insurance, up to 5?"
    assert GAME.view(state, 2).question == (
        "Dealer shows ace of clubs. You have blackjack. Take even money, 10 now?"
    )


@pytest.mark.parametrize("hole", ["9c", "Tc"])
def test_even_money_is_one_payment_at_once(hole: str) -> None:
    """Paid and told when it is taken: no insurance is lost or won, whatever the dealer turns."""
    state = dealt({1: "Th 9d", 2: "Ah Kd"}, f"Ac {hole}", "5c")
    state = insure(state, {2: 500})
    view = GAME.view(state, None)
    assert words(view)[-1] == "Seat 2 takes even money and wins 10."
    assert [(r.seat, r.spot, r.words, r.pays, r.net) for r in view.results] == [
        (2, "main", "even money", "1:1", 1000)
    ]
    assert view.seats[1].status == "even money"
    assert "insurance" not in view.seats[1].wagers
    state = insure(state, {1: 0})
    state = played(state, "stand") if GAME.waiting_on(state) else state
    found = [line for line in words(GAME.view(state, None)) if line.startswith("Seat 2")]
    assert found[2:] == ["Seat 2 takes even money and wins 10."]
    assert not any("nsurance" in line and "Seat 1" not in line for line in found)


def test_a_record_keeps_even_money_as_the_two_wagers_it_is() -> None:
    lost, won = (insure(dealt("Ah Kd", f"Ac {hole}"), {1: 500}) for hole in ("9c", "Tc"))
    assert [(r.spot, r.line, r.net) for r in GAME.settle(lost)] == [
        ("insurance", "lose", -500),
        ("main", "blackjack", 1500),
    ]
    assert [(r.spot, r.line, r.net) for r in GAME.settle(won)] == [
        ("main", "push", 0),
        ("insurance", "win", 1000),
    ]


@pytest.mark.parametrize(
    ("more", "cents"),
    [({"blackjack_pays": "6:5"}, 500), ({"wagers": {"main": 25}, "unit": 1}, 12), ({}, 400)],
)
def test_insurance_that_is_no_even_money_is_told_as_insurance(
    more: dict[str, Any], cents: int
) -> None:
    """At six to five, with a stake that has no half, and for less than half."""
    state = insure(dealt("Ah Kd", "Ac 9c", **more), {1: cents})
    assert [r.spot for r in GAME.view(state, 1).results] == ["insurance", "main"]
    assert GAME.as_shown(state.setup.options, GAME.settle(state)) == GAME.settle(state)


def test_at_six_to_five_half_insured_is_no_even_money() -> None:
    state = dealt("Ah Kd", "Ac 9c", blackjack_pays="6:5")
    assert GAME.view(state, 1).question == "Dealer shows ace of clubs. Insurance, up to 5?"


@pytest.mark.report("bust alone at the table")
def test_a_bust_alone_at_the_table_is_taken_before_the_dealer_turns_a_card() -> None:
    state = played(dealt("Th 6d", "9c Tc", "8s", wagers=BOTH), "hit")
    log = words(GAME.view(state, 1))
    taken = log.index("Seat 1: Bet loses 10, bust.")
    assert log[taken - 1] == "Seat 1 draws the eight of spades: bust with 24."
    assert log[taken + 1] == "Dealer turns the ten of clubs: 19."
    before = GAME.view(state, 1, reconciled=False)
    assert [(r.spot, r.net) for r in before.results] == [("bad_beat", -100), ("main", -1000)]


def test_a_surrendered_bet_is_taken_at_once_and_half_of_it_comes_back() -> None:
    state = played(dealt("Th 6d", "9c Tc", surrender="late"), "surrender")
    view = GAME.view(state, 1, reconciled=False)
    assert words(view)[-2:] == [
        "Seat 1 surrenders.",
        "Seat 1: Bet loses 5 (5 returned), surrendered: half returned.",
    ]


def test_of_split_hands_each_is_taken_when_it_busts() -> None:
    """With Bad Beat, which rides on the first of them."""
    state = played(dealt("8c 8d", "Qh 6d", "5c Kc 3s", wagers=BOTH), "split hit")
    view = GAME.view(state, 1)
    assert words(view)[-4:] == [
        "Seat 1's first hand draws the king of clubs: bust with 23.",
        "Seat 1, hand 1: Bet loses 10, bust.",
        "Seat 1: Bad Beat loses 1.",
        "Seat 1's second hand gets the three of spades: 11.",
    ]
    assert view.question.startswith("Your second hand is 11.")


def test_what_is_shown_of_a_hand() -> None:
    state = dealt({1: "Ah 6d", 2: "Ah Kd", 3: "Ts 6h", 4: "5h 6s"}, "9c Td", "Th 5c 9s Kh 9h")
    state = played(state, "hit hit hit double")
    shown = {seat.seat: seat.hands[0] for seat in GAME.view(state, None).seats}
    assert [(h.words, h.total, h.status) for h in shown.values()] == [
        ("bust with 22", "22", "bust"),
        ("blackjack", "21", "blackjack"),
        ("bust with 25", "25", "bust"),
        ("21", "21", "doubled"),
    ]
    assert shown[1].steps == ("soft 11", "soft 17", "17", "22")
    assert shown[2].marks == ("win", "win")
    assert shown[3].marks == ()


def test_one_hand_is_marked_as_acting_and_carries_its_wagers() -> None:
    state = played(dealt("8c 8d", "Qh 6d", "3c 2c", wagers=BOTH), "split stand")
    first, second = GAME.view(state, 1).seats[0].hands
    assert (first.acting, second.acting) == (False, True)
    assert (first.status, second.status) == ("stands", "")
    assert (first.wagers, second.wagers) == ({"main": 1000, "bad_beat": 100}, {"main": 1000})
    assert GAME.view(state, 1).seats[0].wagers == {"main": 2000, "bad_beat": 100}


def test_who_has_answered_about_insurance_is_seen() -> None:
    state = insure(dealt({1: "Th 9d", 2: "Ts 9h", 3: "Tc 9c"}, "Ac 9s"), {1: 300, 3: 0})
    view = GAME.view(state, None)
    assert [(seat.status, seat.waiting) for seat in view.seats] == [
        ("insured for 3", False), ("", True), ("no insurance", False),
    ]  # fmt: skip
    assert view.seats[0].wagers == {"main": 1000, "insurance": 300}


def test_results_name_what_they_pay() -> None:
    state = insure(dealt("Ah Kd", "Ac Ts", wagers=BOTH), {1: 400})
    assert [(r.spot, r.words, r.pays, r.net) for r in GAME.view(state, 1).results] == [
        ("main", "pushes", "", 0),
        ("insurance", "wins", "2:1", 800),
        ("bad_beat", "21 pushes", "5:1", 500),
    ]
    state = dealt("Ah Kd", "9c Ts", blackjack_pays="6:5")
    assert [(r.words, r.pays) for r in GAME.view(state, 1).results] == [("blackjack", "6:5")]
