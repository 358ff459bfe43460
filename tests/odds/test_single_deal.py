"""Bets that one deal decides, against a count of all 2,598,960 hands that knows no engine."""

from collections.abc import Mapping
from functools import cache
from itertools import chain, combinations
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.odds.bets import bets_of, counted, edge_percent

HANDS = 2_598_960


@cache
def all_hands() -> NDArray[np.int64]:
    """All hands as rows of cards, a card being four times its rank (ace 12) plus its suit."""
    cards = chain.from_iterable(combinations(range(52), 5))
    return np.fromiter(cards, np.int8, 5 * HANDS).reshape(-1, 5).astype(np.int64)


def counts_by_category() -> Mapping[str, int]:
    """Plain poker, known by how many pairs of cards are alike and how far apart the ranks are."""
    ranks, suits = np.sort(all_hands() >> 2, axis=1), all_hands() & 3
    alike = sum((ranks[:, a] == ranks[:, b]).astype(int) for a, b in combinations(range(5), 2))
    flush = (suits == suits[:, :1]).all(axis=1)
    wheel = (ranks == [0, 1, 2, 3, 12]).all(axis=1)
    straight = (alike == 0) & ((ranks[:, 4] - ranks[:, 0] == 4) | wheel)
    royal = straight & flush & (ranks[:, 0] == 8)
    pair = np.where(ranks[:, 1:] == ranks[:, :-1], ranks[:, 1:], -1).max(axis=1)
    found = {
        "royal_flush": royal,
        "straight_flush": straight & flush & ~royal,
        "four_of_a_kind": alike == 6,
        "full_house": alike == 4,
        "flush": flush & ~straight,
        "straight": straight & ~flush,
        "three_of_a_kind": alike == 3,
        "two_pair": alike == 2,
        "eights_or_better": (alike == 1) & (pair >= 6),
        "jacks_or_better": (alike == 1) & (pair >= 9),
    }
    return {name: int(hit.sum()) for name, hit in found.items()}


def totals() -> NDArray[np.int64]:
    """The points of every hand: ace 1, faces 10."""
    points = np.array([min(rank + 2, 10) for rank in range(12)] + [1])
    summed: NDArray[np.int64] = points[all_hands() >> 2].sum(axis=1)
    return summed


def test_the_poker_hand_of_big_50() -> None:
    found = counted(bets_of("big-50")["poker_hand"])
    expected = counts_by_category()
    assert found.pop("lose") == 1_809_420
    assert found == {name: expected[name] for name in found}
    assert len(found) == 9


def test_totals_of_big_50() -> None:
    hit = totals()
    assert hit.min() == 6
    ranges = {f"total_{low}_{high}": (low, high) for low, high in ((6, 9), (10, 19), (20, 29))}
    ranges |= {"total_30_39": (30, 39), "total_40_49": (40, 49), "total_50": (50, 50)}
    bets = bets_of("big-50")
    assert counted(bets["range"]) == {
        line: int(((hit >= low) & (hit <= high)).sum()) for line, (low, high) in ranges.items()
    }
    assert counted(bets["big_50"])["fifty"] == int((hit == 50).sum())


@pytest.mark.parametrize("rules", [{}, {"colour_wager": "either"}])
def test_colours_of_big_50(rules: dict[str, Any]) -> None:
    suits = all_hands() & 3
    red = int(((suits == 1) | (suits == 2)).all(axis=1).sum())
    black = int(((suits == 0) | (suits == 3)).all(axis=1).sum())
    bets = bets_of("big-50", rules)
    found = {spot: counted(bets[spot])[spot] for spot in bets if spot in ("all_red", "all_black")}
    if rules:
        assert counted(bets["one_colour"])["one_colour"] == red + black
        assert found == {}
    else:
        assert found == {"all_red": red, "all_black": black}


def test_edges_of_big_50() -> None:
    """As the rules page has them."""
    assert {spot: edge_percent(bet) for spot, bet in bets_of("big-50").items()} == {
        "poker_hand": 13.7053,
        "all_red": 54.4418,
        "all_black": 54.4418,
        "big_50": 15.7983,
        "range": 9.6258,
    }
    either = bets_of("big-50", {"colour_wager": "either"})
    assert edge_percent(either["one_colour"]) == 8.8836


@pytest.mark.parametrize(("stake", "named"), [(100, "stake of 1:"), (1000, "stake of 10:")])
def test_first_five_names_the_stake_its_edge_is_for(stake: int, named: str) -> None:
    """Two prizes are of a fixed amount. Big Draw's are not, nor is anything of Big 50."""
    bets = bets_of("big-draw", stake=stake)
    assert named in bets["first_five"].assumption
    others = [bets["big_draw"], *bets_of("big-50", stake=stake).values()]
    assert not [bet.spot for bet in others if "stake" in bet.assumption]


def test_other_single_deals_name_a_stake_that_is_not_paid_in_whole_cents() -> None:
    """An ace pays 3 to 2, and half of 5 cents is lost on a total of 20 to 29."""
    two_card = bets_of("big-raise", stake=101)["two_card_bonus"]
    assert "stake of 1.01: payouts are rounded down" in two_card.assumption
    assert "stake" not in bets_of("big-raise")["two_card_bonus"].assumption
    assert "stake of 0.05:" in bets_of("big-50", stake=5)["range"].assumption


def test_first_five_of_five_card_draw() -> None:
    found = counted(bets_of("big-draw")["first_five"])
    expected = counts_by_category()
    losing = found.pop("lose")
    assert found == {name: expected[name] for name in found}
    assert losing == HANDS - sum(expected[name] for name in found)


@pytest.mark.parametrize(
    ("stake", "five_card_draw", "deuces"),
    # The printed edges by the stake in dollars; 1.4128 stands in the sheet as 1.419.
    [
        (100, -0.0237, -2.0162),
        (200, 1.0537, 0.2067),
        (300, 1.4128, 0.9477),
        (400, 1.5923, 1.3181),
        (500, 1.7001, 1.5404),
        (1000, 1.9155, 1.9850),
    ],
)
def test_first_five_by_the_stake(stake: int, five_card_draw: float, deuces: float) -> None:
    plain = bets_of("big-draw", stake=stake)["first_five"]
    wild = bets_of("big-draw", {"variant": "deuces-never-loses"}, stake=stake)["first_five"]
    assert (edge_percent(plain), edge_percent(wild)) == (five_card_draw, deuces)


def test_a_what_if_of_big_50() -> None:
    """Two pair at 4:1 instead of 3:1 gives back 123,552 of 2,598,960."""
    lines = {
        "royal_flush": "1000:1", "straight_flush": "500:1", "four_of_a_kind": "100:1",
        "full_house": "20:1", "flush": "10:1", "straight": "6:1", "three_of_a_kind": "4:1",
        "two_pair": "4:1", "eights_or_better": "1:1",
    }  # fmt: skip
    changed = bets_of("big-50", poker_hand={"lines": lines})["poker_hand"]
    assert changed.paytable == "what-if"
    assert edge_percent(changed) == round(13.705328 - 100 * 123552 / HANDS, 4)
