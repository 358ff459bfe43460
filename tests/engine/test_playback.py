"""A round shown again: every moment has what its viewer had seen by then, and no more."""

from dataclasses import replace
from itertools import accumulate, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import printed_paytables
from games.engine.cards import Card, code_of
from games.engine.game import Seat
from games.engine.playback import Moment, moments
from games.engine.record import Record, read_record
from games.engine.view import Event, HandView, View
from games.registry import GAMES
from tests.conformance.cards_seen import cards_in
from tests.conformance.rounds import Course, House, courses

EXAMPLES = 30
EVERY_GAME = pytest.mark.parametrize("slug", GAMES)


def draw(data: st.DataObject, slug: str) -> tuple[Course, Seat | None]:
    """A whole round, and somebody who looks on."""
    course = data.draw(courses(House(GAMES[slug])))
    return course, data.draw(st.sampled_from(course.viewers))


def shown_by(course: Course, viewer: Seat | None) -> list[frozenset[Card]]:
    """The cards that the game itself had shown when so many actions were played, and, last of all,
    when the round was settled."""
    game = course.game
    views = [game.view(state, viewer, reconciled=False) for state in course.states]
    views.append(game.view(course.end, viewer))
    return list(accumulate(map(cards_in, views), lambda known, more: known | more))


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
        known = shown_by(course, viewer)
        for moment in moments(course.record, viewer):
            if moment.view is not None:
                settled = moment.stage in ("settle", "over")
                assert cards_in(moment.view) <= known[-1 if settled else moment.played]

    holds()


@EVERY_GAME
def test_it_begins_without_a_card_and_ends_with_the_result(slug: str) -> None:
    @settings(max_examples=EXAMPLES)
    @given(st.data())
    def holds(data: st.DataObject) -> None:
        course, viewer = draw(data, slug)
        steps = moments(course.record, viewer)
        final = course.game.view(course.end, viewer)
        assert steps[0] == Moment("bets", None, decision=steps[0].decision)
        assert steps[-1].stage == "over"
        assert steps[-1].view == final
        indices = [moment.event for moment in steps if moment.event is not None]
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
        steps = moments(replace(part.record, void="The power failed."), viewer)
        view = steps[-1].view
        assert view is not None
        assert steps[-1].stage == "void"
        assert (view.waiting_on, view.offers, view.question) == ((), (), "")
        assert not any(moment.stage in ("settle", "over") for moment in steps)

    holds()


def record(
    game: str, deck: str, seats: list[dict[str, object]], *actions: dict[str, object]
) -> Record:
    """A round from its cards and what was done with them."""
    raw = {"game": game, "deck": deck, "seats": seats, "actions": list(actions), "button": 1}
    return read_record(raw, GAMES, printed_paytables.printed)


def on_the_felt(view: View | None) -> list[str]:
    """Every hand and pile that has cards, those face down as dots."""
    if view is None:
        return []
    hands = [hand for seat in view.seats for hand in seat.hands]
    hands += [pile.hand for pile in view.piles]
    return [" ".join(card or ".." for card in hand.cards) for hand in hands if hand.cards]


def test_the_dealer_of_big_raise_turns_card_by_card() -> None:
    # Seat 2 folds kings without a bonus: nobody else ever sees them.
    steps = moments(
        record(
            "big-raise",
            "Ah Ad Ks Kc 9h 9d 4c 2s 7h Jd",
            [{"seat": 1, "wagers": {"ante": 1000}}, {"seat": 2, "wagers": {"ante": 1000}}],
            {"seat": 2, "action": "fold"},
            {"seat": 1, "action": "play", "amount": 2000},
        ),
        1,
    )
    dealt, kept = ["Ah Ad", ".. .."], "9h 9d 4c"
    board = [".. .. ..", "2s .. ..", "2s 7h ..", "2s 7h Jd"]
    assert [on_the_felt(moment.view) for moment in steps] == [
        [],
        ["Ah Ad"],
        dealt,
        [*dealt, "9h .. .."],
        *[[*dealt, "9h .. ..", board[0]]] * 4,  # dealt, one decides in secret, then both openly
        *[[*dealt, kept, lies] for lies in (board[0], *board)],
        *[[*dealt, kept, board[3]]] * (len(steps) - 13),
    ]
    dealer = [moment.view.piles[0].hand for moment in steps if moment.view and moment.view.piles]
    marks, words = [hand.marks for hand in dealer], [hand.words for hand in dealer]
    assert marks[5:7] == [(), ("", "", "gone")]  # the dealer turns them, and discards the four
    # What the dealer's hand comes to is not known before the last card.
    assert words[4:10] == ["shows nine", "", "", "", "", "pair of nines"]


