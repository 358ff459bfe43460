"""Big Raise Hold'em, declared once."""

from pathlib import Path
from typing import Any

from games.big_raise import odds
from games.big_raise.bonuses import five_card_bonus, two_card_bonus
from games.big_raise.charts import cell, charts
from games.big_raise.coach import settled, won_or_lost, words
from games.big_raise.demonstrations import DEMONSTRATIONS
from games.big_raise.drills import DRILLS
from games.big_raise.filters import FILTERS
from games.big_raise.proof import ante, situations
from games.big_raise.protection import PROTECTION
from games.big_raise.rules import BigRaise
from games.big_raise.state import ANTE, FIVE_CARD_BONUS, TWO_CARD_BONUS
from games.big_raise.titles import decided, title
from games.engine.game import Seat, Setup
from games.kit import Course, Decisions, FirstSteps, Kit, Proof, packet


def opening_cards(setup: Setup[Any], viewer: Seat | None) -> set[int]:
    """Packets of two, ascending: a seat sees its own, and everybody the dealer's first of three."""
    return packet(setup.seats, viewer, 2) | {2 * len(setup.seats)}


KIT = Kit(
    rules=BigRaise(),
    folder=Path(__file__).parent,
    sentence="Two cards against the dealer. Fold, or raise up to four times.",
    cards=("As", "Ts"),
    first=FirstSteps(
        bet=("Put a chip on Ante", "Press the circle; press again for more."),
        dealt="You get two cards and the dealer shows one.",
        play=("Fold or raise", "Fold loses the ante. A raise bets 2 to 4 times the ante more."),
        beside=(
            "Optional: the 2 Card Bonus pays if your first two cards are a pair or have an ace, "
            "even if you fold."
        ),
    ),
    course=Course(
        deal="Two cards each; the dealer turns one of three up",
        decide="Fold or raise",
        end="The dealer discards one, and the community cards turn",
        left="you fold",
        decided=decided,
    ),
    odds=odds,
    opening_cards=opening_cards,
    main_bet=ANTE.key,
    decisions=Decisions(
        play=odds, base=ANTE.key, unit="antes", settled=settled, decided=won_or_lost, words=words
    ),
    charts=charts,
    cell=cell,
    single_deal={
        TWO_CARD_BONUS.key: lambda options, paytable, stake: two_card_bonus(paytable, stake),
        FIVE_CARD_BONUS.key: lambda options, paytable, stake: five_card_bonus(paytable, stake),
    },
    line_words={ANTE.key: odds.LINES},
    proof=Proof(counts={ANTE.key: ante}, files={"situations.csv": situations}),
    protection=PROTECTION,
    depends_on_play=frozenset({ANTE.key}),
    keys={"f": "Fold", "2": "Raise 2×", "3": "Raise 3×", "4": "Raise 4×"},
    filters=FILTERS,
    title=title,
    drills=DRILLS,
    demonstrations=DEMONSTRATIONS,
)
