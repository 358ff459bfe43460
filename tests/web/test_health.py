"""/health says whether the site is well, and to whom it may what is not."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone

from games.models import Keeping, OddsReport
from games.odds_reports import reports
from tests.accounts.people import member

pytestmark = pytest.mark.django_db

FROM_AFAR: dict[str, Any] = {"REMOTE_ADDR": "203.0.113.7"}


def asked(environment: dict[str, Any] | None = None) -> tuple[int, str]:
    """The page as it answers, to a request with more in its environment."""
    answer = Client().get("/health", **environment or {})
    assert "no-store" in answer.headers["Cache-Control"]
    return answer.status_code, answer.content.decode()


def test_a_well_site_says_so_with_every_part_of_it() -> None:
    status, text = asked()
    assert status == 200
    assert text.startswith("well\n")
    for part in ("Database", "Redis", "Migrations", "Clocks", "Sweeps", "Exact figures"):
        assert f"ok  {part}: " in text


def test_a_migration_that_is_missing_is_named() -> None:
    last = MigrationRecorder.Migration.objects.filter(app="games").order_by("name").last()
    assert last is not None
    last.delete()
    status, text = asked()
    assert status == 503
    assert f"BAD Migrations: 1 not applied: games {last.name}" in text


def test_tables_that_nobody_sweeps_are_told() -> None:
    long_ago = timezone.now() - timedelta(minutes=5)
    Keeping.objects.create(pk=1, since=long_ago, until=long_ago)
    status, text = asked()
    assert (status, "BAD Sweeps: The tables were last swept 300 seconds ago." in text) == (
        503,
        True,
    )


def test_figures_that_nobody_computes_are_told() -> None:
    asked_at = timezone.now() - timedelta(hours=1)
    OddsReport.objects.create(
        digest="0" * 64, version=reports.version(), question={}, asked=asked_at
    )
    status, text = asked()
    assert status == 503
    assert "BAD Exact figures: Pages have waited for 60 minutes" in text


def test_without_a_database_it_still_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise OperationalError

    monkeypatch.setattr(connection, "cursor", away)
    status, text = asked()
    assert status == 503
    assert "BAD Database: No answer: OperationalError." in text


@pytest.mark.parametrize(
    "environment", [FROM_AFAR, {"HTTP_X_FORWARDED_FOR": "203.0.113.7"}, {"REMOTE_ADDR": ""}]
)
def test_strangers_hear_no_more_than_whether_it_is_well(environment: dict[str, str]) -> None:
    assert asked(environment) == (200, "well\n")


def test_the_staff_hear_all_from_anywhere() -> None:
    client = Client(**FROM_AFAR)
    client.force_login(member("Sam", is_staff=True))
    assert "Migrations" in client.get("/health").content.decode()
    client.force_login(member())
    assert client.get("/health").content.decode() == "well\n"
