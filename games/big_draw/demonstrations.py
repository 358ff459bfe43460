"""Hands of Big Draw Poker worth showing."""

from collections.abc import Callable

from games.big_draw.state import BIG_DRAW, FIRST_FIVE, Hand, Round
from games.engine.cards import DEUCE, rank_of, suit_of
from games.engine.game import Action, Seat
from games.engine.paytable import LOSE
from games.engine.record import Replay
from games.kit import Demonstration

_DEUCES = {"variant": "deuces-never-loses"}
_WAGERS = {1: {FIRST_FIVE: 5_00, BIG_DRAW: 10_00}, 2: {BIG_DRAW: 10_00}}
_BOTH = {1: {FIRST_FIVE: 5_00, BIG_DRAW: 10_00}, 2: {FIRST_FIVE: 5_00, BIG_DRAW: 10_00}}
_ALONE = {1: {BIG_DRAW: 10_00}, 2: {FIRST_FIVE: 10_00}}
_ONE = {1: {FIRST_FIVE: 1_00, BIG_DRAW: 1_00}, 2: {FIRST_FIVE: 25_00, BIG_DRAW: 10_00}}


def usual_play(state: Round, seat: Seat) -> Action:
    """Hold what makes a hand, or four of one suit, as people who know poker do. Best play needs a
    table of every hand, which takes longer to build than a page may."""
    hand = state.first[seat]
    held = _held(state, hand)
    return Action("draw", discard=tuple(card for card in hand if card not in held))


def _held(state: Round, hand: Hand) -> Hand:
    wild = state.variant.code == "DNL"
    deuces = tuple(card for card in hand if wild and rank_of(card) == DEUCE)
    if state.variant.line(hand) != LOSE or len(_pairs(hand)) > 0:
        plays = state.variant.playing(hand)
        return tuple(card for card, one in zip(hand, plays, strict=True) if one)
    return deuces or _four_suited(hand) or tuple(card for card in hand if rank_of(card) >= 9)


def _pairs(hand: Hand) -> list[int]:
    ranks = [rank_of(card) for card in hand]
    return [rank for rank in set(ranks) if ranks.count(rank) > 1]


def _four_suited(hand: Hand) -> Hand:
    for suit in range(4):
        same = tuple(card for card in hand if suit_of(card) == suit)
        if len(same) == 4:
            return same
    return ()


def _deuces_in(hand: Hand) -> int:
    return sum(rank_of(card) == DEUCE for card in hand)


def _discarded(state: Round, seat: Seat = 1) -> int:
    return len(state.discards[seat])


def _four_deuces_after(played: Replay) -> bool:
    state = played.state
    return _deuces_in(state.first[1]) < 4 and _deuces_in(state.final(1)) == 4


def _drawn_to(*lines: str) -> Callable[[Replay], bool]:
    """Big Draw hits one of these lines after drawing at least one card."""
    return lambda played: _discarded(played.state) > 0 and played.line(1, BIG_DRAW) in lines


def _pat(played: Replay) -> bool:
    lines = played.line(1, BIG_DRAW), played.line(1, FIRST_FIVE)
    return _discarded(played.state) == 0 and set(lines) <= {"straight", "flush", "full_house"}


def _jacks_push(played: Replay) -> bool:
    return (
        played.line(1, FIRST_FIVE) == "jacks_or_better"
        and played.line(1, BIG_DRAW) == "jacks_or_better"
    )


def _fourth(played: Replay) -> bool:
    three = played.line(1, FIRST_FIVE) == "three_of_a_kind"
    return three and played.line(1, BIG_DRAW) == "four_of_a_kind"


def _one_to_a_flush(line: str) -> Callable[[Replay], bool]:
    return lambda played: (
        bool(_four_suited(played.state.first[1]))
        and _discarded(played.state) == 1
        and played.line(1, FIRST_FIVE) == LOSE
        and played.line(1, BIG_DRAW) == line
    )


def _draw_saves(played: Replay) -> bool:
    won = {result.spot for result in played.results if result.seat == 1 and result.net > 0}
    return won == {BIG_DRAW}


def _five_new(played: Replay) -> bool:
    return _discarded(played.state) == 5 and _draw_saves(played)


def _draws_a_deuce(played: Replay) -> bool:
    state = played.state
    return _deuces_in(state.first[1]) == 0 and _deuces_in(state.final(1)) == 1 and _wins(played)


def _wins(played: Replay) -> bool:
    return any(r.net > 0 for r in played.results if (r.seat, r.spot) == (1, BIG_DRAW))


