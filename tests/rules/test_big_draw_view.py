"""What each viewer sees of Big Draw Poker, in words and in cards, and what nobody sees."""

import random
from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.big_draw.state import Round
from games.engine.cards import DECK, code_of, codes_of
from games.engine.game import Action
from games.engine.view import Event, View
from tests.rules.big_draw_rounds import (
    ALONE,
    BOTH,
    DEUCES,
    DRAWS,
    FIVE_CARD,
    GAME,
    dealt,
    ended,
)

HIDDEN = (None,) * 5
JACKS, EIGHTS = ("Jh", "Jc", "4s", "9d", "Kc"), ("8h", "8c", "3s", "6d", "Qc")
TWO_HANDS = " ".join(JACKS + EIGHTS)


def cards_of(view: View, seat: int) -> tuple[str | None, ...]:
    seen = view.seat(seat)
    assert seen is not None
    (hand,) = seen.hands
    return hand.cards


def words_of(events: tuple[Event, ...]) -> list[str]:
    return [event.words for event in events]


# While the seats choose


@pytest.mark.parametrize(("viewer", "first", "second"), [
    (1, JACKS, HIDDEN), (2, HIDDEN, EIGHTS), (None, HIDDEN, HIDDEN), (4, HIDDEN, HIDDEN),
])  # fmt: skip
def test_a_seat_sees_its_own_cards_and_a_spectator_none(
    viewer: int | None, first: tuple[str | None, ...], second: tuple[str | None, ...]
) -> None:
    view = GAME.view(dealt({1: BOTH, 2: DRAWS}, TWO_HANDS), viewer)
    assert (view.step, view.waiting_on, view.results) == ("draw", (1, 2), ())
    assert (cards_of(view, 1), cards_of(view, 2)) == (first, second)
    assert [event.cards for event in view.events] == [first, second]
    assert words_of(view.events) == ["Seat 1 gets five cards.", "Seat 2 gets five cards."]


@pytest.mark.parametrize(
    ("wagers", "hand", "variant", "question"),
    [
        ({"first_five": 500, "big_draw": 100}, "Jh Jc 4s 9d Kc", FIVE_CARD,
         "Pair of jacks. First 5 wins 5. Choose what to hold."),
        (BOTH, "Th Tc 4s 9d Kc", FIVE_CARD,
         "Pair of tens. First 5 loses. Choose what to hold."),
        (DRAWS, "Th Tc 4s 9d Kc", FIVE_CARD,
         "Pair of tens. Choose what to hold."),
        (BOTH, "2c 2d 2h 2s Kc", DEUCES,
         "Four deuces. First 5 wins 2,222. Choose what to hold."),
    ],
)  # fmt: skip
def test_the_question_names_the_hand_and_what_first_five_has_come_to(
    wagers: Mapping[str, int], hand: str, variant: str, question: str
) -> None:
    assert GAME.view(dealt({1: wagers}, hand, variant=variant), 1).question == question


def test_only_a_seat_that_is_waited_on_is_asked_and_offered() -> None:
    state = ended(dealt({1: BOTH, 2: DRAWS, 3: ALONE}, f"{TWO_HANDS} 5s 5c 7d Th 2s"), {1: "4s"})
    asked = GAME.view(state, 2)
    assert asked.question.startswith("Pair of eights.")
    (offer,) = asked.offers
    assert (offer.action, offer.discard_from) == ("draw", EIGHTS)
    for viewer in (None, 1, 3, 5):
        view = GAME.view(state, viewer)
        assert (view.question, view.offers) == ("", ())


@pytest.mark.parametrize(
    ("discard", "status", "marks"),
    [
        ("", "stands pat", ("", "", "", "", "")),
        ("4s", "discards one card", ("", "", "gone", "", "")),
        ("Kc 4s 9d", "discards three cards", ("", "", "gone", "gone", "gone")),
    ],
)
def test_a_seat_sees_its_own_discards_marked(
    discard: str, status: str, marks: tuple[str, ...]
) -> None:
    state = ended(dealt({1: BOTH, 2: DRAWS}, f"{TWO_HANDS} 5s 7c 2d"), {1: discard})
    mine = GAME.view(state, 1).seat(1)
    assert mine is not None
    (hand,) = mine.hands
    assert (hand.cards, hand.words, hand.status, hand.marks) == (
        JACKS, "pair of jacks", status, marks,
    )  # fmt: skip


