"""When sockets look at a table that nobody has told them of."""

import random
from itertools import pairwise

import pytest

from games.web.table_consumer import until_look


@pytest.mark.parametrize("every", [1.0, 10.0])
def test_all_sockets_of_a_table_look_at_one_moment(every: float) -> None:
    chance = random.Random(5)
    for table in (1, 2, 40, 4_711):
        began = 1_000_000 + chance.random()
        first = began + until_look(table, every, began)
        for _ in range(100):
            now = chance.uniform(began, first - 0.001)
            assert now + until_look(table, every, now) == pytest.approx(first)


def test_nobody_waits_for_longer_than_that() -> None:
    chance = random.Random(6)
    for _ in range(1000):
        wait = until_look(chance.randrange(10**6), 10.0, chance.uniform(0, 10**6))
        assert 0 < wait <= 10


def test_tables_have_moments_of_their_own() -> None:
    waits = sorted(until_look(table, 10.0, 50.0) for table in range(1, 51))
    assert min(after - before for before, after in pairwise(waits)) > 0.02
