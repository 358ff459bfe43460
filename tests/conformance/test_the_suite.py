"""The suite itself: a game with a fault does not pass it, and the toy game without one does."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from games.engine.cards import Card, codes_of, suit_of
from games.engine.game import Action, Offer, Seat, Setup, SpotResult
from games.engine.view import HandView, View
from tests.conformance import openings, play_checks, record_checks, view_checks
from tests.conformance.high_card.kit import KIT
from tests.conformance.high_card.rules import HighCard, HighCardOptions, Round
from tests.conformance.house import house
from tests.conformance.rounds import House


class HintsAtTheDealersCard(HighCard):
    """Asks in other words when the dealer holds a club."""

    def _question(self, state: Round, viewer: Seat) -> str:
        return "Double?" if suit_of(state.dealer) == 0 else "Stand or double?"


class WaitsForWhomTheDealersCardSays(HighCard):
    """Asks the first seat nothing when the dealer holds a club."""

    def waiting_on(self, state: Round) -> frozenset[Seat]:
        waiting = super().waiting_on(state)
        lucky = len(state.cards) > 1 and suit_of(state.dealer) == 0
        return waiting - {min(state.cards)} if lucky else waiting

    def committed(self, state: Round) -> Mapping[Seat, int]:
        return {seat: state.stake(seat) for seat in state.cards}


class TurnsTheDealersCardAtOnce(HighCard):
    """Shows the dealer's card before anyone has decided."""

    def view(self, state: Round, viewer: Seat | None, *, reconciled: bool = True) -> View:
        view = super().view(state, viewer, reconciled=reconciled)
        shown = replace(view.piles[0], hand=HandView(codes_of((state.dealer,))))
        return replace(view, piles=(shown,))


class ShowsTheNextCardToASeat(HighCard):
    """Lets the lowest seat see the card on top of the deck."""

    def view(self, state: Round, viewer: Seat | None, *, reconciled: bool = True) -> View:
        view = super().view(state, viewer, reconciled=reconciled)
        if viewer != min(state.cards):
            return view
        following = state.setup.deck[self.dealt(state)]
        return replace(view, piles=(replace(view.piles[0], hand=HandView(codes_of((following,)))),))


class TurnsCardsWhoeverStillDecides(HighCard):
    """Takes the reconcile for the end of the round."""

    def view(self, state: Round, viewer: Seat | None, *, reconciled: bool = True) -> View:
        return replace(super().view(state, viewer), step="settled" if reconciled else "decide")


class ForgetsAResult(HighCard):
    """Shows one result fewer than it pays."""

    def view(self, state: Round, viewer: Seat | None, *, reconciled: bool = True) -> View:
        view = super().view(state, viewer, reconciled=reconciled)
        return replace(view, results=view.results[1:])


class HidesADouble(HighCard):
    """Shows the opening stake for good."""

    def view(self, state: Round, viewer: Seat | None, *, reconciled: bool = True) -> View:
        view = super().view(state, viewer, reconciled=reconciled)
        seats = [replace(seat, wagers=state.setup.wagers[seat.seat]) for seat in view.seats]
        return replace(view, seats=tuple(seats))


class SaysWhatIsNoJson(HighCard):
    """Has a card in a view where its code belongs."""

    def _question(self, state: Round, viewer: Seat) -> str:
        return {Card(0)}  # type: ignore[return-value]


class SettlesTwice(HighCard):
    """Settles every wager two times."""

    def settle(self, state: Round) -> tuple[SpotResult, ...]:
        return super().settle(state) * 2


class KeepsADouble(HighCard):
    """Takes a double and settles the opening stake alone."""

    def settle(self, state: Round) -> tuple[SpotResult, ...]:
        return super().settle(replace(state, added={}))


class SettlesUnderAnotherName(HighCard):
    """Names a spot that is not on the felt's paytable."""

    def settle(self, state: Round) -> tuple[SpotResult, ...]:
        return tuple(replace(result, line="lucky") for result in super().settle(state))


class FavoursWhoActsFirst(HighCard):
    """Pays the stake once more to the seat that decided first."""

    def settle(self, state: Round) -> tuple[SpotResult, ...]:
        first = next(iter(state.added))
        return tuple(
            replace(one, returned=one.returned + one.stake) if one.seat == first else one
            for one in super().settle(state)
        )


class DoublesForNothing(HighCard):
    """Offers a double at no cost."""

    def legal_actions(self, state: Round, seat: Seat) -> tuple[Offer, ...]:
        return tuple(replace(offer, cost=0) for offer in super().legal_actions(state, seat))


class TakesAnyAction(HighCard):
    """Does not look at what it has offered."""

    def act(self, state: Round, seat: Seat, action: Action) -> Round:
        return self.apply(state, seat, action) if seat in state.cards else state


