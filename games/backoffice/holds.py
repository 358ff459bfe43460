"""What the house has held, bet by bet, beside what it should hold: sums over settled rounds.

No settlement pays for this: `catch_up` counts the rounds that have ended since it was last called,
some at a time, and marks them. A round that is voided later is taken back.
"""

import hashlib
import json
from collections.abc import Iterable
from itertools import groupby

from django.db import transaction
from django.db.models import F

from games.engine.cards import code_of
from games.engine.game import reported_under
from games.engine.record import Record
from games.exact.terms import USUAL_STAKE, Felt, least_stake
from games.models import CardTally, HoldTally, Round, RoundSeat
from games.odds_reports import reports
from games.registry import KITS
from games.tables.finished_round import AHEAD
from games.tables.locked_table import record_of

AT_ONCE = 100
"""How many rounds are counted in one transaction."""


def waiting() -> int:
    """How many settled rounds are not counted yet."""
    return Round.objects.filter(status=Round.Status.SETTLED, tallied=False).count()


def catch_up(most: int = AT_ONCE) -> int:
    """Count settled rounds that are not counted yet, the oldest first. Returns how many."""
    with transaction.atomic():
        rounds = list(
            Round.objects.filter(status=Round.Status.SETTLED, tallied=False)
            .order_by("ended")
            .select_for_update(skip_locked=True, of=("self",))[:most]
        )
        found = Round.objects.filter(pk__in=[round.pk for round in rounds])
        for round in found.select_related("shoe").prefetch_related(*AHEAD):
            _count(round)
        found.update(tallied=True)
    return len(rounds)


def take_back(round: Round) -> None:
    """A round that was counted is void."""
    if _counts(round):
        _add(round, -1)


def _counts(round: Round) -> bool:
    """Whether a round is in the sums. Those that many are dealt the cards of are not: the same luck
    a hundred times over would look like a fault of the deals."""
    shared = round.source.table_id != round.table_id
    return not shared


def _count(round: Round) -> None:
    if not _counts(round):
        return
    record = _add(round, 1)
    if round.start == 0:
        card = code_of(record.setup.deck[0])
        CardTally.objects.get_or_create(card=card)
        CardTally.objects.filter(card=card).update(times=F("times") + 1)


def _add(round: Round, sign: int) -> Record:
    """Add what every opening spot took and gave, with all that was raised on it."""
    parts = sorted(round.seats.all(), key=lambda part: part.seat)
    record = record_of(round, parts, list(round.actions.all()))
    felt = felt_of(record)
    question = reports.felt_question(felt, play=False)
    digest = hashlib.sha256(json.dumps(question, sort_keys=True).encode()).hexdigest()
    versions = {version.spot: version for version in round.paytables.all()}
    for spot, stakes, staked, returned in sums(record, parts):
        row, _ = HoldTally.objects.get_or_create(
            felt=digest,
            spot=spot,
            defaults={
                "game": round.game,
                "question": question,
                "version": versions.get(spot),
            },
        )
        HoldTally.objects.filter(pk=row.pk).update(
            wagers=F("wagers") + sign * len(stakes),
            base=F("base") + sign * sum(stakes),
            squares=F("squares") + sign * float(sum(stake * stake for stake in stakes)),
            staked=F("staked") + sign * staked,
            returned=F("returned") + sign * returned,
        )
    return record


def felt_of(record: Record) -> Felt:
    """The felt that a round was played on, at the stake for which figures are asked."""
    setup = record.setup
    stake = max(USUAL_STAKE, least_stake(record.game.spots(setup.options)))
    return Felt(record.game.slug, setup.options, setup.paytables, stake)


def sums(record: Record, parts: Iterable[RoundSeat]) -> Iterable[tuple[str, list[int], int, int]]:
    """By bet: the stakes it began with, and all that was staked and returned. Cents."""
    reported = reported_under(record.game.spots(record.setup.options))
    reported |= {spot: spot for spot in KITS[record.game.slug].own_bets}
    lines = [
        (reported[result["spot"]], result["stake"], result["returned"])
        for part in parts
        for result in part.results
    ]
    for spot, found in groupby(sorted(lines), key=lambda line: line[0]):
        rows = list(found)
        opened = [wagers[spot] for wagers in record.setup.wagers.values() if spot in wagers]
        stakes = opened or [row[1] for row in rows]
        yield spot, stakes, sum(row[1] for row in rows), sum(row[2] for row in rows)
