"""The shuffle: from seeds to a deck that anyone can recompute and that favours no order."""

import hashlib
import hmac
from collections import Counter
from collections.abc import Callable, Mapping
from random import Random

import pytest

from games.engine.cards import DECK, Card, codes_of
from games.engine.shuffle import ALGORITHM, commitment, deal_message, shuffled

SERVER_SEED = bytes(range(32))

# The test vector of docs/fairness.md, worked out with Node's crypto module from the byte formats.
VECTOR_COMMITMENT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
VECTOR_DECK = (
    "6d 9s Qd Jd Qs Qh Ad 5d Jh 3s 2h Ks 4c Qc 5s 9d 4s 6h 4d 8d 2s 2c Td As 6c Ts "
    "7h Kh 9h 6s 3d Ah 8s 9c Kd 8h 7s 5c 8c Tc Ac 3h Kc 7c Jc 5h Th 3c 4h Js 2d 7d"
)

# Found by trying seeds: with eight decks one of its words must be rejected.
REJECTING_SEED = hashlib.sha256(b"rejection 29321").digest()


def by_the_book(
    server_seed: bytes,
    round_id: str,
    client_seeds: Mapping[int, str],
    decks: int = 1,
    *,
    reject: bool = True,
) -> list[str]:
    """The deck as the documented byte formats give it, written without a look at the engine."""
    message = "cardroom-shuffle/1\n" + round_id
    for seat in range(1, 8):
        if seat in client_seeds:
            message += f"\n{seat}:{client_seeds[seat]}"
    stream = b"".join(
        hmac.new(server_seed, f"{message}\n{block}".encode(), "sha256").digest()
        for block in range(decks * 8)
    )
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"] * decks
    at = 0
    for places in range(len(deck), 1, -1):
        while True:
            word = int(stream[4 * at : 4 * at + 4].hex(), 16)
            at += 1
            if not reject or word < 2**32 - 2**32 % places:
                break
        deck[places - 1], deck[word % places] = deck[word % places], deck[places - 1]
    return deck


def test_the_documented_test_vector() -> None:
    seeds = {3: "bob", 1: "alice"}
    assert ALGORITHM == "cardroom-shuffle/1"
    assert deal_message("round-1", seeds) == b"cardroom-shuffle/1\nround-1\n1:alice\n3:bob"
    assert commitment(SERVER_SEED) == VECTOR_COMMITMENT
    assert by_the_book(SERVER_SEED, "round-1", seeds) == VECTOR_DECK.split()
    assert " ".join(codes_of(shuffled(SERVER_SEED, deal_message("round-1", seeds)))) == VECTOR_DECK


@pytest.mark.parametrize("decks", range(1, 9))
def test_decks_shuffled_together_follow_the_byte_formats(decks: int) -> None:
    cards = shuffled(SERVER_SEED, deal_message("r", {2: "žába"}), decks)
    assert Counter(cards) == Counter(list(DECK) * decks)
    assert list(codes_of(cards)) == by_the_book(SERVER_SEED, "r", {2: "žába"}, decks)


def test_a_word_that_would_favour_low_places_is_rejected() -> None:
    cards = list(codes_of(shuffled(REJECTING_SEED, deal_message("round-1", {}), 8)))
    assert cards == by_the_book(REJECTING_SEED, "round-1", {}, 8)
    assert cards != by_the_book(REJECTING_SEED, "round-1", {}, 8, reject=False)


def test_any_other_input_gives_another_deck() -> None:
    decks = [
        shuffled(SERVER_SEED, deal_message("r", {1: "a", 2: "b"})),
        shuffled(bytes(32), deal_message("r", {1: "a", 2: "b"})),
        shuffled(SERVER_SEED, deal_message("s", {1: "a", 2: "b"})),
        shuffled(SERVER_SEED, deal_message("r", {1: "a", 2: "c"})),
        shuffled(SERVER_SEED, deal_message("r", {1: "a", 3: "b"})),
        shuffled(SERVER_SEED, deal_message("r", {1: "a"})),
    ]
    assert len(set(decks)) == len(decks)


@pytest.mark.parametrize(
    ("round_id", "client_seeds"), [("r", {1: "a\n2:b"}), ("r\n1:a", {}), ("r", {1: "a\n"})]
)
def test_a_line_break_cannot_pass_for_another_seat(
    round_id: str, client_seeds: Mapping[int, str]
) -> None:
    with pytest.raises(ValueError, match="line break"):
        deal_message(round_id, client_seeds)


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33)])
def test_a_server_seed_has_32_bytes(seed: bytes) -> None:
    with pytest.raises(ValueError, match=f"32 bytes, not {len(seed)}"):
        shuffled(seed, b"")


@pytest.mark.parametrize("decks", [0, -1])
def test_a_shoe_has_a_deck(decks: int) -> None:
    with pytest.raises(ValueError, match="at least one deck"):
        shuffled(SERVER_SEED, b"", decks)


ROUNDS = 5_200


def chi_square(shuffle: Callable[[int], tuple[Card, ...]]) -> tuple[float, float]:
    """Chi-square of the card in the first place (51 degrees of freedom) and of every card in
    every place (51 x 51), over `ROUNDS` shuffles numbered from 0."""
    counts = [Counter[Card]() for _ in range(52)]
    for number in range(ROUNDS):
        for place, card in enumerate(shuffle(number)):
            counts[place][card] += 1
    expected = ROUNDS / 52
    by_place = [sum((n[card] - expected) ** 2 / expected for card in DECK) for n in counts]
    return by_place[0], sum(by_place)


def fair(first: float, everywhere: float) -> bool:
    """Within the central 99.98 % of both distributions (Wilson and Hilferty's approximation).

    Every card stands somewhere in each shuffle, so over all places the sum is distributed as
    chi-square times 52/51.
    """
    return 21.5 < first < 97.5 and 2341 < everywhere * 51 / 52 < 2878


def test_every_card_is_equally_likely_in_every_place() -> None:
    message = deal_message("uniform", {})
    seeds = [hashlib.sha256(b"uniform %d" % number).digest() for number in range(ROUNDS)]
    assert fair(*chi_square(lambda number: shuffled(seeds[number], message)))


def test_the_check_of_uniformity_notices_a_swap_over_the_full_range() -> None:
    def swapped(number: int) -> tuple[Card, ...]:
        cards, random = list(DECK), Random(number)
        for place in range(52):
            other = random.randrange(52)
            cards[place], cards[other] = cards[other], cards[place]
        return tuple(cards)

    assert not fair(*chi_square(swapped))
