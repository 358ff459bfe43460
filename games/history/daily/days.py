"""The daily deal: the day's rounds of a game, the players' tables, and the end of the day.

A day is one in the site's time zone. Everyone plays at their own solo table, which nobody else can
see and which follows the day's table (`Table.follows`): the same cards, options, paytables and
wagers for all. Any visitor may end a day that is over: tables are closed first, and only then are
the seeds revealed.
"""

import logging
import secrets
from datetime import date, datetime, time, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from games.engine.limits import money
from games.engine.record import AnyGame
from games.engine.view import listed
from games.models import Chair, DailyDeal, DailyRun, Phase, Table
from games.registry import KITS
from games.tables import decisions, play_limits, rounds, services, setup, shoes
from games.tables.locked_table import locked
from games.tables.refusals import Refused

log = logging.getLogger(__name__)

ROUNDS = 20
BASE = 5_00
"""Cents on each opening spot of a game with decisions."""
TOTAL = 10_00
"""Cents per round, on any spots, if the bets are the only decision."""

_TAKEN_OVER = (
    "game", "options", "minimum", "maximum", "unit", "profile", "last_round", "layout", "total",
)  # fmt: skip
"""What a player's table copies from the day's."""


def day_of(now: datetime) -> date:
    """The day of the current deal."""
    return timezone.localdate(now)


def next_deal(now: datetime) -> datetime:
    """When the day ends."""
    tomorrow = day_of(now) + timedelta(days=1)
    return timezone.make_aware(datetime.combine(tomorrow, time()))


def todays(game: AnyGame, now: datetime) -> DailyDeal:
    """The deal of the day, sealed for the first player who asks."""
    day = day_of(now)
    found = DailyDeal.objects.filter(date=day, game=game.slug).first()
    if found is not None:
        return found
    try:
        with transaction.atomic():
            return _sealed(game, day, now)
    except IntegrityError:  # somebody else asked at the same moment
        return DailyDeal.objects.get(date=day, game=game.slug)


def _sealed(game: AnyGame, day: date, now: datetime) -> DailyDeal:
    table = setup.open_table(
        game,
        f"Daily deal, {day.day} {day:%B}",
        solo=True,
        listed=False,
        closed=True,
        token=secrets.token_urlsafe(32),
        last_round=ROUNDS,
        **_wagers(game),
    )
    deal = DailyDeal.objects.create(date=day, game=game.slug, table=table)
    values = list(game.choice.values) if game.choice else []
    options = [dict(table.options) for _ in range(ROUNDS)]
    for number, one in enumerate(options):
        if game.choice is not None:  # the games that a button would choose from, in turn
            one[game.choice.option] = values[number % len(values)]
    shoes.lay_out(table, options, now)
    return deal


def _wagers(game: AnyGame) -> dict[str, Any]:
    """The columns of a table that say what is wagered."""
    if decides(game.slug):
        return {"minimum": BASE, "maximum": BASE, "layout": layout_of(game)}
    return {"minimum": 1_00, "maximum": TOTAL, "total": TOTAL}


def layout_of(game: AnyGame) -> dict[str, int]:
    """What everyone wagers in a round of a game with decisions, in cents by spot."""
    return {spot.key: BASE for spot in game.spots(game.options()) if spot.opening}


def wagers_words(game: AnyGame) -> str:
    """``"5 on this spot and 5 on that one"``: what everyone wagers in every round."""
    if not decides(game.slug):
        return f"{money(TOTAL)} a round, on any spots you like"
    opening = [spot.name for spot in game.spots(game.options()) if spot.opening]
    return listed([f"{money(BASE)} on {name}" for name in opening])


def needed(game: AnyGame) -> int:
    """Cents that a player needs for a round, including possible raises."""
    layout = layout_of(game)
    return sum(layout.values()) + game.reserve(layout) if decides(game.slug) else TOTAL


def decides(slug: str) -> bool:
    """Whether a game has decisions other than the bets."""
    return KITS[slug].decisions is not None


def start(game: AnyGame, user: User, now: datetime) -> DailyRun:
    """Begin the day's rounds of a game, or continue them, with the player seated.

    One run per player and day. Raises Refused during a break, and if the day has just ended.
    """
    play_limits.check_break(user, now)
    deal = todays(game, now)
    with transaction.atomic():
        # Code that ends the day locks the deal too, so no table is opened meanwhile.
        deal = DailyDeal.objects.select_for_update().select_related("table").get(pk=deal.pk)
        run = DailyRun.objects.filter(deal=deal, user=user).select_related("table").first()
        if run is None:
            if deal.ended is not None:
                raise Refused("This day's deal is over; the next one is there already.")
            table = _own_table(deal.table)
            run = DailyRun.objects.create(
                deal=deal, user=user, table=table, started=now, member=not user.is_guest
            )
    if not run.table.closed and not run.table.chairs.filter(user=user, leaving=False).exists():
        services.sit(run.table_id, user, 1, now)
    return run


def _own_table(days: Table) -> Table:
    """A table that follows the day's one."""
    taken_over = {name: getattr(days, name) for name in _TAKEN_OVER}
    table = Table.objects.create(
        name=days.name,
        solo=True,
        listed=False,
        token=secrets.token_urlsafe(32),  # kept secret: the table is for its player alone
        follows=days,
        **taken_over,
    )
    table.paytables.set(days.paytables.all())
    Chair.objects.create(table=table, seat=1)
    return table


def end_days(now: datetime) -> int:
    """End past days; returns how many there were. If a deal's tables cannot all be closed, this is
    logged and the deal stays sealed."""
    ended = 0
    over = DailyDeal.objects.filter(revealed=None, date__lt=day_of(now))
    for deal_id in list(over.values_list("pk", flat=True)):
        try:
            _end(deal_id, now)
            ended += 1
        except Exception:
            log.exception("daily deal %s could not be ended", deal_id)
    return ended


def _end(deal_id: int, now: datetime) -> None:
    with transaction.atomic():
        deal = DailyDeal.objects.select_for_update().select_related("table").get(pk=deal_id)
        deal.ended = deal.ended or now
        deal.save(update_fields=["ended"])
    for table_id in deal.table.followers.filter(closed=False).values_list("pk", flat=True):
        _close(table_id, now)
    with transaction.atomic():
        shoes.lay_open(deal.table)
        deal.revealed = now
        deal.save(update_fields=["revealed"])


def _close(table_id: int, now: datetime) -> None:
    """Close a player's table. A round in play is finished by the clock's plays and paid."""
    with locked(table_id, now) as desk:
        if desk.table.phase == Phase.PLAYING:
            decisions.play_out(desk)
        if not desk.table.closed:
            rounds.close(desk)
