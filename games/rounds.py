"""The course of a round at a locked table: open, bet, deal, play, settle or void.

Every function changes the desk it is given; `games.desk.locked` writes it. Money moves in the same
transaction (`games.stakes`).
"""

from collections.abc import Callable, Sequence
from typing import Any

from games import button, clocks, patience, shoes, stakes
from games.desk import Desk, Refused, fitting
from games.endings import settle, void
from games.engine.errors import DeckTooShort, GameError
from games.engine.game import Action, Choice
from games.engine.record import Replay
from games.models import (
    TIME_BANK,
    Chair,
    PaytableVersion,
    Phase,
    Round,
    RoundAction,
    RoundSeat,
    Table,
)


def open_round(desk: Desk) -> None:
    """Seal a deck and ask for the bets, or first for the button's choice."""
    table = desk.table
    if table.round is None or table.round.over:
        table.round_number += 1
        table.round = shoes.sealed(table, desk.now)
        desk.forget_round()
        for chair in desk.chairs:
            chair.moves = 0
    for chair in desk.chairs:
        chair.ready, chair.wagers = False, {}
    desk.change(*desk.chairs)
    if not desk.seated:
        table.phase, table.deadline = Phase.WAITING, None
    elif table.rules.choice is not None:
        button.ask(desk)
    else:
        open_betting(desk)


def open_betting(desk: Desk) -> None:
    """Put the round's paytables on the felt and take bets. The clock starts with the first one."""
    round = desk.round
    round.paytables.set(paytables_for(desk.table, round))
    desk.table.phase, desk.table.deadline = Phase.BETTING, None
    desk.change()


def reprice(desk: Desk, old: Sequence[PaytableVersion], new: PaytableVersion) -> None:
    """The table pays by a new version in place of the old ones from its next round on, and says so.

    A round that somebody has wagered on goes on as it lies; where nobody has, its betting starts
    again under the new version, and every bet form that is open is of a step that is over.
    """
    table = desk.table
    table.paytables.remove(*old)
    table.paytables.add(new)
    open_bets = table.phase == Phase.BETTING and any(
        chair.wagers for chair in desk.chairs if not chair.is_bot
    )
    settled_on = open_bets or table.phase in (Phase.PLAYING, Phase.SHOWING)
    name = next(s.name for s in table.rules.every_spot() if s.key == new.spot)
    table.notice = {
        "round": table.round_number + (1 if settled_on else 0),
        "words": f"{name} has a new paytable: {new.code}, version {new.number}.",
    }
    desk.change()
    if table.phase == Phase.BETTING and not open_bets:
        desk.round.paytables.set(paytables_for(table, desk.round))
        desk.forget_round()
        for chair in desk.chairs:
            chair.wagers, chair.ready = {}, False
            chair.moves += 1
        desk.change(*desk.chairs)


def pays_anew(desk: Desk) -> bool:
    """Whether the next round pays by other lines than the felt shows; see `reprice`."""
    return bool(desk.table.notice.get("round") == desk.table.round_number + 1)


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


def choose(desk: Desk, chair: Chair, choice: Choice, value: str | None) -> None:
    """What the button chooses, or None to pass it on. Once the game is chosen the betting opens."""
    if button.choose(desk, chair, choice, value):
        open_betting(desk)


def start_clock(desk: Desk) -> None:
    """After a change of the bets: start the window, or close it early when all are ready."""
    table = desk.table
    betting = [chair for chair in desk.seated if chair.wagers and not chair.is_bot]
    if not betting:  # bots alone start nothing
        table.deadline = None
        return
    if table.deadline is None:
        table.deadline = clocks.deadline(table, clocks.BETTING, desk.now)
    people = [chair for chair in desk.active if not chair.is_bot]
    if all(chair.ready for chair in people):
        if len(people) == 1 and all(chair.ready for chair in desk.active):
            deal(desk)
        else:
            soon = desk.now + clocks.ALL_READY
            table.deadline = min(table.deadline or soon, soon)


