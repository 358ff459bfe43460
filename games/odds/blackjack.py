"""The odds of blackjack with Bad Beat, best play, and the play they assume.

The main wager is reported under basic strategy for the table's rules, insurance for itself, Bad
Beat under side-bet play and, in `otherwise`, under basic strategy. The sums are in the modules
beside this one whose names begin alike.
"""

from collections.abc import Mapping
from fractions import Fraction

from games.engine.game import Action, Seat
from games.engine.payout import payout_text
from games.engine.paytable import LOSE, Paytable
from games.odds.blackjack_advice import advice
from games.odds.blackjack_bad_beat import bad_beat_bet
from games.odds.blackjack_basic import basic_strategy
from games.odds.blackjack_dealer import ACE, blackjack_chance, full_shoe, rank, without
from games.odds.blackjack_main import main_bet
from games.odds.report import Bet, line, net
from games.rules.blackjack import BAD_BEAT, INSURANCE
from games.rules.blackjack_options import BlackjackOptions
from games.rules.blackjack_round import Round
from games.rules.blackjack_settle import plain_payout

__all__ = ["advice", "best_action", "odds"]


def odds(
    options: BlackjackOptions, paytables: Mapping[str, Paytable], stake: int
) -> tuple[Bet, ...]:
    """The main wager, insurance where it is offered, Bad Beat; `stake` cents on each."""
    main, side = main_bet(options, stake), bad_beat_bet(options, paytables[BAD_BEAT.key], stake)
    return (main, insurance_bet(options, stake), side) if options.insurance else (main, side)


def best_action(state: Round, seat: Seat) -> Action:
    """Basic strategy, and no insurance."""
    if state.step == "insurance":
        return Action("insurance", 0)
    options, (place, _) = state.setup.options, state.turn
    strategy = basic_strategy(options)
    hands, up = len(state.hands[place]), rank(state.dealer[0])
    return Action(strategy.play(state.acting(), hands, up, options))


def insurance_bet(options: BlackjackOptions, stake: int) -> Bet:
    """The wager itself, whatever the main wager does."""
    chance = blackjack_chance(without(full_shoe(options.decks), (ACE,)), ACE)
    pays = plain_payout(INSURANCE.key, "win", options)
    return Bet(
        INSURANCE.key,
        "",
        (
            line("win", payout_text(pays), chance, None, net(pays, stake)),
            line(LOSE, LOSE, 1 - chance, None, Fraction(-1)),
        ),
        "An ace against a fresh shoe, no other card being known; basic strategy never insures.",
        simulated=False,
    )
