"""The course of a round at a locked table: open, bet, deal, play, settle or void.

Every function changes the desk it is given; `games.desk.locked` writes it. Money moves in the same
transaction, under keys made of the round.
"""

import secrets
from collections.abc import Iterable
from typing import Any

from accounts import ledger
from accounts.models import Account
from games import clocks
from games.desk import Desk, Refused, fitting
from games.engine.errors import GameError
from games.engine.game import Action, Choice, SpotResult
from games.engine.limits import money
from games.engine.shuffle import ALGORITHM, SEED_BYTES, commitment
from games.models import Chair, PaytableVersion, Phase, Round, RoundAction, RoundSeat, Table


def open_round(desk: Desk) -> None:
    """Seal a deck and ask for the bets, or first for the button's choice."""
    table = desk.table
    if table.round is None or table.round.over:
        table.round_number += 1
        table.round = _sealed(table, desk)
        desk.forget_round()
    for chair in desk.chairs:
        chair.moves, chair.ready, chair.wagers = 0, False, {}
    desk.change(*desk.chairs)
    if not desk.seated:
        table.phase, table.deadline = Phase.WAITING, None
    elif table.rules.choice is not None:
        _ask_button(desk, table.round)
    else:
        open_betting(desk)


def _ask_button(desk: Desk, round: Round) -> None:
    table = desk.table
    table.button = round.button = from_button(desk, table.button)
    round.options = table.options
    round.save(update_fields=["button", "options"])
    table.phase = Phase.CHOOSING
    table.deadline = clocks.deadline(table, clocks.CHOOSING, desk.now)


def _sealed(table: Table, desk: Desk) -> Round:
    seed = secrets.token_bytes(SEED_BYTES)
    return Round.objects.create(
        table=table,
        number=table.round_number,
        game=table.game,
        options=table.options,
        unit=table.unit,
        button=table.button,
        algorithm=ALGORITHM,
        server_seed=seed.hex(),
        commitment=commitment(seed),
        opened=desk.now,
    )


def open_betting(desk: Desk) -> None:
    """Put the round's paytables on the felt and take bets. The clock starts with the first one."""
    round = desk.round
    round.paytables.set(paytables_for(desk.table, round))
    desk.table.phase, desk.table.deadline = Phase.BETTING, None
    desk.change()


def paytables_for(table: Table, round: Round) -> list[PaytableVersion]:
    """The table's version for each spot that has a paytable under the round's options.

    Raises Refused when the table lacks one: an administrator must add it.
    """
    versions = list(table.paytables.all())
    chosen = []
    for spot in table.rules.spots(round.house_options):
        if not spot.lines:
            continue
        version = fitting(spot, versions)
        if version is None:
            raise Refused(f"Table {table.name} has no paytable for {spot.name}.")
        chosen.append(version)
    return chosen


def from_button(desk: Desk, seat: int) -> int:
    """The first occupied seat from `seat` on, going round."""
    occupied = [chair.seat for chair in desk.seated]
    return min(occupied, key=lambda other: (other < seat, other))


def choose(desk: Desk, chair: Chair, choice: Choice, value: str | None) -> None:
    """The button's choice, or None to pass it on. All passed: the default, where it started."""
    table, round = desk.table, desk.round
    chair.moves += 1
    desk.change(chair)
    if value is None:
        following = from_button(desk, table.button + 1)
        if following != round.button:
            table.button = following
            table.deadline = clocks.deadline(table, clocks.CHOOSING, desk.now)
            return
        table.button = round.button
        value = choice.default
    round.options = {**round.options, choice.option: value}
    round.button = table.button
    round.save(update_fields=["options", "button"])
    open_betting(desk)


def start_clock(desk: Desk) -> None:
    """After a change of the bets: start the window, or close it early when all are ready."""
    table = desk.table
    betting = [chair for chair in desk.seated if chair.wagers]
    if not betting:
        table.deadline = None
        return
    if table.deadline is None:
        table.deadline = clocks.deadline(table, clocks.BETTING, desk.now)
    if all(chair.ready for chair in desk.seated):
        if len(desk.seated) == 1:
            deal(desk)
        else:
            soon = desk.now + clocks.ALL_READY
            table.deadline = min(table.deadline or soon, soon)


