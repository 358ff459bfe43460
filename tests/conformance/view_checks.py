"""What holds of the views of every game: they show the truth, and no card before its time."""

import json
from collections import Counter
from dataclasses import asdict
from random import Random
from typing import Any

from hypothesis import strategies as st

from games.engine.cards import Card
from games.engine.errors import GameError
from games.engine.game import Seat
from games.engine.playback import Moment, moments
from games.engine.result_words import offer_views
from games.engine.view import View
from tests.conformance.cards_seen import (
    Renaming,
    cards_in,
    renamed_actions,
    renamed_deck,
    renamings,
    seen_before,
)
from tests.conformance.rounds import Course, House, courses, retraced, with_deck


def a_view_tells_what_the_game_says(house: House, data: st.DataObject) -> None:
    """Seats, stakes, offers and results of a view are those of the state it shows."""
    course = data.draw(courses(house, finished=False))
    game, state = house.game, course.end
    waiting = game.waiting_on(state)
    for viewer in course.viewers:
        view = game.view(state, viewer)
        assert (view.game, view.viewer) == (game.slug, viewer)
        assert view.waiting_on == tuple(sorted(waiting))
        assert [seat.seat for seat in view.seats] == list(course.setup.seats)
        for seat in view.seats:
            assert seat.waiting == (seat.seat in waiting)
        offers = () if viewer is None else game.legal_actions(state, viewer)
        assert view.offers == offer_views(offers)
        assert bool(view.question) or not offers


def a_view_shows_every_stake_of_ones_own(house: House, data: st.DataObject) -> None:
    """The wagers of a seat in its own view add up to what it has staked."""
    course = data.draw(courses(house, finished=False))
    committed = house.game.committed(course.end)
    for seat in course.setup.seats:
        own = house.game.view(course.end, seat).seat(seat)
        assert own is not None
        assert sum(own.wagers.values()) == committed[seat]


def others_miss_no_more_of_a_stake_than_the_game_says(house: House, data: st.DataObject) -> None:
    """What others do not see of a stake is at most what a game says a seat adds in secret."""
    course = data.draw(courses(house, finished=False))
    committed = house.game.committed(course.end)
    for seat, wagers in course.setup.wagers.items():
        most = house.game.secret_most(wagers)
        for viewer in set(course.viewers) - {seat}:
            shown = house.game.view(course.end, viewer).seat(seat)
            assert shown is not None
            assert 0 <= committed[seat] - sum(shown.wagers.values()) <= most


def a_settled_view_shows_the_results_that_pay(house: House, data: st.DataObject) -> None:
    """What a felt shows of a settled round is what was settled, to everyone: each payment once, as
    the game tells them."""
    course = data.draw(courses(house))
    game, results = house.game, house.game.settle(course.end)
    settled = [result.as_json() for result in results]
    listed = [
        result.as_json()
        for seat in course.setup.seats
        for result in game.as_shown(course.setup.options, [r for r in results if r.seat == seat])
    ]
    assert _net(listed) == _net(settled)
    for viewer in course.viewers:
        view = game.view(course.end, viewer)
        assert view.step == "settled"
        shown = [
            {"seat": one.seat, "spot": one.spot, "stake": one.stake, "returned": one.returned,
             "net": one.net, "line": one.line} | ({} if one.hand is None else {"hand": one.hand})
            for one in view.results
        ]  # fmt: skip
        assert _listed(shown) == _listed(listed)
        assert all(one.words for one in view.results)
        moved = Counter[Seat]()
        for event in view.events:
            if event.kind in ("take", "pay", "push"):
                moved[int(event.place.removeprefix("seat-").split(".")[0])] += event.net
        assert moved == Counter(_net(settled))


def _listed(results: list[dict[str, Any]]) -> list[str]:
    """Results in whatever order they came."""
    return sorted(json.dumps(result, sort_keys=True) for result in results)


def _net(settled: list[dict[str, Any]]) -> dict[Seat, int]:
    net: dict[Seat, int] = {}
    for result in settled:
        net[result["seat"]] = net.get(result["seat"], 0) + result["net"]
    return net


def a_view_is_plain_json(house: House, data: st.DataObject) -> None:
    """For any viewer, a view can be sent, and reads back as it was."""
    course = data.draw(courses(house, finished=False))
    for viewer in course.viewers:
        for reconciled in (False, True):
            raw = asdict(house.game.view(course.end, viewer, reconciled=reconciled))
            again = json.loads(json.dumps(raw, allow_nan=False))
            assert json.dumps(again, sort_keys=True) == json.dumps(raw, sort_keys=True)


def nothing_is_turned_over_while_a_seat_is_waited_on(house: House, data: st.DataObject) -> None:
    """Before the last decision the reconcile changes no view."""
    course = data.draw(courses(house, finished=False))
    if not course.over:
        for viewer in course.viewers:
            turned = house.game.view(course.end, viewer, reconciled=True)
            assert turned == house.game.view(course.end, viewer, reconciled=False)