class NeverEnds(HighCard):
    """Lets the clock play and goes on waiting."""

    def apply(self, state: Round, seat: Seat, action: Action) -> Round:
        return state if action.name == "stand" else super().apply(state, seat, action)


class DealsFromTheBottom(HighCard):
    """Gives the dealer the last card of the deck."""

    def deal(self, setup: Setup[HighCardOptions]) -> Round:
        return replace(super().deal(setup), dealer=setup.deck[-1])


class CountsTooFew(HighCard):
    """Forgets the dealer's card when it counts."""

    def dealt(self, state: Round) -> int:
        return super().dealt(state) - 1


class CountsTooMany(HighCard):
    """Counts a card that is still in the deck."""

    def dealt(self, state: Round) -> int:
        return super().dealt(state) + 1


class WritesIntoAState(HighCard):
    """Changes the state it is given."""

    def apply(self, state: Round, seat: Seat, action: Action) -> Round:
        after = super().apply(state, seat, action)
        state.added.update(after.added)  # type: ignore[attr-defined]
        return after


class Remembers(HighCard):
    """Deals another game every other time."""

    deals = 0

    def deal(self, setup: Setup[HighCardOptions]) -> Round:
        self.deals += 1
        return super().deal(replace(setup, deck=setup.deck[:: -1 if self.deals % 2 else 1]))


class TripsOverAWhatIf(HighCard):
    """Knows its own paytable alone, and raises no GameError for another."""

    def deal(self, setup: Setup[HighCardOptions]) -> Round:
        return super().deal({"T1": setup}[setup.paytables["main"].code])


def opening(house: House, data: st.DataObject) -> None:
    """The check of the opening cards."""
    openings.each_viewer_sees_their_opening_cards(house, data, KIT.opening_cards)


Check = Callable[[House, st.DataObject], Any]

FAULTS: list[tuple[type[HighCard], Check]] = [
    (HintsAtTheDealersCard, view_checks.hidden_cards_do_not_change_a_view),
    (WaitsForWhomTheDealersCardSays, view_checks.hidden_cards_do_not_change_a_view),
    (TurnsTheDealersCardAtOnce, opening),
    (ShowsTheNextCardToASeat, view_checks.a_view_shows_dealt_cards_alone),
    (TurnsCardsWhoeverStillDecides, view_checks.nothing_is_turned_over_while_a_seat_is_waited_on),
    (ForgetsAResult, view_checks.a_settled_view_shows_the_results_that_pay),
    (HidesADouble, view_checks.a_view_shows_every_stake_of_ones_own),
    (SaysWhatIsNoJson, view_checks.a_view_is_plain_json),
    (SettlesTwice, play_checks.every_stake_is_settled_once),
    (KeepsADouble, play_checks.every_stake_is_settled_once),
    (SettlesUnderAnotherName, play_checks.every_result_names_a_spot_and_a_line),
    (FavoursWhoActsFirst, play_checks.seats_that_are_waited_on_at_once_may_act_in_any_order),
    (DoublesForNothing, play_checks.an_action_costs_what_it_says),
    (TakesAnyAction, play_checks.only_what_is_offered_to_a_seat_that_is_waited_on_is_accepted),
    (NeverEnds, play_checks.the_clock_alone_ends_any_round),
    (DealsFromTheBottom, play_checks.cards_come_off_the_deck_in_order_and_once),
    (CountsTooFew, play_checks.cards_come_off_the_deck_in_order_and_once),
    (CountsTooMany, play_checks.a_deck_one_card_too_short_is_refused),
    (WritesIntoAState, record_checks.acting_leaves_no_trace_in_an_earlier_state),
    (Remembers, record_checks.a_round_is_its_record),
    (TripsOverAWhatIf, record_checks.a_damaged_record_is_read_or_refused_in_a_sentence),
]


def run(check: Check, house: House, **options: Any) -> None:
    """Run a check over drawn rounds."""

    @settings(**options)
    @given(st.data())
    def holds(data: st.DataObject) -> None:
        check(house, data)

    holds()


def named(part: type[HighCard] | Check) -> str:
    """A fault or a check as pytest prints it."""
    return part.__name__


@pytest.mark.parametrize(("fault", "check"), FAULTS, ids=named)
def test_a_fault_is_found(fault: type[HighCard], check: Check) -> None:
    phases = (Phase.generate,)  # found is enough: the smallest example of it is not wanted
    with pytest.raises((AssertionError, TypeError, KeyError, pytest.fail.Exception)):
        run(check, house(fault()), max_examples=300, phases=phases, derandomize=True)


@pytest.mark.parametrize(("fault", "check"), FAULTS, ids=named)
def test_the_game_without_the_fault_passes(fault: type[HighCard], check: Check) -> None:
    run(check, house(HighCard()), max_examples=20)
