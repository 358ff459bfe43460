"""Runs every check of the suite over every game in GAMES."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.registry import GAMES, KITS
from tests.conformance import openings, play_checks, record_checks, view_checks
from tests.conformance.rounds import House

CHECKS = (*play_checks.CHECKS, *record_checks.CHECKS, *view_checks.CHECKS)
EXAMPLES = 40


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_every_game(check: play_checks.Check, slug: str) -> None:
    @settings(max_examples=EXAMPLES)
    @given(st.data())
    def holds(data: st.DataObject) -> None:
        check(House(GAMES[slug]), data)

    holds()


@pytest.mark.parametrize("slug", GAMES)
def test_each_viewer_sees_their_opening_cards(slug: str) -> None:
    @settings(max_examples=EXAMPLES)
    @given(st.data())
    def holds(data: st.DataObject) -> None:
        openings.each_viewer_sees_their_opening_cards(
            House(GAMES[slug]), data, KITS[slug].opening_cards
        )

    holds()


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize(
    "check",
    [
        view_checks.hidden_cards_do_not_change_a_view,
        view_checks.a_moment_tells_nothing_of_what_comes_after_it,
    ],
)
def test_hidden_cards_change_nothing(
    check: Callable[[House, st.DataObject], int], slug: str
) -> None:
    compared = 0

    @settings(max_examples=EXAMPLES)
    @given(st.data())
    def holds(data: st.DataObject) -> None:
        nonlocal compared
        compared += check(House(GAMES[slug]), data)

    holds()
    assert compared > EXAMPLES  # too few, and the check has compared nothing worth comparing
