"""The stored outcomes of Big Raise Hold'em against other ways to count them."""

from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from math import comb

import numpy as np
import phevaluator
import pytest
from numpy.typing import NDArray

from games.big_raise.build_outcomes import Board, boards, discards
from games.big_raise.outcomes import DEALS, KINDS, STARTS, outcomes, situation
from games.big_raise.state import house_way
from games.engine.cards import DECK, Card, parse_cards, rank_of, suit_of

Ints = NDArray[np.int64]

# phevaluator numbers the classes of hands from 1, a royal flush, to 7462; these are the last of
# each kind: 10 straight flushes, 156 fours, 156 full houses, 1277 flushes, 10 straights.
LAST_RANK = {
    "royal_flush": 1, "straight_flush": 10, "four_of_a_kind": 166,
    "full_house": 322, "flush": 1599, "straight": 1609,
}  # fmt: skip

PAIRS = list(combinations_with_replacement(range(13), 2))
THREES = list(combinations_with_replacement(range(13), 3))


def kind(rank: int) -> int:
    """The index in `KINDS` of a hand that phevaluator ranks so."""
    line = next((line for line, last in LAST_RANK.items() if rank <= last), "")
    return KINDS.index(line)


def no_flush(ranks: tuple[int, ...]) -> list[int]:
    """Five cards of these ranks that are no flush."""
    cards = [4 * rank + ranks[:place].count(rank) for place, rank in enumerate(ranks)]
    return cards if len(set(ranks)) < 5 else [cards[0] + 1, *cards[1:]]


@cache
def mixed_ranks() -> Ints:
    """phevaluator's rank of two ranks with three, of more suits than one: [PAIRS, THREES]."""
    table = np.zeros((len(PAIRS), len(THREES)), np.int64)
    for row, pair in enumerate(PAIRS):
        for column, three in enumerate(THREES):
            if len(set(pair + three)) > 1:
                table[row, column] = phevaluator.evaluate_5cards(*no_flush(pair + three))
    return table


class Boards:
    """Every board that three known cards leave, as arrays over the boards."""

    def __init__(self, known: tuple[Card, ...]) -> None:
        self.left = [card for card in DECK if card not in known]
        self.cards = np.array(list(combinations(self.left, 3)))
        place = {three: number for number, three in enumerate(THREES)}
        self.threes = np.array([place[tuple(row)] for row in (self.cards >> 2).tolist()])
        suits = self.cards & 3
        self.suit = np.where((suits == suits[:, :1]).all(axis=1), suits[:, 0], -1)
        self.holds = {card: (self.cards == card).any(axis=1) for card in self.left}

    def ranks(self, two: tuple[Card, ...]) -> Ints:
        """phevaluator's rank of two cards with every board."""
        low, high = sorted(map(rank_of, two))
        ranks: Ints = mixed_ranks()[PAIRS.index((low, high))][self.threes]
        if suit_of(two[0]) == suit_of(two[1]):
            for place in np.nonzero(self.suit == suit_of(two[0]))[0]:
                board = self.cards[place].tolist()
                if not set(two) & set(board):
                    ranks[place] = phevaluator.evaluate_5cards(*two, *board)
        return ranks


def brute_force(hand: tuple[Card, ...], up: Card) -> tuple[Counter[int], Counter[int]]:
    """Wins and losses by kind: all boards for each of the dealer's other two cards."""
    all_boards = Boards((*hand, up))
    own = all_boards.ranks(hand)
    kinds = np.array([kind(rank) for rank in own.tolist()])
    ranks_of_two: dict[tuple[Card, ...], Ints] = {}
    tally = np.zeros(2 * len(KINDS), np.int64)
    for two in combinations(all_boards.left, 2):
        gone = house_way((up, *two))
        kept = tuple(card for card in (up, *two) if card != gone)
        if kept not in ranks_of_two:
            ranks_of_two[kept] = all_boards.ranks(kept)
        possible = ~(all_boards.holds[two[0]] | all_boards.holds[two[1]])
        lost = own > ranks_of_two[kept]
        tally += np.bincount((2 * kinds + lost)[possible], minlength=len(tally))
    wins, losses = tally.reshape(len(KINDS), 2).T.tolist()
    return Counter(dict(enumerate(wins))), Counter(dict(enumerate(losses)))


