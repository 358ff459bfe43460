"""Best play in Big Raise Hold'em as a table: what to do with every hand against every up card."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.big_raise.odds import best_amount, prizes_of
from games.big_raise.outcomes import Situation, outcomes
from games.engine.cards import RANKS
from games.engine.paytable import Paytable
from games.engine.view import listed

_SUITS = {
    (True, True, True): "of their suit",
    (True, False, False): "of another suit",
    (False, True, False): "of the higher card's suit",
    (False, False, True): "of the lower card's suit",
    (False, False, False): "of a third suit",
}
"""By `Situation.suited`, `suits_high` and `suits_low`: of what suit the up card is, no pair."""

_PAIR_SUITS = {True: "of a suit of theirs", False: "of another suit"}


@dataclass(frozen=True, slots=True)
class Cell:
    """What to do with one kind of hand against an up card of one rank.

    `hand` is as players write it: ``"AKs"`` of one suit, ``"AKo"`` of two, ``"77"``. `antes` is how
    many antes to play, 0 for a fold; several, ascending, where the suit of the up card decides.
    `words` say it: ``"fold"``, ``"3x"``, or what for which suit.
    """

    hand: str
    antes: tuple[int, ...]
    words: str


@dataclass(frozen=True, slots=True)
class UpCard:
    """Best play against an up card of one rank, written as in ``"T"``.

    `rows` are 13 rows of 13 cells, by the ranks of the two cards from ace to deuce: pairs on the
    diagonal, above it hands of one suit, below it hands of two.
    """

    rank: str
    rows: tuple[tuple[Cell, ...], ...]


def best_play(paytable: Paytable, ante: int) -> tuple[UpCard, ...]:
    """Best play under an Ante Bonus paytable with `ante` cents at stake, up cards ascending."""
    prizes = prizes_of(paytable, ante)
    cases: dict[tuple[int, int, bool, int], dict[Situation, int]] = {}
    for found, what in outcomes().items():
        antes = best_amount(ante, found, what, prizes) // ante
        cases.setdefault(found[:4], {})[found] = antes
    ranks = range(len(RANKS))
    return tuple(
        UpCard(
            RANKS[up],
            tuple(
                tuple(
                    _cell(cases[max(row, column), min(row, column), column < row, up])
                    for column in reversed(ranks)
                )
                for row in reversed(ranks)
            ),
        )
        for up in ranks
    )


def _cell(cases: Mapping[Situation, int]) -> Cell:
    """One hand's cell: `cases` are antes by situation, which differ in the up card's suit alone."""
    one = next(iter(cases))
    hand = RANKS[one.high] + RANKS[one.low]
    if not one.pair:
        hand += "s" if one.suited else "o"
    by_antes: dict[int, list[str]] = {}
    for found, antes in cases.items():
        by_antes.setdefault(antes, []).append(_suit_words(found))
    decisions = sorted(by_antes)
    if len(decisions) == 1:
        return Cell(hand, tuple(decisions), _decision_words(decisions[0]))
    words = "; ".join(
        f"{_decision_words(antes)} if the up card is {listed(by_antes[antes], 'or')}"
        for antes in decisions
    )
    return Cell(hand, tuple(decisions), words)


def _decision_words(antes: int) -> str:
    return f"{antes}x" if antes else "fold"


def _suit_words(found: Situation) -> str:
    if found.pair:
        return _PAIR_SUITS[found.suits_high]
    return _SUITS[found.suited, found.suits_high, found.suits_low]
