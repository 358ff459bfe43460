"""Planned activations: carried out when they are due, given up when they cannot be."""

import logging
from datetime import datetime, timedelta

from django.core.exceptions import PermissionDenied
from django.db import transaction

from accounts import audit
from games.backoffice.paytables import workflow
from games.models import PlannedActivation
from games.tables.refusals import Refused

TRIES = 5
"""How often an activation is tried that fails for no reason of the house's."""
PAUSE = timedelta(minutes=1)
"""From the first failure to the next try; each further pause is twice as long."""

LONGEST_REASON = 300
"""In letters: what an error says of itself can be long."""

log = logging.getLogger(__name__)


def activate_due(now: datetime) -> int:
    """Activate what was planned for now or earlier; how many versions.

    What can't be activated any more, since the person who planned it may not or the version is no
    longer approved, is given up at once. What fails is tried again, and given up after `TRIES`.
    Either keeps its reason, and keeps no other plan from being carried out.
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
    """Keep the reason with the plan, and in the audit log."""
    # None: another process has activated it meanwhile, or has failed just now as well.
    same = PlannedActivation.objects.filter(
        pk=planned.pk, due=planned.due, failures=planned.failures, given_up=False
    )
    with transaction.atomic():
        if same.update(failures=planned.failures + 1, tried=now, reason=reason, given_up=final):
            audit.record(planned.by, "could not activate", planned.version, reason=reason)
