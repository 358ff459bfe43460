"""What people do at a table: sit, wager, act, leave.

Every service takes the current time as `now`, works in one transaction under the table's lock, and
raises `Refused` (or a GameError of the rules) with a sentence if it does nothing. First the clock
plays what is due; see `games.tables.deadlines`.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from datetime import datetime
from typing import Any

from accounts import ledger
from accounts.models import User
from games.engine.errors import WagerRefused, echoed
from games.engine.game import Spot, read_action
from games.engine.limits import check_limits, money
from games.engine.record import check_spots
from games.engine.view import listed
from games.models import Chair, Phase, Table
from games.tables import chairs, decisions, play_limits, rounds, settlement, stakes, time_bank
from games.tables.deadlines import advance
from games.tables.durations import waits_for_nobody
from games.tables.locked_table import Desk, locked
from games.tables.refusals import Refused, Stale

REMOVED = (
    "The host has removed you from this table. Your chips are in your balance, and you can still "
    "watch. The lobby has other tables."
)
"""What somebody reads whom the host of a table has removed."""


@contextmanager
def _on_time(table_id: int, now: datetime) -> Iterator[Desk]:
    """The locked desk, after the clock has played what was due there. Those plays stay, even if the
    request is then refused. Raises Table.DoesNotExist."""
    with ExitStack() as stack:
        desk = stack.enter_context(locked(table_id, now))
        if desk.due():
            stack.close()
            advance(table_id, None, now)
            desk = stack.enter_context(locked(table_id, now))
        yield desk


@contextmanager
def _acting(
    table_id: int,
    user: User,
    step: str,
    now: datetime,
    seat: int | None,
    *,
    returns: bool = True,
) -> Iterator[tuple[Desk, Chair]]:
    """The locked desk and the chair of a user whose step is still current. returns: the action ends
    sitting out. Raises Stale, or Refused without a seat."""
    with _on_time(table_id, now) as desk:
        chair = desk.chair_of(user.pk, seat)
        if chair is None or chair.leaving:
            raise Refused("Take a seat first.")
        if step != desk.step(chair):
            raise Stale
        chair.seen_at = now  # first: an acting seat is not absent, however long it thought
        if returns:
            time_bank.come_back(desk, chair)
        desk.change(chair)
        yield desk, chair


def sit(table_id: int, user: User, seat: int, now: datetime) -> None:
    """Take a seat. A user who already has that seat keeps it. Raises Refused for more seats than
    the table allows per player, and for any seat during a break."""
    play_limits.check_break(user, now)
    ledger.player(user)
    with _on_time(table_id, now) as desk:
        if desk.table.closed or desk.table.closing:
            raise Refused("This table is closed.")
        if user.pk in desk.table.barred:
            raise Refused(REMOVED)
        own = desk.chair_of(user.pk, seat)
        new = own is None
        if own is not None:
            if own.leaving:
                desk.add_news("stays after all.", own)
            own.leaving = own.out_next = False
            time_bank.come_back(desk, own)
        else:
            position = _free_position(desk, user)
            own = _free_chair(desk, seat)
            own.user, own.position = user, position
            # No step of this round that the user has used, in any seat, comes again.
            own.moves = 1 + max(chair.moves for chair in desk.chairs)
        own.seen_at = now
        desk.change(own)
        if desk.table.phase == Phase.WAITING:
            rounds.transition(desk)
        rounds.lay(desk)
        if new:
            desk.add_news("sits down.", own)
        rounds.wait_for(desk)


def _free_position(desk: Desk, user: User) -> int:
    """The first of a player's positions that is free. Raises Refused if none is."""
    taken = {chair.position: chair.seat for chair in desk.chairs if chair.user_id == user.pk}
    for position in range(1, desk.table.positions + 1):
        if position not in taken:
            return position
    seats = listed([str(seat) for seat in sorted(taken.values())])
    plural = "s" if len(taken) > 1 else ""
    raise Refused(f"You have seat{plural} {seats} at this table.")


def _free_chair(desk: Desk, seat: int) -> Chair:
    chair = next((chair for chair in desk.chairs if chair.seat == seat), None)
    if chair is None:
        raise Refused(f"There is no seat {seat}; this table has 1 to {len(desk.chairs)}.")
    if chair.user_id and _gives_way(desk, chair):
        chairs.empty(desk, chair)
    if chair.user_id:
        free = [str(c.seat) for c in desk.chairs if not c.user_id or _gives_way(desk, c)]
        others = f" Free: {', '.join(free)}." if free else " The table is full."
        raise Refused(f"Somebody else has just taken seat {seat}.{others}")
    return chair


def _gives_way(desk: Desk, chair: Chair) -> bool:
    """Whether a taken chair may be taken over: a bot's, or that of a player long gone."""
    return (chair.is_bot or chairs.is_absent(desk, chair)) and not desk.in_round(chair)


