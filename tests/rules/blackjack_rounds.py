"""Rounds of blackjack for tests, laid out as they lie on the felt."""

from collections.abc import Mapping
from typing import Any

from games.blackjack.options import BlackjackOptions
from games.blackjack.rules import BAD_BEAT, Blackjack
from games.blackjack.state import Round
from games.engine.cards import parse_cards
from games.engine.game import Action, Setup
from games.engine.paytable import Paytable
from games.printed_paytables import printed

GAME = Blackjack()
BOTH = {"main": 1000, "bad_beat": 100}
MAIN = {"main": 1000}

Hands = str | Mapping[int, str]
"""Two cards of seat 1, or of several seats."""


def setup(
    hands: Hands,
    dealer: str,
    draws: str = "",
    *,
    wagers: Mapping[str, int] = MAIN,
    table: str | Paytable = "P1",
    unit: int = 100,
    **rules: Any,
) -> Setup[BlackjackOptions]:
    """A round's inputs; every seat has the same wagers.

    `dealer`: up card and hole card; `draws`: the cards that follow.
    """
    by_seat = {1: hands} if isinstance(hands, str) else dict(sorted(hands.items()))
    pairs = [cards.split() for cards in by_seat.values()]
    up, hole = dealer.split()
    deck = [first for first, _ in pairs] + [up] + [second for _, second in pairs] + [hole]
    return Setup(
        BlackjackOptions.read(rules),
        {"bad_beat": printed("blackjack", BAD_BEAT, table) if isinstance(table, str) else table},
        dict.fromkeys(by_seat, wagers),
        parse_cards(" ".join([*deck, draws])),
        unit=unit,
    )


def dealt(hands: Hands, dealer: str, draws: str = "", **more: Any) -> Round:
    """A round after the deal; see `setup`."""
    return GAME.deal(setup(hands, dealer, draws, **more))


def played(state: Round, deeds: str) -> Round:
    """The round after some words, each the action of the one seat waited on."""
    for deed in deeds.split():
        (seat,) = GAME.waiting_on(state)
        state = GAME.act(state, seat, Action(deed))
    return state


def insure(state: Round, amounts: Mapping[int, int]) -> Round:
    """The round after these seats answered about insurance, in the order given."""
    for seat, cents in amounts.items():
        state = GAME.act(state, seat, Action("insurance", cents))
    return state


def offers(state: Round, seat: int = 1) -> list[str]:
    """The names of what a seat may do."""
    return [offer.action for offer in GAME.legal_actions(state, seat)]


def nets(state: Round, seat: int = 1) -> dict[str, int]:
    """What a seat's spots won or lost in the order settled; a split hand's as ``main.1``."""
    return {
        result.spot if result.hand is None else f"{result.spot}.{result.hand}": result.net
        for result in GAME.settle(state)
        if result.seat == seat
    }


def order(state: Round) -> list[tuple[int, str]]:
    """Seat and spot of every result, in the order settled."""
    return [(result.seat, result.spot) for result in GAME.settle(state)]
