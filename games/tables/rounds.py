"""The course of a round at a locked table: open, bet, deal, go on to the next.
`games.tables.decisions` plays it, `games.tables.settlement` ends it.

Every function changes the desk it is given; `games.tables.locked_table.locked` writes it. Money
moves in the same transaction (`games.tables.stakes`).
"""

from collections.abc import Sequence
from datetime import datetime

from django.utils import timezone

from accounts.prepared import PreparedInsert, PreparedUpdate
from games.engine.game import Choice
from games.models import Chair, PaytableVersion, Phase, Round, RoundSeat, Table
from games.runtime.downtime import keeper
from games.tables import button, decisions, durations, pending_changes, shoes, stakes, time_bank
from games.tables.chairs import empty, is_absent, nobody_waits_for
from games.tables.locked_table import Desk, fitting
from games.tables.refusals import Refused

_NEW_PARTS = PreparedInsert(RoundSeat)
_WRITE_DEALT = PreparedUpdate(Round, ("status", "dealt", "button", "deck_digest"))


def open_round(desk: Desk) -> None:
    """Seal a deck and open betting, or first ask for the button's choice; unless the house has
    paused the table or is closing it."""
    table = desk.table
    if table.closing:
        close(desk)
        return
    if table.paused or _played_out(table):
        wait(desk)
        return
    if table.round is None or table.round.over:
        pending_changes.bring_in(desk)
        table.round_number += 1
        table.round = shoes.sealed(table, desk.now)
        desk.forget_round()
        for chair in desk.chairs:
            chair.moves = 0
    wait(desk)
    if not desk.seated:
        return
    if table.rules.choice is not None and table.follows_id is None:
        button.ask(desk)
    else:
        open_betting(desk)


def wait(desk: Desk) -> None:
    """Clear the felt and wait; no round opens by itself."""
    for chair in desk.chairs:
        chair.ready, chair.wagers = False, {}
    desk.table.phase, desk.table.deadline = Phase.WAITING, None
    desk.change(*desk.chairs)


def close(desk: Desk) -> None:
    """Free every chair and close the table for good. Call only while no cards are out."""
    table = desk.table
    withdraw(desk, "The table was closed.")
    shoes.end(table)
    for chair in desk.chairs:
        empty(desk, chair)
    table.closing, table.paused, table.host_paused, table.closed = False, False, False, True
    wait(desk)


def pause(desk: Desk) -> None:
    """No further round opens once a round with wagers has ended; the seats are kept."""
    desk.table.paused = True
    if desk.table.phase in (Phase.CHOOSING, Phase.BETTING) and not open_bets(desk):
        wait(desk)
    desk.change()


def resume(desk: Desk) -> None:
    """Rounds open again."""
    desk.table.paused = desk.table.host_paused = False
    if desk.table.phase == Phase.WAITING:
        next_round(desk)
    desk.change()


def announce_pending(desk: Desk) -> None:
    """Say that pending changes come with the next round, or apply them at once if nobody has
    anything at stake."""
    table = desk.table
    desk.change()
    idle = table.phase in (Phase.WAITING, Phase.CHOOSING, Phase.BETTING)
    if idle and not open_bets(desk):
        start_over(desk)
    else:
        table.notice = {"round": table.round_number + 1, "words": table.pending["words"]}


def start_over(desk: Desk) -> None:
    """Replace a round without wagers by one with the house's changes."""
    withdraw(desk, "The table was changed.")
    open_round(desk)


def withdraw(desk: Desk, reason: str) -> None:
    """Void a round that is not dealt yet, for `reason`: nobody has staked anything."""
    round = desk.table.round
    if round is not None and not round.over and round.dealt is None:
        round.status, round.void_reason, round.ended = Round.Status.VOID, reason, desk.now
        if round.shoe is None:
            round.shoe_in_play = False  # the next round's players mix in their own seeds
        round.save(update_fields=["status", "void_reason", "ended", "shoe_in_play"])


def open_bets(desk: Desk) -> bool:
    """Whether a person has wagers on the felt before the deal."""
    return desk.table.phase == Phase.BETTING and any(
        chair.wagers for chair in desk.chairs if not chair.is_bot
    )


