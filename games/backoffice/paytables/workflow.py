"""The way of a paytable to the tables: draft, submitted, approved, active, retired.

All steps are here: each checks permissions, under a lock on the row, and writes a `PaytableStep`
and a line of the audit log in the same transaction. Once submitted, a version never changes: if it
is rejected, it is retired and its lines go back into a draft.

Services take `by`: the user who acts, or their request. They raise PermissionDenied for users
without permission, and `Refused` with a sentence if something cannot be done.
"""

import logging
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Max
from django.http import HttpRequest

from accounts import audit
from accounts.models import User
from accounts.staff import By, acting, openings, why_not_second
from games.backoffice.paytables.concerns import concerns
from games.backoffice.paytables.drafts import (
    EDIT,
    current_draft,
    given_of,
    locked_draft,
    new_draft,
    paytable_of,
    spot_of,
)
from games.backoffice.paytables.figures import Figures, figures_of
from games.backoffice.paytables.letters import APPROVE, Letter, attach, check_approval
from games.engine.limits import money
from games.engine.payout import payout_text
from games.engine.paytable import Paytable
from games.models import PaytableDraft, PaytableStep, PaytableVersion, PlannedActivation, Table
from games.registry import GAMES
from games.tables import rounds
from games.tables.locked_table import locked
from games.tables.refusals import Refused

Status, Act = PaytableVersion.Status, PaytableStep.Act

ACTIVATE = "games.activate_paytableversion"

log = logging.getLogger(__name__)

LONGEST_PLAN = timedelta(days=366)


class NeedsReason(Refused):
    """The paytable is unusual, so submitting it needs a reason; `concerns` are sentences."""

    def __init__(self, concerns: Sequence[str]) -> None:
        self.concerns = concerns
        super().__init__("Give a reason for what is unusual: the checker reads it.")


def submit(by: By, draft_id: int, revision: int, reason: str, now: datetime) -> PaytableVersion:
    """Freeze a draft as the next version, for somebody else to approve.

    Raises Conflict, NeedsReason, or Refused for a fault, for bounds that no reason overrides, or
    while its figures are missing.
    """
    user = acting(by, EDIT)
    draft = current_draft(draft_id)
    paytable = paytable_of(draft)
    _check_new(paytable)
    figures = figures_of(paytable, now)
    if figures.bet is None and not figures.error:
        raise Refused(f"Submit it when its figures are there. {figures.words}")
    if not draft.source.strip():
        raise Refused("Say where these lines come from: fill in the source.")
    check_bounds(figures)
    unusual = concerns(spot_of(draft), dict(draft.lines), paytable, figures)
    if unusual and not reason.strip():
        raise NeedsReason(unusual)
    with transaction.atomic():
        draft = locked_draft(draft_id, revision)
        makers = list(draft.makers.order_by("pk").values_list("pk", flat=True))
        version = _frozen(paytable, draft, now)
        _step(by, version, Act.SUBMITTED, now, before=Status.DRAFT, reason=reason.strip(),
              concerns=unusual, makers=sorted({*makers, user.pk}))  # fmt: skip
        draft.delete()
    return version


def _check_new(paytable: Paytable) -> None:
    """Check that no version in use pays the same, and that all versions of one code have the same
    lines, since tables move from one to the next."""
    known = PaytableVersion.objects.filter(
        game=paytable.game, spot=paytable.spot, code=paytable.code
    ).first()
    if known is not None and set(known.value.lines) != set(paytable.lines):
        raise Refused(
            f"{known.code} is a paytable with the lines {', '.join(known.value.lines)}. Choose "
            "another code for these lines."
        )
    alike = PaytableVersion.objects.filter(digest=paytable.digest).exclude(status=Status.RETIRED)
    for version in alike:
        raise Refused(
            f"These are the lines of version {version.number} of {version.code}, which is "
            f"{version.status}. Change a line, or the code."
        )


def check_bounds(figures: Figures) -> None:
    """Raise Refused for a paytable that the house never offers, whatever the reason: an edge below
    the minimum (at any listed stake), or a payout above the maximum."""
    floor, ceiling = settings.PAYTABLE_LEAST_EDGE, settings.PAYTABLE_MOST_PAYOUT
    if figures.edge is None:
        raise Refused(f"A paytable cannot be submitted without its exact edge. {figures.error}")
    edge = min([figures.edge, *(edge for _, edge in figures.stakes)])
    if edge < floor:
        raise Refused(
            f"The edge is {edge:.4f} %. This house offers nothing below {floor:g} %, whatever the "
            "reason."
        )
    if figures.worst > ceiling:
        raise Refused(
            f"The largest wager, {money(figures.largest)}, can win {money(figures.worst)}. This "
            f"house pays at most {money(ceiling)} on a wager, whatever the reason."
        )


