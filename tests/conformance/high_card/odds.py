"""The odds of High Card, summed over the thirteen ranks a seat may hold."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from games.engine.cards import ACE, rank_of
from games.engine.game import Action, Seat
from games.engine.payout import payout_text, returned
from games.engine.paytable import LOSE, Paytable
from games.odds.report import Bet, Line

from .rules import MAIN, HighCardOptions, Round

EIGHT = 6
"""The middle of thirteen ranks: as many are above it as below."""


def odds(
    options: HighCardOptions, paytables: Mapping[str, Paytable], stake: int
) -> tuple[Bet, ...]:
    """The one wager, doubled on a nine or better where the house lets one."""
    paytable = paytables[MAIN.key]
    lines = tuple(_line(line, paytable, stake, options) for line in (*paytable.lines, LOSE))
    raised = Fraction(sum(times(rank, options) for rank in range(13)), 13)
    return (Bet(MAIN.key, paytable.code, lines, "Doubled on nine to ace.", raised),)


def times(rank: int, options: HighCardOptions) -> int:
    """How many times its wager a seat stakes with a rank."""
    return 2 if options.double and rank > EIGHT else 1


def _line(line: str, paytable: Paytable, stake: int, options: HighCardOptions) -> Line:
    payout = paytable.pays(line)
    net = Fraction(returned(payout, stake) - stake, stake)
    chances = {rank: _chance(line, rank) for rank in range(13)}
    nets = {rank: net * times(rank, options) for rank, chance in chances.items() if chance}
    return Line(
        line=line,
        pays=payout_text(payout),
        probability=sum(chances.values(), Fraction()),
        combinations=None,
        gain=sum((chances[rank] * won for rank, won in nets.items()), Fraction()),
        square=sum((chances[rank] * won**2 for rank, won in nets.items()), Fraction()),
        top=max(nets.values()),
        won=sum((chances[rank] for rank, won in nets.items() if won > 0), Fraction()),
    )


def _chance(line: str, rank: int) -> Fraction:
    """That a seat holds a rank and the dealer's card gives this line."""
    wins = line == ("ace_wins" if rank == ACE else "higher")
    dealers = 4 * rank if wins else 3 if line == "tie" else 4 * (12 - rank) if line == LOSE else 0
    return Fraction(dealers, 13 * 51)


def advice(state: Round, seat: Seat) -> Iterator[tuple[Action, Fraction]]:
    """What standing is worth, and doubling, twice that."""
    rank, main = rank_of(state.cards[seat]), state.setup.paytables[MAIN.key]
    stake = state.setup.wagers[seat][MAIN.key]
    alone = HighCardOptions(double=False)
    worth = sum(
        _chance(line, rank) * 13 * _line(line, main, stake, alone).top
        for line in (*main.lines, LOSE)
        if _chance(line, rank)
    )
    yield Action("stand"), Fraction(worth)
    if state.setup.options.double:
        yield Action("double"), Fraction(2 * worth)


def best_action(state: Round, seat: Seat) -> Action:
    """Double on nine to ace."""
    return Action(
        "double" if times(rank_of(state.cards[seat]), state.setup.options) == 2 else "stand"
    )
