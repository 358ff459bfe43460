"""Who sees which cards right after the deal: those that a game's kit names, from its rules.

The other checks cannot know it: to them, a card that a view shows is a card that may be seen.
"""

from hypothesis import assume
from hypothesis import strategies as st

from games.engine.cards import Card
from games.kit import OpeningCards
from tests.conformance.cards_seen import cards_in
from tests.conformance.rounds import House, setups


def each_viewer_sees_their_opening_cards(
    house: House, data: st.DataObject, opening: OpeningCards
) -> None:
    """After the deal every viewer is shown just the cards that `opening` names."""
    setup = data.draw(setups(house))
    state = house.game.deal(setup)
    assume(house.game.waiting_on(state) or house.game.looks)
    for viewer in (None, *range(1, house.game.max_seats + 2)):
        shown: frozenset[Card] = cards_in(house.game.view(state, viewer, reconciled=False))
        assert shown == {setup.deck[place] for place in opening(setup, viewer)}