def a_view_shows_dealt_cards_alone(house: House, data: st.DataObject) -> None:
    """No card is shown that is still in the deck, and what all see, each seat sees."""
    course = data.draw(courses(house, finished=False))
    game = house.game
    dealt = set(course.setup.deck[: game.dealt(course.end)])
    for reconciled in (False, True):
        public = cards_in(game.view(course.end, None, reconciled=reconciled))
        for viewer in course.viewers:
            shown = cards_in(game.view(course.end, viewer, reconciled=reconciled))
            assert public <= shown <= dealt


def hidden_cards_do_not_change_a_view(house: House, data: st.DataObject) -> int:
    """Whatever lies face down or in the deck: as long as viewers are shown the same, they see
    the same. Gives the number of rounds compared in which a card that lies face down was another.
    """
    course = data.draw(courses(house, finished=False))
    random = Random(data.draw(st.integers(0, 2**32 - 1)))
    compared = 0
    for viewer in course.viewers:
        before = seen_before(course, viewer)
        for reconciled in (False, True) if course.over else (True,):
            view = house.game.view(course.end, viewer, reconciled=reconciled)
            seen = before | cards_in(view)
            for renaming in renamings(course, seen, random, count=3):
                other = _in_another_world(course, renaming, random, viewer, reconciled)
                if other is not None and not _differs_in_public(course, view, other, reconciled):
                    assert other == view
                    compared += not seen.issuperset(
                        course.setup.deck[: house.game.dealt(course.end)]
                    )
    return compared


def a_moment_tells_nothing_of_what_comes_after_it(house: House, data: st.DataObject) -> int:
    """The moments of a round up to any of them are the same, and as many, whatever the cards are
    that its viewer sees later or never. Gives the number of rounds compared in which a card of a
    later moment was another.
    """
    course = data.draw(courses(house))
    random = Random(data.draw(st.integers(0, 2**32 - 1)))
    compared = 0
    for viewer in random.sample(course.viewers, 2):
        film = moments(course.record, viewer)
        views = [moment.view for moment in film]
        last = random.randrange(len(film))
        seen = frozenset[Card]().union(*(cards_in(view) for view in views[: last + 1] if view))
        later = frozenset[Card]().union(*(cards_in(view) for view in views if view)) - seen
        for renaming in renamings(course, seen, random, count=3):
            other = _another_course(course, renaming, random, unseen=False)
            if other is None:
                continue
            elsewhere = moments(other.record, viewer)
            if not _tells_of_unseen_hands(film[: last + 1], elsewhere):
                assert elsewhere[: last + 1] == film[: last + 1]
                compared += not later.isdisjoint(renaming)
    return compared


def _tells_of_unseen_hands(film: tuple[Moment, ...], other: tuple[Moment, ...]) -> bool:
    """Whether the reconcile has begun in a film and has turned other cards in another, which show
    a hand that hidden cards make; or has settled a bet otherwise, whose hand is never shown.
    """
    if film[-1].stage not in ("settle", "over") or len(other) < len(film):
        return False
    one, two = film[-1].view, other[len(film) - 1].view
    assert one is not None
    assert two is not None
    paying = any(event.kind in ("take", "pay", "push") for event in one.events)
    return cards_in(one) != cards_in(two) or (paying and one.results != two.results)


def _in_another_world(
    course: Course, renaming: Renaming, random: Random, viewer: Seat | None, reconciled: bool
) -> View | None:
    """The view after the same decisions on other hidden cards; None where they lead elsewhere."""
    other = _another_course(course, renaming, random, unseen=True)
    return course.game.view(other.end, viewer, reconciled=reconciled) if other else None


def _another_course(
    course: Course, renaming: Renaming, random: Random, *, unseen: bool
) -> Course | None:
    """The same decisions on other hidden cards; None where they lead elsewhere. unseen: whether
    nobody ever sees those cards in this course.

    They lead elsewhere when a decision would not have been possible (four times the ante without a
    pair) or when the round would have been over earlier or later (a dealer's blackjack).
    """
    setup = with_deck(course.setup, renamed_deck(course, renaming, random))
    actions, states = renamed_actions(course.actions, renaming), []
    try:
        others = retraced(course.game, setup, actions)
        for own, state in zip(course.states, others, strict=True):
            waiting, expected = course.game.waiting_on(state), course.game.waiting_on(own)
            if waiting != expected:
                assert not unseen or not waiting or not expected, (
                    "who is asked hangs on a card nobody sees"
                )
                return None
            states.append(state)
    except GameError:
        return None
    return Course(course.game, setup, actions, tuple(states))


def _differs_in_public(course: Course, view: View, other: View, reconciled: bool) -> bool:
    """Whether the dealer has said something else: how a hand ended that was never shown.

    Only the settlement may say that. Any result before it must follow from cards in sight.
    """
    return course.over and reconciled and view.results != other.results


CHECKS = (
    a_view_tells_what_the_game_says,
    a_view_shows_every_stake_of_ones_own,
    others_miss_no_more_of_a_stake_than_the_game_says,
    a_settled_view_shows_the_results_that_pay,
    a_view_is_plain_json,
    nothing_is_turned_over_while_a_seat_is_waited_on,
    a_view_shows_dealt_cards_alone,
)
