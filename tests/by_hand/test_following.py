"""Rounds of real cards: dealt card by card, they are the rounds that the rules deal from a deck."""

from dataclasses import replace

import pytest
from hypothesis import given, settings

from games.by_hand.dealing import Dealing, NotNow
from games.by_hand.following import NextCard, Over, Question, following, with_action, with_card
from games.engine.cards import DECK, code_of, parse_card, parse_cards
from games.engine.errors import IllegalAction
from games.engine.game import Action, Setup
from games.engine.record import read_paytables, replay
from games.engine.view import View
from games.printed_paytables import printed
from games.registry import GAMES
from tests.conformance.rounds import Course, House, courses


def by_hand(course: Course) -> Dealing:
    """The round of a course from its first card to its end, dealt as it is asked for."""
    dealing = Dealing(course.game, replace(course.setup, deck=()))
    waiting = {seat: [a for s, a in course.actions if s == seat] for seat in course.setup.seats}
    while not isinstance(coming := following(dealing), Over):
        if isinstance(coming, NextCard):
            dealing = with_card(dealing, course.setup.deck[coming.place])
        else:
            dealing = with_action(dealing, waiting[coming.seat].pop(0))
    assert not any(waiting.values())
    return dealing


@pytest.mark.parametrize("slug", GAMES)
def test_dealt_by_hand_it_is_the_same_round(slug: str) -> None:
    @settings(max_examples=12)
    @given(courses(House(GAMES[slug])))
    def holds(course: Course) -> None:
        dealing = by_hand(course)
        coming = following(dealing)
        assert isinstance(coming, Over)
        assert coming.results == course.game.settle(course.end)
        assert replay(dealing.record()).results == coming.results
        dealt = course.game.dealt(course.end)
        assert dealing.record().setup.deck == course.setup.deck[:dealt]

    holds()


@pytest.mark.parametrize("slug", GAMES)
def test_no_decision_waits_for_a_card_that_nobody_has_seen(slug: str) -> None:
    """The cards that are keyed when the first decision is asked for are those that somebody sees,
    and none besides but those on which the decision depends."""

    @settings(max_examples=8)
    @given(courses(House(GAMES[slug])))
    def holds(course: Course) -> None:
        dealing = Dealing(course.game, replace(course.setup, deck=()))
        while isinstance(coming := following(dealing), NextCard):
            dealing = with_card(dealing, course.setup.deck[coming.place])
        if not isinstance(coming, Question):
            return
        state = course.game.deal(course.setup)
        views = [course.game.view(state, seat) for seat in (None, *course.setup.seats)]
        seen = {card for view in views for card in cards_in(view)}
        keyed = set(codes(dealing))
        assert seen <= keyed
        assert len(dealing.keyed) <= len(DECK) * dealing.decks

    holds()


def cards_in(view: View) -> set[str]:

    hands = [hand for seat in view.seats for hand in seat.hands]
    hands += [pile.hand for pile in view.piles]
    return {code for hand in hands for code in hand.cards if code}


def codes(dealing: Dealing) -> list[str]:

    return [code_of(card) for card in dealing.keyed.values()]


def dealing_of(slug: str, wagers: dict[int, dict[str, int]], **options: object) -> Dealing:
    game = GAMES[slug]
    read = game.options.read(options)
    tables = read_paytables({}, game, read, printed)
    return Dealing(game, Setup(read, tables, wagers, (), min(wagers)), {3: "Cleo"})


def dealt(dealing: Dealing, cards: str) -> Dealing:
    for card in parse_cards(cards):
        dealing = with_card(dealing, card)
    return dealing


def owners(dealing: Dealing, cards: str) -> list[str]:
    """Whom each of some cards goes to."""
    found = []
    for card in parse_cards(cards):
        coming = following(dealing)
        assert isinstance(coming, NextCard)
        owner, of = coming.owner, coming.owner.of
        way = "up" if owner.face_up else "down"
        found.append(f"{owner.name} {owner.number}{f'/{of}' if of else ''} {way}")
        dealing = with_card(dealing, card)
    return found


RAISE = {1: {"ante": 1000}, 3: {"ante": 500}}


