"""What the house has changed about a table and the next round applies.

`Table.pending` holds ``columns`` (name to value), ``paytables`` (keys of versions) and ``words``, a
sentence for the players; {} for nothing. A round with wagers is played to its end under the terms
it was opened with.
"""

from collections.abc import Iterable

from games.models import PaytableVersion
from games.tables.locked_table import Desk

Status = PaytableVersion.Status


def bring_in(desk: Desk) -> None:
    """Apply a table's pending changes before its next round opens."""
    table = desk.table
    if not table.pending:
        return
    columns, versions = table.pending["columns"], table.pending["paytables"]
    for name, value in columns.items():
        setattr(table, name, value)
    table.paytables.set(in_use(PaytableVersion.objects.filter(pk__in=versions)))
    table.notice = {"round": table.round_number + 1, "words": table.pending["words"]}
    table.pending = {}
    table.save(update_fields=[*columns, "pending", "notice"])
    desk.change()


def in_use(versions: Iterable[PaytableVersion]) -> list[PaytableVersion]:
    """The versions, with each one that has been retired replaced by the active one of its code."""
    return [_successor(one) if one.status == Status.RETIRED else one for one in versions]


def _successor(version: PaytableVersion) -> PaytableVersion:
    active = PaytableVersion.objects.filter(
        game=version.game, spot=version.spot, code=version.code, status=Status.ACTIVE
    )
    return active.first() or version
