"""Tables that players open: for anyone with the link, for the lobby, or for themselves alone.

A table by link has a token. Its pages, its state and its socket are available to people who came by
the link with that token, who sit there, or who host it; for everyone else there is no such table.
What hosts do with their tables is in `games.tables.hosting`.
"""

import re
import secrets
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import models, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from games.engine.errors import BadLimits, echoed
from games.engine.limits import money
from games.engine.options import Options
from games.engine.record import AnyGame
from games.models import Chair, LimitsProfile, PaytableVersion, Phase, Round, Table
from games.tables import rounds, setup
from games.tables.locked_table import locked
from games.tables.refusals import Refused


class Who(models.TextChoices):
    """Who may come to a player's table."""

    LINK = "link", "Anyone with the link"
    LOBBY = "lobby", "Anyone in the lobby"
    ALONE = "alone", "Only me"


MOST_OPEN = 3
"""How many tables one player may have open."""
MOST_CENTS = 1_000_000_00
"""The largest maximum of a table, in cents."""
NAME_LONGEST = 30
_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9 ’-]*[A-Za-z0-9])", re.ASCII)
_ALIKE = str.maketrans({"0": "o", "1": "i", "l": "i"})
EMPTY = timedelta(minutes=30)
"""How long a player's table stays open while it is empty."""


def hosted_by(user: User) -> QuerySet[Table]:
    """The open tables that a user hosts for others: without solo tables."""
    return user.hosted.filter(closed=False, solo=False)


def offered_paytables(game: AnyGame) -> list[PaytableVersion]:
    """What a host may choose from: active versions first."""
    versions = PaytableVersion.objects.filter(game=game.slug, status__in=setup.OFFERED)
    return sorted(
        versions, key=lambda v: (setup.OFFERED.index(v.Status(v.status)), v.code, -v.number)
    )


def offered_profiles() -> dict[str, str]:
    """The limits profiles that a new table may have: slug to name."""
    return dict(LimitsProfile.objects.filter(offered=True).values_list("slug", "name"))


def open_hosted(
    host: User,
    game: AnyGame,
    *,
    options: Options,
    paytables: Sequence[PaytableVersion] = (),
    profile: str = "washington",
    name: str = "",
    who: str = Who.LINK,
    **fields: Any,
) -> Table:
    """Open a table of a player's.

    paytables: versions instead of the game's own, each for a spot. profile: the slug of an offered
    limits profile. name: "" for the host's own name. who: who may come. fields: other arguments of
    `setup.open_table`, for example `minimum`, `maximum`, `unit` and `spot_limits` in cents,
    `seats`, `bots`, `bot_style`. Raises BadOption, BadLimits or BadPaytable, and Refused if the
    host has enough tables.
    """
    profiles = offered_profiles()
    if profile not in profiles:
        raise BadLimits(f"There are no limits {echoed(profile)}; accepted: {', '.join(profiles)}.")
    spots = [high for _, high in fields.get("spot_limits", {}).values()]
    if max(fields.get("maximum", 0), *spots, 0) > MOST_CENTS:
        raise BadLimits(f"The maximum is at most {money(MOST_CENTS)}.")
    with transaction.atomic():
        User.objects.select_for_update().get(pk=host.pk)  # of two forms sent at once, one waits
        if who != Who.ALONE:
            check_room(host)
        return setup.open_table(
            game,
            name or usual_name(host),
            options=options,
            paytables=paytables,
            profile=profile,
            host=host,
            **(fields | _found_by(who)),
        )


def check_room(host: User) -> None:
    """Raises Refused if a player has as many tables open as allowed."""
    if hosted_by(host).count() >= MOST_OPEN:
        raise Refused(f"You can have {MOST_OPEN} tables open at a time. Close one of them first.")


def usual_name(host: User) -> str:
    """The name of a player's table if they choose none."""
    return f"{host.display_name}’s table"[:NAME_LONGEST]


def _found_by(who: str) -> dict[str, Any]:
    """The columns of a table that say who may come."""
    if who == Who.ALONE:
        return {"solo": True, "listed": False, "seats": 1, "bots": 0}
    if who == Who.LOBBY:
        return {"listed": True}
    return {"listed": False, "token": secrets.token_urlsafe(32)}


def check_table_name(name: str) -> str:
    """A table name that a player may use, without needless spaces. Raises Refused for anything but
    plain letters, or a name that looks like a listed table's."""
    name = " ".join(name.replace("'", "’").split())
    if not 2 <= len(name) <= NAME_LONGEST or not _NAME.fullmatch(name):
        raise Refused(
            f"A table’s name has 2 to {NAME_LONGEST} of the letters A to Z, digits, spaces, "
            "hyphens and apostrophes."
        )
    listed = Table.objects.filter(listed=True, closed=False).values_list("name", flat=True)
    if _read_as(name) in {_read_as(other) for other in (*listed, *setup.TABLE_NAMES)}:
        raise Refused(f"There is a table called {name} already. Choose another name.")
    return name


def _read_as(name: str) -> str:
    """A name reduced to how it looks at a glance."""
    return re.sub(r"[^a-z0-9]", "", name.lower()).translate(_ALIKE)


def admits(table: Table, user_id: int | None, tokens: Collection[str]) -> bool:
    """Whether a table is available to somebody who has come by links with these tokens. A solo
    table is available only to its player, whatever links lead to it."""
    if table.closed:
        return False
    if not table.solo and (not table.token or table.token in tokens):
        return True
    if user_id is None:
        return False
    return table.host_id == user_id or table.chairs.filter(user_id=user_id).exists()


def close(table_id: int, user: User, now: datetime) -> None:
    """Close a table that the user hosts. Raises Refused while cards are out, and to anyone else."""
    with locked(table_id, now) as desk:
        if desk.table.host_id != user.pk:
            raise Refused("Only the player who opened the table may close it.")
        if desk.table.phase == Phase.PLAYING:
            raise Refused("A round is being played. The table can be closed when it is over.")
        rounds.close(desk)


def sweep_empty(now: datetime) -> int:
    """Close the tables of players, including solo tables, in which nobody has sat for `EMPTY`.

    Delete those on which nothing was ever dealt. Returns how many are gone.
    """
    people = Chair.objects.filter(table=OuterRef("pk"), user__isnull=False, user__is_bot=False)
    own = Table.objects.filter(host__isnull=False, closed=False)
    own.filter(Exists(people)).exclude(empty_since=None).update(empty_since=None)
    empty = own.filter(~Exists(people))
    empty.filter(empty_since=None).update(empty_since=now)
    swept = 0
    for table_id in list(empty.filter(empty_since__lte=now - EMPTY).values_list("pk", flat=True)):
        swept += _swept(table_id, now)
    return swept


def _swept(table_id: int, now: datetime) -> bool:
    """Close a table, unless somebody has sat down since or cards are out."""
    with locked(table_id, now) as desk:
        people = [chair for chair in desk.chairs if chair.user_id and not chair.is_bot]
        if people or desk.table.closed or desk.table.phase == Phase.PLAYING:
            return False
        rounds.close(desk)
    _delete_unused(table_id)
    return True


def _delete_unused(table_id: int) -> None:
    """Delete a closed table if nothing was ever dealt on it."""
    with transaction.atomic():
        own = Round.objects.filter(table_id=table_id)
        used = own.filter(Q(dealt__isnull=False) | Q(seats__isnull=False))
        if not used.exists():
            Table.objects.filter(pk=table_id).update(round=None)
            own.delete()
            Table.objects.filter(pk=table_id).delete()
