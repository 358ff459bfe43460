"""The cost of a settled round: the pushes to six players and a spectator with all their moments,
against pushes of only the final table, made in the same process from the same snapshots.
"""

import statistics
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from accounts.guests import new_guest
from accounts.models import User
from games.models import Pace, Phase, Table
from games.registry import GAMES
from games.scenes import scene
from games.scenes.edits import edit
from games.scenes.fragments import Html
from games.scenes.kept import PARTS, PIECES
from games.scenes.pushes import push
from games.tables import deadlines, services, setup
from games.tables.locked_table import step_of
from games.tables.selectors import Snapshot, snapshot

SEATS = 6
ROUNDS = 12

Pages = list[tuple[User | None, Html]]


def _act(table: Table, user: User, raw: dict[str, Any], now: datetime) -> None:
    chair = table.chairs.select_related("table").get(user=user)
    services.act(table.pk, user, step_of(chair.table, chair), raw, now)


def _answer(snap: Snapshot, user: User, now: datetime) -> dict[str, Any] | None:
    """The first thing a player can do, None for nothing."""
    shown = scene(snap, user.pk, now)
    if shown.state == "looking" and not snap.chair_of(user.pk).ready:  # type: ignore[union-attr]
        return {"action": "reveal"}
    if shown.view is None or not shown.view.offers:
        return None
    offer = shown.view.offers[-1]
    action: dict[str, Any] = {"action": offer.action}
    if offer.amounts:
        action["amount"] = offer.amounts[0]
    if offer.discard_from:
        action["discard"] = list(offer.discard_from[:3])
    return action


def _settled(slug: str) -> Iterator[tuple[Snapshot, Snapshot, list[User | None]]]:
    """The last two snapshots of some rounds, each the first at its table, and the viewers."""
    for _ in range(ROUNDS):
        now = timezone.now()
        table = setup.open_table(GAMES[slug], "Settle", pace=Pace.UNTIMED)
        users = [new_guest(now) for _ in table.chairs.all()]
        for seat, user in enumerate(users, 1):
            services.sit(table.pk, user, seat, now)
        yield *_play(table.pk, users), [*users, None]


def _play(table_id: int, users: list[User]) -> tuple[Snapshot, Snapshot]:
    now = timezone.now()
    table = Table.objects.get(pk=table_id)
    if table.phase == Phase.CHOOSING:
        chair = table.chairs.get(seat=table.button)
        assert chair.user is not None
        assert table.rules.choice is not None
        value = next(iter(table.rules.choice.values))
        _act(table, chair.user, {"action": "choose", "value": value}, now)
    options = table.rules.options.read(table.options)
    spots = {spot.key: 500 for spot in table.rules.spots(options) if spot.opening}
    for user in users:
        chair = table.chairs.select_related("table").get(user=user)
        services.place(table_id, user, step_of(chair.table, chair), spots, ready=False, now=now)
    before = snapshot(table_id)
    for user in users:
        if Table.objects.get(pk=table_id).phase == Phase.BETTING:
            _act(table, user, {"action": "ready"}, now)
    deadlines.advance(table_id, None, now + timedelta(minutes=1))
    while (snap := snapshot(table_id)).table.phase != Phase.SHOWING:
        before = snap
        asked = ((user, _answer(snap, user, now)) for user in users)
        user, action = next((user, action) for user, action in asked if action)
        _act(snap.table, user, action, now)
    return before, snap


def _pushed(
    known: Snapshot, snap: Snapshot, users: list[User | None], *, film: bool
) -> tuple[float, float]:
    """Processor seconds of the pushes to all viewers, with nothing drawn before; a push's mean
    size."""
    PARTS.clear()
    PIECES.clear()
    edit.cache_clear()
    snap.made.clear()
    now, sizes = timezone.now(), []
    pages: Pages = []
    for user in users:
        user_id = user.pk if user else None
        _, html = push(None, known, scene(known, user_id, now), user_id, now, "four", {})
        pages.append((user, html))
    start = time.process_time()
    for user, html in pages:
        user_id = user.pk if user else None
        shown = scene(snap, user_id, now)
        text, _ = push(known if film else None, snap, shown, user_id, now, "four", html)
        sizes.append(len(text.encode()))
    return time.process_time() - start, statistics.mean(sizes)


def measure() -> dict[str, Any]:
    """The figures of a settlement's pushes, by game."""
    names = ("live.settle_ms", "live.settle_bytes", "live.settle_vs_end")
    figures: dict[str, Any] = {name: {} for name in names}
    for slug in GAMES:
        with_film, without = [], []
        for known, snap, users in _settled(slug):
            without.append(_pushed(known, snap, users, film=False))
            with_film.append(_pushed(known, snap, users, film=True))
        film, end = (statistics.median(t for t, _ in x) for x in (with_film, without))
        figures["live.settle_ms"][slug] = round(1000 * film, 1)
        figures["live.settle_bytes"][slug] = round(statistics.mean(size for _, size in with_film))
        figures["live.settle_vs_end"][slug] = {
            "ms": round(film / end, 2),
            "bytes": round(
                statistics.mean(s for _, s in with_film) / statistics.mean(s for _, s in without), 2
            ),
        }
    return figures
