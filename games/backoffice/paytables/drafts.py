"""Drafts of paytables: started, and saved by several people without losing anything.

Services take `by`: the user who acts, or their request. They raise PermissionDenied for users
without permission, and `Refused` with a sentence if something cannot be done; every change is in
the audit log.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts import audit
from accounts.models import User
from accounts.staff import By, acting
from games.backoffice.paytables.files import CODE, CODE_ACCEPTED, Given, declared, faults_of
from games.engine.game import Spot
from games.engine.payout import parse_payout
from games.engine.paytable import Paytable
from games.models import PaytableDraft, PaytableVersion
from games.tables.refusals import Refused

ADD, EDIT = (f"games.{verb}_paytabledraft" for verb in ("add", "change"))


class Conflict(Refused):
    """Somebody else has saved the draft since; `draft` is its current state."""

    def __init__(self, draft: PaytableDraft) -> None:
        self.draft = draft
        super().__init__(
            f"{draft.edited_by} saved revision {draft.revision} of this draft at "
            f"{draft.edited:%H:%M} UTC while you were editing. Nothing of yours is lost: your "
            "entries are in the form, theirs beside them. Save again to put yours in their place."
        )


@dataclass(frozen=True)
class Edit:
    """The contents of a draft's form."""

    code: str
    title: str
    source: str
    lines: Mapping[str, str]


def spot_of(draft: PaytableDraft | PaytableVersion) -> Spot:
    """The spot, with all the lines that a draft or version may have."""
    return declared(draft.game, draft.spot, [line for line, _ in draft.lines])


def facts_of(draft: PaytableDraft) -> dict[str, Any]:
    """A draft for the audit log."""
    return {
        "code": draft.code,
        "title": draft.title,
        "source": draft.source,
        "lines": dict(draft.lines),
        "revision": draft.revision,
    }


def start(by: By, given: Given, now: datetime, *, note: str = "") -> PaytableDraft:
    """Begin a draft with an imported paytable, or with the lines of a version (`given_of`)."""
    user = acting(by, ADD)
    return new_draft(by, given, [user], now, note=note)


def new_draft(
    by: By, given: Given, makers: Sequence[User], now: datetime, *, note: str = "",
    since: datetime | None = None,
) -> PaytableDraft:  # fmt: skip
    """Create a draft with these makers; the first one edited it last.

    since: when its lines last changed; None for now.
    """
    with transaction.atomic():
        draft = PaytableDraft.objects.create(
            game=given.game,
            spot=given.spot,
            code=given.code,
            title=given.title,
            source=given.source,
            lines=list(map(list, given.lines.items())),
            printed=dict(given.printed),
            note=note,
            edited_by=makers[0],
            edited=now,
            lines_since=since or now,
        )
        draft.makers.set(makers)
        audit.record(by, "drafted", draft, after=facts_of(draft), reason=note)
    return draft


def given_of(version: PaytableVersion) -> Given:
    """A version as a start for a draft."""
    return Given(
        game=version.game,
        spot=version.spot,
        code=version.code,
        lines=dict(version.lines),
        title=version.title,
        source=version.source,
        printed=version.printed,
    )


def save(by: By, draft_id: int, revision: int, edit: Edit, now: datetime) -> PaytableDraft:
    """Save a draft over the revision that its editor has seen.

    If the lines change, the source and the maker's figures no longer apply: both are removed, and
    the source must be entered again unless it changed with the lines. Raises Conflict if somebody
    else has saved the draft since. Payouts need not be valid yet.
    """
    user = acting(by, EDIT)
    with transaction.atomic():
        draft = locked_draft(draft_id, revision)
        if not CODE.fullmatch(edit.code):
            raise Refused(f"A code is {CODE_ACCEPTED}, not {edit.code!r}.")
        before = facts_of(draft)
        draft.code, draft.title = edit.code, edit.title.strip()[:120]
        lines = [[line, edit.lines.get(line, "").strip()[:40]] for line, _ in draft.lines]
        if lines != draft.lines:
            draft.lines, draft.printed, draft.lines_since = lines, {}, now
            kept = edit.source.strip() == draft.source
            draft.source = "" if kept else edit.source.strip()
        else:
            draft.source = edit.source.strip()
        draft.revision += 1
        draft.edited_by, draft.edited = user, now
        draft.save()
        draft.makers.add(user)
        was, is_now = audit.changes(before, facts_of(draft))
        audit.record(by, "edited", draft, before=was, after=is_now)
    return draft


GONE = "This draft is gone: it was submitted or deleted meanwhile."


def current_draft(draft_id: int) -> PaytableDraft:
    """A draft for reading. Raises Refused if it is gone."""
    draft = PaytableDraft.objects.select_related("edited_by").filter(pk=draft_id).first()
    if draft is None:
        raise Refused(GONE)
    return draft


def locked_draft(draft_id: int, revision: int | None) -> PaytableDraft:
    """A draft under lock. Raises Refused if it is gone, Conflict if it is no longer at the revision
    (None: any)."""
    draft = (
        PaytableDraft.objects.select_for_update(of=("self",))
        .select_related("edited_by")
        .filter(pk=draft_id)
        .first()
    )
    if draft is None:
        raise Refused(GONE)
    if revision is not None and draft.revision != revision:
        raise Conflict(draft)
    return draft


def paytable_of(draft: PaytableDraft, lines: Mapping[str, str] | None = None) -> Paytable:
    """What a draft would pay; a line without a payout loses. Raises Refused for an invalid payout.
    lines: instead of the draft's."""
    texts = dict(draft.lines) if lines is None else lines
    spot = spot_of(draft)
    faults = list(faults_of(spot, texts))
    if faults:
        raise Refused(" ".join(faults))
    return Paytable(
        game=draft.game,
        spot=draft.spot,
        code=draft.code,
        lines={line: parse_payout(texts.get(line) or "lose") for line in spot.lines},
        title=draft.title,
        source=draft.source,
        printed=draft.printed,
    )
