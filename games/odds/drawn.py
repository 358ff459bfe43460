"""Cards drawn by a seed, so that nobody can choose a sample and anyone can draw it again."""

import hashlib

from games.engine.cards import DECK, Card, code_of


def drawn(seed: str, number: int, count: int) -> tuple[Card, ...]:
    """The cards with the lowest SHA-256 of seed, number and card, the lowest first."""

    def place(card: Card) -> bytes:
        return hashlib.sha256(f"{seed} {number} {code_of(card)}".encode()).digest()

    return tuple(sorted(DECK, key=place)[:count])
