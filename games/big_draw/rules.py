"""Big Draw Poker: draw poker against a paytable, with a side wager on the first five cards.

Rules: "Big Draw Poker, Rules and dealing procedures", Warren Montney 2007. Where the maker leaves a
choice, this module decides:

- Five-card packets, not card by card, and option 2 for the draw: seat by seat from the button the
  kept cards are turned, the replacements come face up as one packet, and the hand is settled.
- Of a winning First 5 the cards that make the hand are exposed; its other cards, losing First 5
  hands without a Big Draw wager, and discards are shown to nobody else.
- Nobody learns how many or which cards another seat discards before all have.
"""

from collections.abc import Mapping
from typing import Any

from games.big_draw.state import (
    BIG_DRAW,
    FIRST_FIVE,
    LEAST,
    VARIANT_NAMES,
    VARIANTS,
    BigDrawOptions,
    Round,
)
from games.big_draw.view import round_view
from games.engine.cards import Shoe, codes_of
from games.engine.game import Action, Choice, Game, Offer, Seat, Setup, Spot, SpotResult
from games.engine.view import View


class BigDraw(Game[BigDrawOptions, Round]):
    """Big Draw Poker."""

    slug = "big-draw"
    name = "Big Draw Poker"
    max_seats = 5
    default_seats = 5
    decision_seconds = 30
    options = BigDrawOptions
    choice = Choice("variant", VARIANT_NAMES, "five-card-draw")

    def spots(self, options: BigDrawOptions) -> tuple[Spot, ...]:
        """First 5, settled before the draw, and Big Draw; the lines are the variant's."""
        variant = VARIANTS[options.variant]
        beside = BIG_DRAW if options.first_five == "with_big_draw" else None
        return (
            Spot(
                FIRST_FIVE,
                "First 5",
                variant.lines,
                variant.code,
                requires=beside,
                minimum=LEAST,
                minimum_alone=options.first_five_alone_minimum,
            ),
            Spot(BIG_DRAW, "Big Draw", variant.lines, variant.code),
        )

    def deal(self, setup: Setup[BigDrawOptions]) -> Round:
        """Five-card packets from the button, ascending and wrapping."""
        button = setup.button or setup.seats[0]
        shoe = Shoe(setup.deck)
        first = {}
        for seat in sorted(setup.seats, key=lambda seat: (seat - button) % self.max_seats):
            first[seat], shoe = shoe.deal(5)
        return Round(setup, shoe, first, {}, {})

    def waiting_on(self, state: Round) -> frozenset[Seat]:
        """Every seat with a Big Draw wager that has not chosen yet: all discard together."""
        return frozenset(state.drawing())

    def legal_actions(self, state: Round, seat: Seat) -> tuple[Offer, ...]:
        """Draw, discarding any number of the seat's five cards."""
        if seat not in state.drawing():
            return ()
        return (Offer("draw", discard_from=state.first[seat]),)

    def apply(self, state: Round, seat: Seat, action: Action) -> Round:
        """Note the discards; when they are the last, deal the replacements from the button.

        Raises DeckTooShort.
        """
        discards = {**state.discards, seat: action.discard or ()}
        chosen = Round(state.setup, state.shoe, state.first, discards, {})
        if chosen.drawing():
            return chosen
        shoe, packets = state.shoe, {}
        for other in chosen.with_spot(BIG_DRAW):
            packets[other], shoe = shoe.deal(len(discards[other]))
        return Round(state.setup, shoe, state.first, discards, packets)

    def timeout_action(self, state: Round, seat: Seat) -> Action:
        """The clock stands pat."""
        return Action("draw", discard=())

    def dealt(self, state: Round) -> int:
        """Five a seat, and the replacements."""
        return state.shoe.dealt

    def settle(self, state: Round) -> tuple[SpotResult, ...]:
        """First 5, losers then the others; then Big Draw; each from the button."""
        first = [state.result(seat, FIRST_FIVE) for seat in state.with_spot(FIRST_FIVE)]
        draws = [state.result(seat, BIG_DRAW) for seat in state.with_spot(BIG_DRAW)]
        return (*sorted(first, key=lambda result: result.net >= 0), *draws)

    def hands(self, state: Round) -> Mapping[str, Any]:
        """Each seat's final cards; before its replacements come, those it has kept."""
        return {str(seat): list(codes_of(state.final(seat))) for seat in sorted(state.first)}

    def view(self, state: Round, viewer: Seat | None, *, reconciled: bool = True) -> View:
        """A viewer sees their own first five; the others' as the dealer settles."""
        settled = reconciled and not state.drawing()
        return round_view(
            state,
            viewer,
            slug=self.slug,
            spots=self.spots(state.setup.options),
            offers=() if viewer is None else self.legal_actions(state, viewer),
            results=self.settle(state) if settled else None,
        )
