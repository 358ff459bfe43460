"""A house that has been busy for a year, for measurements: the rows of its lists.

The database itself makes them from a few real ones. They cannot be replayed; lists only list them.
Every round has a seat, both its transfers and their four entries.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.db import connection

from accounts.models import Account, AuditEntry, Entry, LedgerRequest, Transfer
from games.backoffice.holds import felt_digest
from games.models import (
    HoldTally,
    PaytableDraft,
    PaytableVersion,
    PlayedFelt,
    Round,
    RoundSeat,
    RoundTally,
    Table,
    VoidRequest,
)
from games.odds_reports import reports
from games.odds_reports.subjects import felts_of

PLAYERS, ROUNDS, VERSIONS, DAYS, TABLES = 50_000, 2_000_000, 200, 30, 40
REQUESTS, ACTS, STAFF, BEGUN = 5_000, 200_000, 30, 2_000
STAKES = (100, 500, 1000, 2500)
BATCH = 5_000
SPACING = 15
"""Seconds from one round of the house to the next: two million are a year."""
HURRY = {
    "sqlite": (
        "PRAGMA synchronous = OFF",
        "PRAGMA cache_size = -800000",
        "PRAGMA foreign_keys = OFF",
    ),
    "postgresql": ("SET synchronous_commit = off", "SET session_replication_role = replica"),
}
"""Settings for making millions of rows in minutes: nothing waits for the disk, and nothing is
checked twice."""
GREAT = (Round, RoundSeat, Transfer, Entry)
EAGER = 20
"""One in this many rounds is played by the same player."""


def fill(now: datetime, rounds: int = ROUNDS) -> Any:
    """Fill the house up to at least this many rounds. Returns a superuser."""
    _set(HURRY[connection.vendor])
    boss = get_user_model().objects.create_superuser("bench", password=None)
    _people(now)
    _paytables(boss, now)
    _tables()
    _holds(now)
    with _indexes_last():
        _rounds(now, rounds)
        _seats_and_books()
    _acts(boss, now)
    _set(["ANALYZE" if connection.vendor == "sqlite" else "VACUUM ANALYZE"])
    connection.close()  # the next one is like the site's own
    return boss


def _set(statements: Iterable[str]) -> None:
    with connection.cursor() as cursor:
        for each in statements:
            cursor.execute(each)


@contextmanager
def _indexes_last() -> Iterator[None]:
    """The indexes of the large tables are made after their rows: in a tenth of the time. Indexes of
    constraints stay."""
    if connection.vendor == "sqlite":
        indexes = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
        indexes += " AND tbl_name IN (%s, %s, %s, %s)"
    else:
        indexes = """SELECT indexname, indexdef FROM pg_indexes WHERE indexname NOT IN
                     (SELECT conname FROM pg_constraint) AND tablename IN (%s, %s, %s, %s)"""
    with connection.cursor() as cursor:
        cursor.execute(indexes, [each._meta.db_table for each in GREAT])
        found = cursor.fetchall()
    _set(f'DROP INDEX "{name}"' for name, _ in found)
    yield
    _set(definition for _, definition in found)


def _people(now: datetime) -> None:
    users = get_user_model().objects
    users.bulk_create(
        (users.model(username=f"bench{n}", date_joined=now) for n in range(PLAYERS)),
        batch_size=BATCH,
    )
    _run(
        """INSERT INTO accounts_account (kind, name, user_id, balance, shown)
           SELECT 'player', 'player/' || id, id, 100000, 100000 FROM accounts_user
           WHERE username LIKE 'bench_%%'"""
    )
    checkers = Group.objects.get(name="checker")
    for number in range(STAFF):
        users.create(username=f"staff{number}", is_staff=True).groups.add(checkers)


def _paytables(boss: Any, now: datetime) -> None:
    version = PaytableVersion.objects.filter(spot="range").get()
    alike = {name: getattr(version, name) for name in ("game", "spot", "title", "source", "lines")}
    PaytableVersion.objects.bulk_create(
        PaytableVersion(
            **alike, code=f"R{n}", number=1, digest=f"{n:064x}", status="retired", created=now
        )
        for n in range(VERSIONS)
    )
    PaytableDraft.objects.bulk_create(
        PaytableDraft(**alike, code=f"D{n}", edited_by=boss, edited=now, lines_since=now)
        for n in range(VERSIONS)
    )


def _tables() -> None:
    models = list(Table.objects.filter(solo=False, closed=False))
    for number in range(TABLES):
        model = models[number % len(models)]
        paytables = list(model.paytables.all())
        model.pk, model.name, model.round = None, f"Bench {number}", None
        model._state.adding = True
        model.save()
        model.paytables.set(paytables)
        for kind in ("escrow", "house"):
            Account.objects.create(kind=kind, name=f"{kind}/{model.pk}")


def _holds(now: datetime) -> None:
    rows = []
    for table in Table.objects.filter(name__startswith="Bench"):
        (shown, *_) = felts_of(table)
        question = reports.terms_question(shown.terms, play=False)
        digest = felt_digest(question)
        PlayedFelt.objects.get_or_create(
            digest=digest, defaults={"game": table.game, "question": question}
        )
        for day in range(DAYS):
            at = now - timedelta(days=day)
            RoundTally.objects.bulk_create(
                RoundTally(table=table, hour=at.replace(hour=hour, minute=0, second=0,
                           microsecond=0), rounds=40)
                for hour in range(24)
            )  # fmt: skip
            rows += [
                HoldTally(
                    felt_id=digest, spot=spot.key, version=shown.versions.get(spot.key),
                    table=table, day=at.date(), stake=stake, wagers=50 + day,
                    staked=(50 + day) * stake, returned=45 * stake,
                    own_squares=(50 + day) * stake**2, with_spot=(60 + day) * stake**2,
                    with_round=(90 + 2 * day) * stake**2,
                )
                for spot in shown.spots if spot.opening
                for stake in STAKES
            ]  # fmt: skip
    HoldTally.objects.bulk_create(rows, batch_size=BATCH)


def _rounds(now: datetime, rounds: int) -> None:
    """Make the last rounds, then double them again and again: the same ones, earlier."""
    tables = list(Table.objects.filter(name__startswith="Bench"))
    Round.objects.bulk_create(
        Round(
            table=tables[n % len(tables)], number=n + 1, game=tables[n % len(tables)].game,
            status="settled", unit=100, button=1, opened=now - timedelta(seconds=SPACING * n),
            dealt=now - timedelta(seconds=SPACING * n), ended=now - timedelta(seconds=SPACING * n),
            commitment="0" * 64, tallied=True,
        )
        for n in range(BEGUN)
    )  # fmt: skip
    count = BEGUN
    while count < rounds:
        _double(count)
        count *= 2


def _double(count: int) -> None:
    """Copy each of `count` rounds, with its own key, number and time."""
    names = [field.attname for field in Round._meta.concrete_fields]
    if connection.vendor == "sqlite":
        key, earlier = (
            "lower(hex(randomblob(16)))",
            "strftime('%%Y-%%m-%%d %%H:%%M:%%f', {}, '-{} seconds')",
        )
    else:
        key, earlier = "gen_random_uuid()", "{} - interval '{} seconds'"
    changed = {"id": key, "number": f"number + {count}"}
    changed |= {
        name: earlier.format(name, SPACING * count) for name in ("opened", "dealt", "ended")
    }
    selected = ", ".join(changed.get(name, name) for name in names)
    _run(
        f"INSERT INTO games_round ({', '.join(names)}) SELECT {selected} FROM games_round "
        "WHERE commitment = %s",
        "0" * 64,
    )


def _seats_and_books() -> None:
    """A seat for every round, its stake and its payout."""
    first = get_user_model().objects.filter(username="bench0").get().pk
    player = (
        f"CASE WHEN r.number %% {EAGER} = 0 THEN {first} ELSE {first} + r.number %% {PLAYERS} END"
    )
    _run(
        f"""INSERT INTO games_roundseat
              (round_id, seat, user_id, game, table_id, client_seed, wagers, staked, returned,
               results, ended, outcome)
            SELECT r.id, 1, {player}, r.game, r.table_id, 'x', %s, 100, 0, %s, r.ended, 'lost'
            FROM games_round r WHERE r.commitment = %s ORDER BY r.id""",
        "{}", "[]", "0" * 64,
    )  # fmt: skip
    for fact, words in (("stake/1", "Wagers"), ("end", "End of the round")):
        _run(
            f"""INSERT INTO accounts_transfer (key, reason, ref, secret, created)
                SELECT 'round/' || id || '/{fact}', '{words}', CAST(id AS text), %s, ended
                FROM games_round WHERE commitment = %s ORDER BY id""",
            False, "0" * 64,
        )  # fmt: skip
    for fact, side, sign in (
        ("stake/1", "'player/' || s.user_id", "-"), ("stake/1", "'escrow/' || s.table_id", ""),
        ("end", "'escrow/' || s.table_id", "-"), ("end", "'house/' || s.table_id", ""),
    ):  # fmt: skip
        _run(
            f"""INSERT INTO accounts_entry (transfer_id, account_id, amount, balance_after)
                SELECT t.id, a.id, {sign}100, 100000 FROM games_roundseat s
                JOIN accounts_transfer t ON t.key = 'round/' || s.round_id || '/{fact}'
                JOIN accounts_account a ON a.name = {side}"""
        )


def _acts(boss: Any, now: datetime) -> None:
    """Requests, and a year of the audit log."""
    accounts = list(Account.objects.filter(kind="player")[:REQUESTS])
    LedgerRequest.objects.bulk_create(
        (LedgerRequest(kind="grant", account=each, cents=100, reason="A prize.", requested=now,
                       requested_by=boss, status="refused") for each in accounts),
        batch_size=BATCH,
    )  # fmt: skip
    rounds = Round.objects.filter(commitment="0" * 64).order_by("pk")[:REQUESTS]
    VoidRequest.objects.bulk_create(
        (VoidRequest(round=each, reason="A card was exposed.", requested=now, requested_by=boss,
                     status="refused") for each in rounds),
        batch_size=BATCH,
    )  # fmt: skip
    AuditEntry.objects.bulk_create(
        (_act(n, now - timedelta(minutes=n)) for n in range(ACTS)), batch_size=BATCH
    )


def _act(number: int, at: datetime) -> AuditEntry:
    """A line of the audit log, one of many that differ by a number."""
    act, kind = (("changed", "games.table"), ("logged in", "accounts.user"))[number % 2]
    return AuditEntry(
        at=at, actor_name=f"staff{number % STAFF}", act=act, target_type=kind,
        target_id=str(number), target_label=f"Bench {number}", address="192.0.2.7",
        reason=f"The floor asked for it, memo {number}." if kind == "games.table" else "",
    )  # fmt: skip


def _run(statement: str, *values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
