"""Tables that players open: what may be chosen, and when they close."""

from typing import Any

import pytest

from games.big_draw.state import BigDrawOptions
from games.blackjack.options import BlackjackOptions
from games.engine.errors import BadLimits, BadOption, BadPaytable
from games.models import PaytableVersion, Phase, Table
from games.registry import GAMES
from games.tables import private_tables, seating
from games.tables.refusals import Refused
from tests.tables.room import OPENING, Room, player, stock

pytestmark = pytest.mark.django_db

Status = PaytableVersion.Status


@pytest.fixture(autouse=True)
def paytables() -> None:
    """The printed paytables."""
    stock()


def opened(game: str = "big-50", **wish: Any) -> Table:
    """A table of a new player's."""
    chosen = {"options": GAMES[game].options(), **wish}
    host = chosen.pop("host", None) or player()
    return private_tables.open_hosted(host, GAMES[game], **chosen)


def test_a_private_table_is_as_its_host_wanted_it() -> None:
    table = opened(
        "blackjack",
        options=BlackjackOptions(decks=2),
        minimum=5_00,
        maximum=50_00,
        pace="learner",
        seats=3,
        bots=1,
        positions=2,
        profile="house",
    )
    assert table.options["decks"] == 2
    assert (table.minimum, table.maximum, table.pace) == (5_00, 50_00, "learner")
    assert (table.chairs.count(), table.bots, table.positions) == (3, 1, 2)
    assert table.profile_id == "house"


def test_nobody_is_led_to_a_private_table() -> None:
    table = opened()
    assert seating.find_seat(GAMES["big-50"], player(), OPENING) != table.pk


def test_no_two_tables_have_a_link_alike_and_none_can_be_guessed() -> None:
    tokens = {opened().token for _ in range(20)}
    assert len(tokens) == 20
    assert all(len(token) >= 43 for token in tokens)


def test_the_paytable_that_the_host_chose_is_on_the_felt() -> None:
    version = PaytableVersion.objects.filter(
        game="blackjack", spot="bad_beat", status=Status.ACTIVE
    ).exclude(code="P5")
    chosen = next(v for v in version if len(v.lines) == 6)
    table = opened("blackjack", paytables=[chosen])
    assert list(table.paytables.filter(spot="bad_beat")) == [chosen]


@pytest.mark.parametrize("status", [Status.DRAFT, Status.SUBMITTED, Status.RETIRED])
def test_a_paytable_that_is_not_approved_is_refused(status: Status) -> None:
    version = PaytableVersion.objects.filter(game="big-50").first()
    assert version is not None
    PaytableVersion.objects.filter(pk=version.pk).update(status=status)
    version.refresh_from_db()
    with pytest.raises(BadPaytable, match=f"is {status}; a table pays by an approved one"):
        opened(paytables=[version])


def test_a_paytable_of_another_game_is_refused() -> None:
    version = PaytableVersion.objects.filter(game="big-50").first()
    with pytest.raises(BadPaytable, match="is no paytable of Blackjack"):
        opened("blackjack", paytables=[version])


def test_options_that_do_not_go_together_are_refused() -> None:
    options = BigDrawOptions(first_five="with_big_draw", blind_first_five=True)
    with pytest.raises(BadOption, match="blind_first_five"):
        opened("big-draw", options=options)


def test_several_positions_are_refused_where_the_rules_have_none() -> None:
    with pytest.raises(BadOption, match="one position a player"):
        opened("big-raise", positions=2)


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({"minimum": 200_00, "maximum": 100_00}, "above its maximum"),
        ({"minimum": 150}, "multiple of the chip unit"),
        ({"minimum": 500_00, "maximum": 500_00}, "allow at most 300 on one wager"),
        ({"maximum": 10**12}, "at most 1,000,000"),
        ({"profile": "none"}, "accepted: washington, house"),
        ({"seats": 0}, "1 to 7 seats, not 0"),
        ({"seats": 8}, "1 to 7 seats, not 8"),
    ],
)
def test_limits_that_no_table_may_have_are_refused(wish: dict[str, Any], words: str) -> None:
    with pytest.raises(BadLimits, match=words):
        opened(**wish)
    assert not Table.objects.exclude(token="").exists()


def test_nobody_has_more_than_three_tables_open() -> None:
    host = player()
    tables = [opened(host=host) for _ in range(3)]
    with pytest.raises(Refused, match="Close one of them first"):
        opened(host=host)
    private_tables.close(tables[0].pk, host, OPENING)
    opened(host=host)


def test_a_table_is_there_for_its_host_its_players_and_who_has_the_link() -> None:
    host, guest, stranger = player(), player(), player()
    table = opened(host=host)
    room = Room(table.pk)
    assert private_tables.admits(table, host.pk, [])
    assert private_tables.admits(table, stranger.pk, [table.token])
    assert private_tables.admits(table, None, ["another", table.token])
    assert not private_tables.admits(table, guest.pk, [])
    assert not private_tables.admits(table, None, ["another", ""])
    (seated,) = room.sit(2)
    assert private_tables.admits(table, seated.pk, [])


def test_a_table_is_not_closed_while_cards_are_out() -> None:
    host = player()
    room = Room(opened(host=host).pk)
    user, _ = room.sit(1, 2)
    room.bet(user, ready=True)
    room.time_out()
    assert room.table.phase == Phase.PLAYING
    with pytest.raises(Refused, match="when it is over"):
        private_tables.close(room.table_id, host, room.now)


def test_a_closed_table_has_no_players_and_is_there_for_nobody() -> None:
    host = player()
    table = opened(host=host)
    room = Room(table.pk)
    (user,) = room.sit(1)
    room.bet(user)
    private_tables.close(table.pk, host, room.now)
    assert not room.table.chairs.filter(user__isnull=False).exists()
    assert not private_tables.admits(room.table, host.pk, [table.token])


def test_only_the_host_closes_a_table() -> None:
    table = opened()
    with pytest.raises(Refused, match="Only the player who opened"):
        private_tables.close(table.pk, player(), OPENING)
    public = Room.open("big-50")
    with pytest.raises(Refused, match="Only the player who opened"):
        private_tables.close(public.table_id, player(), OPENING)


def test_who_has_waited_for_a_closed_table_cannot_sit_down() -> None:
    host = player()
    table = opened(host=host)
    private_tables.close(table.pk, host, OPENING)
    with pytest.raises(Refused, match="closed"):
        Room(table.pk).sit(1)
