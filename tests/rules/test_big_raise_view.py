"""What a seat and a spectator see of Big Raise Hold'em, and what nobody may see."""

import json
from dataclasses import asdict
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import (
    DECK,
    Card,
    code_of,
)
from games.engine.view import View
from tests.rules.big_raise_rounds import (
    FOLD,
    GAME,
    dealt,
    ended,
    play,
)


def seen(view: View, seat: int) -> tuple[str | None, ...]:
    """The cards of a seat in a view."""
    place = view.seat(seat)
    assert place is not None
    return place.hands[0].cards


def test_while_deciding_a_seat_sees_its_own_cards_and_the_dealers_first() -> None:
    state = dealt({1: "Ac Kd", 2: "5c 5d"})
    view = GAME.view(state, 2)
    assert seen(view, 2) == ("5c", "5d")
    assert seen(view, 1) == (None, None)
    assert [pile.hand.cards for pile in view.piles] == [("Kh", None, None), (None, None, None)]
    assert view.question == "Dealer shows king of hearts. Fold, or raise 20 to 40."
    assert view.step == "decide"
    assert [offer.action for offer in view.offers] == ["fold", "play"]
    place = view.seat(2)
    assert place is not None
    assert (place.hands[0].words, place.waiting, place.hands[0].acting) == (
        "pair of fives",
        True,
        True,
    )


def test_a_spectator_sees_only_the_dealers_first_card() -> None:
    view = GAME.view(dealt({1: "Ac Kd", 2: "5c 5d"}), None)
    assert faces(view) == {"Kh"}
    assert (view.question, view.offers, view.waiting_on) == ("", (), (1, 2))


def faces(view: View) -> set[str]:
    """Every card that is face up anywhere in a view."""
    hands = [hand for seat in view.seats for hand in seat.hands] + [
        pile.hand for pile in view.piles
    ]
    groups = [hand.cards for hand in hands] + [event.cards for event in view.events]
    return {card for cards in groups for card in cards if card is not None}


@given(st.permutations(DECK), st.data())
def test_no_hidden_card_changes_a_view_before_all_have_decided(
    deck: list[Card], data: st.DataObject
) -> None:
    codes = [code_of(card) for card in deck]
    viewer = data.draw(st.sampled_from([None, 1, 2, 3]))
    acted = data.draw(st.sampled_from([(), (1,), (2,), (3,), (1, 3), (2, 3)]))
    known = {6} | ({2 * viewer - 2, 2 * viewer - 1} if viewer else set())
    hidden = [place for place in range(52) if place not in known]
    mixed = data.draw(st.permutations(hidden))
    changed = list(codes)
    for place, other in zip(hidden, mixed, strict=True):
        changed[place] = codes[other]
    views = []
    for cards in (codes, changed):
        hands = {seat: f"{cards[2 * seat - 2]} {cards[2 * seat - 1]}" for seat in (1, 2, 3)}
        state = dealt(hands, " ".join(cards[6:9]), " ".join(cards[9:12]))
        for seat in acted:
            state = GAME.act(state, seat, play(2000))
        views.append(GAME.view(state, viewer))
    assert views[0] == views[1]
    assert faces(views[0]) == {codes[place] for place in known}


@pytest.mark.parametrize("viewer", [None, 2, 3])
def test_nobody_learns_what_another_seat_decided_before_all_have(viewer: int | None) -> None:
    state = dealt({1: "5c 5d", 2: "Ac Kd", 3: "8c 7d"})
    views = [
        GAME.view(ended(state, {1: action}), viewer) for action in (FOLD, play(2000), play(4000))
    ]
    assert views[0] == views[1] == views[2]
    place = views[0].seat(1)
    assert place is not None
    assert (place.status, place.wagers, place.waiting) == ("decided", {"ante": 1000}, False)
    assert views[0].waiting_on == (2, 3)


def test_a_seat_sees_its_own_decision_at_once() -> None:
    state = dealt({1: "5c 5d", 2: "Ac Kd"})
    played = GAME.view(ended(state, {1: play(4000)}), 1).seat(1)
    folded = GAME.view(ended(state, {1: FOLD}), 1).seat(1)
    assert played is not None
    assert folded is not None
    assert (played.status, played.wagers) == ("plays 40", {"ante": 1000, "play": 4000})
    assert (folded.status, folded.wagers, folded.hands[0].status) == (
        "folded",
        {"ante": 1000},
        "folded",
    )


def test_when_all_have_decided_played_hands_dealer_and_board_are_shown() -> None:
    state = ended(dealt({1: "5c 5d", 2: "Ac Kd"}), {1: play(4000), 2: FOLD})
    view = GAME.view(state, None)
    assert view.step == "settled"
    assert seen(view, 1) == ("5c", "5d")
    assert [pile.hand.cards for pile in view.piles] == [("Kh", "9s", "2c"), ("7d", "Jc", "3h")]
    place = view.seat(1)
    assert place is not None
    assert place.hands[0].words == "pair of fives"
    assert place.hands[0].marks == ("win", "win")


