"""The pad of all cards, on which cards are pressed one after the other."""

from typing import Any

from games.by_hand.dealing import Dealing
from games.engine.cards import name_of, parse_card

SUITS = (("s", "Spades"), ("h", "Hearts"), ("c", "Clubs"), ("d", "Diamonds"))
"""The rows of the pad, from top to bottom."""
RANKS = "A23456789TJQK"


def pad_of(round: Dealing) -> list[dict[str, Any]]:
    """The keys of all cards, by suit; a card with no copy left is disabled."""
    left = set(round.left)
    return [
        {
            "sign": suit,
            "name": name,
            "keys": [
                {"code": code, "name": name_of(card).capitalize(), "out": card not in left}
                for rank in RANKS
                for code in (rank + suit,)
                for card in (parse_card(code),)
            ],
        }
        for suit, name in SUITS
    ]
