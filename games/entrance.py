"""Which tables are there for whoever asks: all but other people's private ones."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest

from games.models import Table
from games.play.hosting import admits
from games.process.prepared import Prepared

_TABLE = Prepared(Table.objects.all(), "pk")

_KEY = "private_tables"
_MOST_KEPT = 20


def table_for(request: HttpRequest, table_id: int) -> Table:
    """A table that is there for this visitor. Raises Http404."""
    table = _found(table_id)
    if table is None or not admits(table, request.user.pk, tokens_in(request.session)):
        raise Http404
    return table


def is_open_to(table_id: int, user_id: int | None, session: Mapping[str, Any]) -> bool:
    """Whether a table that exists is there for the visitor with this session."""
    table = _found(table_id)
    return table is not None and admits(table, user_id, tokens_in(session))


def _found(table_id: int) -> Table | None:
    return next(iter(_TABLE.all(table_id)), None)


def tokens_in(session: Mapping[str, Any]) -> list[str]:
    """The tokens of the links by which a visitor has come."""
    return list(session.get(_KEY, ()))


def let_in(request: HttpRequest, table: Table) -> None:
    """Remember that a visitor has the link to a table."""
    others = [token for token in tokens_in(request.session) if token != table.token]
    request.session[_KEY] = [*others, table.token][-_MOST_KEPT:]
