"""Files of the lists: what is in them, for whom, and what of a round in play is not."""

import csv
import io
import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import audit, spreadsheets
from accounts.models import AuditEntry, Entry, Transfer, User
from games.backoffice import holds
from games.models import HoldTally, Round, Table
from tests.admin.staff import member
from tests.history.rounds import fetched, play
from tests.support.clients import client_of
from tests.tables.room import Room

pytestmark = pytest.mark.django_db(transaction=True)  # an export reads in another thread

FILES = {
    "accounts/user": ("checker", "floor", "auditor"),
    "accounts/transfer": ("checker", "floor", "auditor"),
    "accounts/auditentry": ("auditor",),
    "games/round": ("checker", "floor", "auditor"),
    "games/holdtally": ("floor", "auditor"),
}


def rows(user: User, path: str) -> list[dict[str, str]]:
    text = fetched(user, f"/admin/{path}")
    assert text.startswith("\ufeff"), "spreadsheets know UTF-8 by its mark"
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))


def objects(user: User, path: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in fetched(user, f"/admin/{path}").splitlines()]


@pytest.mark.parametrize("path", FILES)
def test_who_may_read_a_list_may_take_it_away_and_nobody_else(path: str) -> None:
    for role in ("maker", "checker", "floor", "auditor", "staff"):
        client = client_of(member(role))
        for form in ("csv", "ndjson"):
            answer = client.get(f"/admin/{path}/export.{form}")
            assert answer.status_code == (200 if role in FILES[path] else 403), role
        offered = "export.csv" in client.get(f"/admin/{path}/").content.decode()
        assert offered == (role in FILES[path]), role
    assert client_of(member("superuser")).get(f"/admin/{path}/export.xls").status_code == 404


@pytest.mark.parametrize("role", ["superuser", "checker", "floor", "auditor"])
def test_a_raise_is_nowhere_while_its_round_is_played(role: str) -> None:
    room = Room.open("big-raise")
    one, other = room.sit(1, 2)
    room.deal(one, other, wagers={"ante": 10_00})
    room.act(one, "play", amount=20_00)
    assert Transfer.objects.filter(reason="Raise").count() == 1
    staff = member(role)
    seen = [
        fetched(staff, "/admin/accounts/transfer/export.csv"),
        fetched(staff, "/admin/accounts/transfer/export.ndjson"),
        client_of(staff).get("/admin/accounts/transfer/").content.decode(),
        client_of(staff).get(f"/admin/accounts/transfer/?q={room.round.pk}").content.decode(),
    ]
    assert all("Wagers" in text for text in seen)
    assert not [text for text in seen if ">Raise<" in text or "stake/1/" in text]
    assert not rows(staff, "games/round/export.csv")
    balances = {
        row["name"]: row["balance_cents"] for row in rows(staff, "accounts/user/export.csv")
    }
    assert balances[one.username] == balances[other.username]
    room.act(other, "fold")
    assert Round.objects.get(pk=room.round.pk).over
    exported = rows(staff, "accounts/transfer/export.csv")
    raised = [row["amount_cents"] for row in exported if row["reason"] == "Raise"]
    assert sorted(raised) == ["-2000", "2000"]
    assert len(rows(staff, "games/round/export.csv")) == 2


def test_rounds_have_a_line_for_every_seat_and_the_filters_hold() -> None:
    room = Room.open("big-50")
    user, _ = room.sit(1, 2)
    round = play(room)
    boss = member("checker")
    (first, _second) = found = rows(boss, "games/round/export.csv")
    part = round.seats.get(seat=1)
    assert round.ended is not None
    assert {row["player"] for row in found} == {each.username for each in room.users.values()}
    assert (first["round"], first["ended_utc"], first["staked_cents"], first["net_cents"]) == (
        str(round.pk), f"{round.ended:%Y-%m-%d %H:%M:%S}", str(part.staked), str(part.net),
    )  # fmt: skip
    assert not rows(boss, "games/round/export.csv?game=blackjack")
    assert len(rows(boss, f"games/round/export.csv?q={user.username}")) == 2
    assert client_of(boss).get("/admin/games/round/export.csv?seed__gt=1").status_code == 400


