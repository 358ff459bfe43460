"""Planned activations: carried out when due, dropped if impossible."""

import logging
from datetime import datetime, timedelta

from django.core.exceptions import PermissionDenied
from django.db import transaction

from accounts import audit
from games.backoffice.paytables import workflow
from games.models import PlannedActivation
from games.tables.refusals import Refused

TRIES = 5
"""How often an activation is tried that fails for technical reasons."""
PAUSE = timedelta(minutes=1)
"""The pause between the first failure and the next try; each further pause is twice as long."""

LONGEST_REASON = 300
"""In characters: error messages can be long."""

log = logging.getLogger(__name__)


def activate_due(now: datetime) -> int:
    """Activate what was planned for now or earlier; returns how many versions.

    A plan that is no longer allowed, because its planner lost the permission or the version is no
    longer approved, is dropped at once. One that fails is tried again, and dropped after `TRIES`.
    Both keep their reason, and neither holds up other plans.
    """
    done = 0
    due = PlannedActivation.objects.filter(due__lte=now, given_up=False).select_related("by")
    for planned in due.order_by("due", "pk"):
        if now < _next_try(planned):
            continue
        try:
            workflow.activate(planned.by, planned.version_id, now)
            done += 1
        except Refused as error:
            _failed(planned, str(error), now, final=True)
        except PermissionDenied:
            reason = f"{planned.by} may not activate paytables any more."
            _failed(planned, reason, now, final=True)
        except Exception as error:
            log.exception("the planned activation of %s failed", planned.version)
            reason = f"An error of the site, {type(error).__name__}: {error}."[:LONGEST_REASON]
            _failed(planned, reason, now, final=planned.failures + 1 >= TRIES)
    return done


def _next_try(planned: PlannedActivation) -> datetime:
    if planned.tried is None:
        return planned.due
    pauses: int = 2 ** (planned.failures - 1)
    return planned.tried + PAUSE * pauses


def _failed(planned: PlannedActivation, reason: str, now: datetime, *, final: bool) -> None:
    """Store the reason with the plan and in the audit log."""
    # None: another process has just activated it, or has just failed too.
    same = PlannedActivation.objects.filter(
        pk=planned.pk, due=planned.due, failures=planned.failures, given_up=False
    )
    with transaction.atomic():
        if same.update(failures=planned.failures + 1, tried=now, reason=reason, given_up=final):
            audit.record(planned.by, "could not activate", planned.version, reason=reason)