def _frozen(paytable: Paytable, draft: PaytableDraft, now: datetime) -> PaytableVersion:
    key = {"game": paytable.game, "spot": paytable.spot, "code": paytable.code}
    newest = PaytableVersion.objects.filter(**key).aggregate(Max("number"))["number__max"]
    return PaytableVersion.objects.create(
        **key,
        number=(newest or 0) + 1,
        title=paytable.title,
        source=paytable.source,
        lines=[[line, payout_text(payout)] for line, payout in paytable.lines.items()],
        printed=dict(paytable.printed),
        digest=paytable.digest,
        status=Status.SUBMITTED,
        created=now,
        drafted=draft.lines_since,
    )


def approve(
    by: By, version_id: int, reference: str, approved_on: date | None, now: datetime,
    *, letter: Letter | None = None,
) -> PaytableVersion:  # fmt: skip
    """Approve what others have submitted, with the approval's reference, date and letter."""
    user = acting(by, APPROVE)
    with transaction.atomic():
        version = _locked_version(version_id, Status.SUBMITTED, "approved")
        makers = makers_of(version)
        if why_not := why_not_second(user, makers):
            raise Refused(why_not)
        check_whole(version)
        words, day = check_approval(version, reference, approved_on, now)
        _step(by, version, Act.APPROVED, now, before=Status.SUBMITTED,
              reference=words, approved_on=day, digest=version.digest)  # fmt: skip
        if letter is not None:
            attach(by, version.pk, letter, words, day, now)
    return version


def check_whole(version: PaytableVersion) -> None:
    """Raise Refused if a version's lines have changed since it was frozen: the site never changes
    them, so somebody has written to the database by hand."""
    if not version.is_whole:
        raise Refused(f"The lines of {version} were changed after it was made. Draft a new one.")


def makers_of(version: PaytableVersion) -> set[int]:
    """The ids of all users who worked on a version before it was frozen."""
    submitted = version.steps.filter(act=Act.SUBMITTED).values_list("makers", flat=True)
    return {pk for makers in submitted for pk in makers}


def reject(by: By, version_id: int, reason: str, now: datetime) -> PaytableDraft:
    """Send a submitted version back: it is retired, and a draft with its lines says why."""
    user = acting(by, APPROVE)
    if not reason.strip():
        raise Refused("Say what must change: the person who drafted it reads the reason.")
    with transaction.atomic():
        version = _locked_version(version_id, Status.SUBMITTED, "rejected")
        makers = list(User.objects.filter(pk__in=makers_of(version)).order_by("pk"))
        _step(by, version, Act.REJECTED, now, before=Status.SUBMITTED, reason=reason.strip())
        note = f"Version {version.number} was rejected by {user}: {reason.strip()}"
        return new_draft(by, given_of(version), makers or [user], now, note=note,
                         since=version.drafted)  # fmt: skip


def activate(by: By, version_id: int, now: datetime) -> PaytableVersion:
    """Let an approved version pay: at new tables at once, at tables with an older one from their
    next round on. A dealt round continues as it was; if nobody has bet yet, betting starts again
    with the new lines."""
    acting(by, ACTIVATE)
    with transaction.atomic():
        version = _locked_version(version_id, Status.APPROVED, "activated")
        check_whole(version)
        _forget_plan(version)
        alike = PaytableVersion.objects.filter(
            game=version.game, spot=version.spot, code=version.code
        ).exclude(pk=version.pk)
        for old in alike.filter(status=Status.ACTIVE).select_for_update(no_key=True):
            _step(by, old, Act.RETIRED, now, before=Status.ACTIVE,
                  reason=f"Version {version.number} takes its place.")  # fmt: skip
        _step(by, version, Act.ACTIVATED, now, before=Status.APPROVED)
        _put_on_tables(version, now)
    return version


def _put_on_tables(version: PaytableVersion, now: datetime) -> None:
    """Let every open table that pays by another version of a paytable pay by this one."""
    alike = PaytableVersion.objects.filter(
        game=version.game, spot=version.spot, code=version.code
    ).exclude(pk=version.pk)
    # A table that follows another one keeps its paytables to the end, so that everyone has the
    # same.
    tables = Table.objects.filter(paytables__in=alike, follows=None, last_round=None, closed=False)
    tables = tables.distinct().order_by("pk")
    for table_id in list(tables.values_list("pk", flat=True)):
        with locked(table_id, now) as desk:
            rounds.reprice(desk, list(alike), version)


