"""Big 50, declared once."""

from functools import partial
from pathlib import Path
from typing import Any

from games.big_50 import odds
from games.big_50.demonstrations import DEMONSTRATIONS
from games.big_50.filters import FILTERS
from games.big_50.nets import round_nets
from games.big_50.rules import Big50
from games.big_50.titles import title
from games.engine.game import Seat, Setup
from games.engine.paytable import Paytable
from games.kit import Course, FirstSteps, Highlight, Kit, Protection, packet
from games.odds.report import Bet


def opening_cards(setup: Setup[Any], viewer: Seat | None) -> set[int]:
    """Packets of five, ascending: a seat sees its own."""
    return packet(setup.seats, viewer, 5)


def single_deal(spot: str, options: Any, paytable: Paytable, stake: int) -> Bet:
    """The odds of a spot, which no house option changes."""
    return odds.bet(spot, paytable, stake)


KIT = Kit(
    rules=Big50(),
    folder=Path(__file__).parent,
    sentence="Five cards and no decisions: bet on the hand, the colour or the total.",
    cards=("Tc", "Qd", "Ks"),
    first=FirstSteps(
        bet=("Put a chip on a bet", "Tap a circle; tap again for more. One bet is enough."),
        dealt="You get five cards. There is no dealer to beat.",
        play=("Turn your cards", "Nothing to decide: your hand, its colour and its total pay."),
        beside=(
            "Five bets, each on its own: Royal Flush pays by your poker hand, All Red and All "
            "Black if all five cards are of that colour, Big 50 if they total 50, Range by their "
            "total."
        ),
    ),
    course=Course(
        deal="Five cards each",
        end="The hands are turned and paid",
        left="your cards are turned for you",
    ),
    odds=odds,
    opening_cards=opening_cards,
    main_bet="range",
    single_deal={spot.key: partial(single_deal, spot.key) for spot in Big50().every_spot()},
    highlight=Highlight(
        cards=("Ts", "Jh", "Qc", "Kd", "Ks"),
        title="Fifty on the nose",
        sentence="Big 50 pays 500 to 1. It comes once in 595 deals.",
    ),
    idle_keys=lambda options: "v",
    filters=FILTERS,
    two_colours=True,
    protection=Protection(round_nets),
    title=title,
    demonstrations=DEMONSTRATIONS,
    board_pays=True,
)
