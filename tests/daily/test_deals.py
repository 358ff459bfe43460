"""The same cards, options, paytables and wagers for everybody; another day has others."""

from datetime import timedelta

import pytest

from games.engine.errors import BadWager, WagerRefused
from games.models import (
    PaytableVersion,
    Phase,
    Round,
)
from games.registry import GAMES
from games.tables.refusals import Refused
from tests.daily.runs import NOON, decks, finish, play_all, seated
from tests.tables.room import escrowed, player, spend

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("game", GAMES)
def test_everybody_has_the_same_twenty_decks_options_and_paytables(game: str) -> None:
    one, two = seated(game, player(10_000_00)), seated(game, player(10_000_00))
    play_all(one)
    play_all(two, wrong=lambda number: True)
    assert one.table_id != two.table_id
    assert decks(one) == decks(two)
    assert len(set(decks(one))) == 20
    options = [
        list(
            Round.objects.filter(table_id=room.table_id)
            .order_by("number", "paytables")
            .values_list("options", "unit", "paytables")
        )
        for room in (one, two)
    ]
    assert options[0] == options[1]
    assert len(options[0]) >= 20
    assert escrowed() == 0


def test_another_day_and_another_game_have_other_decks() -> None:
    user = player(10_000_00)
    rooms = [
        seated("big-raise", user),
        seated("big-raise", user, NOON + timedelta(days=1)),
        seated("blackjack", user),
    ]
    seeds = {room.round.source.server_seed for room in rooms}
    assert len(seeds) == 3


def test_big_draw_alternates_its_games_and_asks_nobody() -> None:
    user = player(10_000_00)
    room = seated("big-draw", user)
    variants = []
    for _ in range(4):
        assert room.table.phase == Phase.BETTING
        variants.append(room.round.options["variant"])
        finish(room)
        room.act(user, "next")
    assert variants == ["five-card-draw", "deuces-never-loses"] * 2
    finish(room)
    with pytest.raises(Refused):
        room.act(user, "choose", value="five-card-draw")


def test_the_wagers_are_the_same_for_everybody() -> None:
    user = player()
    room = seated("big-raise", user)
    assert room.chair(user).wagers == {"ante": 500, "two_card_bonus": 500}
    for other in ({"ante": 500}, {"ante": 1000, "two_card_bonus": 500}, {}):
        with pytest.raises((WagerRefused, BadWager)):
            room.bet(user, other, ready=True)
    room.act(user, "ready")
    assert room.part(user).wagers == {"ante": 500, "two_card_bonus": 500}


def test_big_50_takes_ten_in_all_on_any_spots() -> None:
    user = player()
    room = seated("big-50", user)
    room.bet(user, {"range": 400})
    with pytest.raises(
        WagerRefused, match="Everyone bets 10 a round here, on any spots, and not 4"
    ):
        room.act(user, "ready")
    with pytest.raises(WagerRefused, match="not 11"):
        room.bet(user, {"range": 400, "all_red": 700})
    room.bet(user, {"range": 400, "all_red": 600}, ready=True)
    assert room.part(user).staked == 1000


def test_who_cannot_pay_is_told_what_is_missing_and_keeps_the_place() -> None:
    user = player()
    room = seated("big-raise", user)
    spend(user, 995_00)
    missing = "These bets need 10 and 10 in reserve; your balance is 5"
    with pytest.raises(WagerRefused, match=missing):
        room.act(user, "ready")
    assert room.table.phase == Phase.BETTING
    assert room.chair(user).wagers == {"ante": 500, "two_card_bonus": 500}


def test_a_paytable_that_is_activated_meanwhile_changes_nothing_here() -> None:
    user = player()
    room = seated("big-raise", user)
    pinned = set(room.table.paytables.values_list("pk", flat=True))
    PaytableVersion.objects.filter(pk__in=pinned).update(status=PaytableVersion.Status.RETIRED)
    other = seated("big-raise", player())
    assert set(other.table.paytables.values_list("pk", flat=True)) == pinned