def adopt(now: datetime) -> None:
    """Update tables that pay by a retired version while another of its code is active: they were
    opened during the activation, or the makers have changed the printed paytable."""
    behind = PaytableVersion.objects.filter(
        status=Status.RETIRED, tables__closed=False, tables__follows=None, tables__last_round=None
    ).distinct()
    for old in behind:
        active = PaytableVersion.objects.filter(
            game=old.game, spot=old.spot, code=old.code, status=Status.ACTIVE
        ).first()
        if active is None or set(active.value.lines) != set(old.value.lines):
            continue
        try:
            with transaction.atomic():
                _put_on_tables(active, now)
        except Exception:  # a failure must not hold up the others or the sweep
            log.exception("the tables of %s could not take up %s", old, active)


def plan(by: By, version_id: int, due: datetime | None, now: datetime) -> PlannedActivation:
    """Plan an approved version's activation at a set time, in the name of the person who plans
    it."""
    user = acting(by, ACTIVATE)
    assert isinstance(user, User)
    if due is None or not now < due <= now + LONGEST_PLAN:
        raise Refused("Give a date and time in the coming twelve months (UTC).")
    with transaction.atomic():
        version = _locked_version(version_id, Status.APPROVED, "planned")
        _forget_plan(version)
        planned = PlannedActivation.objects.create(version=version, due=due, by=user)
        _step(by, version, Act.PLANNED, now, before=Status.APPROVED, due=due)
    return planned


def unplan(by: By, version_id: int, now: datetime) -> None:
    """Cancel a planned activation."""
    acting(by, ACTIVATE)
    with transaction.atomic():
        version = _locked_version(version_id, Status.APPROVED, "taken back")
        if not _forget_plan(version):
            raise Refused("No activation is planned.")
        _step(by, version, Act.UNPLANNED, now, before=Status.APPROVED)


def _forget_plan(version: PaytableVersion) -> bool:
    return bool(PlannedActivation.objects.filter(version=version).delete()[0])


def retire(by: By, version_id: int, reason: str, now: datetime) -> PaytableVersion:
    """Take an approved or active version out of use if nothing needs it."""
    acting(by, ACTIVATE)
    if not reason.strip():
        raise Refused("Say why it is retired.")
    with transaction.atomic():
        version = _locked_version(version_id, None, "retired")
        if version.status not in (Status.APPROVED, Status.ACTIVE):
            raise Refused(f"{version} is {version.status}; only what is approved or active can be "
                          "retired.")  # fmt: skip
        if version.status == Status.ACTIVE:
            _check_unneeded(version)
        _forget_plan(version)
        _step(by, version, Act.RETIRED, now, before=version.status, reason=reason.strip())
    return version


def _check_unneeded(version: PaytableVersion) -> None:
    usual = {(spot.key, spot.default_paytable) for spot in GAMES[version.game].every_spot()}
    if (version.spot, version.code) in usual:
        raise Refused(f"New tables pay by {version.code}: activate another version of it instead.")
    names = [table.name for table in Table.objects.filter(closed=False, paytables=version)]
    if names:
        raise Refused(
            f"These tables pay by it: {', '.join(names)}. Activate another version of "
            f"{version.code} instead, or close them first."
        )


def _locked_version(version_id: int, status: str | None, act: str) -> PaytableVersion:
    """no_key: a table that opens a round refers to its versions, and must not wait for us while we
    wait for it."""
    version = PaytableVersion.objects.select_for_update(no_key=True).filter(pk=version_id).first()
    if version is None:
        raise Refused("There is no such version.")
    if status is not None and version.status != status:
        raise Refused(f"{version} is {version.status}; only what is {status} can be {act}.")
    return version


_BECOMES = {
    Act.SUBMITTED: Status.SUBMITTED,
    Act.APPROVED: Status.APPROVED,
    Act.REJECTED: Status.RETIRED,
    Act.PLANNED: Status.APPROVED,
    Act.UNPLANNED: Status.APPROVED,
    Act.ACTIVATED: Status.ACTIVE,
    Act.RETIRED: Status.RETIRED,
}


def _step(
    by: By,
    version: PaytableVersion,
    act: PaytableStep.Act,
    now: datetime,
    *,
    before: str,
    **facts: Any,
) -> None:
    """Take a version one step further, and record it for the version and in the audit log."""
    user = by.user if isinstance(by, HttpRequest) else by
    assert isinstance(user, User)
    version.status = _BECOMES[act]
    version.save(update_fields=["status"])
    PaytableStep.objects.create(version=version, act=act, by=user, at=now, **facts)
    filled = {key: value for key, value in facts.items() if value and key != "reason"}
    if "due" in filled:
        filled["due"] = facts["due"].isoformat()
    after = {"status": version.status, **filled}
    if act == Act.APPROVED:
        after |= openings(user, makers_of(version), now)
    if act == Act.SUBMITTED:
        after["lines"] = dict(version.lines)
    audit.record(
        by, act.value, version, before={"status": str(before)}, after=after,
        reason=facts.get("reason", ""),
    )  # fmt: skip