def open_betting(desk: Desk) -> None:
    """Put the round's paytables on the felt and take bets. The clock starts with the first one."""
    round = desk.round
    round.paytables.set(paytables_for(desk.table, round))
    desk.table.phase = Phase.BETTING
    durations.close_bets(desk.table, None)
    desk.change()
    lay(desk)


def lay(desk: Desk) -> None:
    """If every seat wagers the same here, put those wagers on the felt until the deal."""
    if desk.table.phase != Phase.BETTING or not desk.table.layout:
        return
    for chair in desk.seated:
        chair.wagers = dict(desk.table.layout)
        desk.change(chair)


def reprice(desk: Desk, old: Sequence[PaytableVersion], new: PaytableVersion) -> None:
    """From its next round on, the table pays by a new version instead of the old ones, and says so.

    A round with wagers continues as it is. Otherwise its betting starts again under the new
    version, and the step of every open bet form becomes stale.
    """
    table = desk.table
    table.paytables.remove(*old)
    table.paytables.add(new)
    wagered = open_bets(desk)
    settled_on = wagered or table.phase in (Phase.PLAYING, Phase.SHOWING)
    name = next(s.name for s in table.rules.every_spot() if s.key == new.spot)
    table.notice = {
        "round": table.round_number + (1 if settled_on else 0),
        "words": f"{name} has a new paytable: {new.code}, version {new.number}.",
    }
    desk.add_news(table.notice["words"])
    if table.phase == Phase.BETTING and not wagered:
        desk.round.paytables.set(paytables_for(table, desk.round))
        desk.forget_round()
        for chair in desk.chairs:
            chair.wagers, chair.ready = {}, False
            chair.moves += 1
        desk.change(*desk.chairs)


def pays_anew(desk: Desk) -> bool:
    """Whether the next round pays by other lines than those on the felt; see `reprice`."""
    return bool(desk.table.notice.get("round") == desk.table.round_number + 1)