def deal(desk: Desk) -> None:
    """Close the betting: take every stake once and deal. Without a stake the betting goes on."""
    round = desk.round
    desk.parts = stakes.take(desk)
    if not desk.parts:
        desk.table.deadline = None
        desk.change()
        return
    RoundSeat.objects.bulk_create(desk.parts)
    round.status, round.dealt = Round.Status.PLAYING, desk.now
    if desk.table.rules.choice is None:
        round.button = desk.parts[0].seat
    played = desk.replayed()
    round.deck_digest = shoes.digest_of(played.record.setup.deck)
    round.save(update_fields=["status", "dealt", "button", "deck_digest"])
    desk.table.phase = Phase.PLAYING
    patience.grow(desk)
    for chair in desk.chairs:
        chair.ready = False
    desk.change(*desk.chairs)
    _ask(desk, played.state, before=frozenset())


def play(desk: Desk, seat: int, action: Action) -> None:
    """One decision of a seat. Raises IllegalAction, or Refused when a raise is not covered.

    A round that cannot be replayed, or for which the deck does not suffice, is void.
    """
    try:
        before = desk.replayed()
    except GameError as error:
        void(desk, str(error))
        return
    try:
        _decide(desk, before, seat, action)
    except DeckTooShort as error:
        void(desk, str(error))
    play_for(desk, nobody_waits_for)


def _decide(
    desk: Desk, before: Replay, seat: int, action: Action, *, by_clock: bool = False
) -> None:
    """Note one decision, take what it adds to the stake, and ask on."""
    game = desk.table.rules
    state = game.act(before.state, seat, action)
    part = next(part for part in desk.parts if part.seat == seat)
    ordinal = len(desk.actions) + 1
    raised = game.committed(state)[seat] - part.staked
    if raised:
        stakes.add(desk, part, raised, ordinal)
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


def _count_move(desk: Desk, seat: int, by_clock: bool) -> None:
    chair = next(chair for chair in desk.chairs if chair.seat == seat)
    chair.moves += 1
    patience.decided(desk, chair, by_clock=by_clock)


def _ask(desk: Desk, state: Any, before: frozenset[int]) -> None:
    """Set the clock for whoever is asked next; settle when nobody is.

    `before` are the seats that were being asked anyway: their clock goes on.
    """
    table = desk.table
    desk.change()
    waiting = table.rules.waiting_on(state)
    if waiting:
        if not waiting <= before:
            patience.stop_all(desk)
            table.deadline = clocks.deadline(table, clocks.decision(table), desk.now)
    elif table.rules.looks:
        table.deadline = clocks.showing_until(table, clocks.LOOKING, desk.now)
    else:
        settle(desk, table.rules.settle(state))


def _time_out(desk: Desk) -> None:
    """The clock's play for every seat that is waited on and has no time of its own; when none is
    waited on, the dealer settles."""
    waiting = desk.replayed().waiting_on
    going_on = patience.granted(desk, waiting)
    for seat in waiting:
        if seat in going_on:
            continue
        _play_by_clock(desk, seat)
    if not waiting:
        settle(desk, desk.replayed().results)


def _play_by_clock(desk: Desk, seat: int) -> None:
    before = desk.replayed()
    action = desk.table.rules.timeout_action(before.state, seat)
    _decide(desk, before, seat, action, by_clock=True)


def play_for(desk: Desk, gone: Callable[[Desk, Chair], bool]) -> bool:
    """The clock's play for chairs whose players are gone, as often as they are waited on.

    gone: `has_left` or `is_absent`. Returns whether it has played at all. Nobody waits for a player
    who has left, least of all where there is no clock.
    """
    seats = {chair.seat for chair in desk.chairs if gone(desk, chair)}
    if not seats or desk.table.phase != Phase.PLAYING:
        return False
    before = len(desk.actions)
    or_void(desk, lambda: _play_on(desk, seats))
    return len(desk.actions) > before


def _play_on(desk: Desk, seats: set[int]) -> None:
    while desk.table.phase == Phase.PLAYING:
        asked = seats.intersection(desk.replayed().waiting_on)
        if not asked:
            return
        _play_by_clock(desk, min(asked))


