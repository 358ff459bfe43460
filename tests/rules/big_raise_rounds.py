"""Rounds of Big Raise Hold'em for tests: two cards a seat, the dealer's three, the board."""

from collections.abc import Mapping
from typing import Any

from games.big_raise.rules import BigRaise
from games.big_raise.state import BigRaiseOptions, Round
from games.engine.cards import (
    DECK,
    codes_of,
    parse_cards,
)
from games.engine.game import Action, Setup, SpotResult
from games.engine.paytable import Paytable
from games.printed_paytables import printed

GAME = BigRaise()
FOLD = Action("fold")
DEALER = "Kh 9s 2c"  # keeps king and nine
BOARD = "7d Jc 3h"
ANTE = {"ante": 1000}


def play(amount: int) -> Action:
    """The decision to play so many cents."""
    return Action("play", amount)


def dealt(
    hands: Mapping[int, str],
    dealer: str = DEALER,
    board: str = BOARD,
    *,
    wagers: Mapping[str, int] | None = None,
    five: bool = False,
    unit: int = 100,
    **codes: str | Paytable,
) -> Round:
    """A round after the deal; every seat has the same wagers, 10.00 on the ante if not given."""
    options = BigRaiseOptions(five_card_bonus=five)
    paytables = {}
    for spot in GAME.spots(options):
        if spot.lines:
            code = codes.get(spot.key, spot.default_paytable)
            paytables[spot.key] = (
                code if isinstance(code, Paytable) else printed("big-raise", spot, code)
            )
    deck = parse_cards(" ".join([*(hands[seat] for seat in sorted(hands)), dealer, board]))
    stakes = {seat: dict(wagers or ANTE) for seat in hands}
    return GAME.deal(Setup(options, paytables, stakes, deck, unit=unit))


def ended(state: Round, decisions: Mapping[int, Action]) -> Round:
    """The round after the seats' decisions, in the order given."""
    for seat, action in decisions.items():
        state = GAME.act(state, seat, action)
    return state


def nets(state: Round) -> dict[str, int]:
    """What each spot of seat 1 won or lost, in the order settled."""
    return {result.spot: result.net for result in GAME.settle(state) if result.seat == 1}


def alone(
    cards: str, action: Action, dealer: str = DEALER, board: str = BOARD, **more: Any
) -> dict[str, int]:
    """What one seat wins or loses, spot by spot."""
    return nets(ended(dealt({1: cards}, dealer, board, **more), {1: action}))


def result_on(spot: str, cards: str, board: str, **more: Any) -> SpotResult | None:
    """The result of one spot for a seat that plays twice its ante against a weak dealer."""
    used = parse_cards(f"{cards} {board}")
    dealer = [card for card in DECK if card not in used][:3]
    state = dealt({1: cards}, " ".join(codes_of(dealer)), board, **more)
    results = GAME.settle(ended(state, {1: play(2000)}))
    return next((result for result in results if result.spot == spot), None)