def test_a_split_in_blackjack_parts_the_cards_before_it_deals_new_ones() -> None:
    steps = moments(
        record(
            "blackjack",
            "8h 6c 8d 9s 3c Tc 2h Ts 7h",
            [{"seat": 1, "wagers": {"main": 1000}}],
            {"seat": 1, "action": "split"},
            {"seat": 1, "action": "hit"},
            {"seat": 1, "action": "stand"},
        ),
        None,
    )
    assert [on_the_felt(moment.view) for moment in steps] == [
        [],
        ["8h"],
        ["8h", "6c"],
        ["8h 8d", "6c"],
        ["8h 8d", "6c .."],
        ["8h", "8d", "6c .."],
        ["8h 3c", "8d", "6c .."],
        ["8h 3c Tc", "8d", "6c .."],  # twenty-one stands by itself
        ["8h 3c Tc", "8d 2h", "6c .."],
        ["8h 3c Tc", "8d 2h", "6c .."],
        ["8h 3c Tc", "8d 2h", "6c 9s"],
        ["8h 3c Tc", "8d 2h", "6c 9s Ts"],
        *[["8h 3c Tc", "8d 2h", "6c 9s Ts"]] * 3,  # two wagers and the end
    ]
    assert [m.view.piles[0].hand.total for m in steps[10:12] if m.view] == ["15", "25"]


def test_a_hand_carries_its_wagers_until_they_are_taken() -> None:
    """Bad Beat needs 19 to 21, which 9 and 4 are not: only the second card can tell."""
    steps = moments(
        record(
            "blackjack",
            "9h 6c 4d 9s Tc Ts",
            [{"seat": 1, "wagers": {"main": 1000, "bad_beat": 500}}],
            {"seat": 1, "action": "hit"},
        ),
        1,
    )
    hands = [(m.view.seats[0].hands, m.view.events[-1].kind) for m in steps if m.view]
    riding = [(kind, dict(hand[0].wagers)) for hand, kind in hands]
    both, main = {"main": 1000, "bad_beat": 500}, {"main": 1000}
    assert riding[:3] == [("deal", both), ("deal", both), ("deal", main)]
    assert riding[3:7] == [("deal", main), ("take", main), ("draw", main), ("take", {})]


def test_a_draw_takes_the_discards_turns_what_is_kept_and_deals_the_rest() -> None:
    seats = [{"seat": 1, "wagers": {"first_five": 500, "big_draw": 500}}]
    deck = "Ah Ad Ks 9c 4c 2s 7h Jd"
    act = {"seat": 1, "action": "draw", "discard": ["Ks", "9c", "4c"]}
    for viewer, seen in ((1, "Ah Ad Ks 9c 4c"), (None, ".. .. .. .. ..")):
        steps = moments(record("big-draw", deck, seats, act), viewer)
        proof = seen if viewer else "Ah Ad .. .. .."
        assert [on_the_felt(moment.view) for moment in steps] == [
            [],
            [seen],  # dealt
            [seen],  # has decided
            [proof],  # shows jacks or better
            [proof],  # is paid
            ["Ah Ad"],  # discards
            ["Ah Ad"],  # turns what it kept
            ["Ah Ad 2s 7h Jd"],
            ["Ah Ad 2s 7h Jd"],  # is paid
            ["Ah Ad 2s 7h Jd"],  # the end
        ]