def play_out(desk: Desk) -> None:
    """Finish a round by the clock's plays alone."""
    play_for(desk, lambda *_: True)
    if desk.table.phase == Phase.PLAYING:
        or_void(desk, lambda: settle(desk, desk.replayed().results))


def next_round(desk: Desk) -> None:
    """After the results: free the chairs of those who left, move the button, open a round."""
    for chair in desk.chairs:
        if chair.leaving or is_absent(desk, chair):
            empty(desk, chair)
    if desk.table.rules.choice is not None and desk.seated:
        desk.table.button = button.following(desk, desk.table.button + 1)
    open_round(desk)


def has_left(desk: Desk, chair: Chair) -> bool:
    """Whether the chair's player has given it up, and only the round still holds it."""
    return chair.leaving


def nobody_waits_for(desk: Desk, chair: Chair) -> bool:
    """Whether the clock plays for a chair at once: its player has left, or sits out."""
    return has_left(desk, chair) or patience.sits_out(desk, chair)


def is_absent(desk: Desk, chair: Chair) -> bool:
    """Whether the chair's player has not been seen, or has sat out, for so long that the seat is
    free again."""
    if not chair.user_id or chair.is_bot:
        return False
    return any(
        since is None or since + clocks.ABSENT < desk.now
        for since in (chair.seen_at, chair.out_since or desk.now)
    )


def empty(desk: Desk, chair: Chair) -> None:
    """Free a chair."""
    chair.user = None
    chair.position = 1
    chair.seen_at = None
    chair.wagers, chair.last_wagers = {}, {}
    chair.ready = chair.leaving = chair.away = False
    chair.misses = chair.rounds_here = 0
    chair.out_since = None
    chair.time_bank, chair.extras = TIME_BANK, []
    chair.own_time, chair.own_until = Chair.OwnTime.NONE, None
    chair.linked_until = None
    Chair.objects.filter(pk=chair.pk).update(linked_until=None)  # no desk writes it
    desk.change(chair)


def free_absent(desk: Desk) -> bool:
    """Free the chairs of absent players who have no part in a round that is on; whether there were
    any."""
    gone = [c for c in desk.chairs if is_absent(desk, c) and not desk.in_round(c)]
    for chair in gone:
        empty(desk, chair)
    for chair in gone:
        after_leaving(desk, chair.seat)
    return bool(gone)


def after_leaving(desk: Desk, seat: int) -> None:
    """What follows at the table when a seat has been given up."""
    phase, choice = desk.table.phase, desk.table.rules.choice
    if phase in (Phase.PLAYING, Phase.WAITING):
        return
    if not desk.seated:
        next_round(desk)
    elif phase == Phase.BETTING:
        start_clock(desk)
    elif phase == Phase.CHOOSING and choice is not None and button.left(desk, seat, choice):
        open_betting(desk)


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
    or_void(desk, lambda: _transition_due(desk))
    return True


def or_void(desk: Desk, deed: Callable[[], None]) -> None:
    """Do what nobody is there to be refused; a round that cannot go on is void."""
    try:
        deed()
    except (GameError, Refused) as error:
        void(desk, str(error))


def _choice_missed(desk: Desk, chair: Chair, choice: Choice) -> None:
    """The button has not chosen in time: it is passed on. Who sits out for it has no button."""
    if patience.decided(desk, chair, by_clock=True) and desk.active:
        after_leaving(desk, chair.seat)
    else:
        choose(desk, chair, choice, None)


def _transition_due(desk: Desk) -> None:
    match desk.table.phase:
        case Phase.CHOOSING:
            choice = desk.table.rules.choice
            chair = next((c for c in desk.seated if c.seat == desk.table.button), None)
            if choice is None or chair is None:
                next_round(desk)
            else:
                _choice_missed(desk, chair, choice)
        case Phase.BETTING:
            deal(desk)
        case Phase.PLAYING:
            _time_out(desk)
            play_for(desk, nobody_waits_for)
        case Phase.SHOWING:
            next_round(desk)
