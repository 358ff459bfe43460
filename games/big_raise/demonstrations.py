"""Hands of Big Raise Hold'em worth showing."""

from collections.abc import Callable

from games.big_raise import odds
from games.big_raise.state import (
    ANTE,
    ANTE_BONUS,
    FIVE_CARD_BONUS,
    TWO_CARD_BONUS,
    Round,
    house_way,
    is_pair,
)
from games.engine.cards import rank_of, suit_of
from games.engine.game import Action, Seat
from games.engine.paytable import LOSE
from games.engine.poker import category, strength
from games.engine.record import Replay
from games.kit import Demonstration

_SEAT = 1
_WAGERS = {
    1: {ANTE.key: 10_00, TWO_CARD_BONUS.key: 5_00},
    2: {ANTE.key: 10_00},
}
_WITH_FIVE = {1: {**_WAGERS[1], FIVE_CARD_BONUS.key: 5_00}, 2: _WAGERS[2]}


def _first_folds(state: Round, seat: Seat) -> Action:
    return Action("fold") if seat == _SEAT else odds.best_action(state, seat)


def _alike(state: Round) -> int:
    """How many of the dealer's three have the rank of the one that goes."""
    gone = rank_of(house_way(state.dealer))
    return sum(rank_of(card) == gone for card in state.dealer)


def _kept_suited(state: Round) -> bool:
    first, second = state.kept()
    return suit_of(first) == suit_of(second)


def _breaks_a_pair(played: Replay) -> bool:
    return _alike(played.state) == 2


def _keeps_a_pair(played: Replay) -> bool:
    return _alike(played.state) == 1 and is_pair(played.state.kept())


def _keeps_two_suited(played: Replay) -> bool:
    return _alike(played.state) == 1 and _kept_suited(played.state)


def _three_alike(played: Replay) -> bool:
    return _alike(played.state) == 3


def _up_card_goes(played: Replay) -> bool:
    return _alike(played.state) == 1 and house_way(played.state.dealer) == played.state.dealer[0]


def _ante(line: str) -> Callable[[Replay], bool]:
    return lambda played: played.line(_SEAT, ANTE.key) == line


def _fold_with(bonus: str) -> Callable[[Replay], bool]:
    return lambda played: (
        played.line(_SEAT, ANTE.key) == "fold" and played.line(_SEAT, TWO_CARD_BONUS.key) == bonus
    )


def _loses_with_a_bonus(played: Replay) -> bool:
    return played.line(1, ANTE.key) == LOSE and played.line(1, ANTE_BONUS.key) != ""


def _pair_of_aces_loses(played: Replay) -> bool:
    lines = played.line(1, ANTE.key), played.line(1, TWO_CARD_BONUS.key)
    return lines == ("lose", "pair_of_aces")


def _raised(times: int) -> Callable[[Replay], bool]:
    return lambda played: (
        played.line(_SEAT, ANTE.key) == "win" and played.state.plays[_SEAT] == times * 10_00
    )


def _kicker(played: Replay) -> bool:
    """The same pair on both sides, and one of them loses."""
    mine, dealers = played.state.five(1), played.state.kept() + played.state.community
    if played.line(1, ANTE.key) not in ("win", LOSE) or category(mine).name != "PAIR":
        return False
    if category(dealers).name != "PAIR" or strength(mine) == strength(dealers):
        return False
    return _paired(mine) == _paired(dealers)


def _paired(hand: tuple[int, ...]) -> int:
    ranks = [card >> 2 for card in hand]
    return next(rank for rank in ranks if ranks.count(rank) == 2)


def _everybody(line: str) -> Callable[[Replay], bool]:
    return lambda played: {played.line(seat, ANTE.key) for seat in (1, 2)} == {line}


def _five_after_a_fold(played: Replay) -> bool:
    five = played.line(_SEAT, FIVE_CARD_BONUS.key)
    return played.line(_SEAT, ANTE.key) == "fold" and five != LOSE


DEMONSTRATIONS = (
    Demonstration(
        "dealer-breaks-a-pair", "The dealer breaks a pair", _breaks_a_pair, _WAGERS,
        "The lowest card goes, even if that breaks a pair.",
    ),
    Demonstration(
        "dealer-keeps-a-pair", "The dealer keeps a pair", _keeps_a_pair, _WAGERS,
        "The third card is the lowest, so the pair stays.",
    ),
    Demonstration(
        "dealer-keeps-two-suited", "The dealer keeps two of one suit", _keeps_two_suited, _WAGERS,
        "Only rank counts: there is no pair to break, and suits don’t matter.",
    ),
    Demonstration(
        "dealer-three-alike", "The dealer has three of a kind", _three_alike, _WAGERS,
        "One of the three has to go; a pair stays.",
    ),
    Demonstration(
        "dealer-discards-the-up-card", "The dealer’s first card is the one that goes",
        _up_card_goes, _WAGERS,
        "The card you saw when you decided won’t play.",
    ),
    Demonstration(
        "tie", "A tie, which the player wins", _ante("tie"), _WAGERS,
        "The hands are equal. In this game a tie wins even money.",
    ),
    Demonstration(
        "ace-high-bonus-after-a-fold", "Ace high is paid after a fold", _fold_with("ace_high"),
        _WAGERS, "Seat 1 folds. The bonus is on its two cards, and they are still good.",
        play=_first_folds,
    ),
    Demonstration(
        "pair-bonus-after-a-fold", "A pair is paid after a fold", _fold_with("other_pair"),
        _WAGERS, "Seat 1 folds a pair. The bonus is paid before the ante is taken.",
        play=_first_folds,
    ),
    Demonstration(
        "fold-with-nothing", "A fold, and the bonus loses too", _fold_with(LOSE), _WAGERS,
        "Low cards. Folding costs only the ante; the bonus had already lost.",
    ),
    Demonstration(
        "loses-and-is-paid", "A straight or better loses, and its bonus is paid",
        _loses_with_a_bonus, _WAGERS,
        "The Ante Bonus is paid whether the hand wins or loses.",
    ),
    Demonstration(
        "pair-of-aces-loses", "A pair of aces loses, and its bonus is paid", _pair_of_aces_loses,
        _WAGERS, "The dealer beats the aces. The bonus is paid all the same.",
    ),
    Demonstration(
        "raise-four-times", "A pair raises four times, and wins", _raised(4), _WAGERS,
        "With a pair in two cards you may raise four times the ante.",
    ),
    Demonstration(
        "raise-three-times", "Three times the ante, and it wins", _raised(3), _WAGERS,
        "Without a pair, three times is the most.",
    ),
    Demonstration(
        "raise-twice", "Twice the ante, and it wins", _raised(2), _WAGERS,
        "Twice is the least you can raise.",
    ),
    Demonstration(
        "kicker-decides", "The same pair, and the next card decides", _kicker, _WAGERS,
        "Both have the same pair. Compare the highest of the other cards.",
    ),
    Demonstration(
        "everybody-loses", "The dealer beats the whole table", _everybody(LOSE), _WAGERS,
        "Nobody folds, and nobody wins.",
    ),
    Demonstration(
        "everybody-wins", "The whole table beats the dealer", _everybody("win"), _WAGERS,
        "Settle from the right: every ante and every raise wins even money.",
    ),
    Demonstration(
        "five-card-bonus-after-a-fold", "The 5 Card Bonus is paid after a fold",
        _five_after_a_fold, _WITH_FIVE,
        "Seat 1 folds, and with the board it has five cards that pay.",
        options={"five_card_bonus": True}, play=_first_folds,
    ),
)  # fmt: skip
