"""A round told again: every moment shows what its viewer had been shown by then, and no more."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.cards import code_of
from games.engine.game import Seat
from games.engine.playback import Moment, moments
from games.engine.view import Event, HandView, View
from games.rules import GAMES
from tests.conformance.cards_seen import cards_in
from tests.conformance.rounds import Course, House, courses

EXAMPLES = 30
EVERY_GAME = pytest.mark.parametrize("slug", GAMES)


def draw(data: st.DataObject, slug: str) -> tuple[Course, Seat | None]:
    """A whole round, and somebody who looks on."""
    course = data.draw(courses(House(GAMES[slug])))
    return course, data.draw(st.sampled_from(course.viewers))


def shown_by(course: Course, viewer: Seat | None, moment: Moment) -> list[View]:
    """What the game itself had shown when so much was played."""
    game, states = course.game, course.states[: moment.played + 1]
    views = [game.view(state, viewer, reconciled=False) for state in states]
    if moment.stage in ("settle", "over"):
        views.append(game.view(course.end, viewer))
    return views


def hand_at(view: View, event: Event) -> HandView | None:
    """The hand or the pile that an event is about."""
    for pile in view.piles:
        if pile.key == event.place:
            return pile.hand
    number, _, index = event.place.removeprefix("seat-").partition(".")
    seat = view.seat(int(number)) if number.isdigit() else None
    return seat.hands[int(index or 0)] if seat and seat.hands else None


@EVERY_GAME
def test_no_moment_shows_a_card_before_the_game_has_shown_it(slug: str) -> None:
    @settings(max_examples=EXAMPLES)
    @given(st.data())
    def holds(data: st.DataObject) -> None:
        course, viewer = draw(data, slug)
        for moment in moments(course.record, viewer):
            if moment.view is not None:
                known = frozenset().union(*map(cards_in, shown_by(course, viewer, moment)))
                assert cards_in(moment.view) <= known

    holds()


@EVERY_GAME
def test_it_begins_without_a_card_and_ends_with_the_result(slug: str) -> None:
    @settings(max_examples=EXAMPLES)
    @given(st.data())
    def holds(data: st.DataObject) -> None:
        course, viewer = draw(data, slug)
        told = moments(course.record, viewer)
        final = course.game.view(course.end, viewer)
        assert told[0] == Moment("bets", None, decision=told[0].decision)
        assert told[-1].stage == "over"
        assert told[-1].view == final
        indices = [moment.event for moment in told if moment.event is not None]
        assert indices == list(range(len(final.events)))  # each once, in order

    holds()


@EVERY_GAME
def test_what_an_event_shows_lies_on_the_felt_and_stays(slug: str) -> None:
    @settings(max_examples=EXAMPLES)
    @given(st.data())
    def holds(data: st.DataObject) -> None:
        course, viewer = draw(data, slug)
        for before, after in pairwise(moments(course.record, viewer)):
            assert after.view is not None
            event = None if after.event is None else after.view.events[after.event]
            thrown: set[str | None] = set()
            if event is not None and event.cards:
                hand = hand_at(after.view, event)
                assert hand is not None
                if event.kind != "discard":
                    assert {card for card in event.cards if card} <= set(hand.cards)
                elif before.view is not None and (old := hand_at(before.view, event)) is not None:
                    thrown = set(old.cards)
            if before.view is not None:
                lay, lies = (
                    cards_in(replace(view, events=(), offers=()))
                    for view in (before.view, after.view)
                )
                assert {code_of(card) for card in lay - lies} <= thrown

    holds()


@EVERY_GAME
def test_wagers_are_settled_one_by_one(slug: str) -> None:
    @settings(max_examples=EXAMPLES)
    @given(st.data())
    def holds(data: st.DataObject) -> None:
        course, viewer = draw(data, slug)
        for moment in moments(course.record, viewer):
            view = moment.view
            if view is not None:
                paid = [event for event in view.events if event.kind in ("take", "pay", "push")]
                assert [(e.spot, e.stake, e.net) for e in paid] == [
                    (r.spot, r.stake, r.net) for r in view.results
                ]

    holds()


@EVERY_GAME
def test_each_own_decision_has_a_moment_in_which_it_is_asked_for(slug: str) -> None:
    @settings(max_examples=EXAMPLES)
    @given(st.data())
    def holds(data: st.DataObject) -> None:
        course, viewer = draw(data, slug)
        asked = [m for m in moments(course.record, viewer) if m.decision is not None]
        own = [place for place, (seat, _) in enumerate(course.actions) if seat == viewer]
        assert [moment.decision for moment in asked] == own
        for moment in asked:
            assert moment.view is not None
            assert moment.view.offers
            assert moment.played == moment.decision

    holds()


def test_a_void_round_is_told_up_to_its_end_and_asks_nobody() -> None:
    @settings(max_examples=EXAMPLES)
    @given(st.data())
    def holds(data: st.DataObject) -> None:
        course, viewer = draw(data, data.draw(st.sampled_from(sorted(GAMES))))
        part = course.until(data.draw(st.integers(0, len(course.actions))))
        told = moments(replace(part.record, void="The power failed."), viewer)
        view = told[-1].view
        assert view is not None
        assert told[-1].stage == "void"
        assert (view.waiting_on, view.offers, view.question) == ((), (), "")
        assert not any(moment.stage in ("settle", "over") for moment in told)

    holds()
