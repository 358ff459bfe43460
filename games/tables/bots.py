"""Bots: they fill empty seats as long as a person is at the table.

When a bot moves next is data, `Table.bots_at`, set by every change of a table that allows bots
(`games.tables.locked_table`). Any caller may call `attend`; one of them wins the claim and lets one
bot do one thing, through the services that people use. Nothing renews a claim: if its process dies,
the next caller goes on a second later.
"""

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from accounts import ledger
from accounts.models import User
from games.engine.cards import DECK
from games.engine.errors import GameError
from games.engine.game import Setup
from games.models import Chair, Phase, Table
from games.registry import KITS
from games.tables import services
from games.tables.bot_policy import choose_wagers, decide, least, persona_of, rehearse, style_at
from games.tables.durations import ABSENT, has_company
from games.tables.locked_table import step_of
from games.tables.refusals import Refused, Stale
from games.tables.selectors import Snapshot, snapshot

log = logging.getLogger(__name__)

CLAIM = timedelta(seconds=1)
"""Longer than any pause, so that a change in between sets an earlier time."""
CHIPS = 1_000_00
"""Cents a bot has when it sits down, or or a hundred times the table's minimum if that is more."""


def attend(table_id: int, now: datetime) -> datetime | None:
    """Let a bot do what is due, if anything is. Returns when to call again; None: once the table
    has changed."""
    at = _due_at(table_id)
    if at is None or at > now:
        return at
    claim = now + CLAIM
    won = Table.objects.filter(pk=table_id, bots_at__lte=now).update(bots_at=claim)
    if won and not _serve(table_id, now):
        Table.objects.filter(pk=table_id, bots_at=claim).update(bots_at=None)
    return _due_at(table_id)


def attend_all(now: datetime) -> int:
    """Attend to every table where a bot is due. Returns how many."""
    due = list(Table.objects.filter(bots_at__lte=now).values_list("pk", flat=True))
    for table_id in due:
        attend(table_id, now)
    return len(due)


def _due_at(table_id: int) -> datetime | None:
    return Table.objects.filter(pk=table_id).values_list("bots_at", flat=True).first()


def _serve(table_id: int, now: datetime) -> bool:
    """Whether a bot did something, or is still thinking about it."""
    try:
        return any(_duties(snapshot(table_id), now))
    except Stale:
        return True  # the table moved on while the bot thought
    except Refused as error:
        log.warning("table %s: a bot was refused: %s", table_id, error)
    except GameError as error:  # its message may name cards that the bot holds
        log.warning("table %s: a bot was refused: %s", table_id, type(error).__name__)
    return False


def _duties(snap: Snapshot, now: datetime) -> Iterator[bool]:
    """All duties that a bot may have, the most urgent first. Each returns whether there was
    something to do; if so, the rest are skipped."""
    bots = [chair for chair in snap.chairs if chair.is_bot and not chair.leaving]
    room = _room(snap, now)
    yield _leave(snap, bots, room, now)
    yield _sit(snap, bots, room, now)
    yield _pass(snap, bots, now)
    yield _wager(snap, bots, now)
    yield _decide(snap, bots, now)


def _room(snap: Snapshot, now: datetime) -> int:
    """How many bots there should be: none unless a person sits or watches, and one seat stays free
    for another person."""
    people = [chair for chair in snap.chairs if _is_person(chair, now)]
    free = len(snap.chairs) - len(people) - 1
    wanted = (people or has_company(snap.table, now)) and not snap.table.closed
    return max(0, min(snap.table.bots, free)) if wanted else 0


def _is_person(chair: Chair, now: datetime) -> bool:
    """Whether a person has the seat, and was seen recently."""
    if chair.user_id is None or chair.is_bot or chair.leaving:
        return False
    return chair.seen_at is not None and chair.seen_at + ABSENT >= now


def _leave(snap: Snapshot, bots: list[Chair], room: int, now: datetime) -> bool:
    """If there are too many bots, one without cards leaves. Its chips go back where they came
    from."""
    playing = {part.seat for part in snap.parts if snap.table.phase == Phase.PLAYING}
    idle = [chair for chair in bots if chair.seat not in playing]
    if len(bots) <= room or not idle:
        return False
    user = _user_of(idle[-1])
    services.leave(snap.table.pk, user, now)
    _book(snap, user, 0, now)
    return True


