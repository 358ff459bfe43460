"""Blackjack with Bad Beat, declared once."""

from pathlib import Path
from typing import Any

from games.blackjack import odds
from games.blackjack.charts import cell, charts
from games.blackjack.coach import settled, won_or_lost, words
from games.blackjack.demonstrations import DEMONSTRATIONS, usual_play
from games.blackjack.drills import DRILLS
from games.blackjack.filters import FILTERS
from games.blackjack.odds.main_wager import LINES
from games.blackjack.options import BlackjackOptions
from games.blackjack.proof import bad_beat, strategy
from games.blackjack.protection import PROTECTION
from games.blackjack.rules import BAD_BEAT, INSURANCE, MAIN, Blackjack
from games.blackjack.titles import title
from games.engine.game import Seat, Setup
from games.kit import Course, Decisions, FirstSteps, Kit, Proof


def opening_cards(setup: Setup[Any], viewer: Seat | None) -> set[int]:
    """One a seat, the up card, a second a seat, the hole card: everyone sees all but the last."""
    return set(range(2 * len(setup.seats) + 1))


def idle_keys(options: BlackjackOptions) -> str:
    """The keys of what these rules do not offer."""
    return ("" if options.surrender == "late" else "r") + ("" if options.insurance else "i0")


KIT = Kit(
    rules=Blackjack(),
    folder=Path(__file__).parent,
    sentence="Get closer to 21 than the dealer, with a side bet for the day your 20 is beaten.",
    cards=("Ah", "Kc"),
    first=FirstSteps(
        bet=("Put a chip on Bet", "Press the circle; press again for more."),
        dealt="You get two cards and the dealer shows one.",
        play=("Hit or stand", "Get closer to 21 than the dealer. Go over 21 and you lose."),
        beside=(
            "Optional: Bad Beat pays if the dealer beats or ties your good two-card hand. Against "
            "an ace you may take Insurance, which pays if the dealer has blackjack."
        ),
    ),
    course=Course(
        deal="Two cards each; the dealer turns one up",
        decide="Play your hand",
        end="The dealer plays, and the bets are paid",
        left="you stand",
        at_once=False,
    ),
    odds=odds,
    opening_cards=opening_cards,
    main_bet=MAIN.key,
    decisions=Decisions(
        play=odds,
        base=MAIN.key,
        unit="bets",
        settled=settled,
        decided=won_or_lost,
        words=words,
        assumes="basic strategy",
    ),
    charts=charts,
    cell=cell,
    line_words={MAIN.key: LINES},
    proof=Proof(counts={BAD_BEAT.key: bad_beat}, assumed=strategy),
    protection=PROTECTION,
    depends_on_play=frozenset({MAIN.key, BAD_BEAT.key}),
    own_bets=frozenset({INSURANCE.key}),
    keys={
        "h": "Hit",
        "s": "Stand",
        "d": "Double",
        "p": "Split",
        "r": "Surrender",
        "i": "Insure, or even money",
        "0": "No insurance, or no even money",
    },
    idle_keys=idle_keys,
    well_known=True,
    filters=FILTERS,
    title=title,
    drills=DRILLS,
    demonstrations=DEMONSTRATIONS,
    usual_play=usual_play,
)
