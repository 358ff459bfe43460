"""The paytables of a game sheet: by which approval they pay, since when, and their history."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from games.models import ApprovalLetter, PaytableStep, PaytableVersion, PlannedActivation
from games.odds_reports.subjects import Shown
from games.registry import GAMES

Status = PaytableVersion.Status

MARKS = {
    Status.DRAFT: "DRAFT – not approved",
    Status.SUBMITTED: "DRAFT – not approved",
    Status.APPROVED: "Approved – not in force",
    Status.RETIRED: "Retired – no longer in force",
}
REJECTED = "Rejected – never approved"
NO_APPROVAL = "none on file: loaded as its maker prints it"
CHANGED = "void: the lines were changed after the version was made"
NO_VERSION = "none: this paytable is not on file here"
UNFILED = "Not on file – not approved"


@dataclass(frozen=True)
class Pays:
    """A paytable version on a sheet: where it pays, and by which approval. `version` is not a row
    if the paytable is not on file; `step` is the approval, `letters` its attachments, and `since`
    says in words when it was or will be in force."""

    where: str
    version: PaytableVersion
    approval: str
    step: PaytableStep | None = None
    letters: tuple[ApprovalLetter, ...] = ()
    since: str = ""

    @property
    def words(self) -> str:
        """The version in words."""
        version = self.version
        if version.pk is None:
            return f"{version.code}, {version.status}"
        return f"{version.code}, version {version.number}, {version.status}"

    @property
    def title(self) -> str:
        """The title of the version, if it says more than the name of the spot."""
        return "" if self.version.title in self.where else self.version.title


def is_public(version: PaytableVersion) -> bool:
    """Whether a version is public: once it has been approved."""
    if version.status == Status.RETIRED:
        return not version.steps.filter(act=PaytableStep.Act.REJECTED).exists()
    return version.status in (Status.APPROVED, Status.ACTIVE)


def mark_of(version: PaytableVersion) -> str:
    """What must be written across the sheet of a version, "" for one in force."""
    if version.status == Status.RETIRED and not is_public(version):
        return REJECTED
    return MARKS.get(Status(version.status), "")


def pays_of(felts: Sequence[Shown]) -> Iterator[Pays]:
    """The paytables of all felts, each once."""
    found = {
        version.pk or version.digest: (", ".join(filter(None, (spot.name, felt.name))), version)
        for felt in felts
        for spot in felt.spots
        for version in filter(None, [felt.versions.get(spot.key)])
    }
    rows = [version.pk for _, version in found.values() if version.pk is not None]
    steps = PaytableStep.objects.filter(version__in=rows, act=PaytableStep.Act.APPROVED)
    approved = {step.version_id: step for step in steps.order_by("pk")} if rows else {}
    letters = ApprovalLetter.objects.filter(version__in=rows).defer("content").order_by("pk")
    filed = {pk: [one for one in letters if one.version_id == pk] for pk in rows}
    since = since_of(rows)
    for where, version in found.values():
        step = approved.get(version.pk) if version.is_whole else None
        papers = filed.get(version.pk, []) if version.is_whole else []
        words = [f"{step.reference} of {step.approved_on:%-d %B %Y}"] if step else []
        words += [f"{one.reference} of {one.dated:%-d %B %Y}" for one in papers]
        yield Pays(
            where, version, next(iter(words), _no_approval(version)), step, tuple(papers),
            _in_force(version, since.get(version.pk)),
        )  # fmt: skip


def _in_force(version: PaytableVersion, since: datetime | None) -> str:
    """When a version was, is or will be in force, in words; "" if unknown."""
    if version.pk is None:
        return ""
    if plan := PlannedActivation.objects.filter(version=version, given_up=False).first():
        return f"from {plan.due:%-d %B %Y, %H:%M} UTC, as planned"
    loaded = not version.steps.filter(act=PaytableStep.Act.SUBMITTED).exists()
    begun = since or (version.created if loaded else None)
    if begun is None:
        return ""
    if version.status == Status.ACTIVE:
        return f"since {begun:%-d %B %Y}"
    ended = version.steps.filter(act=PaytableStep.Act.RETIRED).last()
    return f"from {begun:%-d %B %Y}" + (f" to {ended.at:%-d %B %Y}" if ended else "")


def since_of(versions: Sequence[int]) -> dict[int, datetime]:
    """When each of these versions was activated."""
    steps = PaytableStep.objects.filter(version__in=versions, act=PaytableStep.Act.ACTIVATED)
    return dict(steps.order_by("pk").values_list("version_id", "at"))


PUBLIC = {
    PaytableStep.Act.APPROVED: "approved by a second person, {reference} of {approved_on}",
    PaytableStep.Act.ACTIVATED: "in force",
    PaytableStep.Act.RETIRED: "no longer in force",
}
"""What a version's history says publicly. It names nobody who works here."""


def history_of(versions: Sequence[PaytableVersion]) -> Iterator[tuple[str, str, str]]:
    """Every version of these paytables that has been approved or loaded, the oldest step first:
    day, paytable with its version, and what happened."""
    codes = {(one.game, one.spot, one.code) for one in versions if one.pk is not None}
    found = []
    for game, spot, code in codes:
        same = PaytableVersion.objects.filter(game=game, spot=spot, code=code)
        for version in same.prefetch_related("steps"):
            steps = list(version.steps.all())
            if not is_public(version):
                continue
            if not any(step.act == PaytableStep.Act.SUBMITTED for step in steps):
                found.append((version.created, version, "loaded as its maker prints it"))
            for step in steps:
                if words := PUBLIC.get(PaytableStep.Act(step.act)):
                    facts = {"reference": step.reference, "approved_on": step.approved_on}
                    found.append((step.at, version, words.format(**facts)))
    names = {spot.key: spot.name for one in versions for spot in GAMES[one.game].every_spot()}
    for at, version, words in sorted(found, key=lambda one: (one[0], one[1].spot, one[1].pk)):
        name = f"{names[version.spot]} {version.code}, version {version.number}"
        yield f"{at:%Y-%m-%d}", name, words[0].upper() + words[1:]


def _no_approval(version: PaytableVersion) -> str:
    if version.pk is None:
        return NO_VERSION
    if not version.is_whole:
        return CHANGED
    known = version.steps.filter(act=PaytableStep.Act.SUBMITTED).exists()
    drafted = known or version.status in (Status.DRAFT, Status.SUBMITTED)
    return "not approved" if drafted else NO_APPROVAL
