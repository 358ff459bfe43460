"""What a bet costs, in words."""

import pytest

from games.odds_reports.costs import Cost


@pytest.mark.parametrize(
    ("percent", "words"),
    [
        (54.4, "costs 54"),
        (9.62, "costs 9.6"),
        (3.0, "costs 3"),
        (-0.12, "gains you 0.1"),
        (-2.0, "gains you 2"),
        (0.04, "costs nothing"),
        (-0.04, "costs nothing"),
    ],
)
def test_a_bet_costs_or_gains_of_each_hundred(percent: float, words: str) -> None:
    assert Cost("range", "Range", percent, "").of_100 == words
