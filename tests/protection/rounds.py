"""Rounds for tests, and what they come to by hand: convolution with fractions, one round after
another. No code of the product but for the nets themselves."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import lcm
from typing import Any

from games.big_50.nets import round_nets as big_50
from games.big_draw.nets import round_nets as big_draw
from games.big_raise.nets import round_nets as big_raise
from games.blackjack.nets import round_nets as blackjack
from games.engine.record import read_paytables
from games.printed_paytables import printed
from games.protection.nets import Nets
from games.registry import GAMES

Chances = Mapping[int, Fraction]

NETS: Mapping[str, Callable[..., Nets]] = {
    "big-50": big_50,
    "big-draw": big_draw,
    "big-raise": big_raise,
    "blackjack": blackjack,
}


def nets_of(game: str, wagers: dict[str, int], **rules: Any) -> Nets:
    """A round of a game under its own paytables."""
    options = GAMES[game].options.read(rules)
    return NETS[game](options, read_paytables({}, GAMES[game], options, printed), wagers)


def made(chances: dict[int, Any], staked: int = 100) -> Nets:
    """A round that no game has; the last net has what chance is left."""
    shares = {net: Fraction(chance) for net, chance in chances.items()}
    return Nets(shares, staked, "Made up.")


def by_hand(*parts: tuple[Nets, int]) -> Chances:
    """The chances of all totals, as whole numbers over one denominator."""
    totals, over = {0: 1}, 1
    for nets, rounds in parts:
        share = lcm(*(chance.denominator for chance in nets.chances.values()))
        weights = [(net, int(chance * share)) for net, chance in nets.chances.items()]
        for _ in range(rounds):
            after: dict[int, int] = {}
            for total, weight in totals.items():
                for net, more in weights:
                    after[total + net] = after.get(total + net, 0) + weight * more
            totals, over = after, over * share
    return {total: Fraction(weight, over) for total, weight in totals.items()}


def at_most(totals: Chances, cents: int) -> Fraction:
    """The chance of a total of so many cents or less."""
    return sum((chance for total, chance in totals.items() if total <= cents), Fraction())
