"""The line under the bets of Big Draw, while the cards are dealt."""

import pytest

from tests.tables.room import Room
from tests.tables.test_film import Looking

pytestmark = pytest.mark.django_db

BOTH = {"first_five": 500, "big_draw": 500}
SENTENCE = "First 5 alone"


@pytest.mark.parametrize(("wagers", "said"), [(BOTH, False), ({"first_five": 500}, True)])
def test_only_who_bets_on_first_five_alone_reads_what_that_means(
    wagers: dict[str, int], said: bool
) -> None:
    room = Room.open("big-draw")
    first, second = room.sit(1, 2)
    room.act(first, "choose", value="five-card-draw")
    page = Looking(room, second)
    page.look()
    room.bet(first, BOTH, ready=True)
    room.bet(second, wagers, ready=True)
    while room.table.phase == "betting":
        room.time_out()
    lines = [moment["parts"].get("line", "") for moment in page.look()]
    assert any(SENTENCE in line for line in lines) is said