def test_transfers_have_a_line_for_every_side_and_add_up() -> None:
    room = Room.open("big-50")
    user, _ = room.sit(1, 2)
    play(room)
    boss = member("floor")
    found = rows(boss, "accounts/transfer/export.csv")
    assert len(found) == Entry.objects.count()
    assert sum(int(row["amount_cents"]) for row in found) == 0
    own = rows(boss, f"accounts/transfer/export.csv?q={user.username}")
    assert 0 < len(own) < len(found)
    assert not [row for row in found if row["account"].startswith("player/")]


def test_no_cell_is_a_formula_and_json_says_what_there_is() -> None:
    room = Room.open("big-50")
    (user,) = room.sit(1)
    play(room)
    User.objects.filter(pk=user.pk).update(username="=cmd|' /C calc'!A0")
    Table.objects.update(name="@SUM(1)")
    holds.count_settled()
    auditor = member("auditor")
    audit.record(None, "closed", name="+anna", reason="A leak, in the roof.", after={"open": 0})
    for path, column, text in (
        ("accounts/user", "name", "=cmd|' /C calc'!A0"),
        ("games/round", "table", "@SUM(1)"),
        ("games/holdtally", "table", "@SUM(1)"),
        ("accounts/auditentry", "actor_name", "+anna"),
    ):
        days = "?first=2020-01-01" if path == "games/holdtally" else ""
        assert f"'{text}" in {row[column] for row in rows(auditor, f"{path}/export.csv{days}")}
        assert text in {row[column] for row in objects(auditor, f"{path}/export.ndjson{days}")}
    (entry,) = objects(auditor, "accounts/auditentry/export.ndjson?act=closed")
    at = AuditEntry.objects.get(act="closed").at
    assert (entry["after"], entry["at"]) == ({"open": 0}, at.isoformat())


def test_what_is_taken_away_is_counted_and_written_down() -> None:
    boss = member("auditor")
    answer = client_of(boss).get("/admin/accounts/user/export.csv?is_staff__exact=1")
    assert (answer["X-Rows"], answer["Content-Disposition"]) == (
        "1", 'attachment; filename="players.csv"',
    )  # fmt: skip
    line = AuditEntry.objects.get(act="exported")
    assert line.actor == boss
    assert line.after == {"file": "players.csv", "rows": 1, "filters": {"is_staff__exact": "1"}}


def test_a_page_is_read_when_it_is_sent_and_no_row_is_missed() -> None:
    for number in range(7):
        User.objects.create_user(f"player{number}")
    everybody = User.objects.filter(username__startswith="player")
    with CaptureQueriesContext(connection) as queries:
        pages = spreadsheets.in_pages(everybody, 3)
        assert len(queries) == 0
        first = next(pages)
        assert (len(first), len(queries)) == (3, 1)
        rest = [user for page in pages for user in page]
    assert {user.username for user in [*first, *rest]} == {f"player{n}" for n in range(7)}
    assert len(rest) == 4


def test_the_dashboards_file_has_what_the_dashboard_is_of() -> None:
    for spot in ("all_red", "range"):
        room = Room.open("big-50")
        (user,) = room.sit(1)
        room.deal(user, wagers={spot: 10_00})
        room.act(user, "reveal")
    holds.count_settled()
    auditor, tally = member("auditor"), HoldTally.objects.get(spot="all_red")
    path = f"games/holdtally/export.csv?first={tally.day}&last={tally.day}"
    for query in (f"version={tally.version_id}", f"table={tally.table_id}"):
        assert [row["bet"] for row in rows(auditor, f"{path}&{query}")] == ["all_red"]
    assert len(rows(auditor, path)) == 2
