"""A database that an earlier version has made: all of it reads, and what was begun goes on.

Figures that are stored are not read for ever: a report is found by a digest that covers the code,
and a new version asks for it and computes it anew (`games.odds_reports.reports`). So they must come
out the same. A review is kept for good, with the version that made it.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib import admin
from django.db import transaction
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from accounts import chips, ledger
from accounts.models import LedgerRequest, User
from games import printed_paytables
from games.backoffice import holds, voids
from games.backoffice.paytables import workflow
from games.history.daily import days
from games.history.verification import check_round
from games.management.working import review_all
from games.models import (
    DailyDeal,
    OddsReport,
    PaytableVersion,
    Phase,
    Review,
    Round,
    RoundSeat,
    SharedRound,
    Table,
    VoidRequest,
)
from games.odds_reports import reports
from games.tables.finished_round import played
from tests.history.rounds import reader
from tests.settings import BACKEND
from tests.support.commands import run
from tests.support.compute import here
from tests.tables.room import OPENING, Room
from tests.upgrade import kept, stored
from tests.upgrade.hands import Rarest, finish
from tests.upgrade.house import MEMBERS, PASSWORD
from tests.web.reports import kept_answer

LATER = OPENING + timedelta(days=2)
ROWS_OF_A_KIND = 6
"""So many rows of each kind are opened in the administration."""


pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def house(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The stored database for all tests here: it takes longer to load than most of them. What a
    test does is undone, since its own transaction lies within this one."""
    with django_db_blocker.unblock(), transaction.atomic():
        stored.load()
        yield
        transaction.set_rollback(True)


def named(name: str) -> User:
    """Somebody of before."""
    return User.objects.get(username=name)


def holds_good(round: Round) -> bool:
    """Whether all of a round fits that may be known; a seed stays sealed while others need it."""
    verdict = check_round(played(round))
    return not verdict.faults and (verdict.verified is True or round.source.shoe_in_play)


def alike(text: str, before: str) -> bool:
    """Whether two lines or files are the same, byte for byte; PostgreSQL keeps the keys of a JSON
    value in an order of its own, so that there two records are compared as JSON."""
    if BACKEND == "services" and before.startswith("{"):
        return bool(json.loads(text) == json.loads(before))
    return text == before


def opens(client: Client, path: str) -> None:
    """A page is there."""
    assert client.get(path, follow=True).status_code == 200, path


def test_every_round_replays_and_verifies_and_the_books_are_clean() -> None:
    assert stored.verdicts() == kept.read("stored/verify_round.txt")
    for round in stored.over():
        found = played(round)
        assert found.replay is not None
        assert found.replay.settled
        assert holds_good(round)
    assert run("audit_ledger").status == 0


def test_the_house_is_set_up_already() -> None:
    """The same paytables and the same tables: nothing is loaded or opened again."""
    assert run("load_paytables").out == "The paytables are up to date.\n"
    assert run("open_tables").out == "The tables stand already.\n"


def test_histories_are_exported_as_before_and_their_records_replay(tmp_path: Path) -> None:
    exported = dict(stored.exports())
    assert len(exported) == 2 * len(MEMBERS)
    for name, text in exported.items():
        before = kept.read(f"stored/{name}").splitlines()
        assert all(map(alike, text.splitlines(), before)), name
    for name in MEMBERS:
        for number, line in enumerate(exported[f"{name}.ndjson"].splitlines()):
            (tmp_path / f"{name}{number}.json").write_text(line)
    assert run("replay", *tmp_path.iterdir()).status == 0


@pytest.mark.parametrize("name", MEMBERS)
def test_every_page_of_a_players_past_opens(name: str) -> None:
    user = named(name)
    client = reader(user)
    reviewed = set(Review.objects.filter(user=user).values_list("round_seat_id", flat=True))
    for path in ("/history/", "/accounts/", "/accounts/?page=2", "/stats"):
        opens(client, path)
    assert client.post("/accounts/export").status_code == 200
    records = dict(records_of(name))
    for part in one_of_each_kind(user):
        for path in ("", "/replay", f"/replay?seat={part.seat}&at=2"):
            opens(client, f"/history/{part.round_id}{path}")
        expected = 200 if part.pk in reviewed else 204  # no worker has come by yet
        assert client.get(f"/history/{part.round_id}/review").status_code == expected
        file = client.get(f"/history/{part.round_id}.json").content.decode()
        assert alike(file, json.dumps(records[str(part.round_id)], indent=2))
    for shared in SharedRound.objects.filter(part__user=user):
        for path in ("", "/replay", ".json"):
            opens(Client(), f"/shared/{shared.token}{path}")


def records_of(name: str) -> Iterator[tuple[str, Any]]:
    """The records that a member's history was exported as: round and record."""
    for line in kept.read(f"stored/{name}.ndjson").splitlines():
        record = json.loads(line)
        yield record["round"], record


def one_of_each_kind(user: User) -> Iterator[RoundSeat]:
    """One of a player's rounds of each table and outcome."""
    kinds = {
        (part.table_id, part.outcome, part.raised > 0): part
        for part in RoundSeat.objects.filter(user=user, ended__isnull=False)
    }
    yield from kinds.values()


