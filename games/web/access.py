"""What a visitor may see: all tables except other people's private ones, and their own finished
rounds."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest

from accounts.prepared import Prepared
from games.models import RoundSeat, Table
from games.tables.finished_round import own_seat
from games.tables.private_tables import admits
from games.web.request_data import seat_named

_TABLE = Prepared(Table.objects.all(), "pk")

_KEY = "private_tables"
_MOST_KEPT = 20


def table_for(request: HttpRequest, table_id: int) -> Table:
    """A table that this visitor may see. Raises Http404."""
    table = _found(table_id)
    if table is None or not admits(table, request.user.pk, tokens_in(request.session)):
        raise Http404
    return table


def is_open_to(table_id: int, user_id: int | None, session: Mapping[str, Any]) -> bool:
    """Whether the visitor with this session may see an existing table."""
    table = _found(table_id)
    return table is not None and admits(table, user_id, tokens_in(session))


def own_round(request: HttpRequest, round_id: UUID) -> tuple[RoundSeat, list[RoundSeat]]:
    """The visitor's part in a finished round, at the seat named in the address or at their first
    one, and all their parts in it. Raises Http404."""
    try:
        return own_seat(request.user.pk, round_id, seat_named(request.GET))
    except RoundSeat.DoesNotExist:
        raise Http404 from None


def _found(table_id: int) -> Table | None:
    return next(iter(_TABLE.all(table_id)), None)


def tokens_in(session: Mapping[str, Any]) -> list[str]:
    """The tokens of the links by which a visitor has come."""
    return list(session.get(_KEY, ()))


def let_in(request: HttpRequest, table: Table) -> None:
    """Remember that a visitor has the link to a table."""
    others = [token for token in tokens_in(request.session) if token != table.token]
    request.session[_KEY] = [*others, table.token][-_MOST_KEPT:]
