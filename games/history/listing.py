"""The rounds of a player: listed, filtered, read page by page, and shared by a link."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet

from accounts.models import User
from games.history import headlines
from games.models import Round, RoundSeat, SharedRound, Table
from games.tables.refusals import Refused
from games.tables.shoes import is_followed

PAGE = 25
"""How many rounds a page lists."""


@dataclass(frozen=True)
class Wanted:
    """Which rounds are wanted; None or "" means no filter.

    ended_from and ended_until are the first and last time. at_least and at_most are cents staked in
    all. outcome is one of `RoundSeat.Outcome`. words: to find in a round's line.
    """

    game: str = ""
    table: int | None = None
    ended_from: datetime | None = None
    ended_until: datetime | None = None
    outcome: str = ""
    at_least: int | None = None
    at_most: int | None = None
    words: str = ""

    def lookups(self) -> dict[str, Any]:
        """The same as lookups of `RoundSeat` rows; one index answers all except the words."""
        asked = {
            "game": self.game,
            "table_id": self.table,
            "ended__gte": self.ended_from,
            "ended__lte": self.ended_until,
            "outcome": self.outcome,
            "staked__gte": self.at_least,
            "staked__lte": self.at_most,
            "headline__title__icontains": self.words,
        }
        return {lookup: value for lookup, value in asked.items() if value not in (None, "")}


EVERYTHING = Wanted()


def own_rounds(user: User, wanted: Wanted = EVERYTHING) -> QuerySet[RoundSeat]:
    """A player's finished rounds, newest first."""
    if wanted.words:
        headlines.make_missing(user)
    return (
        RoundSeat.objects.filter(user=user, ended__isnull=False, **wanted.lookups())
        .select_related("round__table")
        .order_by("-ended", "-pk")
    )


def older_than(rows: QuerySet[RoundSeat], last: RoundSeat) -> QuerySet[RoundSeat]:
    """Those of `own_rounds` that come after one of them.

    By its place in the order, not by a count: a round that ends meanwhile shifts nothing.
    """
    return rows.filter(ended__lte=last.ended).filter(Q(ended__lt=last.ended) | Q(pk__lt=last.pk))


def page_after(
    rows: QuerySet[RoundSeat], last: RoundSeat | None, size: int = PAGE
) -> tuple[list[RoundSeat], bool]:
    """The next rounds, and whether there are more."""
    page = list((rows if last is None else older_than(rows, last))[: size + 1])
    return page[:size], len(page) > size


def in_pages(rows: QuerySet[RoundSeat], size: int) -> Iterator[list[RoundSeat]]:
    """All of them, a page at a time: never more in memory, and no query that outlives its page."""
    page, more = page_after(rows, None, size)
    while page:
        yield page
        page, more = page_after(rows, page[-1], size) if more else ([], False)


def own_part(user: User, part_id: int) -> RoundSeat | None:
    """One of a player's finished parts, None if there is none of that number."""
    return RoundSeat.objects.filter(pk=part_id, user=user, ended__isnull=False).first()


def tables_of(user: User) -> list[Table]:
    """The tables at which a player has finished rounds, by name."""
    played = RoundSeat.objects.filter(user=user, ended__isnull=False).values("table_id").distinct()
    return list(Table.objects.filter(pk__in=played).order_by("name", "game", "pk"))


def open_link(part: RoundSeat) -> SharedRound | None:
    """A part's current link."""
    return SharedRound.objects.filter(part=part, revoked=None).first()


def share(part: RoundSeat, now: datetime) -> SharedRound:
    """The link to a finished round as one of its seats saw it; the same one until it is revoked.

    Raises ValueError while the round is in play, and Refused while others are still dealt its
    cards.
    """
    if part.ended is None:
        raise ValueError(f"Round {part.round_id} is not over; it is not public yet.")
    if is_followed(part.round):
        raise Refused("Others still get these cards: share the round when its day is over.")
    try:
        with transaction.atomic():
            return SharedRound.objects.get_or_create(
                part=part, revoked=None, defaults={"created": now}
            )[0]
    except IntegrityError:  # somebody shared it at the same moment
        return SharedRound.objects.get(part=part, revoked=None)


def revoke(part: RoundSeat, now: datetime) -> bool:
    """Revoke the link to a part for good. Returns whether there was one."""
    return bool(SharedRound.objects.filter(part=part, revoked=None).update(revoked=now))


def shared_part(token: str) -> RoundSeat:
    """The part of a finished round behind a link.

    Raises RoundSeat.DoesNotExist for a link that is unknown or revoked, or whose player is gone.
    """
    return RoundSeat.objects.select_related("round__table", "round__shoe").get(
        shared__token=token,
        shared__revoked=None,
        ended__isnull=False,
        user__is_active=True,
    )


def finished(round_id: UUID) -> Round:
    """Any finished round, for an operator. Raises Round.DoesNotExist."""
    over = Round.objects.filter(ended__isnull=False)
    return over.select_related("table", "shoe").get(pk=round_id)
