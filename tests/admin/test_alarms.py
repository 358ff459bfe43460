"""Alarms of the dashboard: each waits until somebody answers it, and says who did and how."""

from datetime import datetime, timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from accounts.models import AuditEntry
from accounts.staff import Declined
from games.backoffice import hold_alarms
from games.models import HoldAlarm, HoldTally
from tests.accounts.people import words
from tests.admin.staff import member
from tests.admin.test_dashboard import played_once
from tests.support.clients import client_of
from tests.tables.room import OPENING
from tests.web.reports import compute_all

pytestmark = pytest.mark.django_db

DASHBOARD = reverse("admin:games_holdtally_changelist")


def hits(tally: HoldTally, count: int, of: int) -> None:
    """So many hits of All Red, 17 to 1, in so many bets of 10.00: with 4,000 bets 101 are expected,
    and five standard deviations more are 150 (tests/admin/test_dashboard.py)."""
    tally.wagers, tally.staked, tally.returned = of, of * 10_00, count * 180_00
    tally.save()


def played_with_figures() -> None:
    """A round that is counted, and the exact figures of its felt: they are asked for by a look."""
    played_once()
    assert hold_alarms.look(OPENING) == 0
    compute_all()


def alarm() -> HoldAlarm:
    played_with_figures()
    hits(HoldTally.objects.get(), 150, 4_000)
    assert hold_alarms.look(OPENING) == 1
    return HoldAlarm.objects.get()


def test_two_bets_raise_none_and_four_thousand_do() -> None:
    played_with_figures()
    tally = HoldTally.objects.get()
    hits(tally, 1, 2)
    assert hold_alarms.look(OPENING) == 0
    hits(tally, 121, 4_000)
    assert hold_alarms.look(OPENING) == 0
    hits(tally, 150, 4_000)
    assert hold_alarms.look(OPENING) == 1


def test_an_alarm_stays_until_it_is_answered_however_old() -> None:
    alarm()
    for later in (timedelta(hours=1), timedelta(days=90)):
        assert hold_alarms.look(OPENING + later) == 0
        assert len(hold_alarms.waiting()) == 1
    hits(HoldTally.objects.get(), 101, 4_000)
    hold_alarms.look(OPENING + timedelta(hours=2))
    assert len(hold_alarms.waiting()) == 1


def test_it_waits_in_the_queue_of_the_floor_and_others_read_it() -> None:
    found = alarm()
    page = reverse("admin:games_holdtally_answer", args=[found.pk])
    for role, may in (("floor", True), ("superuser", True), ("auditor", False)):
        client = client_of(member(role))
        kinds = {kind.name: kind for kind in client.get("/admin/").context["kinds"]}
        assert (kinds["Alarms"].count, kinds["Alarms"].mine) == (1, may)
        text = client.get(DASHBOARD).content.decode()
        assert "All Red held" in text
        assert (page in text) is may
        assert client.get(page).status_code == (200 if may else 403)
    maker = client_of(member("maker")).get("/admin/").context["kinds"]
    assert "Alarms" not in {kind.name for kind in maker}


def test_an_answer_says_who_when_and_what_and_ends_it() -> None:
    found = alarm()
    floor, page = member("floor"), reverse("admin:games_holdtally_answer", args=[found.pk])
    client = client_of(floor)
    assert client.post(page, {"reason": "  "}).status_code == 422
    assert len(hold_alarms.waiting()) == 1
    said = "Looked at all hits: the deals verify."
    assert client.post(page, {"reason": said}).status_code == 302
    found.refresh_from_db()
    assert (found.answered_by, found.answer) == (floor, said)
    assert hold_alarms.waiting() == []
    line = AuditEntry.objects.get(act="answered an alarm")
    assert (line.actor, line.reason, line.target_id) == (floor, said, str(found.pk))
    shown = words(client.get(DASHBOARD))
    assert said in shown
    assert "floor, " in shown
    assert client.post(page, {"reason": "Again."}).status_code == 422


def test_what_is_answered_is_raised_again_only_by_the_days_after() -> None:
    found = alarm()
    hold_alarms.answer(member("floor"), found.pk, "Luck.", OPENING)
    assert hold_alarms.look(OPENING + timedelta(hours=1)) == 0
    later: datetime = OPENING + timedelta(days=1)
    assert hold_alarms.look(later) == 0
    tally = HoldTally.objects.get()
    tally.pk, tally.day = None, later.date()
    tally._state.adding = True
    hits(tally, 101, 4_000)
    assert hold_alarms.look(later) == 0
    hits(tally, 150, 4_000)
    assert hold_alarms.look(later) == 1


def test_who_may_not_look_after_tables_answers_none() -> None:
    found = alarm()
    with pytest.raises(PermissionDenied):
        hold_alarms.answer(member("auditor"), found.pk, "Luck.", OPENING)
    with pytest.raises(Declined):
        hold_alarms.answer(member("floor"), found.pk, "", OPENING)
