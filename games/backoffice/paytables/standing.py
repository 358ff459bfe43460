"""The state of versions, for their list: edge, approval, since when they pay, and at which
tables."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games.backoffice.paytables.figures import terms_with
from games.exact.terms import Terms
from games.models import (
    ApprovalLetter,
    OddsReport,
    PaytableStep,
    PaytableVersion,
    PlannedActivation,
    Table,
)
from games.odds_reports import reports
from games.odds_reports.bets import bet_paying
from games.registry import KITS
from games.tables.selectors import active_paytables

Act = PaytableStep.Act

NAMED = 3
"""How many tables are named; the rest are counted."""


@dataclass(frozen=True)
class Standing:
    """A version in its list. edge: in percent, None until it is computed. reference: of its
    approval, or what it has instead. since: when it was activated or, if it was loaded, created;
    None if neither. planned: when it will be activated by plan, if it is. tables: names, as
    text."""

    edge: float | None
    reference: str
    since: datetime | None
    planned: datetime | None
    tables: str


def known_of(versions: Sequence[PaytableVersion]) -> dict[int, Standing]:
    """The state of these versions, by key. Computes nothing that takes longer than a page may."""
    steps = PaytableStep.objects.filter(version__in=versions).order_by("pk")
    references, since, by_people = {}, {}, set()
    for step in steps:
        by_people.add(step.version_id)
        if step.act == Act.APPROVED:
            references[step.version_id] = step.reference
        elif step.act == Act.ACTIVATED:
            since[step.version_id] = step.at
    letters = ApprovalLetter.objects.filter(version__in=versions).order_by("pk")
    filed = dict(letters.values_list("version_id", "reference"))
    plans = PlannedActivation.objects.filter(version__in=versions, given_up=False)
    due = dict(plans.values_list("version_id", "due"))
    tables, edges = _tables(versions), _edges(versions)
    return {
        version.pk: Standing(
            edge=edges.get(version.pk),
            reference=_reference(
                references.get(version.pk) or filed.get(version.pk, ""), version.pk in filed
            ),
            since=since.get(version.pk) or (None if version.pk in by_people else version.created),
            planned=due.get(version.pk),
            tables=tables.get(version.pk, "–"),
        )
        for version in versions
    }


def _reference(reference: str, filed: bool) -> str:
    if not reference:
        return "none on file"
    return reference if filed else f"{reference}, no letter"


def _tables(versions: Sequence[PaytableVersion]) -> dict[int, str]:
    found = Table.objects.filter(paytables__in=versions, closed=False).order_by("pk")
    names = defaultdict(list)
    for version, name in found.values_list("paytables", "name"):
        names[version].append(name)
    return {
        version: ", ".join(some[:NAMED])
        + (f" and {len(some) - NAMED} more" if len(some) > NAMED else "")
        for version, some in names.items()
    }


def _edges(versions: Sequence[PaytableVersion]) -> dict[int, float]:
    """The known edges: of bets that one deal decides, and of those that a worker has computed."""
    active = {game: active_paytables(game) for game in {version.game for version in versions}}
    edges: dict[int, float] = {}
    asked: dict[int, str] = {}
    for version in versions:
        terms = terms_with(version.value, active[version.game])
        count = KITS[version.game].single_deal.get(version.spot)
        if count:
            edges[version.pk] = float(100 * count(terms.options, version.value, terms.stake).edge)
        else:
            asked[version.pk] = _digest(terms)
    done = OddsReport.objects.in_bulk(set(asked.values()), field_name="digest")
    for version in versions:
        report = done.get(asked.get(version.pk, ""))
        if report is not None and report.answer is not None:
            bet = bet_paying(report.answer["bets"], version.spot, version.code)
            if bet is not None:
                edges[version.pk] = bet["edge_percent"]
    return edges


def _digest(terms: Terms) -> str:
    return reports.digest_of(reports.terms_question(terms, play=False))
