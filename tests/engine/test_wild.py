"""Ranking with wild deuces: all hands counted, and a sample against substitution by plain poker."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest

from games.big_draw.deuces_wild import (
    WildCategory,
    category,
    describe,
    playing_cards,
    proving_cards,
)
from games.engine import poker
from games.engine.cards import DECK, DEUCE, Card, parse_cards, rank_of
from games.engine.poker import Category


def test_all_hands_are_counted_as_published() -> None:
    counts = Counter(map(category, combinations(DECK, 5)))
    assert counts == {
        WildCategory.NATURAL_ROYAL_FLUSH: 4,
        WildCategory.FOUR_DEUCES: 48,
        WildCategory.WILD_ROYAL_FLUSH: 480,
        WildCategory.FIVE_OF_A_KIND: 624,
        WildCategory.STRAIGHT_FLUSH: 2068,
        WildCategory.FOUR_OF_A_KIND: 31552,
        WildCategory.FULL_HOUSE: 12672,
        WildCategory.FLUSH: 14472,
        WildCategory.STRAIGHT: 62232,
        WildCategory.THREE_OF_A_KIND: 355080,
        WildCategory.NOTHING: 2119728,
    }
    assert sum(counts.values()) == 2_598_960


def substituted(hand: Sequence[Card]) -> WildCategory:
    """The best line that plain poker finds when each deuce becomes any card not in the hand."""
    naturals = [card for card in hand if rank_of(card) != DEUCE]
    wild = 5 - len(naturals)
    if wild == 4:
        return WildCategory.FOUR_DEUCES
    if wild and len({rank_of(card) for card in naturals}) == 1:
        return WildCategory.FIVE_OF_A_KIND
    others = [card for card in DECK if card not in naturals]
    best = max(poker.category((*naturals, *cards)) for cards in combinations(others, wild))
    if best == Category.ROYAL_FLUSH:
        return WildCategory.WILD_ROYAL_FLUSH if wild else WildCategory.NATURAL_ROYAL_FLUSH
    if best < Category.THREE_OF_A_KIND:
        return WildCategory.NOTHING
    return WildCategory[best.name]


@pytest.mark.parametrize(("wild", "hands"), [(0, 4000), (1, 4000), (2, 800), (3, 40), (4, 48)])
def test_substitution_by_plain_poker_finds_the_same_line(wild: int, hands: int) -> None:
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    draw = random.Random(seed)
    deuces = [card for card in DECK if rank_of(card) == DEUCE]
    naturals = [card for card in DECK if rank_of(card) != DEUCE]
    for _ in range(hands):
        hand = draw.sample(deuces, wild) + draw.sample(naturals, 5 - wild)
        draw.shuffle(hand)
        assert category(hand) == substituted(hand), f"seed {seed}: {hand}"


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("2c 2d 2h 2s Kd", WildCategory.FOUR_DEUCES),
        ("2s Jh Qh Kh Ah", WildCategory.WILD_ROYAL_FLUSH),
        ("Th Jh Qh Kh Ah", WildCategory.NATURAL_ROYAL_FLUSH),
        ("2c 2d 2h 7c 8c", WildCategory.STRAIGHT_FLUSH),
        ("2c 2d 2h 7c 8d", WildCategory.FOUR_OF_A_KIND),
        ("2c 2d 2h 9c 9d", WildCategory.FIVE_OF_A_KIND),
        ("2s 5c 5d 9h 9c", WildCategory.FULL_HOUSE),
        ("2s 2c 5d 5h 9c", WildCategory.FOUR_OF_A_KIND),
        ("2c Kd Qh 9s 5c", WildCategory.NOTHING),
        ("Ac 2c 3c 4c 5c", WildCategory.STRAIGHT_FLUSH),
        ("Ac 2d 3d 4s 5h", WildCategory.STRAIGHT),
        ("Ah 2d 2s 4s 5h", WildCategory.STRAIGHT),
        ("Kh Ac 3d 4s 2h", WildCategory.NOTHING),
        ("Kh Ac 2d 4s 2h", WildCategory.THREE_OF_A_KIND),
        ("6h Ac 2d 4s 2h", WildCategory.THREE_OF_A_KIND),
        ("9h 4c 2d 2s 2h", WildCategory.FOUR_OF_A_KIND),
        ("9h 5h 2d 2s 2h", WildCategory.STRAIGHT_FLUSH),
        ("9h 4h 2d 2s 2h", WildCategory.FOUR_OF_A_KIND),
        ("9s Ks 2d 2c 2h", WildCategory.STRAIGHT_FLUSH),
        ("Ts Ks 2d 2c 2h", WildCategory.WILD_ROYAL_FLUSH),
        ("3s As 2d 2c 2h", WildCategory.STRAIGHT_FLUSH),
    ],
)
def test_named_hands(hand: str, expected: WildCategory) -> None:
    assert category(parse_cards(hand)) == expected


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("2c 2d 2h 2s Kd", "four deuces"),
        ("Th Jh Qh Kh Ah", "natural royal flush"),
        ("2s Jh Qh Kh Ah", "wild royal flush"),
        ("2c 2h 9c 9d 9s", "five of a kind, nines"),
        ("2c 2d 2h 7c 8c", "straight flush, jack high"),
        ("2c 2d 2h 7c 8d", "four of a kind, eights"),
        ("2s 5c 5d 9h 9c", "full house, nines over fives"),
        ("2c 4h 7h 9h Jh", "flush, ace high"),
        ("3h 4h 7h 9h Jh", "flush, jack high"),
        ("2c Tc Jd Qs Kh", "straight, ace high"),
        ("2c Ac 3d 4s 5h", "straight, five high"),
        ("2c 3c 4d 5s 6h", "straight, seven high"),
        ("2c 2d 6s 9h Kd", "three of a kind, kings"),
        ("2c Kd Qh 9s 5c", "pair of kings"),
        ("Kh Kc 4s 4d 9c", "two pair, kings and fours"),
        ("Kh Qc 4s 3d 9c", "king high"),
    ],
)
def test_a_hand_in_words_counts_its_deuces_as_what_they_make(hand: str, words: str) -> None:
    assert describe(parse_cards(hand)) == words


def picked(hand: str, which: tuple[bool, ...]) -> str:
    return " ".join(code for code, plays in zip(hand.split(), which, strict=True) if plays)


@pytest.mark.parametrize(
    ("hand", "plays", "proves"),
    [
        ("2c 2d 2h 2s Kd", "2c 2d 2h 2s", "2c 2d 2h 2s"),
        ("2c 2d 2h 7c 8d", "2c 2d 2h 8d", "2c 2d 2h"),
        ("2c 2d 2h 7c 8c", "2c 2d 2h 7c 8c", "2c 2d 2h 7c 8c"),
        ("2c 2d 5s 5h 9c", "2c 2d 5s 5h", "2c 2d 5s 5h"),
        ("2c 9d 9s 9h 5c", "2c 9d 9s 9h", "2c 9d 9s 9h"),
        ("2c 2d 6s 9h Kd", "2c 2d Kd", "2c 2d"),
        ("2c Ks 6s 9h Kd", "2c Ks Kd", "2c Ks Kd"),
        ("7c 7s 6s 7h Kd", "7c 7s 7h", "7c 7s 7h"),
        ("2s 5c 5d 9h 9c", "2s 5c 5d 9h 9c", "2s 5c 5d 9h 9c"),
        ("2c Kd Qh 9s 5c", "2c Kd", "2c Kd"),
        ("Kh Kc 4s 4d 9c", "Kh Kc 4s 4d", "Kh Kc 4s 4d"),
    ],
)
def test_the_cards_that_make_a_hand_and_those_that_prove_its_line(
    hand: str, plays: str, proves: str
) -> None:
    cards = parse_cards(hand)
    assert picked(hand, playing_cards(cards)) == plays
    assert picked(hand, proving_cards(cards)) == proves


def test_proving_cards_prove_the_line_whatever_the_others_are() -> None:
    """With any other cards in place of those not shown, the line is the same or better."""
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    draw = random.Random(seed)
    for _ in range(3000):
        hand = draw.sample(DECK, 5)
        shown = [card for card, proves in zip(hand, proving_cards(hand), strict=True) if proves]
        rest = [card for card in DECK if card not in shown]
        other = shown + draw.sample(rest, 5 - len(shown))
        assert category(other) >= category(hand), f"seed {seed}: {hand} {other}"