def deal(desk: Desk) -> None:
    """Close the betting: take every stake once and deal. Without a stake the betting goes on."""
    round = desk.round
    desk.parts = [part for chair in desk.seated if chair.wagers and (part := _stake(desk, chair))]
    if not desk.parts:
        desk.table.deadline = None
        desk.change()
        return
    RoundSeat.objects.bulk_create(desk.parts)
    round.status, round.dealt = Round.Status.PLAYING, desk.now
    if desk.table.rules.choice is None:
        round.button = desk.parts[0].seat
    round.save(update_fields=["status", "dealt", "button"])
    desk.table.phase = Phase.PLAYING
    for chair in desk.chairs:
        chair.ready = False
    desk.change(*desk.chairs)
    _ask(desk, desk.replayed().state, before=frozenset())


def _stake(desk: Desk, chair: Chair) -> RoundSeat | None:
    """Take a chair's opening wagers; None, and the wagers are off, when the funds are gone."""
    user, round = chair.user, desk.round
    assert user is not None
    staked = sum(chair.wagers.values())
    try:
        _take(desk, f"stake/{chair.seat}", "Wagers", user.account, staked)
    except ledger.InsufficientFunds:
        chair.wagers = {}
        desk.change(chair)
        return None
    chair.last_wagers = chair.wagers
    return RoundSeat(
        round=round,
        seat=chair.seat,
        user=user,
        client_seed=user.client_seed,
        wagers=chair.wagers,
        staked=staked,
    )


def _take(desk: Desk, fact: str, reason: str, account: Account, cents: int) -> None:
    ledger.move(
        f"round/{desk.round.pk}/{fact}",
        reason,
        {account: -cents, ledger.escrow(desk.table.pk): cents},
        now=desk.now,
        ref=str(desk.round.pk),
    )


def play(desk: Desk, seat: int, action: Action, *, by_clock: bool = False) -> None:
    """One decision of a seat. Raises IllegalAction, or Refused when a raise is not covered."""
    before = desk.replayed()
    game = desk.table.rules
    state = game.act(before.state, seat, action)
    part = next(part for part in desk.parts if part.seat == seat)
    ordinal = len(desk.actions) + 1
    raised = game.committed(state)[seat] - part.staked
    if raised:
        _raise(desk, part, raised, ordinal)
    desk.actions.append(
        RoundAction.objects.create(
            round=desk.round,
            ordinal=ordinal,
            seat=seat,
            action=action.as_json(),
            by_clock=by_clock,
            at=desk.now,
        )
    )
    _count_move(desk, seat, by_clock)
    _ask(desk, state, before=frozenset(before.waiting_on) - {seat})


def _raise(desk: Desk, part: RoundSeat, cents: int, ordinal: int) -> None:
    account = ledger.player(part.user)
    try:
        _take(desk, f"stake/{part.seat}/{ordinal}", "Raise", account, cents)
    except ledger.InsufficientFunds as error:
        raise Refused(
            f"This needs {money(error.needed)}; your balance is {money(error.balance)}."
        ) from None
    part.staked += cents
    part.save(update_fields=["staked"])


def _count_move(desk: Desk, seat: int, by_clock: bool) -> None:
    chair = next(chair for chair in desk.chairs if chair.seat == seat)
    chair.moves += 1
    chair.misses = chair.misses + 1 if by_clock else 0
    desk.change(chair)


def _ask(desk: Desk, state: Any, before: frozenset[int]) -> None:
    """Set the clock for whoever is asked next; settle when nobody is.

    `before` are the seats that were being asked anyway: their clock goes on.
    """
    table = desk.table
    desk.change()
    waiting = table.rules.waiting_on(state)
    if waiting:
        if not waiting <= before:
            table.deadline = clocks.deadline(table, clocks.decision(table), desk.now)
    elif table.rules.looks:
        table.deadline = clocks.showing_until(table, clocks.LOOKING, desk.now)
    else:
        settle(desk, table.rules.settle(state))


def play_for_absent(desk: Desk) -> bool:
    """The clock's play for every seat that is waited on; False when none is."""
    waiting = desk.replayed().waiting_on
    for seat in waiting:
        state = desk.replayed().state
        play(desk, seat, desk.table.rules.timeout_action(state, seat), by_clock=True)
    return bool(waiting)


