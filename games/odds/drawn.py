"""Cards drawn by a seed, so that nobody can choose a sample and anybody can draw it again."""

import hashlib

from games.engine.cards import DECK, Card, code_of


def drawn(seed: str, number: int, count: int) -> tuple[Card, ...]:
    """The cards whose SHA-256, together with a seed and a number, is lowest, the lowest first."""

    def place(card: Card) -> bytes:
        return hashlib.sha256(f"{seed} {number} {code_of(card)}".encode()).digest()

    return tuple(sorted(DECK, key=place)[:count])