def _first_alone_wins(played: Replay) -> bool:
    return played.line(2, FIRST_FIVE) not in ("", LOSE)


def _fixed(played: Replay) -> bool:
    return played.line(1, FIRST_FIVE) == "straight_flush"


def _loser_first(played: Replay) -> bool:
    lines = [played.line(seat, FIRST_FIVE) for seat in (1, 2)]
    return lines[1] == LOSE and lines[0] != LOSE


def _deuce_and_strangers(played: Replay) -> bool:
    return _deuces_in(played.state.final(1)) == 1 and played.line(1, BIG_DRAW) == LOSE


def _two_pair_fills(played: Replay) -> bool:
    return (played.line(1, FIRST_FIVE), played.line(1, BIG_DRAW)) == ("two_pair", "full_house")


def _two_pair_stays(played: Replay) -> bool:
    return (played.line(1, FIRST_FIVE), played.line(1, BIG_DRAW)) == ("two_pair", "two_pair")


DEMONSTRATIONS = (
    Demonstration(
        "stands-pat", "A pat hand: nothing is drawn, both bets are paid", _pat, _WAGERS,
        "Seat 1 has a hand already and keeps all five.",
    ),
    Demonstration(
        "jacks-push", "A pair of jacks wins First 5 and pushes Big Draw", _jacks_push, _WAGERS,
        "The same pair: it wins the first bet and saves the second.",
    ),
    Demonstration(
        "draws-the-fourth", "Three of a kind draws the fourth", _fourth, _WAGERS,
        "First 5 is settled on the three, Big Draw on the four.",
    ),
    Demonstration(
        "two-pair-fills-up", "Two pair becomes a full house", _two_pair_fills, _WAGERS,
        "One card is drawn, and it fits.",
    ),
    Demonstration(
        "two-pair-stays", "Two pair draws a blank and still wins", _two_pair_stays, _WAGERS,
        "The draw changes nothing: two pair pays on its own.",
    ),
    Demonstration(
        "flush-comes", "Four of a suit, and the fifth comes", _one_to_a_flush("flush"), _WAGERS,
        "Four cards of one suit are held, and one is drawn.",
    ),
    Demonstration(
        "flush-misses", "Four of a suit, and the fifth doesn’t come", _one_to_a_flush(LOSE),
        _WAGERS, "Four cards of one suit are held, and one is drawn.",
    ),
    Demonstration(
        "draw-saves", "First 5 loses, and the draw wins", _draw_saves, _WAGERS,
        "Nothing at first. The draw makes the hand.",
    ),
    Demonstration(
        "five-new-cards", "Five new cards, and they win", _five_new, _WAGERS,
        "Seat 1 keeps nothing at all.",
    ),
    Demonstration(
        "first-five-alone", "First 5 alone never draws", _first_alone_wins, _ALONE,
        "Seat 2 has no bet on Big Draw: it keeps its five cards.",
    ),
    Demonstration(
        "losers-before-winners", "First 5: losers are taken before winners are paid",
        _loser_first, _BOTH, "Take first, then pay, each from the button.",
    ),
    Demonstration(
        "fixed-prize", "A fixed prize, the same on any bet", _fixed, _ONE,
        "The paytable has an amount here, not odds: one chip wins as much as ten.",
    ),
    Demonstration(
        "four-deuces-after-the-draw", "Four deuces after the draw", _four_deuces_after, _WAGERS,
        "Deuces are wild, and four of them have a line of their own.", options=_DEUCES,
    ),
    Demonstration(
        "a-deuce-is-drawn", "A deuce is drawn, and makes the hand", _draws_a_deuce, _WAGERS,
        "Deuces are wild, whenever they come.", options=_DEUCES,
    ),
    Demonstration(
        "five-of-a-kind", "Five of a kind after the draw", _drawn_to("five_of_a_kind"), _WAGERS,
        "Only with wild cards: no deck has five of a rank.", options=_DEUCES,
    ),
    Demonstration(
        "wild-royal", "A royal flush with a deuce in it", _drawn_to("wild_royal_flush"), _WAGERS,
        "The deuce stands for the card that is missing. A natural royal pays more.",
        options=_DEUCES,
    ),
    Demonstration(
        "a-deuce-and-four-strangers", "A deuce, and it doesn’t help", _deuce_and_strangers,
        _WAGERS, "With one deuce every hand has a pair, and a pair is not enough.",
        options=_DEUCES,
    ),
)  # fmt: skip
