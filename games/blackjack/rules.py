"""Blackjack with the side wager Bad Beat.

Rules: "Rules for Bad Beat Blackjack", revised 10 November 2009, for the side wager and the order of
a round (its steps are named where they are followed). The maker leaves blackjack itself to the
house; what is not a house option here is common practice: pairs are pairs by value, split hands are
played from left to right and carry equal stakes, a hand of 21 stands by itself, a double takes one
card, late surrender gives up the first two cards only (compare N.J.A.C. 13:69F-2).

If the dealer does not check for blackjack before the seats act, a blackjack turned at the end takes
doubled and split stakes whole, as in most houses that deal this way. A natural still pushes.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from games.blackjack.options import BlackjackOptions
from games.blackjack.settlement import EVEN_MONEY, settlement, with_even_money
from games.blackjack.state import (
    Round,
    Work,
    dealt,
    insurance_amounts,
    insured,
    may_double,
    may_play_on,
    may_split,
    may_surrender,
)
from games.blackjack.view import Felt
from games.engine.cards import codes_of
from games.engine.game import Action, Game, Offer, Seat, Setup, Spot, SpotResult
from games.engine.view import View

_ENDINGS = {
    "blackjack": "blackjack",
    "bust": "bust",
    "surrender": "surrendered: half returned",
    EVEN_MONEY: "even money",
}

MAIN = Spot("main", "Bet", endings=_ENDINGS)
INSURANCE = Spot("insurance", "Insurance", opening=False)
BAD_BEAT = Spot(
    "bad_beat",
    "Bad Beat",
    {
        "twenty_beaten": "20 beaten",
        "nineteen_beaten": "19 beaten",
        "twenty_one_push": "21 pushes",
        "twenty_push": "20 pushes",
        "nineteen_push": "19 pushes",
        "win": "19, 20 or 21 wins",
    },
    "P5",
    requires="main",
)

_HIT, _STAND, _SURRENDER = Offer("hit"), Offer("stand"), Offer("surrender")


class Blackjack(Game[BlackjackOptions, Round]):
    """Blackjack with Bad Beat."""

    slug = "blackjack"
    name = "Blackjack"
    max_seats = 7
    default_seats = 6
    options = BlackjackOptions
    several_positions = True

    def decks(self, options: BlackjackOptions) -> int:
        """As the house options say, 1 to 8."""
        return options.decks

    def cut_card(self, options: BlackjackOptions) -> int | None:
        """After how many dealt cards the cut card comes out; the round in play is finished."""
        return options.before_cut_card if options.shuffle == "cut_card" else None

    def spots(self, options: BlackjackOptions) -> tuple[Spot, ...]:
        """The main wager, insurance if the house offers it, Bad Beat with a main wager."""
        return (MAIN, INSURANCE, BAD_BEAT) if options.insurance else (MAIN, BAD_BEAT)

    def deal(self, setup: Setup[BlackjackOptions]) -> Round:
        """One card to each seat, ascending, the up card, a second to each seat, the hole card."""
        return dealt(setup)

    def waiting_on(self, state: Round) -> frozenset[Seat]:
        """Every seat that has not answered about insurance; then the one seat that acts."""
        if state.step == "play":
            return frozenset((state.seats[state.turn[0]],))
        if state.step == "insurance":
            answers = zip(state.seats, state.insurance, strict=True)
            return frozenset(seat for seat, answer in answers if answer is None)
        return frozenset()

    def legal_actions(self, state: Round, seat: Seat) -> tuple[Offer, ...]:
        """Insurance while it is offered; then what the acting hand may do."""
        if seat not in self.waiting_on(state):
            return ()
        if state.step == "insurance":
            stake = state.setup.wagers[seat]["main"]
            return (Offer("insurance", insurance_amounts(stake, state.setup.unit)),)
        options, hand = state.setup.options, state.acting()
        offers = [_HIT, _STAND] if may_play_on(hand, options) else [_STAND]
        if may_double(hand, options):
            offers.append(Offer("double", cost=hand.stake))
        if may_split(hand, len(state.hands[state.turn[0]]), options):
            offers.append(Offer("split", cost=hand.stake))
        if may_surrender(hand, options):
            offers.append(_SURRENDER)
        return tuple(offers)

    def apply(self, state: Round, seat: Seat, action: Action) -> Round:
        """The answer to insurance, or the acting hand's action, up to the next question."""
        if action.name == "insurance":
            assert action.amount is not None
            return insured(state, seat, action.amount)
        return Work(state).act(action.name)

    def timeout_action(self, state: Round, seat: Seat) -> Action:
        """The clock declines insurance and stands."""
        return Action("insurance", 0) if state.step == "insurance" else Action("stand")

    def committed(self, state: Round) -> Mapping[Seat, int]:
        """The stakes of all hands, insurance and Bad Beat."""
        insurance = state.insurance or (None,) * len(state.seats)
        return {
            seat: sum(hand.stake for hand in hands)
            + (answer or 0)
            + state.setup.wagers[seat].get(BAD_BEAT.key, 0)
            for seat, hands, answer in zip(state.seats, state.hands, insurance, strict=True)
        }

    def dealt(self, state: Round) -> int:
        """All cards on the felt, the hole card included."""
        return state.shoe.dealt

    def settle(self, state: Round) -> tuple[SpotResult, ...]:
        """What was taken and paid during the round, then the rest; see `settlement`."""
        return settlement(state)

    def as_shown(
        self, options: BlackjackOptions, results: Sequence[SpotResult]
    ) -> Sequence[SpotResult]:
        """A natural and its insurance, if they are even money, as one result."""
        return with_even_money(options, results)

    def view(self, state: Round, viewer: Seat | None, *, reconciled: bool = True) -> View:
        """Everything except the hole card and what it decides, until the dealer turns it.

        While a round with nobody left to act is not `reconciled`, it has not been turned yet.
        """
        offers = self.legal_actions(state, viewer) if viewer is not None else ()
        turned = state.step == "settled" and reconciled
        waiting = self.waiting_on(state)
        spots = self.spots(state.setup.options)
        return Felt(state, viewer, offers, turned, waiting, spots).view(self.slug)

    def hands(self, state: Round) -> Mapping[str, Any]:
        """The cards of each seat, hand by hand after a split, and the dealer's."""
        hands: dict[str, Any] = {}
        for seat, held in zip(state.seats, state.hands, strict=True):
            cards = [list(codes_of(hand.cards)) for hand in held]
            hands[str(seat)] = cards if len(cards) > 1 else cards[0]
        return hands | {"dealer": list(codes_of(state.dealer))}