@pytest.mark.parametrize(
    ("hand", "up"),
    [
        ("Ah Kd", "Ac"),
        ("9h 8h", "2h"),
        ("9s 8s", "2s"),  # the same up to suits, although the house way names suits
        ("Tc Td", "Th"),
        ("Kc 2d", "Td"),
        ("4s 4d", "Ks"),
        ("Qh Jd", "3c"),
        ("6h 5h", "3h"),
    ],
)
def test_the_outcomes_are_those_of_every_deal_looked_at(hand: str, up: str) -> None:
    cards, shown = parse_cards(hand), parse_cards(up)[0]
    stored = outcomes()[situation(cards, shown)]
    wins, losses = brute_force(cards, shown)
    assert sum(wins.values()) + sum(losses.values()) == 19_068_840
    assert stored.wins == tuple(wins[kind] for kind in range(len(KINDS)))
    assert stored.losses == tuple(losses[kind] for kind in range(len(KINDS)))


def test_every_situation_has_all_deals_and_every_start_is_one_situation() -> None:
    # Pairs: 13 against their own rank, 13 * 12 of other ranks in 2 suits. Two ranks in one suit:
    # 78 against 2 own ranks, 78 * 11 in 2 suits. In two suits: 78 against 2 own ranks in 2 suits,
    # 78 * 11 in 3 suits.
    assert len(outcomes()) == 13 * (1 + 12 * 2) + 78 * (2 + 11 * 2) + 78 * (2 * 2 + 11 * 3) == 5083
    assert STARTS == 66_300
    assert sum(what.starts for what in outcomes().values()) == STARTS
    assert all(sum(what.wins) + sum(what.losses) == DEALS for what in outcomes().values())


def test_the_starts_of_each_situation_are_counted_over_the_deck() -> None:
    counted = Counter(
        situation(hand, up) for hand in combinations(DECK, 2) for up in DECK if up not in hand
    )
    assert {found: what.starts for found, what in outcomes().items()} == counted


def test_seats_make_each_hand_of_the_ante_bonus_as_often_as_a_deck_holds_it() -> None:
    hands = (4, 36, 624, 3_744, 5_108, 10_200)  # of the 2,598,960 of a deck
    splits, dealers = comb(5, 2), 47 * comb(46, 2)
    for place, count in enumerate(hands):
        hits = sum(what.starts * what.hits[place] for what in outcomes().values())
        assert hits == count * splits * dealers


def test_a_royal_flush_never_loses() -> None:
    assert not any(what.losses[KINDS.index("royal_flush")] for what in outcomes().values())


def test_neither_the_names_of_suits_nor_the_order_of_a_hand_make_a_situation() -> None:
    for text in ("Ah Kd Ac", "9h 8h 2h", "9h 8h 2c", "Tc Td 4d", "Tc Td 4s", "Qh Jd 3h"):
        one, other, up = parse_cards(text)
        found = {
            situation(hand, renamed[2])
            for suits in permutations(range(4))
            for renamed in [[Card(card - card % 4 + suits[card % 4]) for card in (one, other, up)]]
            for hand in (renamed[:2], renamed[1::-1])
        }
        assert len(found) == 1


def test_boards_are_looked_at_once_for_all_suits() -> None:
    kinds = boards()
    assert len(kinds) == 1_755
    assert sum(kinds.values()) == comb(52, 3)


def test_a_board_counts_the_dealers_hands_that_a_hand_beats_or_ties() -> None:
    board = parse_cards("Th 7h 2c")
    looked_at = Board(board)
    hands = zip(*(axis.tolist() for axis in looked_at.hands()), strict=True)
    wins = dict(zip(hands, looked_at.wins(discards()).tolist(), strict=True))
    for text in ("Ah 9h Kd", "Tc 2d 7s", "7c 7d Ts", "As Ks 3h", "4d 3s 5c"):
        *hand, up = parse_cards(text)
        own = phevaluator.evaluate_5cards(*hand, *board)
        expected = 0
        for two in combinations(sorted(set(DECK) - {*board, *hand, up}), 2):
            gone = house_way((up, *two))
            kept = [card for card in (up, *two) if card != gone]
            expected += own <= phevaluator.evaluate_5cards(*kept, *board)
        assert wins[(up, *sorted(hand))] == expected
