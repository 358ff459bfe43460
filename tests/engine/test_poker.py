"""Ranking of five cards: against an independent evaluator, by counting, and in words."""

from collections import Counter
from itertools import combinations, permutations

import phevaluator
import pytest

from games.engine.cards import DECK, RANKS, code_of, parse_cards
from games.engine.poker import (
    CLASSES,
    Category,
    category,
    category_of,
    describe,
    paying_line,
    playing_cards,
    strength,
)

HANDS_OF_EACH_KIND = {
    Category.ROYAL_FLUSH: 4,
    Category.STRAIGHT_FLUSH: 36,
    Category.FOUR_OF_A_KIND: 624,
    Category.FULL_HOUSE: 3_744,
    Category.FLUSH: 5_108,
    Category.STRAIGHT: 10_200,
    Category.THREE_OF_A_KIND: 54_912,
    Category.TWO_PAIR: 123_552,
    Category.PAIR: 1_098_240,
    Category.HIGH_CARD: 1_302_540,
}


def of(cards: str) -> int:
    """Strength of a hand in card codes."""
    return strength(parse_cards(cards))


def test_all_hands_rank_as_phevaluator_ranks_them_and_are_as_many_as_there_should_be() -> None:
    assert [phevaluator.Card(code_of(card)).id_ for card in DECK] == list(DECK)
    evaluate = phevaluator.evaluate_5cards
    pairs = Counter((strength(hand), evaluate(*hand)) for hand in combinations(DECK, 5))

    assert pairs.total() == 2_598_960
    # phevaluator numbers the classes from 1, the royal flush; ours rise from 0, seven high.
    assert sorted(pairs) == [(value, 7462 - value) for value in range(7462)]
    assert CLASSES == 7462

    counts = Counter[Category]()
    for (value, _), hands in pairs.items():
        counts[category_of(value)] += hands
    assert counts == HANDS_OF_EACH_KIND


def test_the_order_of_the_cards_changes_nothing() -> None:
    for hand in ("Ah 2c 3d 4s 5h", "Kh Kd 4c 4d 9s", "Ts Js Qs Ks As"):
        assert len({strength(order) for order in permutations(parse_cards(hand))}) == 1


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("Ts Js Qs Ks As", Category.ROYAL_FLUSH),
        ("9s Ts Js Qs Ks", Category.STRAIGHT_FLUSH),
        ("Ah 2h 3h 4h 5h", Category.STRAIGHT_FLUSH),
        ("Ah 2h 3h 4h 5c", Category.STRAIGHT),
        ("Tc Jd Qh Ks Ac", Category.STRAIGHT),
        ("Qc Kd Ah 2s 3c", Category.HIGH_CARD),
        ("Kc Ad 2h 3s 4c", Category.HIGH_CARD),
        ("Jc Qd Kh As 2c", Category.HIGH_CARD),
        ("Qh Kh Ah 2h 3h", Category.FLUSH),
        ("2c 2d 2h 2s 3c", Category.FOUR_OF_A_KIND),
        ("2c 2d 2h 3s 3c", Category.FULL_HOUSE),
        ("2c 2d 2h 4s 3c", Category.THREE_OF_A_KIND),
        ("2c 2d 4h 4s 3c", Category.TWO_PAIR),
        ("2c 2d 4h 5s 3c", Category.PAIR),
    ],
)
def test_the_kind_of_a_hand(cards: str, expected: Category) -> None:
    assert category(parse_cards(cards)) is expected


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("2c 3d 4h 5s 6c", "Ac 2d 3h 4s 5c"),  # the wheel is the lowest straight
        ("2h 3h 4h 5h 6h", "Ah 2h 3h 4h 5h"),
        ("Ac Ad 2h 3s 4c", "Kc Kd Ah Qs Jc"),  # a pair of aces is the highest pair
        ("3c 3d 3h 2s 2c", "2d 2h 2s Ac Ad"),  # three of a kind decides a full house
        ("Kc Kd 3h 3s 2c", "Qc Qd Jh Js Ac"),  # the higher pair decides two pair
        ("Kc Kd 3h 3s 4c", "Kh Ks 3c 3d 2c"),  # then the fifth card
        ("Ah Kh 4h 3h 2h", "Ac Qc Jc Tc 9c"),  # a flush by its cards, from the top
    ],
)
def test_the_better_of_two_hands(better: str, worse: str) -> None:
    assert of(better) > of(worse)


def test_suits_never_break_a_tie() -> None:
    assert of("As Ks Qs Js 9s") == of("Ac Kc Qc Jc 9c")
    assert of("2c 2d Ah Ks Qc") == of("2h 2s Ac Kd Qd")


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("Ts Js Qs Ks As", "royal flush"),
        ("Ah 2h 3h 4h 5h", "straight flush, five high"),
        ("6c 6d 6h 6s Ac", "four of a kind, sixes"),
        ("Kc Kd Kh 4s 4c", "full house, kings over fours"),
        ("Ah 2h 3h 4h 9h", "flush, ace high"),
        ("Ah 2h 3h 4h 5c", "straight, five high"),
        ("Tc Jd Qh Ks Ac", "straight, ace high"),
        ("Tc Td Th Ks Ac", "three of a kind, tens"),
        ("4c Kd 4h Ks Ac", "two pair, kings and fours"),
        ("8c 8d Kh 5s 2c", "pair of eights"),
        ("7c 5d 4h 3s 2c", "seven high"),
    ],
)
def test_a_hand_in_words(cards: str, words: str) -> None:
    assert describe(parse_cards(cards)) == words


@pytest.mark.parametrize(
    ("cards", "plays"),
    [
        ("4c Kd 4h Ks Ac", "4c Kd 4h Ks"),
        ("8c 2d Kh 5s 8d", "8c 8d"),
        ("9c 6c 6d 6h 6s", "6c 6d 6h 6s"),
        ("Tc Td 3c Th Ks", "Tc Td Th"),
        ("7c 5d 4h 3s 2c", "7c"),
        ("Ah 2h 3h 4h 5c", "Ah 2h 3h 4h 5c"),
        ("Kc Kd Kh 4s 4c", "Kc Kd Kh 4s 4c"),
        ("Ah 2h 3h 4h 9h", "Ah 2h 3h 4h 9h"),
    ],
)
def test_the_cards_that_make_the_hand(cards: str, plays: str) -> None:
    hand = parse_cards(cards)
    played = [card for card, counts in zip(hand, playing_cards(hand), strict=True) if counts]
    assert played == list(parse_cards(plays))


@pytest.mark.parametrize(
    ("cards", "line"),
    [
        ("8s 8h Kd 5c 2d", "eights_or_better"),
        ("As Ah Kd 5c 2d", "eights_or_better"),
        ("7s 7h Kd 5c 2d", None),
        ("As Qh Kd 5c 2d", None),
        ("2s 2h 3d 3c 4d", "two_pair"),
        ("2s 2h 2d 3c 4d", "three_of_a_kind"),
        ("Ah 2h 3h 4h 5h", "straight_flush"),
        ("Th Jh Qh Kh Ah", "royal_flush"),
    ],
)
def test_the_line_where_eights_are_the_lowest_pair_that_pays(cards: str, line: str | None) -> None:
    assert paying_line(of(cards), "eights_or_better", RANKS.index("8")) == line
