"""Who sees which cards right after the deal, game by game, as the rules pages say.

The other checks cannot know it: to them, a card that a view shows is a card that may be seen.
"""

from collections.abc import Callable, Mapping
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from games.engine.cards import Card
from games.engine.game import Seat, Setup
from tests.conformance.cards_seen import cards_in
from tests.conformance.rounds import House, setups

Opening = Callable[[Setup[Any], Seat | None], set[int]]
"""The places in the deck of the cards that a viewer sees while the first decision is open."""


def big_50(setup: Setup[Any], viewer: Seat | None) -> set[int]:
    """Packets of five, ascending: one's own."""
    return _packet(setup.seats, viewer, 5)


def big_raise(setup: Setup[Any], viewer: Seat | None) -> set[int]:
    """Packets of two, ascending: one's own; of the dealer's three that follow, the first."""
    return _packet(setup.seats, viewer, 2) | {2 * len(setup.seats)}


def big_draw(setup: Setup[Any], viewer: Seat | None) -> set[int]:
    """Packets of five from the button round the table: one's own, unless it plays blind."""
    seats = setup.seats
    order = [seat for seat in seats if seat >= (setup.button or 1)]
    order += [seat for seat in seats if seat not in order]
    if setup.options.blind_first_five and list(setup.wagers.get(viewer or 0, ())) == ["first_five"]:
        return set()
    return _packet(tuple(order), viewer, 5)


def blackjack(setup: Setup[Any], viewer: Seat | None) -> set[int]:
    """One a seat, the up card, a second a seat, the hole card: all but the last."""
    return set(range(2 * len(setup.seats) + 1))


OPENINGS: Mapping[str, Opening] = {
    "big-50": big_50,
    "big-raise": big_raise,
    "big-draw": big_draw,
    "blackjack": blackjack,
}


def _packet(order: tuple[Seat, ...], viewer: Seat | None, size: int) -> set[int]:
    if viewer not in order:
        return set()
    first = order.index(viewer) * size
    return set(range(first, first + size))


def each_sees_the_opening_cards_that_are_his_to_see(
    house: House, data: st.DataObject, opening: Opening
) -> None:
    """After the deal every viewer is shown just the cards that `opening` names."""
    setup = data.draw(setups(house))
    state = house.game.deal(setup)
    assume(house.game.waiting_on(state) or house.game.looks)
    for viewer in (None, *range(1, house.game.max_seats + 2)):
        shown: frozenset[Card] = cards_in(house.game.view(state, viewer, reconciled=False))
        assert shown == {setup.deck[place] for place in opening(setup, viewer)}