def leave(table_id: int, user: User, now: datetime, *, seat: int | None = None) -> None:
    """Give up the seat named, or every seat the user has here. If stakes are in play, the clock
    finishes the round, and it is paid.

    A seat in a round stays its player's until the next one, so that nobody else sees its cards.
    """
    with _on_time(table_id, now) as desk:
        own = [chair for chair in desk.chairs if chair.user_id == user.pk and not chair.leaving]
        given_up = [chair for chair in own if seat in (None, chair.seat)]
        # Mark all first, so that leaving the first seat does not deal to the second.
        for chair in given_up:
            _give_up(desk, chair)
        if given_up:
            decisions.play_for(desk, chairs.has_left)
            _close_look(desk)
        for chair in given_up:
            rounds.after_leaving(desk, chair.seat)
        if given_up and _is_over(desk):
            rounds.close(desk)


def _is_over(desk: Desk) -> bool:
    """Whether this was a player's visit to their own solo table: the next one begins with a new
    table."""
    own = desk.table.solo and desk.table.host_id is not None
    return own and not any(chair.user_id for chair in desk.chairs)


def _give_up(desk: Desk, chair: Chair) -> None:
    if not desk.in_round(chair):
        desk.add_news("leaves.", chair)
        chairs.empty(desk, chair)
        return
    on = desk.table.phase == Phase.PLAYING
    desk.add_news("leaves; the clock plays the hand to its end." if on else "leaves.", chair)
    chair.leaving = True
    desk.change(chair)


def place(
    table_id: int,
    user: User,
    step: str,
    wagers: Mapping[str, object],
    *,
    ready: bool,
    now: datetime,
    seat: int | None = None,
) -> None:
    """Put a whole layout on the felt, replacing the one before.

    wagers: spot to cents; empty takes everything back. ready: the player has finished betting.
    seat: which of the player's seats, if they may have several. Raises Stale, BadWager,
    WagerRefused, or Refused if the funds or the player's own limits do not cover it.
    """
    with _acting(table_id, user, step, now, seat) as (desk, chair):
        anew = False
        if desk.table.phase == Phase.SHOWING and desk.table.solo:
            anew = rounds.pays_anew(desk)
            _go_on(desk)
        if desk.table.phase == Phase.WAITING:
            _check_not_dealt_out(desk)
            who = "host" if desk.table.host_paused else "house"
            raise Refused(f"The {who} has paused this table. Your seat is kept.")
        if desk.table.phase != Phase.BETTING:
            raise Refused("No more bets: the betting is closed.")
        if not anew:
            chair.wagers = _checked(desk, chair, wagers) if wagers or desk.table.layout else {}
            if ready:
                _check_ready(desk, chair)
            chair.ready = ready
            chair.moves += 1
            desk.change(chair)
            rounds.start_clock(desk)
    if anew:  # only now, so that an opened round stays and can be shown
        raise Stale(f"{desk.table.notice['words']} Here it is; your bets are not placed.")


def _checked(desk: Desk, chair: Chair, wagers: Mapping[str, object]) -> dict[str, int]:
    game = desk.table.rules
    spots = game.spots(desk.round.house_options)
    layout = check_spots(wagers, spots)
    _check_fixed(desk.table, layout, spots)
    check_limits(layout, spots, desk.table.limits)
    beside = [c for c in desk.chairs if c.user_id == chair.user_id and c.seat != chair.seat]
    total = sum(layout.values()) + sum(sum(other.wagers.values()) for other in beside)
    assert chair.user is not None
    account = chair.user.account
    free = stakes.free([account])[chair.user.pk]
    if total + game.reserve(layout) > free:
        held = f" and {money(game.reserve(layout))} in reserve" if game.reserve(layout) else ""
        have = f"your balance is {money(account.balance)}"
        if free < account.balance:
            have += f", of which {money(account.balance - free)} is set aside for a hand in play"
        raise WagerRefused("balance", f"These bets need {money(total)}{held}; {have}.")
    play_limits.check(chair.user, total + game.reserve(layout), desk.now)
    return layout


def _check_fixed(table: Table, layout: Mapping[str, int], spots: Sequence[Spot]) -> None:
    """Raises WagerRefused for wagers other than the fixed ones at this table."""
    if table.layout and layout != table.layout:
        names = {spot.key: spot.name for spot in spots}
        fixed = listed([f"{money(cents)} on {names[key]}" for key, cents in table.layout.items()])
        raise WagerRefused("fixed", f"Everyone bets the same here: {fixed}.")
    if table.total is not None and sum(layout.values()) > table.total:
        raise _other_total(table.total, sum(layout.values()))


def _check_ready(desk: Desk, chair: Chair) -> None:
    """Raises Refused without a bet at a solo table, WagerRefused for a total other than the fixed
    one."""
    total, staked = desk.table.total, sum(chair.wagers.values())
    if total is not None and staked != total:
        raise _other_total(total, staked)
    if desk.table.solo and not staked:
        raise Refused("Put a chip on a spot first: nothing is dealt without a bet.")


def _other_total(total: int, staked: int) -> WagerRefused:
    return WagerRefused(
        "fixed",
        f"Everyone bets {money(total)} a round here, on any spots, and not {money(staked)}.",
    )