def test_every_page_of_the_administration_opens() -> None:
    client = reader(named("boss"))
    opened: Counter[str] = Counter()
    for model in admin.site._registry:
        listed = client.get(
            reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        )
        assert listed.status_code == 200, model
        rows: Any = listed.context.get("cl")  # the dashboard is no list
        for row in rows.result_list[:ROWS_OF_A_KIND] if rows else ():
            opens(client, rows.url_for_result(row))
            opened[model.__name__] += 1
    assert opened.keys() >= {
        "User", "Account", "Transfer", "AuditEntry", "LedgerRequest", "Table", "Round",
        "VoidRequest", "PaytableDraft", "PaytableVersion", "LimitsProfile",
    }  # fmt: skip


def test_stored_figures_come_out_the_same_now() -> None:
    known = list(OddsReport.objects.filter(status=OddsReport.Status.DONE))
    assert len(known) == 8
    for report in known:
        answer = kept_answer(report.question, printed_paytables.printed)
        now, before = (
            kept.settled_digits(json.dumps(without_sentences(one), sort_keys=True))
            for one in (answer, report.answer)
        )
        assert now == before, report
    assert reports.waiting(LATER) is False


SENTENCES = frozenset({"assumption", "title", "words", "legend"})
"""What an answer says beside its figures, which may be put better."""


def without_sentences(answer: Any) -> Any:
    """An answer without its sentences."""
    if isinstance(answer, dict):
        return {k: without_sentences(v) for k, v in answer.items() if k not in SENTENCES}
    return [*map(without_sentences, answer)] if isinstance(answer, list) else answer


def test_stored_reviews_come_out_the_same_now() -> None:
    facts = ("pk", "status", "expected", "luck", "cost", "largest", "decisions")
    before = list(Review.objects.order_by("pk").values(*facts))
    assert len(before) > 100
    blank = {"expected": 0, "luck": 0, "cost": 0, "largest": 0, "decisions": []}
    Review.objects.update(status=Review.Status.WAITING, **blank)
    review_all("a worker of now", here)
    after = list(Review.objects.order_by("pk").values(*facts))
    assert sum(map(without_what_is_new, before, after)) == 3
    assert after == before


def without_what_is_new(before: dict[str, Any], after: dict[str, Any]) -> int:
    """Take from a review what those of earlier versions do not keep, and let the earlier one charge
    nobody for what the clock played; how often the clock did."""
    played, costs = 0, [0]
    for was, now in zip(before["decisions"], after["decisions"], strict=True):
        for since in ("settled", "decided"):
            del now[since]
        best, (_, chosen) = was["options"][0][1], was["chosen"]
        if now.pop("by_clock", False):
            was["luck"] -= best - chosen
            before["luck"] -= best - chosen
            before["cost"] -= best - chosen
            played += 1
        else:
            costs.append(best - chosen)
    before["largest"] = max(costs)
    return played


@pytest.mark.usefixtures("site_passwords")
def test_a_member_signs_in_with_the_password_of_before(client: Client) -> None:
    answer = client.post("/accounts/login/", {"login": MEMBERS[0], "password": PASSWORD})
    assert answer.status_code == 302
    assert client.session["_auth_user_id"] == str(named(MEMBERS[0]).pk)


def test_rounds_in_play_are_played_on() -> None:
    rooms = [room_of(table) for table in Table.objects.filter(phase=Phase.PLAYING)]
    assert {room.table.game for room in rooms} == set(GAMES_IN_PLAY)
    for room in rooms:
        ended = finish(room, Rarest())
        assert ended.status == Round.Status.SETTLED
        assert holds_good(ended)
    assert ledger.audit() == []


GAMES_IN_PLAY = ("big-50", "big-raise", "big-draw", "blackjack")


def room_of(table: Table) -> Room:
    """A table as it was left, at that moment."""
    chairs = table.chairs.filter(user__isnull=False).select_related("user")
    users = {chair.seat: chair.user for chair in chairs if chair.user is not None}
    now = max(chair.seen_at for chair in chairs if chair.seen_at is not None)
    return Room(table.pk, now, users)


def test_bets_that_lay_on_a_felt_are_dealt() -> None:
    (table,) = Table.objects.filter(phase=Phase.BETTING)
    room = room_of(table)
    room.time_out()
    assert room.table.phase == Phase.PLAYING
    assert holds_good(finish(room, Rarest()))


def test_a_day_that_was_begun_ends_and_its_boards_open() -> None:
    assert days.end_days(LATER) == 1
    assert ledger.audit() == []
    for deal in DailyDeal.objects.all():
        opens(reader(named(MEMBERS[0])), f"/daily/{deal.date}/{deal.game}")


def test_what_waited_for_a_second_person_is_decided() -> None:
    checker = named("checker")
    waiting: list[tuple[Any, Callable[..., object], tuple[Any, ...]]] = [
        (LedgerRequest.objects.get(status="waiting"), chips.approve, ()),
        (VoidRequest.objects.filter(status="waiting").latest("pk"), voids.confirm, ()),
        (PaytableVersion.objects.get(status="submitted"), workflow.approve,
         ("Letter", date(2026, 2, 28))),
    ]  # fmt: skip
    for row, decide, facts in waiting:
        decide(checker, row.pk, *facts, LATER)
    holds.count_settled()
    assert ledger.audit() == []