def _sit(snap: Snapshot, bots: list[Chair], room: int, now: datetime) -> bool:
    """If there are too few bots, one more takes one of the free seats."""
    free = [chair.seat for chair in snap.chairs if chair.user_id is None]
    if len(bots) >= room or len(free) < 2:
        return False
    seat = free[len(free) // 2]
    user = _bot_for(snap.table.pk, seat)
    _book(snap, user, _chips(snap), now)
    services.sit(snap.table.pk, user, seat, now)
    return True


def _bot_for(table_id: int, seat: int) -> User:
    """The user who is the bot of a seat. Its name begins like no name that a person may have."""
    user, new = User.objects.get_or_create(
        username=f"bot:{table_id}:{seat}",
        defaults={"is_bot": True, "first_name": persona_of(table_id, seat).name},
    )
    if new:
        user.set_unusable_password()
        user.save(update_fields=["password"])
    return user


def _user_of(chair: Chair) -> User:
    assert chair.user is not None
    return chair.user


def _chips(snap: Snapshot) -> int:
    return max(CHIPS, 100 * snap.table.minimum)


def _book(snap: Snapshot, user: User, cents: int, now: datetime) -> None:
    """Set a bot's balance to this many cents, from or to where all play money comes from."""
    missing = cents - ledger.balance_of(user)
    if missing:
        moved = {ledger.player(user): missing, ledger.grants(): -missing}
        key = f"bot/{user.pk}/chips/{snap.table.version}/{cents}"
        ledger.move(key, "Chips of a bot", moved, now=now)


def _pass(snap: Snapshot, bots: list[Chair], now: datetime) -> bool:
    """A bot leaves the choice of the game to people."""
    chair = next((chair for chair in bots if chair.seat == snap.table.button), None)
    if snap.table.phase != Phase.CHOOSING or chair is None:
        return False
    _act(snap, chair, {"action": "pass"}, now)
    return True


def _wager(snap: Snapshot, bots: list[Chair], now: datetime) -> bool:
    """A bot bets and is ready."""
    chair = next((chair for chair in bots if not chair.ready), None)
    if snap.table.phase != Phase.BETTING or snap.round is None or chair is None:
        return False
    user = _user_of(chair)
    if ledger.balance_of(user) < _chips(snap) // 2:
        _book(snap, user, _chips(snap), now)
    limits, facts = snap.table.limits, (snap.table.pk, chair.seat, snap.round.number)
    try:
        wagers = choose_wagers(KITS[snap.table.game], snap.spots, limits, *facts)
        _place(snap, chair, wagers, now)
    except GameError:  # the house may limit several wagers together
        wagers = least(KITS[snap.table.game], snap.spots, limits)
        _place(snap, chair, wagers, now)
    _rehearse(snap, chair.seat, wagers)
    return True


def _place(snap: Snapshot, chair: Chair, wagers: dict[str, int], now: datetime) -> None:
    step = step_of(snap.table, chair)
    services.place(snap.table.pk, _user_of(chair), step, wagers, ready=True, now=now)


def _rehearse(snap: Snapshot, seat: int, wagers: dict[str, int]) -> None:
    assert snap.round is not None
    options, unit = snap.round.house_options, snap.round.unit
    deck = DECK * snap.table.rules.decks(options)
    setup = Setup[Any](options, snap.paytables, {seat: wagers}, deck, seat, unit)
    rehearse(snap.table.rules, setup)


def _decide(snap: Snapshot, bots: list[Chair], now: datetime) -> bool:
    """A bot whose turn it is decides by what its seat may know, or keeps thinking."""
    if snap.replay is None or snap.round is None or snap.table.phase != Phase.PLAYING:
        return False
    chair = next((chair for chair in bots if chair.seat in snap.replay.waiting_on), None)
    if chair is None:
        return False
    game, state = snap.table.rules, snap.replay.state
    style = style_at(snap.table.pk, chair.seat, snap.table.bot_style)
    facts = (snap.round.pk.hex, snap.round.server_seed, chair.moves)
    action = decide(game, state, chair.seat, style, facts)
    if action is None:
        return True
    try:
        _act(snap, chair, action.as_json(), now)
    except Stale:
        raise
    except Refused:  # its chips may not cover a raise
        _act(snap, chair, game.timeout_action(state, chair.seat).as_json(), now)
    return True


def _act(snap: Snapshot, chair: Chair, action: dict[str, Any], now: datetime) -> None:
    services.act(snap.table.pk, _user_of(chair), step_of(snap.table, chair), action, now)
