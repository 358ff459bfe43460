"""Big Draw Poker, declared once."""

from pathlib import Path
from typing import Any

from games.big_draw import odds
from games.big_draw.charts import cell, charts
from games.big_draw.coach import settled, words
from games.big_draw.demonstrations import DEMONSTRATIONS, usual_play
from games.big_draw.drills import DRILLS
from games.big_draw.first_five import first_five
from games.big_draw.proof import sample
from games.big_draw.protection import PROTECTION
from games.big_draw.rules import BigDraw
from games.big_draw.state import BIG_DRAW, FIRST_FIVE
from games.big_draw.titles import decided, title
from games.engine.game import Seat, Setup
from games.kit import Course, Decisions, FirstSteps, Kit, Proof, packet


def opening_cards(setup: Setup[Any], viewer: Seat | None) -> set[int]:
    """Packets of five from the button round the table: a seat sees its own, unless the house has
    it play First 5 blind."""
    seats = setup.seats
    order = [seat for seat in seats if seat >= (setup.button or 1)]
    order += [seat for seat in seats if seat not in order]
    if setup.options.blind_first_five and list(setup.wagers.get(viewer or 0, ())) == [FIRST_FIVE]:
        return set()
    return packet(tuple(order), viewer, 5)


KIT = Kit(
    rules=BigDraw(),
    folder=Path(__file__).parent,
    sentence="Hold and draw once: five-card draw, or with deuces wild.",
    cards=("2s", "2h", "Jd"),
    first=FirstSteps(
        bet=("Choose a game, then bet", "Put a chip on Big Draw. First 5 is a side bet."),
        dealt="You get five cards. There is no dealer to beat.",
        play=("Hold, then draw", "Tap the cards you keep. The others are replaced once."),
        beside="Optional: First 5 pays by the five cards you are dealt, before you draw.",
    ),
    course=Course(
        deal="Five cards each",
        decide="Choose what to hold",
        end="Cards are drawn, and the bets are paid",
        left="you draw no cards",
        decided=decided,
    ),
    odds=odds,
    opening_cards=opening_cards,
    main_bet=BIG_DRAW,
    decisions=Decisions(
        play=odds, base=BIG_DRAW, unit="bets", settled=settled, decided=settled, words=words
    ),
    charts=charts,
    cell=cell,
    single_deal={
        FIRST_FIVE: lambda options, paytable, stake: first_five(options.variant, paytable, stake)
    },
    proof=Proof(sample=sample, by_stake=frozenset({BIG_DRAW})),
    protection=PROTECTION,
    depends_on_play=frozenset({BIG_DRAW}),
    keys={
        "1": "First card, or game 1",
        "2": "Second card, or game 2",
        "3": "Third card",
        "4": "Fourth card",
        "5": "Fifth card",
        "p": "Pass the button",
    },
    idle_keys=lambda options: "v",
    title=title,
    drills=DRILLS,
    demonstrations=DEMONSTRATIONS,
    usual_play=usual_play,
    board_pays=True,
)
