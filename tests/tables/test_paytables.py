"""Paytables are rows in immutable versions, and every round pays by those it was dealt under."""

import io
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games import printed_paytables
from games.models import PaytableVersion, Phase
from games.registry import GAMES
from games.tables import setup
from tests.tables.room import OPENING, Room, at_once

pytestmark = pytest.mark.django_db

Status = PaytableVersion.Status
RANGE = "range.B50.toml"


@pytest.fixture
def rewrite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """Call it with what a line of Big 50's range paytable says, and what it shall say."""
    folder = tmp_path / "paytables"
    usual = printed_paytables.folder_of
    shutil.copytree(usual("big-50"), folder)
    monkeypatch.setattr(
        printed_paytables, "folder_of", lambda game: folder if game == "big-50" else usual(game)
    )
    monkeypatch.setattr(printed_paytables, "_read", printed_paytables._read.__wrapped__)

    def writing(old: str, new: str) -> None:
        text = (folder / RANGE).read_text()
        assert old in text
        (folder / RANGE).write_text(text.replace(old, new))

    return writing


def load() -> str:
    out = io.StringIO()
    call_command("load_paytables", stdout=out)
    return out.getvalue()


def versions() -> list[tuple[int, str]]:
    """Number and status of the versions of Big 50's range paytable."""
    found = PaytableVersion.objects.filter(game="big-50", spot="range").order_by("number")
    return list(found.values_list("number", "status"))


def test_every_file_becomes_one_active_version() -> None:
    load()
    files = printed_paytables.files()
    assert PaytableVersion.objects.count() == len(files) > 0
    assert set(PaytableVersion.objects.values_list("number", "status")) == {(1, Status.ACTIVE)}


def test_a_row_pays_what_its_file_says() -> None:
    load()
    for paytable in printed_paytables.every_paytable():
        row = PaytableVersion.objects.get(
            game=paytable.game, spot=paytable.spot, code=paytable.code
        )
        assert row.value == paytable
        assert row.digest == paytable.digest


def test_loading_again_changes_nothing() -> None:
    load()
    before = list(PaytableVersion.objects.values())
    assert load() == "The paytables are up to date.\n"
    assert list(PaytableVersion.objects.values()) == before


def test_a_changed_line_is_a_new_version_and_the_old_one_is_retired(
    rewrite: Callable[[str, str], None],
) -> None:
    load()
    total = PaytableVersion.objects.count()
    rewrite('total_40_49 = "3:2"', 'total_40_49 = "8:5"')
    assert load() == "New: big-50 range B50 v2\n"
    assert versions() == [(1, Status.RETIRED), (2, Status.ACTIVE)]
    assert PaytableVersion.objects.count() == total + 1
    assert load() == "The paytables are up to date.\n"


def test_a_line_that_is_changed_back_is_a_third_version(
    rewrite: Callable[[str, str], None],
) -> None:
    load()
    rewrite('total_40_49 = "3:2"', 'total_40_49 = "8:5"')
    load()
    rewrite('total_40_49 = "8:5"', 'total_40_49 = "3:2"')
    load()
    assert versions() == [(1, Status.RETIRED), (2, Status.RETIRED), (3, Status.ACTIVE)]


def test_tables_and_rounds_keep_the_version_they_have_and_new_tables_get_the_new_one(
    rewrite: Callable[[str, str], None], stack: Callable[[str], None]
) -> None:
    stack("Tc Td 9c 8c 7c Th Ts 9d 8d 7d")  # two totals of 44
    room = Room.open("big-50")
    user, other = room.sit(1, 2)
    room.deal(user, other, wagers={"range": 1000})
    rewrite('total_40_49 = "3:2"', 'total_40_49 = "8:5"')
    load()
    room.time_out()
    assert room.table.phase == Phase.SHOWING
    (dealt_under,) = room.round.paytables.filter(spot="range")
    assert (dealt_under.number, dealt_under.status) == (1, Status.RETIRED)
    for part in room.round.seats.all():
        (result,) = part.results
        assert (result["line"], result["net"]) == ("total_40_49", 1500)
    room.time_out()
    (next_one,) = room.round.paytables.filter(spot="range")
    assert next_one.number == 1
    fresh = setup.open_table(GAMES["big-50"], "Birch")
    assert fresh.paytables.get(spot="range").number == 2


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('total_40_49 = "3:2"\n', "", "total_40_49"),
        ('total_40_49 = "3:2"', 'total_40_48 = "3:2"', "total_40_48"),
        ('total_40_49 = "3:2"', 'total_40_49 = "much"', "total_40_49"),
    ],
)
def test_a_file_that_does_not_fit_its_game_is_refused_and_loads_nothing_of_it(
    old: str, new: str, sentence: str, rewrite: Callable[[str, str], None]
) -> None:
    load()
    rewrite(old, new)
    with pytest.raises(CommandError, match=sentence):
        load()
    assert versions() == [(1, Status.ACTIVE)]


@pytest.mark.parametrize(
    "alter",
    [
        lambda version: version.save(),
        lambda version: version.save(update_fields=["lines"]),
        lambda version: version.save(update_fields=["lines", "status"]),
        lambda version: version.delete(),
        lambda version: PaytableVersion.objects.update(lines=[]),
        lambda version: PaytableVersion.objects.update(status=Status.RETIRED, number=9),
        lambda version: PaytableVersion.objects.bulk_update([version], ["lines"]),
        lambda version: PaytableVersion.objects.filter(pk=version.pk).delete(),
        lambda version: version.tables.all().delete(),
        lambda version: PaytableVersion.objects.update_or_create(
            {"title": "Another"}, pk=version.pk
        ),
    ],
)
def test_a_version_is_never_changed_or_deleted(
    alter: Callable[[PaytableVersion], object],
) -> None:
    room = Room.open("big-50")
    room.sit(1)
    version = room.round.paytables.get(spot="range")
    before = PaytableVersion.objects.filter(pk=version.pk).values().get()
    version.lines = [["total_50", "1000:1"]]
    with pytest.raises((TypeError, Exception), match=r"never (changed|deleted)|protected"):
        alter(version)
    assert PaytableVersion.objects.filter(pk=version.pk).values().get() == before
    assert room.round.paytables.filter(pk=version.pk).exists()


def test_the_status_of_a_version_may_change() -> None:
    load()
    version = PaytableVersion.objects.earliest("pk")
    version.status = Status.RETIRED
    version.save(update_fields=["status"])
    version.refresh_from_db()
    assert version.status == Status.RETIRED


@pytest.mark.django_db(transaction=True)
def test_two_hosts_that_load_at_once_make_every_version_once() -> None:
    def load_here() -> list[PaytableVersion]:
        return setup.load_paytables(OPENING)

    loaded = at_once(load_here, load_here, load_here)
    assert [error for error in loaded if isinstance(error, Exception)] == []
    files = printed_paytables.files()
    assert set(PaytableVersion.objects.values_list("number", "status")) == {(1, Status.ACTIVE)}
    made = [version for one in loaded if isinstance(one, list) for version in one]
    assert len(made) == PaytableVersion.objects.count() == len(files)
