"""From seeds to a deck: commit, mix, shuffle, and later prove it.

Algorithm ``cardroom-shuffle/1``; byte formats and a test vector are in docs/fairness.md. The stream
is HMAC-SHA256 in counter mode under the server seed; the shuffle is Fisher-Yates from the last
place down (Durstenfeld 1964) with rejection sampling, so that every order is equally likely.
"""

import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence

from games.engine.cards import DECK, Card

ALGORITHM = "cardroom-shuffle/1"
SEED_BYTES = 32


def commitment(server_seed: bytes) -> str:
    """SHA-256 of the server seed in hex: shown before the bets close, checked after."""
    return hashlib.sha256(server_seed).hexdigest()


def deal_message(round_id: str, client_seeds: Mapping[int, str]) -> bytes:
    """What is mixed with the server seed: the algorithm, the round, each seat's client seed.

    `client_seeds` maps seat to text; the lines are in ascending order of seat, UTF-8.
    Raises ValueError for a line break in a part: two different deals could then read the same.
    """
    lines = [ALGORITHM, round_id]
    lines += [f"{seat}:{client_seeds[seat]}" for seat in sorted(client_seeds)]
    for line in lines:
        if "\n" in line:
            raise ValueError(f"A round id or client seed has no line break, as {line!r} has.")
    return "\n".join(lines).encode()


def _words(server_seed: bytes, message: bytes) -> Iterator[int]:
    """Unsigned 32-bit words, big-endian, eight from each HMAC block; blocks count from 0."""
    block = 0
    while True:
        digest = hmac.digest(server_seed, message + b"\n" + str(block).encode(), hashlib.sha256)
        for start in range(0, len(digest), 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def shuffle(cards: Sequence[Card], server_seed: bytes, message: bytes) -> tuple[Card, ...]:
    """These cards in the order given by a seed (32 bytes) and a message.

    Raises ValueError for a seed that is not 32 bytes.
    """
    if len(server_seed) != SEED_BYTES:
        raise ValueError(f"A server seed has {SEED_BYTES} bytes, not {len(server_seed)}.")
    order = list(cards)
    words = _words(server_seed, message)
    for last in range(len(order) - 1, 0, -1):
        places = last + 1
        limit = (1 << 32) // places * places  # words from here on would favour low places
        word = next(words)
        while word >= limit:
            word = next(words)
        other = word % places
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def shuffled(server_seed: bytes, message: bytes, decks: int = 1) -> tuple[Card, ...]:
    """`decks` standard decks shuffled together, in dealing order.

    Raises ValueError for a seed that is not 32 bytes or a number of decks below one.
    """
    if decks < 1:
        raise ValueError(f"A shoe has at least one deck, not {decks}.")
    return shuffle(DECK * decks, server_seed, message)


def dealt(
    server_seed: bytes,
    shoe: str,
    client_seeds: Mapping[int, str],
    decks: int,
    *,
    round_id: str,
    start: int,
) -> tuple[Card, ...]:
    """The deck of a round: the shoe's cards from `start` on, then those before it, reshuffled.

    shoe: the id of the round that opened the shoe, `client_seeds` are that round's. Raises
    ValueError as `shuffled` and `deal_message` do.
    """
    cards = shuffled(server_seed, deal_message(shoe, client_seeds), decks)
    if not start:
        return cards
    return cards[start:] + shuffle(cards[:start], server_seed, deal_message(round_id, {}))