def paytables_for(table: Table, round: Round) -> list[PaytableVersion]:
    """The table's version for each spot that has a paytable under the round's options.

    Raises Refused if the table lacks one: an administrator must add it.
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
    """What the button chooses, or None to pass it on. Once the game is chosen, betting opens."""
    if button.choose(desk, chair, choice, value):
        open_betting(desk)


def start_clock(desk: Desk) -> None:
    """After a change of the bets or of the seats: start the window, or close it early if all are
    ready."""
    table = desk.table
    betting = [chair for chair in desk.seated if chair.wagers and not chair.is_bot]
    if not betting:  # bots alone start no clock, unless somebody watches and nobody sits
        durations.close_bets(table, _bots_close_at(desk))
        return
    if table.bets_until is None:
        table.bets_until = durations.deadline(table, durations.BETTING, desk.now)
    here = [chair for chair in desk.active if chair.is_waited_for]
    people = [chair for chair in here if not chair.is_bot]
    if all(chair.ready for chair in people):
        if len(people) == 1 and all(chair.ready for chair in here):
            deal(desk)
        else:
            # Being ready twice must not postpone anything.
            ends = (table.deadline, table.bets_until, desk.now + durations.ALL_READY)
            table.deadline = min(end for end in ends if end is not None)
    else:
        table.deadline = table.bets_until


def _bots_close_at(desk: Desk) -> datetime | None:
    """When the bets of bots alone are dealt; None: never."""
    seated = [chair for chair in desk.chairs if chair.user_id]
    alone = bool(seated) and all(chair.is_bot and chair.ready for chair in seated)
    if not alone or not durations.has_company(desk.table, desk.now):
        return None
    return desk.table.bets_until or desk.now + durations.ALL_READY


def wait_for(desk: Desk) -> None:
    """After a change of who is waited for: betting may close early, or no longer does."""
    if desk.table.phase == Phase.BETTING:
        start_clock(desk)


def deal(desk: Desk) -> None:
    """Close the betting: take every stake once and deal. Without a stake, betting goes on; with
    strict pacing it goes on until enough time has passed since the last deal."""
    round = desk.round
    if (earliest := _earliest(desk.table)) is not None and desk.now < earliest:
        desk.table.deadline = earliest
        desk.change()
        return
    desk.parts = stakes.take(desk)
    if not desk.parts:
        durations.close_bets(desk.table, None)
        desk.change()
        return
    _NEW_PARTS.write(desk.parts)
    round.status, round.dealt = Round.Status.PLAYING, desk.now
    if desk.table.rules.choice is None:
        round.button = desk.parts[0].seat
    played = desk.replayed()
    round.deck_digest = shoes.digest_of(played.record.setup.deck)
    _WRITE_DEALT.write([round])
    desk.table.phase = Phase.PLAYING
    desk.add_news("No more bets.")
    time_bank.grow(desk)
    for chair in desk.chairs:
        chair.ready = False
    desk.change(*desk.chairs)
    decisions.ask(desk, played.state, before=frozenset())


def next_round(desk: Desk) -> None:
    """After the results: free the chairs of people who left, move the button, open a round."""
    for chair in desk.chairs:
        if chair.leaving:
            empty(desk, chair)
        elif is_absent(desk, chair):
            _free(desk, chair)
        elif chair.out_next:
            time_bank.sit_out(desk, chair)
    if desk.table.rules.choice is not None and desk.seated:
        desk.table.button = button.following(desk, desk.table.button + 1)
    open_round(desk)


def free_absent(desk: Desk) -> bool:
    """Free the chairs of absent players who have no part in the current round; returns whether
    there were any."""
    gone = [c for c in desk.chairs if is_absent(desk, c) and not desk.in_round(c)]
    for chair in gone:
        _free(desk, chair)
    for chair in gone:
        after_leaving(desk, chair.seat)
    return bool(gone)


def _earliest(table: Table) -> datetime | None:
    """The earliest time at which strict pacing lets a table deal; None at any time."""
    if not table.strict:
        return None
    dealt = Round.objects.filter(table=table, dealt__isnull=False).order_by("-number")
    last = dealt.values_list("dealt", flat=True).first()
    return last and last + durations.STRICT


def _free(desk: Desk, chair: Chair) -> None:
    desk.add_news("was away for too long: the seat is free.", chair)
    empty(desk, chair)


def sit_out(desk: Desk, chair: Chair) -> None:
    """The player of a chair asks to sit out: at once, or once the round they have a stake in is
    over. Raises Refused at a table where nobody waits."""
    if desk.table.solo:
        raise Refused("Nobody waits for you at a solo table; it stays as you leave it.")
    if chair.sits_out or chair.out_next:
        return
    at_stake = bool(chair.wagers) if desk.table.phase == Phase.BETTING else desk.in_round(chair)
    if at_stake and desk.table.phase != Phase.SHOWING:
        chair.out_next = True
        desk.add_news("sits out from the next round.", chair)
        return
    time_bank.sit_out(desk, chair)
    if desk.active:
        after_leaving(desk, chair.seat)


def after_leaving(desk: Desk, seat: int) -> None:
    """Do what follows at the table when a seat has been given up."""
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
    """Do the one thing that is due at the table now, if any. A round that cannot go on becomes
    void. What fell due while no process kept the clock gets its full time again."""
    phase = desk.table.phase
    if phase == Phase.WAITING:
        if not desk.seated or desk.table.paused or desk.table.closed or _played_out(desk.table):
            return False
        open_round(desk)
        return True
    if not desk.due():
        return False
    if keeper.missed(desk.table.deadline, timezone.now()):
        time_bank.give_back(desk)
    else:
        decisions.or_void(desk, lambda: _transition_due(desk))
    return True


def _played_out(table: Table) -> bool:
    return table.dealt_out and table.round is not None and table.round.over


def _choice_missed(desk: Desk, chair: Chair, choice: Choice) -> None:
    """The button has not chosen in time: pass it on. If that makes the player sit out, they lose
    the button."""
    if time_bank.decided(desk, chair, by_clock=True) and desk.active:
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
            decisions.time_out(desk)
            decisions.play_for(desk, nobody_waits_for)
        case Phase.SHOWING:
            next_round(desk)
