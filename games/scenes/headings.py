"""What is going on at a table, in a few words and a sentence."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.limits import money
from games.engine.playback import Stage
from games.engine.view import View, listed
from games.models import Chair, Phase, Table
from games.tables.durations import EXTRA, STRICT, unhurried
from games.tables.selectors import Snapshot


@dataclass(frozen=True)
class Heading:
    """What is going on, in a few words and a sentence; the note may be ""."""

    title: str
    note: str = ""


MOST_NAMES = 3
"""At most this many names are in a heading."""

MOVING: dict[Stage | None, str] = {
    None: "The game is chosen",
    "bets": "The bets are down",
    "deal": "The deal",
    "act": "The hands are played",
    "look": "The cards are out",
    "settle": "The dealer settles",
}
"""What is going on while cards and chips move and nobody is asked. None: before the bets."""


def heading(snap: Snapshot, chair: Chair | None, view: View | None) -> Heading:
    """The title and the note of a table: what is going on, in a few words and a sentence.

    chair: the viewer's, None for a spectator. view: None before the deal.
    """
    main = _heading(snap, chair, view)
    notes = (_untaken(snap, chair), main.note, _order(snap), _notice(snap))
    return Heading(main.title, " ".join(filter(None, notes)))


def _untaken(snap: Snapshot, chair: Chair | None) -> str:
    """Why the viewer's wagers were not taken at this round's deal, until new ones are placed; ""
    for none. Only the viewer sees this: it is about their own balance or limits."""
    if chair is None or chair.wagers or chair.untaken.get("round") != snap.table.round_number:
        return ""
    words: str = chair.untaken["words"]
    return words


def _order(snap: Snapshot) -> str:
    """What the house will do when the round is over, "" for nothing."""
    table = snap.table
    if table.phase == Phase.WAITING:
        return ""
    if table.closing:
        return "The table closes after this round."
    who = "host" if table.host_paused else "house"
    return f"The {who} pauses the table after this round." if table.paused else ""


def _notice(snap: Snapshot) -> str:
    """A notice that everyone at the table reads for a round or two, "" for none."""
    notice, number = snap.table.notice, snap.table.round_number
    if not notice or number > notice["round"]:
        return ""
    words: str = notice["words"]
    return words if number == notice["round"] else f"From the next round: {words}"


def _heading(snap: Snapshot, chair: Chair | None, view: View | None) -> Heading:
    match snap.table.phase:
        case Phase.WAITING if snap.table.paused:
            who = "host" if snap.table.host_paused else "house"
            return Heading(f"Paused by the {who}", "Seats are kept. Play continues shortly.")
        case Phase.WAITING if snap.table.closed:
            return Heading("This table is closed", "The lobby has other tables.")
        case Phase.WAITING:
            return Heading("Take a seat", "The table opens when somebody sits down.")
        case Phase.CHOOSING:
            return _choosing(snap, chair)
        case Phase.BETTING:
            return _betting(snap, chair)
        case Phase.SHOWING:
            return _showing(snap, chair, view)
        case _:
            return _playing(snap, chair, view)


def _choosing(snap: Snapshot, chair: Chair | None) -> Heading:
    if chair is not None and chair.seat == snap.table.button:
        if snap.table.solo:
            return Heading("Choose the game", "Each game has its own paytables.")
        return Heading(
            "You have the button", "Choose the game, or pass the choice to the next player."
        )
    name = _name(snap, snap.table.button)
    return Heading(f"{name} chooses", "Each game has its own paytables.")


def _betting(snap: Snapshot, chair: Chair | None) -> Heading:
    if snap.table.solo:
        if snap.table.last_round is not None:
            return _counted(snap.table)
        if snap.table.deadline is not None:
            note = f"Strict pacing: {STRICT.seconds} seconds or more from deal to deal."
            return Heading("Ready", note)
        return Heading("Place your bets", "No clock here: deal when you are ready.")
    if chair is not None and chair.ready:
        return Heading("Ready" if chair.wagers else "No bet this round", _awaited(snap, chair))
    return Heading("Place your bets", _closing(snap))


def _awaited(snap: Snapshot, chair: Chair) -> str:
    """Whom a player who is ready is waiting for, as a sentence."""
    betting = [one for one in snap.chairs if one.user_id and not (one.is_bot or one.sits_out)]
    awaited = [one.seat for one in betting if not one.ready and one.is_waited_for]
    if awaited:
        return f"Waiting for {_names(snap, awaited)}."
    if chair.wagers or snap.table.deadline is not None:
        return "The deal comes in a moment."
    if any(one.is_bot for one in snap.chairs):
        return "Only bots are betting: place a bet to play."
    return "Nobody else is betting: place a bet to play."


def _closing(snap: Snapshot) -> str:
    """What ends the betting at a shared table. No clock starts for bots."""
    if unhurried(snap.table):
        return "No clock here: the deal comes once everyone is ready."
    if snap.table.deadline is None:
        bots = any(chair.is_bot for chair in snap.chairs)
        return f"The clock starts with {'a player’s' if bots else 'the'} first bet."
    return "Betting closes early once everyone is ready."


def _counted(table: Table) -> Heading:
    title = f"Round {table.round_number} of {table.last_round}"
    if table.total is not None:
        return Heading(title, f"Place {money(table.total)} in all, on any spots.")
    return Heading(title, "The same bets for everyone: deal when you are ready.")


def _playing(snap: Snapshot, chair: Chair | None, view: View | None) -> Heading:
    if view is None:
        return Heading("")
    if snap.looking:
        if view.question:
            all_looked = "you have" if snap.table.solo else "everybody has"
            return Heading("Turn your cards", f"Settled once {all_looked} looked.")
        return Heading("The cards are out", "The players look at their cards.")
    if view.offers:
        bank = chair is not None and chair.own_time == Chair.OwnTime.BANK
        return Heading("Your time bank is running" if bank else "Your turn", view.question)
    return Heading(
        f"Waiting for {_names(snap, view.waiting_on)}", view.question or _own_times(snap)
    )


def _names(snap: Snapshot, seats: Sequence[int]) -> str:
    """``"Clio and Ben"``; names beyond what fits in a heading are counted."""
    if len(seats) > MOST_NAMES:
        return f"{len(seats)} players"
    return listed([_name(snap, seat) for seat in seats])


def _name(snap: Snapshot, seat: int) -> str:
    """Who plays at a seat; a player who left in the middle of a round counts until its end."""
    players = {part.seat: part.user for part in snap.parts}
    players |= {chair.seat: chair.user for chair in snap.chairs if chair.user}
    player = players.get(seat)
    return player.display_name if player else f"seat {seat}"


def _own_times(snap: Snapshot) -> str:
    """Why the table waits for somebody beyond the clock."""
    words = {
        Chair.OwnTime.BANK: "is using the time bank.",
        Chair.OwnTime.EXTRA: f"has lost the connection and gets {EXTRA.seconds} seconds more.",
    }
    waited_for = [chair for chair in snap.chairs if chair.own_time]
    return " ".join(
        f"{_name(snap, chair.seat)} {words[Chair.OwnTime(chair.own_time)]}" for chair in waited_for
    )


def _showing(snap: Snapshot, chair: Chair | None, view: View | None) -> Heading:
    round = snap.round
    if round is not None and round.void_reason:
        return Heading("Round void", f"{round.void_reason} Every stake is returned.")
    number = f"Round {round.number:,}" if round else "Round"
    note = _dealer_has(view) or f"{number} is settled."
    results = [r for r in (view.results if view else ()) if chair and r.seat == chair.seat]
    if not results:
        return Heading("Round over", note)
    net = sum(result.net for result in results)
    title = "You win" if net > 0 else "You lose" if net < 0 else "You break even"
    return Heading(f"{title} {money(abs(net))}" if net else title, note)


def _dealer_has(view: View | None) -> str:
    """The dealer's hand as a sentence, "" if there is none."""
    piles = view.piles if view else ()
    words = next((pile.hand.words for pile in piles if pile.key == "dealer"), "")
    return f"Dealer: {words}." if words else ""