def test_the_order_of_big_raise() -> None:
    dealing = dealing_of("big-raise", RAISE)
    assert owners(dealing, "8s 8d Ks 9s Qh") == [
        "Seat 1 1/2 down", "Seat 1 2/2 down", "Seat 3, Cleo 1/2 down", "Seat 3, Cleo 2/2 down",
        "Dealer 1/3 up",
    ]  # fmt: skip
    dealing = dealt(dealing, "8s 8d Ks 9s Qh")
    coming = following(dealing)
    assert isinstance(coming, Question)
    assert coming.seat == 1
    dealing = with_action(dealing, Action("play", 4000))
    dealing = with_action(dealing, Action("fold"))
    assert owners(dealing, "Kc 5d 8c 3s Qd") == [
        "Dealer 2/3 up", "Dealer 3/3 up", "Community 1/3 up", "Community 2/3 up",
        "Community 3/3 up",
    ]  # fmt: skip
    over = following(dealt(dealing, "Kc 5d 8c 3s Qd"))
    assert isinstance(over, Over)
    assert [(r.seat, r.spot, r.net) for r in over.results] == [
        (3, "ante", -500), (1, "ante", 1000), (1, "play", 4000),
    ]  # fmt: skip


def test_a_hole_card_is_keyed_when_it_is_turned_or_looked_at() -> None:
    low = dealt(dealing_of("blackjack", {1: {"main": 1000}}), "9s 5d 8c")
    assert isinstance(following(low), Question)  # nobody looks under a five
    stood = with_action(low, Action("stand"))
    assert owners(stood, "Td") == ["Dealer 2 up"]
    ten = dealt(dealing_of("blackjack", {1: {"main": 1000}}), "9s Td 8c")
    assert owners(ten, "7h") == ["Dealer 2/2 down"]  # the dealer looks under a ten
    assert isinstance(following(dealt(ten, "7h")), Question)
    assert isinstance(following(dealt(ten, "Ah")), Over)
    seen = dealt(dealing_of("blackjack", {1: {"main": 1000}}, peek=False), "9s Td 8c")
    assert isinstance(following(seen), Question)


def test_a_card_twice_is_refused_by_the_name_of_who_has_it() -> None:
    dealing = dealt(dealing_of("big-raise", RAISE), "8s 8d Ks")
    with pytest.raises(NotNow, match=r"The king of spades is already out\. Seat 3, Cleo has it\."):
        with_card(dealing, parse_card("Ks"))


def test_a_card_comes_as_often_as_there_are_decks() -> None:
    dealing = dealing_of("blackjack", {1: {"main": 1000}, 2: {"main": 1000}}, decks=2)
    dealing = dealt(dealing, "8s 8s")
    with pytest.raises(NotNow, match="The eight of spades is out 2 times, once for each of 2 deck"):
        with_card(dealing, parse_card("8s"))


def test_a_card_out_of_turn_and_a_card_too_many_are_refused() -> None:
    dealing = dealt(dealing_of("big-raise", RAISE), "8s 8d Ks 9s Qh")
    with pytest.raises(NotNow, match=r"No card yet: Seat 1 decides first\."):
        with_card(dealing, parse_card("Kc"))
    both = with_action(with_action(dealing, Action("fold")), Action("fold"))
    over = dealt(both, "Kc 5d 8c 3s Qd")
    with pytest.raises(NotNow, match="The round is over: no more cards are dealt"):
        with_card(over, parse_card("2c"))


def test_a_decision_that_is_not_offered_or_not_asked_for_is_refused() -> None:
    dealing = dealing_of("big-raise", RAISE)
    with pytest.raises(NotNow, match="Nobody has a decision"):
        with_action(dealing, Action("fold"))
    asked = dealt(dealing, "8s 7d Ks 9s Qh")
    with pytest.raises(IllegalAction):
        with_action(asked, Action("play", 4000))  # four times takes a pair


def test_undo_goes_back_one() -> None:
    dealing = dealt(dealing_of("big-raise", RAISE), "8s 8d Ks 9s Qh")
    folded = with_action(dealing, Action("fold"))
    assert folded.back() == dealing
    assert folded.back().back() == dealt(dealing_of("big-raise", RAISE), "8s 8d Ks 9s")
    assert dealt(dealing.back(), "Qc").keyed[4] == parse_card("Qc")
