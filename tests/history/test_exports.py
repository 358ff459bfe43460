"""Exports: a selection of one's rounds, streamed, as records and as a table."""

import codecs
import csv
import io
import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import cast

import pytest
from asgiref.sync import sync_to_async
from django.core.management import call_command
from django.db import connection
from django.http import StreamingHttpResponse
from django.test import AsyncClient, RequestFactory
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.history import exports, listing
from games.history.listing import own_rounds
from games.history.verification import exported
from games.models import Round, Table
from games.web.history_views import export
from tests.history.rounds import fetched, page, part_of, play, reader
from tests.tables.room import Room

pytestmark = pytest.mark.django_db(transaction=True)  # an export reads in other threads


@pytest.fixture
def room() -> Room:
    room = Room.open("big-50")
    room.sit(1, 2)
    return room


def test_records_are_one_a_line_and_replay(room: Room, tmp_path: Path) -> None:
    user = room.users[1]
    rounds = [play(room), play(room, user), play(room)]
    play(room, room.users[2])
    lines = fetched(user, "/history/export.ndjson").splitlines()
    records = [json.loads(line) for line in lines]
    assert [record["round"] for record in records] == [str(r.pk) for r in reversed(rounds)]
    assert all(record["verified"] for record in records)
    for record in records:
        file = tmp_path / f"{record['round']}.json"
        file.write_text(json.dumps(record))
        call_command("replay", str(file), stdout=io.StringIO())
        assert record == json.loads(page(user, f"/history/{record['round']}.json"))


@pytest.mark.report("the same, dates")
def test_a_table_has_a_line_for_every_seat_in_cents(room: Room) -> None:
    user = room.users[1]
    round = play(room)
    part = part_of(round, user)
    assert round.ended is not None
    text = fetched(user, "/history/export.csv")
    assert text.startswith("\ufeff"), "spreadsheets know UTF-8 by its mark"
    (line,) = csv.DictReader(io.StringIO(text.removeprefix("\ufeff")))
    assert line == {
        "round": str(round.pk), "ended_utc": f"{round.ended:%Y-%m-%d %H:%M:%S}",
        "game": "big-50", "table": "Alder", "number": "1", "seat": "1", "outcome": part.outcome,
        "staked_cents": "1500", "returned_cents": str(part.returned),
        "net_cents": str(part.net), "void_reason": "",
    }  # fmt: skip


@pytest.mark.report("open the CSV export of a hosted table in a spreadsheet")
def test_a_spreadsheet_reads_the_name_of_a_hosted_table(room: Room) -> None:
    """By the mark at the beginning; without it, in Windows-1252, it was Zoe77â€™s table."""
    play(room)
    Table.objects.filter(pk=room.table_id).update(name="Zoe77\u2019s table")
    sent = fetched(room.users[1], "/history/export.csv").encode()
    assert sent.startswith(codecs.BOM_UTF8)
    (line,) = csv.DictReader(io.StringIO(sent.decode("utf-8-sig")))
    assert line["table"] == "Zoe77\u2019s table"


@pytest.mark.parametrize("form", ["ndjson", "csv"])
def test_an_export_has_what_the_filters_leave(room: Room, form: str) -> None:
    user = room.users[1]
    first = play(room)
    room.now += timedelta(days=1)
    play(room)
    text = fetched(user, f"/history/export.{form}?until=2026-03-01")
    assert text.count(str(first.pk)) > 0
    assert len(text.splitlines()) == (1 if form == "ndjson" else 2)
    nothing = fetched(user, f"/history/export.{form}?result=void")
    assert len(nothing.splitlines()) == (0 if form == "ndjson" else 1)


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx"])
def test_no_text_in_a_table_is_a_formula(room: Room, name: str) -> None:
    user = room.users[1]
    play(room)
    Table.objects.filter(pk=room.table_id).update(name=name)
    (line,) = csv.DictReader(io.StringIO(fetched(user, "/history/export.csv"), newline=""))
    assert line["table"] == f"'{name}"


