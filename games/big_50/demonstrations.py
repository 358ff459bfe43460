"""Hands of Big 50 worth showing."""

from collections.abc import Callable

from games.big_50.rules import Dealt, hand_line, total
from games.engine.cards import ACE, RANKS, is_red, rank_of, suit_of
from games.engine.paytable import LOSE
from games.engine.poker import Category, category
from games.engine.record import Replay
from games.kit import Demonstration

_ALL = ("poker_hand", "all_red", "all_black", "big_50", "range")
_WAGERS = {1: dict.fromkeys(_ALL, 10_00), 2: {"range": 10_00}}
_RANGES = {1: {"range": 10_00}, 2: {"range": 10_00}}
_PAIRS = {1: {"poker_hand": 10_00}, 2: {"poker_hand": 10_00}}

_SEVEN, _EIGHT = RANKS.index("7"), RANKS.index("8")


def _totals(*wanted: int) -> Callable[[Replay], bool]:
    """The totals of the first seats."""
    return lambda played: all(
        total(played.state.hands[seat]) == one for seat, one in enumerate(wanted, 1)
    )


def _fifty_with_a_pair(played: Replay) -> bool:
    hand = played.state.hands[1]
    return total(hand) == 50 and category(hand) is Category.PAIR


def _flush_of_red(played: Replay) -> bool:
    hand = played.state.hands[1]
    return category(hand) is Category.FLUSH and is_red(hand[0])


def _one_suit_apart(played: Replay) -> bool:
    """Four of one suit, the fifth of the other suit of that colour."""
    hand = played.state.hands[1]
    suits = sorted([suit_of(card) for card in hand].count(suit) for suit in range(4))
    return suits == [0, 0, 1, 4] and len(set(map(is_red, hand))) == 1


def _four_of_one_colour(played: Replay) -> bool:
    return sum(map(is_red, played.state.hands[1])) == 4


def _seven_and_eight(played: Replay) -> bool:
    return [_paired(played.state, seat) for seat in (1, 2)] == [_SEVEN, _EIGHT]


def _paired(state: Dealt, seat: int) -> int | None:
    """The rank of the pair in a hand with just a pair."""
    ranks = [rank_of(card) for card in state.hands[seat]]
    if category(state.hands[seat]) is not Category.PAIR:
        return None
    return next(rank for rank in ranks if ranks.count(rank) == 2)


def _round_the_corner(played: Replay) -> bool:
    ranks = {RANKS[rank_of(card)] for card in played.state.hands[1]}
    return ranks in ({*"QKA23"}, {*"KA234"}, {*"JQKA2"})


def _steel_wheel(played: Replay) -> bool:
    hand = played.state.hands[1]
    ranks = {RANKS[rank_of(card)] for card in hand}
    return ranks == {*"A2345"} and category(hand) is Category.STRAIGHT_FLUSH


def _aces_low_in_the_total(played: Replay) -> bool:
    hand = played.state.hands[1]
    aces = sum(rank_of(card) == ACE for card in hand)
    return aces == 2 and hand_line(hand) == "eights_or_better" and total(hand) < 20


def _all_lose(played: Replay) -> bool:
    return all(result.net < 0 for result in played.results)


def _three_win(played: Replay) -> bool:
    won = {result.spot for result in played.results if result.seat == 1 and result.net > 0}
    return {"poker_hand", "big_50", "range"} <= won


def _half_back(played: Replay) -> bool:
    line = played.line(1, "range")
    return line == "total_20_29" and played.line(1, "poker_hand") == LOSE


DEMONSTRATIONS = (
    Demonstration(
        "fifty-with-a-pair", "Exactly 50, with a pair", _fifty_with_a_pair, _WAGERS,
        "Ten, jack, queen and king count ten each. Five of them make fifty.",
    ),
    Demonstration(
        "one-short-of-fifty", "Forty-nine is not fifty", _totals(49), _WAGERS,
        "One short. Big 50 loses, and the range still pays.",
    ),
    Demonstration(
        "six", "The lowest total there is", _totals(6), _RANGES,
        "Four aces and a two: an ace counts one.",
    ),
    Demonstration(
        "nine", "Nine, the last total of the lowest range", _totals(9), _RANGES,
        "One point more, and it would pay 3 to 1.",
    ),
    Demonstration(
        "ten", "Ten, the first total of the next range", _totals(10), _RANGES,
        "One point less, and it would pay 500 to 1.",
    ),
    Demonstration(
        "twenty-nine-and-thirty", "Twenty-nine gets half back, thirty loses", _totals(29, 30),
        _RANGES, "From 20 to 29 half the bet comes back. From 30 it is lost.",
    ),
    Demonstration(
        "thirty-nine-and-forty", "Thirty-nine loses, forty wins", _totals(39, 40), _RANGES,
        "Forty is the first total above thirty that pays.",
    ),
    Demonstration(
        "half-back", "Half the range bet comes back", _half_back, _WAGERS,
        "Take half the bet and leave the other half.",
    ),
    Demonstration(
        "flush-all-red", "A red flush: the hand and the colour are paid", _flush_of_red, _WAGERS,
        "One hand wins two bets, and each is paid separately.",
    ),
    Demonstration(
        "one-colour-no-flush", "One colour, but not a flush", _one_suit_apart, _WAGERS,
        "Two suits of one colour: the colour bet is paid, but it isn’t a flush.",
    ),
    Demonstration(
        "four-of-a-colour", "Four red and one black", _four_of_one_colour, _WAGERS,
        "Four are not enough: both colours lose.",
    ),
    Demonstration(
        "sevens-and-eights", "A pair of sevens loses, a pair of eights pays", _seven_and_eight,
        _PAIRS, "Eights are the lowest pair that pays.",
    ),
    Demonstration(
        "round-the-corner", "A straight can’t go round the corner", _round_the_corner, _WAGERS,
        "An ace plays high or low, never in the middle.",
    ),
    Demonstration(
        "steel-wheel", "Ace to five of one suit", _steel_wheel, _WAGERS,
        "A straight flush, but not a royal flush. It totals 15.",
    ),
    Demonstration(
        "aces-count-two-ways", "A pair of aces: high in the hand, one in the total",
        _aces_low_in_the_total, _WAGERS,
        "In the poker hand an ace is high. In the total it counts one.",
    ),
    Demonstration(
        "three-bets-win", "Hand, fifty and range all win", _three_win, _WAGERS,
        "Settle in the order of the felt: the hand, the colours, Big 50, the range.",
    ),
    Demonstration(
        "nothing-wins", "Every bet loses", _all_lose, _WAGERS,
        "No pair of eights, mixed colours, and a total from 30 to 39.",
    ),
)  # fmt: skip
