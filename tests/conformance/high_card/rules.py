"""High Card: one card each against the dealer's, and the choice to double.

Rules: made up for the tests. Each seat is dealt one card face up, ascending, then the dealer one
face down. All decide at once. The higher card wins, an ace pays 3:2, a tie is a push.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from games.engine.cards import ACE, Card, Shoe, code_of, codes_of, name_of, rank_of
from games.engine.game import Action, Game, Offer, Seat, Setup, Spot, SpotResult
from games.engine.options import Options, option
from games.engine.payout import returned
from games.engine.paytable import LOSE
from games.engine.result_words import offer_views, result_event, result_view
from games.engine.view import Event, HandView, PileView, SeatView, View, face_down

LINES = {"ace_wins": "Ace wins", "higher": "Higher card", "tie": "Tie"}
MAIN = Spot("main", "Main", LINES, "T1")


@dataclass(frozen=True)
class HighCardOptions(Options):
    """House options of High Card."""

    double: bool = option(True, "Whether a seat may double.")


@dataclass(frozen=True, slots=True)
class Round:
    """The cards, and what each seat has added to its stake; a seat yet to decide is missing."""

    setup: Setup[HighCardOptions]
    cards: Mapping[Seat, Card]
    dealer: Card
    added: Mapping[Seat, int]

    def stake(self, seat: Seat) -> int:
        """Cents that ride on a seat's card."""
        return self.setup.wagers[seat][MAIN.key] + self.added.get(seat, 0)


class HighCard(Game[HighCardOptions, Round]):
    """High Card."""

    slug = "high-card"
    name = "High Card"
    max_seats = 4
    default_seats = 3
    options = HighCardOptions

    def spots(self, options: HighCardOptions) -> tuple[Spot, ...]:
        """One wager."""
        return (MAIN,)

    def deal(self, setup: Setup[HighCardOptions]) -> Round:
        """One card a seat, ascending, then the dealer's."""
        cards, _ = Shoe(setup.deck).deal(len(setup.seats) + 1)
        return Round(setup, dict(zip(setup.seats, cards, strict=False)), cards[-1], {})

    def waiting_on(self, state: Round) -> frozenset[Seat]:
        """Every seat that has not decided."""
        return frozenset(state.cards) - frozenset(state.added)

    def legal_actions(self, state: Round, seat: Seat) -> tuple[Offer, ...]:
        """Stand, or double where the house lets one."""
        if seat not in self.waiting_on(state):
            return ()
        stand, double = Offer("stand"), Offer("double", cost=state.setup.wagers[seat][MAIN.key])
        return (stand, double) if state.setup.options.double else (stand,)

    def apply(self, state: Round, seat: Seat, action: Action) -> Round:
        """Note what the seat adds."""
        added = state.setup.wagers[seat][MAIN.key] if action.name == "double" else 0
        return replace(state, added={**state.added, seat: added})

    def timeout_action(self, state: Round, seat: Seat) -> Action:
        """The clock stands."""
        return Action("stand")

    def committed(self, state: Round) -> Mapping[Seat, int]:
        """The wager, doubled or not."""
        return {seat: state.stake(seat) for seat in state.cards}

    def dealt(self, state: Round) -> int:
        """One a seat, and the dealer's."""
        return len(state.cards) + 1

    def settle(self, state: Round) -> tuple[SpotResult, ...]:
        """From the dealer's right to the left."""
        return tuple(self._settle_seat(state, seat) for seat in reversed(state.setup.seats))

    def _settle_seat(self, state: Round, seat: Seat) -> SpotResult:
        own, dealer = rank_of(state.cards[seat]), rank_of(state.dealer)
        line = "tie" if own == dealer else "higher" if own > dealer else LOSE
        if line == "higher" and own == ACE:
            line = "ace_wins"
        stake = state.stake(seat)
        back = returned(state.setup.paytables[MAIN.key].pays(line), stake)
        return SpotResult(seat, MAIN.key, stake, back, line)

    def hands(self, state: Round) -> Mapping[str, Any]:
        """One card a seat and the dealer's."""
        cards = {str(seat): [code_of(card)] for seat, card in state.cards.items()}
        return cards | {"dealer": [code_of(state.dealer)]}

    def view(self, state: Round, viewer: Seat | None, *, reconciled: bool = True) -> View:
        """Everything but the dealer's card, which is turned when all have decided."""
        waiting = self.waiting_on(state)
        turned = reconciled and not waiting
        results = self.settle(state) if turned else ()
        dealer = HandView(codes_of((state.dealer,))) if turned else HandView(face_down(1))
        offers = () if viewer is None else self.legal_actions(state, viewer)
        return View(
            game=self.slug,
            viewer=viewer,
            step="settled" if turned else "decide",
            question=self._question(state, viewer) if offers and viewer is not None else "",
            piles=(PileView("dealer", "Dealer", dealer),),
            seats=tuple(
                SeatView(seat, (HandView(codes_of((card,))),), {"main": state.stake(seat)},
                         waiting=seat in waiting)
                for seat, card in state.cards.items()
            ),
            waiting_on=tuple(sorted(waiting)),
            offers=offer_views(offers),
            results=tuple(result_view(one, (MAIN,), state.setup.paytables) for one in results),
            events=self._events(state, results),
        )  # fmt: skip

    def _question(self, state: Round, viewer: Seat) -> str:
        return f"You have the {name_of(state.cards[viewer])}. Stand or double?"

    def _events(self, state: Round, results: tuple[SpotResult, ...]) -> tuple[Event, ...]:
        dealt = [
            Event("deal", f"seat-{seat}", f"Seat {seat} gets a card.", codes_of((card,)))
            for seat, card in state.cards.items()
        ]
        return (*dealt, *(result_event(result, (MAIN,)) for result in results))
