"""Titles of Big Raise Hold'em rounds, for the history and beside a table."""

from collections.abc import Sequence

from games.engine.cards import RANK_NAMES, RANK_PLURALS, Card, parse_card, rank_of
from games.engine.game import Seat
from games.engine.limits import money
from games.engine.poker import in_a_sentence, strength
from games.engine.view import Event, HandView, View, listed


def title(view: View, seat: Seat) -> str:
    """``"Three eights beat a pair of queens"``, or ``"Queen and seven, folded"``."""
    own = view.seat(seat)
    if own is None:
        return ""
    (hand,) = own.hands
    if own.status == "folded":
        return f"{_two_cards(_cards(hand)).capitalize()}, folded"
    piles = {pile.key: _cards(pile.hand) for pile in view.piles}
    return _compared(
        _cards(hand) + piles["community"], piles["dealer"] + piles["community"]
    ).capitalize()


def _cards(hand: HandView) -> list[Card]:
    """The open cards of a hand that are in play."""
    gone = [mark == "gone" for mark in hand.marks] or [False] * len(hand.cards)
    return [
        parse_card(code) for code, out in zip(hand.cards, gone, strict=True) if code and not out
    ]


def _compared(five: Sequence[Card], dealers: Sequence[Card]) -> str:
    """The player wins a tie."""
    mine, theirs = in_a_sentence(five), in_a_sentence(dealers)
    if strength(five) != strength(dealers) and mine == theirs:
        verb = "won" if strength(five) > strength(dealers) else "lost"
        return f"{mine.words}, {verb} on the kicker"
    if strength(five) < strength(dealers):
        return f"{mine.words} lost to {theirs.words}"
    if strength(five) > strength(dealers):
        return f"{mine.words} {'beat' if mine.plural else 'beats'} {theirs.words}"
    return f"{mine.words}: a tie, which wins"


def _two_cards(two: Sequence[Card]) -> str:
    low, high = sorted(rank_of(card) for card in two)
    if low == high:
        return f"pair of {RANK_PLURALS[high]}"
    return f"{RANK_NAMES[high]} and {RANK_NAMES[low]}"


def decided(events: Sequence[Event], viewer: Seat | None) -> str:
    """``"Two raised and one folded"``; for a lone player, ``"You raised 40.00"``."""
    acts = [event for event in events if event.kind == "act"]
    raised = [event for event in acts if event.stake]
    if [event.place for event in acts] == [f"seat-{viewer}"]:
        return f"You raised {money(acts[0].stake)}" if raised else "You folded"
    counts = ((len(raised), "raised"), (len(acts) - len(raised), "folded"))
    return listed([f"{_COUNTS[count]} {did}" for count, did in counts if count]).capitalize()


_COUNTS = ("none", "one", "two", "three", "four", "five", "six", "seven")
