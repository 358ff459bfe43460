"""High Card, declared once."""

from pathlib import Path
from typing import Any

from games.engine.game import Seat, Setup
from games.kit import Course, Decisions, FirstSteps, Kit

from . import odds
from .charts import charts
from .coach import settled, words
from .rules import MAIN, HighCard


def opening_cards(setup: Setup[Any], viewer: Seat | None) -> set[int]:
    """One card a seat, face up."""
    return set(range(len(setup.seats)))


KIT = Kit(
    rules=HighCard(),
    folder=Path(__file__).parent,
    sentence="One card each. The higher one wins.",
    cards=("As",),
    first=FirstSteps(
        bet=("Put a chip on Bet", "Tap the circle."),
        dealt="You get one card, and so does the dealer.",
        play=("Keep or double", "The higher card wins."),
    ),
    course=Course(deal="One card each", decide="Keep or double", end="The higher card is paid"),
    odds=odds,
    opening_cards=opening_cards,
    main_bet=MAIN.key,
    decisions=Decisions(
        play=odds, base=MAIN.key, unit="bets", settled=settled, decided=settled, words=words
    ),
    charts=charts,
    depends_on_play=frozenset({MAIN.key}),
    keys={"d": "Double your card"},
)
