"""A player's session: its result, and the chance to lose a bankroll."""

from fractions import Fraction
from functools import cache
from math import comb

import pytest

from games.protection.nets import Nets
from games.protection.session import ruin, session
from tests.protection.rounds import by_hand, made, nets_of


def test_a_session_by_hand() -> None:
    """Even money, 2 chances of 5 to win, four rounds: results of -4 to 4."""
    nets = made({100: Fraction(2, 5), -100: Fraction(3, 5)})
    found = session(nets, 4, quantiles=(0.05, 0.5, 0.99))
    chances = {
        100 * (2 * won - 4): comb(4, won) * Fraction(2, 5) ** won * Fraction(3, 5) ** (4 - won)
        for won in range(5)
    }
    assert found.ahead == pytest.approx(float(chances[200] + chances[400]), abs=found.error)
    assert found.even == pytest.approx(float(chances[0]), abs=2 * found.error)
    assert found.behind == pytest.approx(float(chances[-200] + chances[-400]), abs=found.error)
    assert found.mean == pytest.approx(-80)
    # -400 has 0.13, -200 with it 0.48, 0 with these 0.82, 200 with these 0.97.
    assert found.quantiles == ((0.05, -400), (0.5, 0), (0.99, 400))


def test_a_session_of_a_game() -> None:
    nets = nets_of("big-50", {"poker_hand": 1000})
    totals = by_hand((nets, 5))
    found = session(nets, 5)
    assert found.ahead == pytest.approx(
        float(sum(chance for total, chance in totals.items() if total > 0)), abs=found.error
    )
    assert found.ahead + found.even + found.behind == pytest.approx(1)


def ruined(nets: Nets, bankroll: int, rounds: int) -> Fraction:
    """The chance that less than the wager is ever left, by recursion."""

    @cache
    def chance(left: int, more: int) -> Fraction:
        if left < nets.staked:
            return Fraction(1)
        if not more:
            return Fraction()
        return sum(
            (share * chance(left + net, more - 1) for net, share in nets.chances.items()),
            Fraction(),
        )

    return chance(bankroll, rounds)


GAME = made({300: Fraction(1, 7), 100: Fraction(1, 7), 0: Fraction(1, 7), -100: Fraction(4, 7)})
DEAR = made({500: Fraction(1, 5), 150: Fraction(1, 5), -200: Fraction(3, 5)}, staked=100)
"""A round that can cost twice what is put down for it."""


@pytest.mark.parametrize("nets", [GAME, DEAR], ids=["stake", "twice the stake"])
@pytest.mark.parametrize("bankroll", [0, 50, 100, 150, 1000, 1_000_000])
@pytest.mark.parametrize("rounds", [1, 3, 40])
def test_the_chance_to_lose_a_bankroll_by_hand(nets: Nets, bankroll: int, rounds: int) -> None:
    found = ruin(nets, bankroll, rounds)
    assert found.chance == pytest.approx(float(ruined(nets, bankroll, rounds)), abs=found.error)
    assert (found.bankroll, found.rounds) == (bankroll, rounds)


def test_a_fair_coin_ruins_as_de_moivre_says() -> None:
    """Even money with chance p to win, without end: ((1 - p) / p) to the power of the stakes."""
    nets = made({100: Fraction(3, 5), -100: Fraction(2, 5)})
    found = ruin(nets, 500, 2000)
    assert found.chance == pytest.approx((2 / 3) ** 5, rel=1e-6)


def test_a_bankroll_of_a_game() -> None:
    nets = nets_of("big-50", {"all_red": 100})
    found = ruin(nets, 500, 30)
    assert found.chance == pytest.approx(float(ruined(nets, 500, 30)), abs=found.error)


def test_what_would_take_too_long_is_refused() -> None:
    nets = made({100_003: Fraction(1, 3), -7_001: Fraction(2, 3)})
    with pytest.raises(ValueError, match="steps of 1 cents"):
        ruin(nets, 10_000_000, 100_000)
