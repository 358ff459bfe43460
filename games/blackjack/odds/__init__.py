"""The odds of blackjack with Bad Beat, best play, and the play they assume.

The main wager is reported under basic strategy for the table's rules, insurance by itself, Bad Beat
under side-bet play and, in `otherwise`, under basic strategy. The computations are in the modules
of this package. All of them deal from a fresh shoe.
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from games.blackjack.odds.advice import advice
from games.blackjack.odds.bad_beat import bad_beat_bet
from games.blackjack.odds.basic_strategy import basic_strategy
from games.blackjack.odds.dealer import ACE, TEN, full_shoe, rank, without
from games.blackjack.odds.main_wager import main_bet
from games.blackjack.options import BlackjackOptions
from games.blackjack.rules import BAD_BEAT, INSURANCE
from games.blackjack.settlement import plain_payout
from games.blackjack.state import Round
from games.engine.game import Action, Seat
from games.engine.payout import payout_text
from games.engine.paytable import LOSE, Paytable
from games.odds.report import Bet, line, net

__all__ = ["advice", "best_action", "odds"]

_CUT_CARD = (
    "The shoe is dealt on to a cut card, and the figures are of its first round. Every round that "
    "is sure to be dealt has the same; how many are dealt depends on their cards, and what that "
    "does to the edge (the cut-card effect) is left out. No bound for it is given."
)
"""The assumption for a shoe that is not shuffled every round. After any number of rounds all orders
of the remaining cards are equally likely, whatever has been seen; but one more round is dealt after
rounds of few cards, which are those with many high ones."""


def odds(
    options: BlackjackOptions, paytables: Mapping[str, Paytable], stake: int
) -> tuple[Bet, ...]:
    """The main wager, insurance where it is offered, Bad Beat; `stake` cents on each."""
    insurance = (insurance_bet(options, stake),) if options.insurance else ()
    side = bad_beat_bet(options, paytables[BAD_BEAT.key], stake)
    bets = (main_bet(options, stake), *insurance, side)
    return tuple(map(_to_cut_card, bets)) if options.shuffle == "cut_card" else bets


def _to_cut_card(bet: Bet) -> Bet:
    """A bet's figures for a fresh shoe, at a table that deals to a cut card."""
    return replace(
        bet,
        assumption=f"{bet.assumption} {_CUT_CARD}",
        accuracy=None,
        otherwise=tuple(map(_to_cut_card, bet.otherwise)),
    )


def best_action(state: Round, seat: Seat) -> Action:
    """Basic strategy, and no insurance."""
    if state.step == "insurance":
        return Action("insurance", 0)
    options, (place, _) = state.setup.options, state.turn
    strategy = basic_strategy(options)
    hands, up = len(state.hands[place]), rank(state.dealer[0])
    return Action(strategy.play(state.acting(), hands, up, options))


def insurance_bet(options: BlackjackOptions, stake: int) -> Bet:
    """The wager itself, which the main wager does not change."""
    shoe = without(full_shoe(options.decks), (ACE,))
    tens, cards = shoe[TEN], sum(shoe)
    pays = plain_payout(INSURANCE.key, "win", options)
    return Bet(
        INSURANCE.key,
        "",
        (
            line("win", payout_text(pays), Fraction(tens, cards), tens, net(pays, stake)),
            line(LOSE, LOSE, Fraction(cards - tens, cards), cards - tens, Fraction(-1)),
        ),
        "An ace against a fresh shoe, no other card being known; basic strategy never insures. "
        f"Combinations are of the {cards} cards that may lie under it.",
        simulated=False,
    )