@pytest.mark.parametrize("viewer", [None, 2, 3, 4])
def test_nobody_sees_how_many_or_which_cards_another_seat_discards(viewer: int | None) -> None:
    table = dealt({1: BOTH, 2: DRAWS, 3: ALONE}, f"{TWO_HANDS} 5s 5c 7d Th 2s")
    (offer,) = GAME.legal_actions(table, 1)
    views = [GAME.view(GAME.act(table, 1, action), viewer) for action in offer.actions()]
    assert len(views) == 32
    assert all(view == views[0] for view in views)
    chosen = views[0].seat(1)
    assert chosen is not None
    assert (chosen.status, chosen.waiting) == ("has chosen", False)


@pytest.mark.parametrize(
    ("hand", "variant", "line"),
    [
        ("Jh Jc 4s 9d Kc", FIVE_CARD, "jacks_or_better"),
        ("Th Tc 4s 9d Kc", FIVE_CARD, "lose"),
        ("2c 7h 7d Ks 9c", DEUCES, "three_of_a_kind"),
    ],
)
def test_a_seat_sees_which_line_its_hand_makes_and_nobody_else_does(
    hand: str, variant: str, line: str
) -> None:
    state = dealt({1: BOTH}, hand, variant=variant)
    lines = [seat.hands[0].line for v in (1, None) for seat in GAME.view(state, v).seats]
    assert lines == [line, ""]


def test_the_cards_that_came_for_discards_are_counted() -> None:
    state = ended(dealt({1: BOTH, 2: DRAWS}, f"{TWO_HANDS} 5s 7c 2d"), {1: "4s 9d", 2: ""})
    for viewer in (1, 2, None):
        hands = [seat.hands[0] for seat in GAME.view(state, viewer).seats]
        assert [hand.drawn for hand in hands] == [2, 0]
        assert hands[0].cards == ("Jh", "Jc", "Kc", "5s", "7c")


# First 5 alone


def test_a_seat_with_first_five_alone_sees_its_cards_at_once() -> None:
    state = dealt({1: ALONE, 2: DRAWS}, TWO_HANDS)
    assert cards_of(GAME.view(state, 1), 1) == JACKS


def test_blind_first_five_hides_a_seats_own_cards_until_all_draws_are_done() -> None:
    state = dealt({1: ALONE, 2: BOTH}, TWO_HANDS, blind_first_five=True)
    blind = GAME.view(state, 1)
    assert blind == View(**{**vars_of(GAME.view(state, None)), "viewer": 1})
    assert cards_of(GAME.view(state, 2), 2) == EIGHTS
    assert cards_of(GAME.view(ended(state, {2: ""}), 1), 1) == JACKS


def vars_of(view: View) -> dict[str, Any]:
    return {field.name: getattr(view, field.name) for field in fields(view)}


def test_a_losing_first_five_alone_is_never_shown_to_others() -> None:
    state = ended(dealt({1: DRAWS, 2: ALONE}, TWO_HANDS), {1: ""})
    assert cards_of(GAME.view(state, 2), 2) == EIGHTS
    for viewer in (None, 1):
        view = GAME.view(state, viewer)
        assert cards_of(view, 2) == HIDDEN
        assert not set(EIGHTS) & set(codes_in(asdict(view)))


@pytest.mark.parametrize(
    ("hand", "variant", "shown", "words"),
    [
        ("Jh Jc 4s 9d Kc", FIVE_CARD, "Jh Jc", "jacks or better"),
        ("4s Kh 9d Kc 9s", FIVE_CARD, "Kh 9d Kc 9s", "two pair"),
        ("4s 7h 7d Kc 7s", FIVE_CARD, "7h 7d 7s", "three of a kind"),
        ("4h 5h 9h Qh Kh", FIVE_CARD, "4h 5h 9h Qh Kh", "flush"),
        ("2c 7h 7d Ks 9c", DEUCES, "2c 7h 7d", "three of a kind"),
        ("2c 6s 9h 2d Kd", DEUCES, "2c 2d", "three of a kind"),
        ("2c 2d 2h 7c 8d", DEUCES, "2c 2d 2h", "four of a kind"),
        ("2c 2d 2h 2s 8d", DEUCES, "2c 2d 2h 2s", "four deuces"),
    ],
)
def test_a_winning_first_five_shows_what_proves_its_line(
    hand: str, variant: str, shown: str, words: str
) -> None:
    state = dealt({3: ALONE}, hand, button=3, variant=variant)
    exposed = tuple(code if code in shown.split() else None for code in hand.split())
    view = GAME.view(state, None)
    assert cards_of(view, 3) == exposed
    assert view.events[1] == Event(
        "turn", "seat-3", f"Seat 3 shows {words} in its first five cards.", exposed
    )
    assert cards_of(GAME.view(state, 3), 3) == tuple(hand.split())