def test_before_the_hands_are_turned_decisions_are_known_and_cards_are_not() -> None:
    state = ended(dealt({1: "5c 5d", 2: "Ac Kd"}), {1: play(4000), 2: FOLD})
    view = GAME.view(state, 2, reconciled=False)
    assert faces(view) == {"Ac", "Kd", "Kh"}
    assert view.results == ()
    assert [seat.status for seat in view.seats] == ["plays 40", "folded"]


def test_a_folded_hand_stays_face_down_for_everybody_else() -> None:
    views = []
    for cards in ("Qc 8d", "Ad Ah"):
        state = ended(dealt({1: "5c 5d", 2: cards}), {1: play(4000), 2: FOLD})
        views.append((GAME.view(state, None), GAME.view(state, 1)))
        assert seen(GAME.view(state, 2), 2) == tuple(cards.split())
    assert views[0] == views[1]
    assert seen(views[0][0], 2) == (None, None)


def test_a_folded_hand_that_wins_a_bonus_is_shown_to_be_paid() -> None:
    wagers = {"ante": 1000, "two_card_bonus": 500}
    hands = {1: "5c 5d", 2: "Ac 8d"}
    decided = ended(dealt(hands, wagers=wagers), {2: FOLD})
    assert seen(GAME.view(decided, 1), 2) == (None, None)
    view = GAME.view(ended(decided, {1: play(2000)}), 1)
    assert seen(view, 2) == ("Ac", "8d")
    words = [event.words for event in view.events]
    shown = words.index(
        "Seat 2 shows ace of clubs and eight of diamonds, to be paid after the fold."
    )
    assert words[shown + 1 : shown + 3] == [
        "Seat 2: 2 Card Bonus wins 7.50, ace high.",
        "Seat 2: Ante loses 10, folded.",
    ]


def test_a_folded_hand_that_loses_its_bonuses_stays_face_down() -> None:
    wagers = {"ante": 1000, "two_card_bonus": 500, "five_card_bonus": 500}
    state = dealt({1: "5c 5d", 2: "Qc 8d"}, wagers=wagers, five=True)
    view = GAME.view(ended(state, {1: play(2000), 2: FOLD}), 1)
    assert seen(view, 2) == (None, None)
    assert not {"Qc", "8d"} & faces(view)


def test_the_log_tells_the_round_in_the_dealers_order() -> None:
    wagers = {"ante": 1000, "two_card_bonus": 500}
    state = dealt({1: "7s 7h", 4: "Kd 9c"}, "Ac Tc Td", "2h 5d 9s", wagers=wagers)
    view = GAME.view(ended(state, {4: FOLD, 1: play(4000)}), 1)
    assert [event.words for event in view.events] == [
        "Seat 1 gets two cards.",
        "Seat 4 gets two cards.",
        "Dealer gets three cards, the ace of clubs face up.",
        "Three community cards, face down.",
        "Seat 1 plays 40.",
        "Seat 4 folds.",
        "Dealer turns ten of clubs and ten of diamonds.",
        "Dealer breaks the pair and discards the ten of clubs.",
        "First community card: two of hearts.",
        "Second community card: five of diamonds.",
        "Third community card: nine of spades. Dealer's hand: ace high.",
        "Seat 4: 2 Card Bonus loses 5.",
        "Seat 4: Ante loses 10, folded.",
        "Seat 1 shows seven of spades and seven of hearts: pair of sevens.",
        "Seat 1: Ante wins 10.",
        "Seat 1: Play wins 40.",
        "Seat 1: 2 Card Bonus wins 25, any other pair.",
    ]
    assert [(result.spot, result.pays) for result in view.results][-1] == ("two_card_bonus", "5:1")


@pytest.mark.parametrize("viewer", [None, 1, 2])
def test_the_log_only_grows(viewer: int | None) -> None:
    state = dealt({1: "5c 5d", 2: "Ac Kd"})
    stages = [GAME.view(state, viewer)]
    state = ended(state, {2: play(2000)})
    stages.append(GAME.view(state, viewer))
    state = ended(state, {1: FOLD})
    stages += [GAME.view(state, viewer, reconciled=False), GAME.view(state, viewer)]
    for before, after in pairwise(stages):
        assert after.events[: len(before.events)] == before.events


def test_the_board_is_marked_for_the_viewers_hand() -> None:
    state = dealt({1: "Jd 5d", 2: "7c 4d"}, "Kh 9s 2c", "7d Jc 3h")
    state = ended(state, {1: play(2000), 2: play(2000)})
    boards = {viewer: GAME.view(state, viewer).piles[1].hand.marks for viewer in (1, 2)}
    assert boards == {1: ("idle", "win", "idle"), 2: ("win", "idle", "idle")}


def test_a_view_is_plain_json() -> None:
    state = ended(dealt({1: "5c 5d"}), {1: play(2000)})
    assert json.loads(json.dumps(asdict(GAME.view(state, 1))))["game"] == "big-raise"