def act(
    table_id: int,
    user: User,
    step: str,
    raw: Mapping[str, Any],
    now: datetime,
    *,
    seat: int | None = None,
) -> None:
    """One decision: an action of the game, or one of the table (`ready`, `again` for ready with the
    wagers of the last round, `reveal`, `choose`, `pass`, `next`, `sit_out`, and `back` to stop
    sitting out).

    raw: an action as in a record (`games.engine.game.read_action`); amounts in cents.

    Raises Stale, IllegalAction, BadRecord for a malformed action, or Refused.
    """
    name = raw.get("action")
    acting = _acting(table_id, user, step, now, seat, returns=name != "sit_out")
    with acting as (desk, chair):
        match desk.table.phase, name:
            case _, "back":
                chair.out_next = False  # any action brings the player back
                rounds.wait_for(desk)
            case _, "sit_out":
                rounds.sit_out(desk, chair)
                rounds.wait_for(desk)
            case Phase.BETTING, "ready":
                if desk.table.layout:  # whether the funds suffice has not been checked yet
                    chair.wagers = _checked(desk, chair, desk.table.layout)
                _check_ready(desk, chair)
                chair.ready = True
                chair.moves += 1
                rounds.start_clock(desk)
            case Phase.BETTING, "again":
                _lay_again(desk, chair)
            case Phase.CHOOSING, "choose" | "pass":
                _choose(desk, chair, raw)
            case Phase.PLAYING, "reveal" if desk.table.rules.looks and desk.in_round(chair):
                chair.ready = True
                chair.moves += 1
                _close_look(desk)
            case Phase.PLAYING, _:
                decisions.play(desk, chair.seat, read_action(raw))
            case Phase.SHOWING, "next" if _may_go_on(desk):
                _go_on(desk)
            case Phase.SHOWING, "again" if _may_repeat(desk):
                anew, choice = rounds.pays_anew(desk), desk.table.rules.choice
                same = desk.round.options.get(choice.option) if choice else None
                _go_on(desk)
                if choice:
                    _choose(desk, chair, {"action": "choose", "value": same})
                if not anew:  # otherwise the felt first shows what has changed
                    _lay_again(desk, chair)
            case Phase.SHOWING, "choose" if desk.table.solo and not desk.table.follows_id:
                _go_on(desk)
                _choose(desk, chair, raw)
            case phase, _:
                raise Refused(
                    f"There is no {echoed(name)} while the table is {Phase(phase).label.lower()}."
                )


def _lay_again(desk: Desk, chair: Chair) -> None:
    """Repeat the wagers of the player's last round here, on the spots that the felt has, and be
    ready."""
    spots = {spot.key for spot in desk.table.rules.spots(desk.round.house_options)}
    last = {key: cents for key, cents in chair.last_wagers.items() if key in spots}
    if not last:
        raise Refused("There are no bets to repeat yet: put a chip on a spot.")
    chair.wagers = _checked(desk, chair, last)
    _check_ready(desk, chair)
    chair.ready = True
    chair.moves += 1
    rounds.start_clock(desk)


def _may_repeat(desk: Desk) -> bool:
    """Whether the next round may be as the last one: its game where one is chosen, and its bets."""
    return desk.table.solo and not (desk.table.rules.choice and desk.table.follows_id)


def _may_go_on(desk: Desk) -> bool:
    """Whether a player may end the showing of the results: nobody else is looking at them."""
    return desk.table.solo or waits_for_nobody(desk.table, desk.chairs)


def _go_on(desk: Desk) -> None:
    """The next round, ahead of time. Raises Refused if there is none."""
    _check_not_dealt_out(desk)
    rounds.next_round(desk)


def _check_not_dealt_out(desk: Desk) -> None:
    if desk.table.dealt_out and desk.round.over:
        raise Refused(f"All {desk.table.last_round} rounds of this table have been played.")


def _choose(desk: Desk, chair: Chair, raw: Mapping[str, Any]) -> None:
    choice = desk.table.rules.choice
    if choice is None or chair.seat != desk.table.button:
        raise Refused(f"Seat {desk.table.button} has the button and chooses.")
    value = raw.get("value") if raw.get("action") == "choose" else None
    if value is not None and (not isinstance(value, str) or value not in choice.values):
        raise Refused(f"{echoed(value)} cannot be chosen; accepted: {', '.join(choice.values)}.")
    if value is None and raw.get("action") == "choose":
        raise Refused(f"Choose one of {', '.join(choice.values)}, or pass.")
    rounds.choose(desk, chair, choice, value)


def _close_look(desk: Desk) -> None:
    """Reconcile once everyone in the round who is still here has turned their cards."""
    if not desk.table.rules.looks or desk.table.phase != Phase.PLAYING:
        return
    replayed = desk.replayed()
    dealt = {part.seat for part in desk.parts}
    looking = [c for c in desk.seated if c.seat in dealt and not c.ready and not c.is_bot]
    if not replayed.waiting_on and not looking:
        settlement.settle(desk, replayed.results)
