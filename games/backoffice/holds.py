"""What the house has held, bet by bet: sums over settled rounds.

Settlements don't pay for this: `count_settled` counts the rounds that have ended since its last
call, a few at a time, and marks them. A round that is voided later is subtracted.
"""

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any

from django.db import transaction
from django.db.models import F

from games.engine.cards import code_of
from games.engine.game import reported_under
from games.engine.record import Record
from games.exact.terms import USUAL_STAKE, Terms, least_stake
from games.models import CardTally, HoldTally, PlayedFelt, Round, RoundSeat, RoundTally
from games.odds_reports import reports
from games.registry import KITS
from games.tables.finished_round import AHEAD
from games.tables.locked_table import record_of

AT_ONCE = 100
"""How many rounds are counted in one transaction."""


def waiting() -> int:
    """How many settled rounds are not counted yet."""
    # SQLite uses its index of such rounds only if it knows that they have an end.
    found = Round.objects.filter(status=Round.Status.SETTLED, tallied=False, ended__isnull=False)
    return found.count()


def count_settled(most: int = AT_ONCE) -> int:
    """Count settled rounds that are not counted yet, the oldest first. Returns how many."""
    with transaction.atomic():
        rounds = list(
            Round.objects.filter(status=Round.Status.SETTLED, tallied=False)
            .order_by("ended")
            .select_for_update(skip_locked=True, of=("self",))[:most]
        )
        found = Round.objects.filter(pk__in=[round.pk for round in rounds])
        sums = Sums()
        for round in found.select_related("shoe").prefetch_related(*AHEAD):
            if _counts(round):
                sums.add(round, 1)
        sums.write()
        found.update(tallied=True)
    return len(rounds)


def take_back(round: Round) -> None:
    """A counted round is now void. Its first card was dealt all the same."""
    if _counts(round):
        sums = Sums()
        sums.add(round, -1)
        sums.cards.clear()
        sums.write()


def _counts(round: Round) -> bool:
    """Whether a round belongs in the sums. Rounds whose cards are dealt to many players don't: the
    same luck a hundred times over would look like a fault in the deals."""
    shared = round.source.table_id != round.table_id
    return not shared


Key = tuple[date, int, str, str, int, bool]
"""The key of a tally: day, table, felt, spot, stake, and whether the cards were fresh."""


@dataclass
class Sums:
    """What some rounds add to the tallies, before it is written."""

    felts: dict[str, PlayedFelt] = field(default_factory=dict)
    holds: dict[Key, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    versions: dict[Key, Any] = field(default_factory=dict)
    hours: Counter[tuple[int, datetime]] = field(default_factory=Counter)
    cards: Counter[str] = field(default_factory=Counter)

    def add(self, round: Round, sign: int) -> None:
        """Add a round, or with -1 subtract it."""
        parts = sorted(round.seats.all(), key=lambda part: part.seat)
        record = record_of(round, parts, list(round.actions.all()))
        terms = terms_of(record)
        question = reports.terms_question(terms, play=False)
        digest = felt_digest(question)
        self.felts[digest] = PlayedFelt(digest=digest, game=round.game, question=question)
        versions = {version.spot: version for version in round.paytables.all()}
        assert round.ended is not None, "a settled round has ended"
        ended, fresh = round.ended.astimezone(UTC), round.start == 0
        played = list(wagers_of(record, parts))
        spots = Counter(spot for spot, *_ in played)
        held = [staked - returned for _, _, staked, returned in played]
        swings = swings_of([spot for spot, *_ in played], held)
        for (spot, stake, staked, returned), swing in zip(played, swings, strict=True):
            key = ended.date(), round.table_id, digest, spot, stake, fresh
            self.versions[key] = versions.get(spot)
            counted = {
                "wagers": sign,
                "together": sign if spots[spot] > 1 else 0,
                "staked": sign * staked,
                "returned": sign * returned,
                **{name: sign * number for name, number in swing.items()},
            }
            self.holds[key].update(counted)
        self.hours[round.table_id, ended.replace(minute=0, second=0, microsecond=0)] += sign
        if fresh:
            self.cards[code_of(record.setup.deck[0])] += sign

    def write(self) -> None:
        """Add everything to the rows, always in the same order, to avoid deadlocks."""
        PlayedFelt.objects.bulk_create(self.felts.values(), ignore_conflicts=True)
        for key, sums in sorted(self.holds.items()):
            names = ("day", "table_id", "felt_id", "spot", "stake", "fresh")
            row, _ = HoldTally.objects.get_or_create(
                **dict(zip(names, key, strict=True)), defaults={"version": self.versions[key]}
            )
            changes = {name: F(name) + number for name, number in sums.items()}
            HoldTally.objects.filter(pk=row.pk).update(**changes)
        for (table, hour), rounds in sorted(self.hours.items()):
            counted, _ = RoundTally.objects.get_or_create(table_id=table, hour=hour)
            RoundTally.objects.filter(pk=counted.pk).update(rounds=F("rounds") + rounds)
        for card, times in sorted(self.cards.items()):
            CardTally.objects.get_or_create(card=card)
            CardTally.objects.filter(card=card).update(times=F("times") + times)


def swings_of(spots: Sequence[str], held: Sequence[int]) -> Iterator[dict[str, int]]:
    """The products that say how one round's bets swing together, from what each held: see
    `HoldTally`. spots: of each bet."""
    by_spot: Counter[str] = Counter()
    for spot, cents in zip(spots, held, strict=True):
        by_spot[spot] += cents
    for spot, cents in zip(spots, held, strict=True):
        yield {
            "own_squares": cents * cents,
            "with_spot": cents * by_spot[spot],
            "with_round": cents * sum(held),
        }


def felt_digest(question: reports.Question) -> str:
    """SHA-256 (hex) of a felt as a question for figures."""
    return hashlib.sha256(json.dumps(question, sort_keys=True).encode()).hexdigest()


def terms_of(record: Record) -> Terms:
    """The felt that a round was played on, at the stake used in questions for figures."""
    setup = record.setup
    stake = max(USUAL_STAKE, least_stake(record.game.spots(setup.options)))
    return Terms(record.game.slug, setup.options, setup.paytables, stake)


def wagers_of(record: Record, parts: Iterable[RoundSeat]) -> Iterator[tuple[str, int, int, int]]:
    """Every bet of a round: its spot, its opening stake, and everything staked on it and returned.
    Cents."""
    reported = reported_under(record.game.spots(record.setup.options))
    reported |= {spot: spot for spot in KITS[record.game.slug].own_bets}
    for part in parts:
        opened = record.setup.wagers.get(part.seat, {})
        sums: dict[str, list[int]] = {}
        for result in part.results:
            spot = reported[result["spot"]]
            first = opened.get(spot, result["stake"])
            totals = sums.setdefault(spot, [first, 0, 0])
            totals[1] += result["stake"]
            totals[2] += result["returned"]
        for spot, (first, staked, returned) in sums.items():
            yield spot, first, staked, returned
