"""What staff see of one player: statement, rounds and seats.

Nothing here gives away an unfinished round: balances are as others see them (`Account.shown`), and
transfers that are still secret are left out (`accounts.untold`).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Sum
from django.urls import reverse

from accounts import ledger, untold
from accounts.models import Entry, User
from accounts.statements import Fact, facts_of
from games.models import Chair, RoundSeat
from games.registry import GAMES

LINES = 15
"""How many lines of the statement the page shows."""
LATELY = timedelta(days=30)


@dataclass(frozen=True)
class Line:
    """One entry of a statement. Cents; `balance`: after it, as others see it. `url`: the staff's
    page of its round, "" if there is none."""

    at: datetime
    words: str
    detail: str
    url: str
    amount: int
    balance: int


@dataclass(frozen=True)
class Played:
    """A game that a player has played recently. Cents."""

    game: str
    rounds: int
    staked: int
    net: int


def balance_of(user: User) -> int:
    """Cents, as others see them."""
    return ledger.player(user).shown


def statement(user: User) -> list[Line]:
    """The last lines that may be shown, newest first."""
    account = ledger.player(user)
    entries = Entry.objects.filter(account=account).exclude(untold.secret("transfer__"))
    last = list(entries.select_related("transfer").order_by("-pk")[:LINES])
    known = facts_of({entry.transfer.ref for entry in last if entry.transfer.ref})
    return list(_lines(last, known, account.shown))


def _lines(entries: list[Entry], known: Mapping[str, Fact], balance: int) -> Iterator[Line]:
    for entry in entries:
        transfer = entry.transfer
        fact = known.get(transfer.ref)
        url = reverse("admin:games_round_change", args=[transfer.ref]) if fact else ""
        yield Line(
            transfer.created,
            transfer.reason,
            fact.words if fact else "",
            url,
            entry.amount,
            balance,
        )
        balance -= entry.amount


def played_lately(user: User, now: datetime) -> list[Played]:
    """What a player staked and won in the last 30 days, by game, in finished rounds."""
    parts = RoundSeat.objects.filter(user=user, ended__gte=now - LATELY)
    sums = parts.values("game").annotate(
        rounds=Count("pk"), all=Sum("staked"), back=Sum("returned")
    )
    return [
        Played(
            GAMES[row["game"]].name,
            row["rounds"],
            row["all"] or 0,
            (row["back"] or 0) - (row["all"] or 0),
        )
        for row in sums.order_by("-rounds")
    ]


def seats_of(user: User) -> list[Chair]:
    """Where a player sits now."""
    return list(Chair.objects.filter(user=user).select_related("table").order_by("pk"))
