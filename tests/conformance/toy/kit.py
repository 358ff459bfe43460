"""High Card, declared once."""

from pathlib import Path
from typing import Any

from games.engine.game import Seat, Setup
from games.kit import Decisions, Kit
from tests.conformance.toy import high_card_odds
from tests.conformance.toy.high_card import MAIN, HighCard


def opening_cards(setup: Setup[Any], viewer: Seat | None) -> set[int]:
    """One card a seat, face up."""
    return set(range(len(setup.seats)))


KIT = Kit(
    rules=HighCard(),
    folder=Path(__file__).parent,
    sentence="One card each. The higher one wins.",
    cards=("As",),
    odds=high_card_odds,
    opening_cards=opening_cards,
    main_bet=MAIN.key,
    decisions=Decisions(base=MAIN.key, unit="bets", settled=lambda state, seat: 0),
    keys={"d": "Double"},
)