# The settlement, in a dealer's order


def test_the_events_are_the_procedure_of_the_maker() -> None:
    deck = f"{TWO_HANDS} 5s 5c 7d Th 2s Jd 2d 9s 4h 7c"
    state = dealt({4: BOTH, 5: BOTH, 1: ALONE}, deck, button=4)
    view = GAME.view(ended(state, {5: "3s Qc", 4: "4s 9d Kc"}), 5)
    assert view.step == "settled"
    assert [(event.kind, event.place) for event in view.events] == [
        ("deal", "seat-4"), ("deal", "seat-5"), ("deal", "seat-1"),
        ("take", "seat-5"), ("take", "seat-1"), ("turn", "seat-4"), ("pay", "seat-4"),
        ("discard", "seat-4"), ("turn", "seat-4"), ("draw", "seat-4"), ("pay", "seat-4"),
        ("discard", "seat-5"), ("turn", "seat-5"), ("draw", "seat-5"), ("take", "seat-5"),
    ]  # fmt: skip
    assert words_of(view.events[3:]) == [
        "Seat 5: First 5 loses 1.",
        "Seat 1: First 5 loses 1.",
        "Seat 4 shows jacks or better in its first five cards.",
        "Seat 4: First 5 wins 1, jacks or better.",
        "Seat 4 discards three cards.",
        "Seat 4 turns the two cards it kept.",
        "Seat 4 draws three cards: three of a kind, jacks.",
        "Seat 4: Big Draw wins 2, three of a kind.",
        "Seat 5 discards two cards.",
        "Seat 5 turns the three cards it kept.",
        "Seat 5 draws two cards: pair of eights.",
        "Seat 5: Big Draw loses 1.",
    ]
    assert [event.cards for event in view.events if event.kind == "deal"] == [
        HIDDEN, EIGHTS, HIDDEN,
    ]  # fmt: skip
    assert [event.cards for event in view.events if event.kind == "turn"] == [
        ("Jh", "Jc", None, None, None), ("Jh", "Jc"), ("8h", "8c", "6d"),
    ]  # fmt: skip
    assert [event.cards for event in view.events if event.kind == "discard"] == [
        (None, None, None), ("3s", "Qc"),
    ]  # fmt: skip
    assert [event.cards for event in view.events if event.kind == "draw"] == [
        ("Jd", "2d", "9s"), ("4h", "7c"),
    ]  # fmt: skip


def test_standing_pat_is_one_turn_and_discarding_all_turns_nothing() -> None:
    deck = f"{TWO_HANDS} As Ad 9c 5h 2s"
    state = ended(dealt({1: DRAWS, 2: DRAWS}, deck), {1: "", 2: " ".join(EIGHTS)})
    assert words_of(GAME.view(state, None).events[2:]) == [
        "Seat 1 stands pat: pair of jacks.",
        "Seat 1: Big Draw gets the stake back, jacks or better.",
        "Seat 2 discards five cards.",
        "Seat 2 draws five cards: pair of aces.",
        "Seat 2: Big Draw gets the stake back, jacks or better.",
    ]


def test_every_final_hand_with_big_draw_lies_open_in_words_and_marks() -> None:
    deck = f"{TWO_HANDS} Jd 2d 9s"
    view = GAME.view(ended(dealt({1: BOTH, 2: DRAWS}, deck), {1: "4s 9d Kc", 2: ""}), None)
    won, lost = (seat.hands[0] for seat in view.seats)
    assert (won.cards, won.words, won.status, won.marks) == (
        ("Jh", "Jc", "Jd", "2d", "9s"), "three of a kind, jacks", "drew three cards",
        ("win", "win", "win", "idle", "idle"),
    )  # fmt: skip
    assert (lost.cards, lost.words, lost.status, lost.marks) == (
        EIGHTS, "pair of eights", "stood pat", ("idle",) * 5,
    )  # fmt: skip


def test_results_name_the_line_and_what_it_pays() -> None:
    view = GAME.view(ended(dealt({1: BOTH}, "2c 2d 2h 2s Kd", variant=DEUCES), {1: ""}), 1)
    assert [
        (result.spot, result.net, result.line, result.words, result.pays) for result in view.results
    ] == [
        ("first_five", 222_200, "four_deuces", "Four deuces", "2,222.00"),
        ("big_draw", 22_200, "four_deuces", "Four deuces", "222:1"),
    ]


