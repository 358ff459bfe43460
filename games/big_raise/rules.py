"""Big Raise Hold'em: two cards and three on the board against a dealer who keeps two of three.

Rules: "Big Raise Hold'em Training Manual", version 4 (Shuffle Master, 2005). Where the manual
leaves a choice, this module decides:

- A seat's results are `ante`, `play`, `ante_bonus`, `two_card_bonus`, `five_card_bonus`. After a
  fold they begin with `two_card_bonus`: it is paid before the ante is taken (procedure 5.a.i).
- `ante_bonus` has a result only when it pays. Nothing is staked on it: nothing else can happen.
- A tie has the line ``tie`` and wins even money; a folded ante has the line ``fold``.
- A folded hand stays face down for everybody else, unless it has won a bonus: then it is shown to
  be paid. Nobody learns what another seat decided before all have.
"""

from collections.abc import Mapping
from typing import Any

from games.big_raise.state import (
    ANTE,
    ANTE_BONUS,
    FIVE_CARD_BONUS,
    MOST_WITH_PAIR,
    PLAY,
    TWO_CARD_BONUS,
    BigRaiseOptions,
    Round,
    five_card_line,
    house_way,
    is_pair,
    play_amounts,
    two_card_line,
)
from games.big_raise.view import Felt
from games.engine.cards import Shoe, codes_of
from games.engine.game import Action, Game, Offer, Seat, Setup, Spot, SpotResult
from games.engine.payout import Odds, returned
from games.engine.paytable import LOSE
from games.engine.poker import Category, category_of, strength
from games.engine.view import View

_EVEN_MONEY = Odds(1)


class BigRaise(Game[BigRaiseOptions, Round]):
    """Big Raise Hold'em."""

    slug = "big-raise"
    name = "Big Raise Hold'em"
    max_seats = 7
    default_seats = 6
    options = BigRaiseOptions
    decision_seconds = 25

    def spots(self, options: BigRaiseOptions) -> tuple[Spot, ...]:
        """Ante, play, and the bonuses after them."""
        spots = (ANTE, PLAY, ANTE_BONUS, TWO_CARD_BONUS)
        return (*spots, FIVE_CARD_BONUS) if options.five_card_bonus else spots

    def reserve(self, wagers: Mapping[str, int]) -> int:
        """The smallest play, twice the ante: a seat should hold it before its ante is taken."""
        return 2 * wagers["ante"]

    def secret_most(self, wagers: Mapping[str, int]) -> int:
        """Four times the ante: whether a seat has a pair is hidden too."""
        return MOST_WITH_PAIR * wagers["ante"]

    def deal(self, setup: Setup[BigRaiseOptions]) -> Round:
        """Two a seat, ascending; the dealer's three; three community cards, face down."""
        seats = setup.seats
        cards, _ = Shoe(setup.deck).deal(2 * len(seats) + 6)
        hands = {seat: cards[2 * place : 2 * place + 2] for place, seat in enumerate(seats)}
        return Round(setup, hands, cards[-6:-3], cards[-3:], {})

    def waiting_on(self, state: Round) -> frozenset[Seat]:
        """Every seat that has not decided yet: all decide at the same time."""
        return state.undecided()

    def legal_actions(self, state: Round, seat: Seat) -> tuple[Offer, ...]:
        """Fold, or play an amount."""
        if seat not in state.hands or seat in state.plays:
            return ()
        setup = state.setup
        pair = is_pair(state.hands[seat])
        amounts = play_amounts(setup.wagers[seat]["ante"], pair, setup.unit)
        return Offer("fold"), Offer("play", amounts)

    def apply(self, state: Round, seat: Seat, action: Action) -> Round:
        """Record the decision; a fold plays nothing."""
        plays = {**state.plays, seat: action.amount or 0}
        return Round(state.setup, state.hands, state.dealer, state.community, plays)

    def timeout_action(self, state: Round, seat: Seat) -> Action:
        """The clock folds."""
        return Action("fold")

    def committed(self, state: Round) -> Mapping[Seat, int]:
        """The opening wagers and the play."""
        return {
            seat: sum(wagers.values()) + state.plays.get(seat, 0)
            for seat, wagers in state.setup.wagers.items()
        }

    def dealt(self, state: Round) -> int:
        """Two a seat, the dealer's three and the community's three."""
        return 2 * len(state.hands) + 6

    def settle(self, state: Round) -> tuple[SpotResult, ...]:
        """From the dealer's right to the left; within a seat see the module's docstring."""
        dealer = strength(state.kept() + state.community)
        results: list[SpotResult] = []
        for seat in reversed(state.setup.seats):
            value = strength(state.five(seat))
            two_card = _bonus(state, seat, TWO_CARD_BONUS, two_card_line(state.hands[seat]))
            if state.plays[seat]:
                results += _against_dealer(state, seat, value, dealer) + two_card
            else:
                ante = state.setup.wagers[seat]["ante"]
                results += [*two_card, SpotResult(seat, ANTE.key, ante, 0, "fold")]
            results += _bonus(state, seat, FIVE_CARD_BONUS, five_card_line(value))
        return tuple(results)

    def view(self, state: Round, viewer: Seat | None, *, reconciled: bool = True) -> View:
        """A viewer sees their own cards and the dealer's first; the rest once all have decided."""
        settled = reconciled and not state.undecided()
        return Felt(
            state=state,
            viewer=viewer,
            offers=() if viewer is None else self.legal_actions(state, viewer),
            results=self.settle(state) if settled else None,
            spots=self.spots(state.setup.options),
        ).view(self.slug)

    def hands(self, state: Round) -> Mapping[str, Any]:
        """Two cards a seat, the dealer's two and the discard, the community's three."""
        return {str(seat): list(codes_of(hand)) for seat, hand in state.hands.items()} | {
            "dealer": list(codes_of(state.kept())),
            "discard": list(codes_of((house_way(state.dealer),))),
            "community": list(codes_of(state.community)),
        }


def _against_dealer(state: Round, seat: Seat, value: int, dealer: int) -> list[SpotResult]:
    """Ante and play at even money, ties to the player; then the Ante Bonus, win or lose."""
    ante, play = state.setup.wagers[seat]["ante"], state.plays[seat]
    line = "win" if value > dealer else "tie" if value == dealer else "lose"
    results = [
        SpotResult(seat, spot, stake, returned(_EVEN_MONEY, stake) if line != LOSE else 0, line)
        for spot, stake in ((ANTE.key, ante), (PLAY.key, play))
    ]
    kind = category_of(value)
    if kind >= Category.STRAIGHT:
        payout = state.setup.paytables[ANTE_BONUS.key].pays(kind.line)
        prize = returned(payout, ante) - ante
        if prize > 0:
            results.append(SpotResult(seat, ANTE_BONUS.key, 0, prize, kind.line))
    return results


def _bonus(state: Round, seat: Seat, spot: Spot, line: str) -> list[SpotResult]:
    """The result of a bonus the seat has wagered on; nothing without a wager."""
    stake = state.setup.wagers[seat].get(spot.key)
    if stake is None:
        return []
    back = returned(state.setup.paytables[spot.key].pays(line), stake)
    return [SpotResult(seat, spot.key, stake, back, line)]
