"""Rounds of Big Draw Poker for tests: five cards a seat in dealing order, then the replacements."""

from collections.abc import Mapping
from typing import Any

from games.big_draw.rules import BigDraw
from games.big_draw.state import BigDrawOptions, Round
from games.engine.cards import parse_cards
from games.engine.game import Action, Setup
from games.printed_paytables import printed

GAME = BigDraw()
FIVE_CARD, DEUCES = "five-card-draw", "deuces-never-loses"
BOTH = {"first_five": 100, "big_draw": 100}
ALONE = {"first_five": 100}
DRAWS = {"big_draw": 100}
JUNK = "3c 5d 8h Ts Qc"


def draw(discard: str = "") -> Action:
    """The decision to discard these cards and draw as many."""
    return Action("draw", discard=parse_cards(discard))


def dealt(
    wagers: Mapping[int, Mapping[str, int]],
    deck: str,
    *,
    button: int | None = 1,
    **rules: Any,
) -> Round:
    """A round after the deal, with the paytables as printed."""
    options = BigDrawOptions.read(rules)
    paytables = {
        spot.key: printed("big-draw", spot, spot.default_paytable) for spot in GAME.spots(options)
    }
    return GAME.deal(Setup(options, paytables, wagers, parse_cards(deck), button))


def ended(state: Round, decisions: Mapping[int, str]) -> Round:
    """The round after the seats have discarded, in the order given."""
    for seat, discard in decisions.items():
        state = GAME.act(state, seat, draw(discard))
    return state


def settled(state: Round) -> list[tuple[int, str, int, str]]:
    """Seat, spot, net cents and line of every wager in the order settled."""
    return [(result.seat, result.spot, result.net, result.line) for result in GAME.settle(state)]


def alone(
    hand: str,
    discard: str = "",
    packet: str = "",
    *,
    wagers: Mapping[str, int] | None = None,
    variant: str = FIVE_CARD,
) -> dict[str, int]:
    """What one seat wins or loses, spot by spot; 1.00 on both if not given."""
    state = dealt({1: wagers or BOTH}, f"{hand} {packet}", variant=variant)
    return {spot: net for _, spot, net, _ in settled(ended(state, {1: discard}))}