def test_until_the_dealer_settles_the_view_stays_as_it_was_while_seats_chose() -> None:
    """Only the waiting is over: nothing is turned, drawn or paid."""
    deck = f"{TWO_HANDS} Jd 2d 9s"
    state = ended(dealt({1: BOTH, 2: DRAWS}, deck), {1: "4s 9d Kc", 2: ""})
    view = GAME.view(state, 1, reconciled=False)
    assert (view.step, view.question, view.offers, view.results) == ("look", "", (), ())
    assert (cards_of(view, 1), cards_of(view, 2)) == (JACKS, HIDDEN)
    assert len(view.events) == 2
    assert GAME.view(state, None, reconciled=False).seats[0].hands[0].cards == HIDDEN


# No hidden card shows in anything else


def codes_in(value: object) -> list[str]:
    """Every card code anywhere in a view's JSON."""
    if isinstance(value, str):
        return [value] if value in CODES else []
    if isinstance(value, Mapping):
        return [code for item in value.values() for code in codes_in(item)]
    if isinstance(value, list | tuple):
        return [code for item in value for code in codes_in(item)]
    return []


CODES = frozenset(codes_of(DECK))

STAKES = st.sampled_from([BOTH, ALONE, DRAWS])


@st.composite
def rounds(draw: st.DrawFn) -> dict[str, Any]:
    """A round by places, not cards: wagers, button, which of its five cards a seat discards."""
    seats = draw(st.lists(st.integers(1, 5), min_size=1, max_size=5, unique=True))
    return {
        "wagers": {seat: draw(STAKES) for seat in seats},
        "button": draw(st.integers(1, 5)),
        "discards": {seat: draw(st.sets(st.integers(0, 4))) for seat in seats},
        "variant": draw(st.sampled_from([FIVE_CARD, DEUCES])),
        "blind": draw(st.booleans()),
        "viewer": draw(st.sampled_from([None, 1, 2, 3, 4, 5])),
    }


def played(plan: Mapping[str, Any], deck: list[str], choosing: int) -> Round:
    """The round with these cards when all but `choosing` seats with Big Draw have chosen."""
    state = dealt(
        plan["wagers"],
        " ".join(deck),
        button=plan["button"],
        variant=plan["variant"],
        blind_first_five=plan["blind"],
    )
    drawing = sorted(GAME.waiting_on(state))
    for seat in drawing[: len(drawing) - choosing]:
        places = plan["discards"][seat]
        discard = tuple(card for place, card in enumerate(state.first[seat]) if place in places)
        state = GAME.act(state, seat, Action("draw", discard=discard))
    return state


@given(rounds(), st.integers(0, 2**32), st.integers(1, 5))
def test_while_seats_choose_a_view_shows_ones_own_five_and_depends_on_no_other_card(
    plan: dict[str, Any], seed: int, choosing: int
) -> None:
    shuffle = random.Random(seed)
    deck = [code_of(card) for card in shuffle.sample(DECK, 52)]
    drawing = sum("big_draw" in wagers for wagers in plan["wagers"].values())
    assume(drawing)
    state = played(plan, deck, min(choosing, drawing))
    viewer = plan["viewer"]
    view = GAME.view(state, viewer)
    sees = viewer in state.first and not (plan["blind"] and plan["wagers"][viewer] == ALONE)
    own = set(codes_of(state.first[viewer])) if sees else set()
    assert set(codes_in(asdict(view))) == own
    hidden = [code for code in deck if code not in own]
    fresh = iter(shuffle.sample(hidden, len(hidden)))
    other = [code if code in own else next(fresh) for code in deck]
    assert GAME.view(played(plan, other, min(choosing, drawing)), viewer) == view


@given(rounds(), st.integers(0, 2**32))
def test_after_the_settlement_a_view_depends_on_the_cards_it_shows_and_the_results_alone(
    plan: dict[str, Any], seed: int
) -> None:
    """Any two cards that a view does not show change places: as long as no line changes with
    them, nothing in the view does."""
    shuffle = random.Random(seed)
    deck = [code_of(card) for card in shuffle.sample(DECK, 52)]
    state, viewer = played(plan, deck, 0), plan["viewer"]
    view, results = GAME.view(state, viewer), GAME.settle(state)
    shown = set(codes_in(asdict(view)))
    hidden = [place for place, code in enumerate(deck) if code not in shown]
    alike = 0
    for _ in range(40):
        one, two = shuffle.sample(hidden, 2)
        other = list(deck)
        other[one], other[two] = deck[two], deck[one]
        swapped = played(plan, other, 0)
        if GAME.settle(swapped) == results:
            alike += 1
            assert GAME.view(swapped, viewer) == view
            if alike == 5:
                break
    assert alike