def play_out(desk: Desk) -> None:
    """Finish a round by the clock's plays alone."""
    while desk.table.phase == Phase.PLAYING:
        if not play_for_absent(desk):
            settle(desk, desk.replayed().results)


def settle(desk: Desk, settled: Iterable[SpotResult]) -> None:
    """Pay every wager: results, history rows and chips in this one transaction."""
    results: dict[int, list[dict[str, Any]]] = {part.seat: [] for part in desk.parts}
    returned = dict.fromkeys(results, 0)
    for result in settled:
        results[result.seat].append(result.as_json())
        returned[result.seat] += result.returned
    for part in desk.parts:
        part.results, part.returned = results[part.seat], returned[part.seat]
    _pay(desk, "settle", "Payout")
    _end(desk, Round.Status.SETTLED)


def void(desk: Desk, reason: str) -> None:
    """Give every stake of an open round back, once."""
    desk.round.void_reason = reason[:200]
    for part in desk.parts:
        part.returned = part.staked
        part.results = []
    if desk.parts:
        _pay(desk, "void", "Round void: stakes returned")
    _end(desk, Round.Status.VOID)


def _pay(desk: Desk, fact: str, reason: str) -> None:
    """Empty the round's escrow: what is returned to the players, the rest to the house."""
    accounts = ledger.players(part.user_id for part in desk.parts)
    amounts: dict[Account, int] = {}
    for part in desk.parts:
        assert part.returned is not None
        account = accounts[part.user_id]
        amounts[account] = amounts.get(account, 0) + part.returned
    staked = sum(part.staked for part in desk.parts)
    amounts[ledger.house(desk.table.pk)] = staked - sum(amounts.values())
    amounts[ledger.escrow(desk.table.pk)] = -staked
    ref = str(desk.round.pk)
    ledger.move(f"round/{ref}/{fact}", reason, amounts, now=desk.now, ref=ref)


def _end(desk: Desk, status: Round.Status) -> None:
    round, table = desk.round, desk.table
    round.status, round.ended = status, desk.now
    round.save(update_fields=["status", "ended", "void_reason"])
    for part in desk.parts:
        part.ended = desk.now
    RoundSeat.objects.bulk_update(desk.parts, ["results", "returned", "ended"])
    table.phase = Phase.SHOWING
    table.deadline = clocks.showing_until(table, clocks.RESULTS, desk.now)
    desk.change()


def next_round(desk: Desk) -> None:
    """After the results: free the chairs of those who left, move the button, open a round."""
    for chair in desk.chairs:
        if chair.leaving or is_absent(desk, chair):
            empty(desk, chair)
    if desk.table.rules.choice is not None and desk.seated:
        desk.table.button = from_button(desk, desk.table.button + 1)
    open_round(desk)


def is_absent(desk: Desk, chair: Chair) -> bool:
    """Whether the chair's player has not been seen for so long that the seat is free again."""
    return bool(chair.user_id) and (
        chair.seen_at is None or chair.seen_at + clocks.ABSENT < desk.now
    )


def empty(desk: Desk, chair: Chair) -> None:
    """Free a chair."""
    chair.user = None
    chair.seen_at = None
    chair.wagers, chair.last_wagers = {}, {}
    chair.ready = chair.leaving = False
    chair.moves = chair.misses = 0
    desk.change(chair)


def transition(desk: Desk) -> bool:
    """Do the one thing that is due at the table now, if any. A round that cannot go on is void."""
    phase = desk.table.phase
    if phase == Phase.WAITING:
        if not desk.seated:
            return False
        open_round(desk)
        return True
    if not desk.due():
        return False
    try:
        _transition_due(desk)
    except GameError as error:
        void(desk, str(error))
    return True


def _transition_due(desk: Desk) -> None:
    match desk.table.phase:
        case Phase.CHOOSING:
            choice = desk.table.rules.choice
            chair = next((c for c in desk.seated if c.seat == desk.table.button), None)
            if choice is None or chair is None:
                next_round(desk)
            else:
                choose(desk, chair, choice, None)
        case Phase.BETTING:
            deal(desk)
        case Phase.PLAYING:
            if not play_for_absent(desk):
                settle(desk, desk.replayed().results)
        case Phase.SHOWING:
            next_round(desk)
