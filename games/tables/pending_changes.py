"""What the house has changed of a table and the next round brings.

`Table.pending` holds ``columns`` (name to value), ``paytables`` (keys of versions) and ``words``,
a sentence for the players; {} for nothing. A round that somebody has wagered on is played to its
end under what held when it was opened.
"""

from collections.abc import Iterable

from games.models import PaytableVersion
from games.tables.locked_table import Desk

Status = PaytableVersion.Status


def bring_in(desk: Desk) -> None:
    """Let a table have what it is to have, before its next round opens."""
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
    """The versions, each that was retired meanwhile replaced by the active one of its code."""
    return [_successor(one) if one.status == Status.RETIRED else one for one in versions]


def _successor(version: PaytableVersion) -> PaytableVersion:
    active = PaytableVersion.objects.filter(
        game=version.game, spot=version.spot, code=version.code, status=Status.ACTIVE
    )
    return active.first() or version