def test_no_round_that_is_not_over_is_exported(room: Room) -> None:
    user = room.users[1]
    room.deal(user)
    for form in ("csv", "ndjson"):
        assert str(room.round.pk) not in fetched(user, f"/history/export.{form}")
    page(user, "/history/export.pdf", status=404)


@pytest.mark.parametrize("made", [exports.records, exports.table])
def test_an_export_is_made_page_by_page_with_as_many_queries_a_page(
    room: Room, made: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two pages cost twice one page, however many rounds a page has."""
    user = room.users[1]
    for _ in range(6):
        play(room, user)

    def queries(size: int, texts: int) -> int:
        monkeypatch.setattr(exports, "PAGE", size)
        with CaptureQueriesContext(
            connection,
        ) as captured:
            found = list(made(own_rounds(user)))  # type: ignore[call-overload]
        assert len(found) == texts
        return len(captured)

    if made is exports.records:
        one = queries(6, 1)
        three = queries(2, 3)
        assert three <= 3 * one
        assert one < 6 * 4
        assert Round.objects.count() > 5
    else:
        assert queries(6, 2) == 1


@pytest.mark.django_db(transaction=True)
async def test_the_server_sends_the_first_page_before_it_has_read_the_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def rounds() -> User:
        room = Room.open("big-50")
        (user,) = room.sit(1)
        for _ in range(3):
            play(room)
        return user

    user = await sync_to_async(rounds)()
    monkeypatch.setattr(exports, "PAGE", 1)
    read: list[int] = []
    pages = listing.in_pages

    def counted(*given: object) -> object:
        for found in pages(*given):  # type: ignore[arg-type]
            read.append(len(found))
            yield found

    monkeypatch.setattr("games.history.exports.in_pages", counted)
    client = AsyncClient()
    await sync_to_async(client.force_login)(user)
    answer = await client.get("/history/export.ndjson")
    sent = aiter(answer.streaming_content)  # type: ignore[attr-defined]
    assert json.loads(await anext(sent))["game"] == "big-50"
    assert read == [1]
    assert len([text async for text in sent]) == 2


def test_a_player_downloads_five_times_a_minute_and_keeps_nobody_else_from_it(room: Room) -> None:
    play(room)
    one, other = reader(room.users[1]), reader(room.users[2])
    for form in ("ndjson", "csv", "ndjson", "csv"):
        assert one.get(f"/history/export.{form}").status_code == 200
    assert one.get("/history/export.csv?game=faro").status_code == 400  # that cost nothing
    assert one.get("/history/export.csv").status_code == 200
    refused = one.get("/history/export.ndjson")
    assert refused.status_code == 429
    assert "Wait a minute" in refused.content.decode()
    assert one.get("/history/").status_code == 200
    assert other.get("/history/export.ndjson").status_code == 200


async def test_for_the_head_of_an_export_no_round_is_replayed_and_none_is_counted(
    rf: RequestFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    def played() -> User:
        room = Room.open("big-50")
        (user,) = room.sit(1)
        play(room)
        return user

    user = await sync_to_async(played)()
    replayed: list[object] = []

    def noted(round: Round) -> dict[str, object]:
        replayed.append(round)
        return exported(round)

    monkeypatch.setattr(exports, "exported", noted)

    async def asked(method: str) -> tuple[StreamingHttpResponse, str]:
        request = rf.generic(method, "/history/export.ndjson")
        request.user = user
        answer = cast("StreamingHttpResponse", await sync_to_async(export)(request, "ndjson"))
        assert answer.status_code == 200
        return answer, "".join([part.decode() async for part in answer])

    for _ in range(20):
        head, text = await asked("HEAD")
        assert text == ""
    assert replayed == []
    page, text = await asked("GET")
    assert text.count("\n") == len(replayed) == 1
    moving = {"Expires": ""}  # the second may have passed between them
    assert {**head.headers, **moving} == {**page.headers, **moving}
