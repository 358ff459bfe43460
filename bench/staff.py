"""How long the pages of the administration take in a house that has been busy for a year.

The rows are made by the database itself, from a few that are true: 50,000 players, 2 million
rounds, 200 paytable versions, a month of holds. Nothing can be replayed of them; lists only list.
"""

import statistics
import time
from datetime import UTC, datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client

from accounts.models import Account, AuditEntry, Entry, Transfer
from games.backoffice.holds import felt_digest
from games.management import working
from games.models import (
    HoldTally,
    PaytableVersion,
    PlayedFelt,
    Round,
    RoundSeat,
    RoundTally,
    Table,
)
from games.odds_reports import reports
from games.odds_reports.subjects import felts_of

PLAYERS, ROUNDS, VERSIONS, DAYS, TABLES = 50_000, 2_000_000, 200, 30, 40
STAKES = (100, 500, 1000, 2500)
TIMES = 5
BATCH = 5_000

PAGES = {
    "home": "/admin/",
    "dashboard": "/admin/games/holdtally/",
    "versions": "/admin/games/paytableversion/",
    "drafts": "/admin/games/paytabledraft/",
    "profiles": "/admin/games/limitsprofile/",
    "tables": "/admin/games/table/",
    "rounds": "/admin/games/round/",
    "users": "/admin/accounts/user/",
    "transfers": "/admin/accounts/transfer/",
    "audit": "/admin/accounts/auditentry/",
    "accounts": "/admin/accounts/account/",
}


def fill(now: datetime) -> Any:
    """The house, as it stands now. Returns a superuser."""
    users = get_user_model().objects
    users.bulk_create(
        (users.model(username=f"bench{n}", is_guest=True, date_joined=now) for n in range(PLAYERS)),
        batch_size=BATCH,
    )
    player = users.filter(username="bench0").get()
    accounts = [Account(kind="player", name=f"player/bench{n}") for n in range(PLAYERS)]
    Account.objects.bulk_create(accounts, batch_size=BATCH)
    _versions(now)
    _tables()
    _holds(now)
    _rounds(player, now)
    _books(now)
    return users.create_superuser("bench", password=None)


def _versions(now: datetime) -> None:
    version = PaytableVersion.objects.filter(spot="range").get()
    PaytableVersion.objects.bulk_create(
        PaytableVersion(
            game=version.game, spot=version.spot, code=f"R{n}", number=1, title=version.title,
            source=version.source, lines=version.lines, digest=f"{n:064x}", status="retired",
            created=now,
        )
        for n in range(VERSIONS)
    )  # fmt: skip


def _tables() -> None:
    models = list(Table.objects.filter(solo=False, closed=False))
    for number in range(TABLES):
        model = models[number % len(models)]
        paytables = list(model.paytables.all())
        model.pk, model.name, model.round = None, f"Bench {number}", None
        model._state.adding = True
        model.save()
        model.paytables.set(paytables)


def _holds(now: datetime) -> None:
    rows = []
    for table in Table.objects.filter(name__startswith="Bench"):
        (shown, *_) = felts_of(table)
        question = reports.felt_question(shown.felt, play=False)
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
                )
                for spot in shown.spots if spot.opening
                for stake in STAKES
            ]  # fmt: skip
    HoldTally.objects.bulk_create(rows, batch_size=BATCH)


def _rounds(player: Any, now: datetime) -> None:
    """Rounds with a seat each, copied in the database: from some thousands on, twice as many."""
    tables = list(Table.objects.filter(name__startswith="Bench"))
    count = 2_000
    made = [
        Round(
            table=tables[n % len(tables)], number=n + 1, game=tables[n % len(tables)].game,
            status="settled", unit=100, button=1, opened=now - timedelta(minutes=n), dealt=now,
            ended=now, commitment="0" * 64, tallied=True,
        )
        for n in range(count)
    ]  # fmt: skip
    Round.objects.bulk_create(made)
    RoundSeat.objects.bulk_create(
        RoundSeat(
            round=round, seat=1, user=player, game=round.game, table=round.table, client_seed="x",
            wagers={}, staked=100, returned=0, ended=now, outcome="lost",
        )
        for round in made
    )  # fmt: skip
    while count < ROUNDS:
        _double(count)
        count *= 2


def _double(count: int) -> None:
    """Every one of `count` rounds once more, with a key and a number of its own."""
    names = [field.attname for field in Round._meta.concrete_fields]
    key = "lower(hex(randomblob(16)))" if connection.vendor == "sqlite" else "gen_random_uuid()"
    changed = {"id": key, "number": f"number + {count}"}
    told = ", ".join(changed.get(name, name) for name in names)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO games_round ({', '.join(names)}) SELECT {told} FROM games_round "
            "WHERE commitment = %s",
            ["0" * 64],
        )


def _books(now: datetime) -> None:
    transfers = [
        Transfer(key=f"bench/{n}", reason="Stakes", ref="", created=now) for n in range(100_000)
    ]
    Transfer.objects.bulk_create(transfers, batch_size=BATCH)
    account = Account.objects.get(name="player/bench0")
    Entry.objects.bulk_create(
        (Entry(transfer=one, account=account, amount=0, balance_after=0) for one in transfers),
        batch_size=BATCH,
    )
    AuditEntry.objects.bulk_create(
        (AuditEntry(at=now, act="changed", target_type="games.table", target_id=str(n))
         for n in range(100_000)),
        batch_size=BATCH,
    )  # fmt: skip


def measure() -> dict[str, Any]:
    """Milliseconds a page: the first time (`first_ms`), and the median of the next ones."""
    now = datetime.now(UTC)
    client = Client(SERVER_NAME="localhost")
    client.force_login(fill(now))
    client.get(PAGES["dashboard"])
    working.work("worker of the measurements", lambda function, *rest: function(*rest))
    first, usual = {}, {}
    for name, path in PAGES.items():
        times = []
        for _ in range(1 + TIMES):
            begun = time.perf_counter()
            answer = client.get(path)
            assert answer.status_code == 200, path
            times.append(1000 * (time.perf_counter() - begun))
        first[name], usual[name] = round(times[0], 1), round(statistics.median(times[1:]), 1)
    return {
        "staff.rows": {"players": PLAYERS, "rounds": Round.objects.count(), "versions": VERSIONS},
        "staff.first_ms": first,
        "staff.page_ms": usual | {"longest": max(usual.values())},
    }
