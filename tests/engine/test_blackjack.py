"""Blackjack arithmetic against a count that tries every value of every ace."""

from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.blackjack.totals import (
    count,
    dealer_draws,
    describe,
    is_bust,
    is_natural,
    is_pair,
    total,
    total_words,
)
from games.engine.cards import DECK, RANKS, Card, code_of, parse_cards, points

VALUES = {
    "A": (1, 11), "K": (10,), "Q": (10,), "J": (10,), "T": (10,),
    **{str(number): (number,) for number in range(2, 10)},
}  # fmt: skip


def tried(cards: tuple[Card, ...]) -> int:
    """The best total of all ways to value the aces: the highest up to 21, else the lowest."""
    sums = {sum(values) for values in product(*(VALUES[code_of(card)[0]] for card in cards))}
    good = [value for value in sums if value <= 21]
    return max(good) if good else min(sums)


@given(st.lists(st.sampled_from(DECK), min_size=1, max_size=11).map(tuple))
def test_a_total_is_the_best_way_to_value_the_aces(cards: tuple[Card, ...]) -> None:
    assert total(cards) == tried(cards)
    assert is_bust(cards) == (tried(cards) > 21)


def test_every_hand_of_up_to_five_ranks_counts_right() -> None:
    spades = [card for card in DECK if code_of(card)[1] == "s"]
    for size in range(1, 6):
        for cards in combinations_with_replacement(spades, size):
            value, soft = count(cards)
            assert value == tried(cards)
            aces_low = sum(VALUES[code_of(card)[0]][0] for card in cards)
            assert soft == (value != aces_low)


@pytest.mark.parametrize(
    ("cards", "value", "soft"),
    [
        ("Ac Ad Tc", 12, False),
        ("Ac Ad Ah 6c", 19, True),
        ("Ac Ad", 12, True),
        ("Ac 6d", 17, True),
        ("Ac 6d Tc", 17, False),
        ("Ac Kd", 21, True),
        ("Ac 5d 5c", 21, True),
        ("Ac Ad Ah As 7c", 21, True),
        ("Ac Ad Ah As 8c", 12, False),
        ("Kc Qd 2h", 22, False),
    ],
)
def test_aces_count_together(cards: str, value: int, soft: bool) -> None:
    assert count(parse_cards(cards)) == (value, soft)


def test_faces_count_ten_and_aces_one_where_points_are_added() -> None:
    by_rank = {rank: {points(card) for card in DECK if code_of(card)[0] == rank} for rank in RANKS}
    assert by_rank == {rank: {VALUES[rank][0]} for rank in RANKS}


def test_a_natural_is_an_ace_and_a_ten_of_two_cards() -> None:
    naturals = {
        frozenset((code_of(one)[0], code_of(other)[0]))
        for one in DECK
        for other in DECK
        if is_natural((one, other))
    }
    assert naturals == {frozenset(("A", ten)) for ten in "TJQK"}
    assert not is_natural(parse_cards("7c 7d 7h"))
    assert not is_natural(parse_cards("As"))


@pytest.mark.parametrize(
    ("cards", "pair"),
    [
        ("8c 8d", True),
        ("Jc Kd", True),
        ("Tc Qd", True),
        ("Ac Ad", True),
        ("9c Td", False),
        ("Ac Kd", False),
        ("8c", False),
        ("8c 8d 8h", False),
    ],
)
def test_a_pair_is_two_cards_that_count_the_same(cards: str, pair: bool) -> None:
    assert is_pair(parse_cards(cards)) is pair


@pytest.mark.parametrize(
    ("cards", "hits", "stands"),
    [
        ("Tc 6d", True, True),
        ("Tc 7d", False, False),
        ("Ac 6d", True, False),
        ("Ac 2d 4c", True, False),
        ("Ac 6d Tc", False, False),
        ("Ac 7d", False, False),
        ("Ac 5d", True, True),
        ("Ac Kd", False, False),
        ("Tc 6d 9h", False, False),
    ],
)
def test_the_dealer_draws_to_sixteen_and_to_a_soft_17_where_he_must(
    cards: str, hits: bool, stands: bool
) -> None:
    assert dealer_draws(parse_cards(cards), True) is hits
    assert dealer_draws(parse_cards(cards), False) is stands


@pytest.mark.parametrize(
    ("cards", "called", "words"),
    [
        ("8c 8d", "16", "16, pair of eights"),
        ("6c 6d", "12", "12, pair of sixes"),
        ("Jc Kd", "20", "20, two tens"),
        ("Ac Ad", "soft 12", "soft 12, pair of aces"),
        ("Ac 6d", "soft 17", "soft 17"),
        ("Ac 6d Tc", "17", "17"),
        ("Ac 5d 5c", "21", "21"),
        ("Tc 6d 8h", "24", "bust with 24"),
    ],
)
def test_hands_are_called_as_dealers_call_them(cards: str, called: str, words: str) -> None:
    assert total_words(parse_cards(cards)) == called
    assert describe(parse_cards(cards)) == words
