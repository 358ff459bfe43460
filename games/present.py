"""A table as one viewer sees it: the scene. Pages, sockets and programs all get it from here.

A scene is made of plain JSON values, so that what a program reads is what the felt shows.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from games import clocks
from games.desk import step_of
from games.engine.game import Choice, Spot
from games.engine.limits import money
from games.engine.payout import payout_words
from games.engine.paytable import Paytable
from games.engine.view import HandView, ResultView, SeatView, View, listed
from games.eventlog import told
from games.minds import persona_of
from games.models import Chair, Phase
from games.selectors import Snapshot
from games.talk import heard

Scene = dict[str, Any]


def scene(snap: Snapshot, user_id: int | None, now: datetime, seat: int | None = None) -> Scene:
    """Everything that one viewer may know of a table.

    user_id: the viewer, None for a visitor. seat: from which of several seats of one's own. Cards
    that the rules do not show this viewer are null.
    """
    table = snap.table
    chair = snap.chair_of(user_id, seat) or snap.chair_of(user_id)
    view = view_for(snap, user_id, chair)
    state = "looking" if snap.looking else str(table.phase)
    return {
        "table": {
            "id": table.pk,
            "name": table.name,
            "game": table.game,
            "game_name": table.rules.name,
            "solo": table.solo,
            "seats": len(snap.chairs),
            "watching": table.watching,
        },
        "version": table.version,
        "state": state,
        "step": step_of(table, chair) if chair else "",
        "deadline_ms": _ms(table.deadline),
        "window_ms": _window_ms(snap),
        "now_ms": _ms(now),
        "round": _round(snap),
        "options": _options(snap),
        "limits": _limits(snap),
        "you": _you(snap, chair),
        "spots": [_spot(snap, spot, chair, view) for spot in snap.spots],
        "seats": [_seat(snap, other, chair, view) for other in snap.chairs],
        "choice": _choice(snap, chair),
        "talk": heard(snap.table),
        "heading": _heading(snap, chair, view),
        "log": told(view, snap.clocked) if view else [],
        "view": view.as_json() if view else None,
    }


def view_for(snap: Snapshot, user_id: int | None, chair: Chair | None = None) -> View | None:
    """The engine's view of the round for whoever plays it (anybody else: a spectator's); None
    before the deal. chair: from which of the viewer's own chairs, where there are several."""
    if snap.replay is None or snap.record is None:
        return None
    own = [part.seat for part in snap.parts if part.user_id == user_id]
    here = [seat for seat in own if chair is not None and seat == chair.seat]
    seat = next(iter(here or (own if len(own) == 1 else [])), None)
    view: View = snap.record.game.view(snap.replay.state, seat, reconciled=snap.reconciled)
    return view if snap.record.void is None else _asking_nobody(view)


def _asking_nobody(view: View) -> View:
    """The view of a round that was stopped before its end: nobody is waited on any more."""
    seats = tuple(replace(seat, waiting=False) for seat in view.seats)
    return replace(view, question="", waiting_on=(), offers=(), seats=seats)


def _ms(moment: datetime | None) -> int | None:
    return None if moment is None else int(moment.timestamp() * 1000)


def _window_ms(snap: Snapshot) -> int:
    deadline = snap.table.deadline
    own = [clocks.own_window(c) for c in snap.chairs if c.own_until and c.own_until == deadline]
    window = own[0] if own else clocks.window(snap.table, looking=snap.looking)
    return int(window.total_seconds() * 1000)


def _round(snap: Snapshot) -> dict[str, Any] | None:
    round = snap.round
    if round is None:
        return None
    return {
        "id": str(round.pk),
        "number": round.number,
        "status": round.status,
        "commitment": round.commitment,
        "options": round.options,
        "button": snap.table.button if snap.table.phase == Phase.CHOOSING else round.button,
        "void_reason": round.void_reason,
        "server_seed": round.revealed_seed,
    }


def _options(snap: Snapshot) -> dict[str, Any]:
    """The house options in force, all of them: the round's, before there is one the table's."""
    table, round = snap.table, snap.round
    options = table.rules.options.read(table.options) if round is None else round.house_options
    return dict(options.as_json())


def _limits(snap: Snapshot) -> dict[str, Any]:
    limits = snap.table.limits
    profile = limits.profile
    large = None
    if profile.max_large_wagers is not None:
        large = f"At most {profile.max_large_wagers} above {money(profile.large_above)}"
    return {
        "minimum": limits.minimum,
        "maximum": limits.maximum,
        "unit": limits.unit,
        "profile": profile.name,
        "large": large,
        "aggregate_payout": limits.aggregate_payout,
    }


def _you(snap: Snapshot, chair: Chair | None) -> dict[str, Any]:
    if chair is None or chair.user is None:
        return {"seat": None, "seats": [], "may_sit": True}
    seats = [other.seat for other in snap.chairs if other.user_id == chair.user_id]
    return {
        "seat": chair.seat,
        "seats": seats,
        "may_sit": len(seats) < snap.table.positions,
        "name": chair.user.display_name,
        "balance": chair.user.account.balance,
        "ready": chair.ready,
        "leaving": chair.leaving,
        "out": chair.out_since is not None,
        "time_bank": None if clocks.clockless(snap.table) else chair.time_bank,
        "wagers": chair.wagers,
        "last_wagers": chair.last_wagers,
    }


def _spot(snap: Snapshot, spot: Spot, chair: Chair | None, view: View | None) -> dict[str, Any]:
    low, high = snap.table.limits.of(spot.key)
    low = max(low, spot.minimum)
    paytable = snap.paytables.get(spot.key)
    results = [
        r
        for r in (view.results if view else ())
        if chair and (r.seat, r.spot) == (chair.seat, spot.key)
    ]
    return {
        "key": spot.key,
        "name": spot.name,
        "opening": spot.opening,
        "requires": spot.requires,
        "minimum": low,
        "maximum": high,
        "stake": _stake(spot.key, chair, view),
        "odds": _odds(spot, paytable),
        "code": paytable.code if paytable else "",
        "lines": _lines(spot, paytable, results, _held(chair, view)),
        "result": _outcome(results),
    }


def _stake(spot: str, chair: Chair | None, view: View | None) -> int:
    if chair is None:
        return 0
    own = view.seat(chair.seat) if view else None
    wagers = chair.wagers if own is None else own.wagers
    return int(wagers.get(spot, 0))


def _odds(spot: Spot, paytable: Paytable | None) -> str:
    if paytable is None:
        return spot.pays
    words = [payout_words(payout) for payout in paytable.lines.values()]
    return words[0] if len(words) == 1 else f"to {words[0]}"


def _held(chair: Chair | None, view: View | None) -> frozenset[str]:
    """The lines that the viewer's own hands make, as far as he sees them."""
    own = view.seat(chair.seat) if view and chair else None
    return frozenset(hand.line for hand in own.hands if hand.line) if own else frozenset()


def _lines(
    spot: Spot,
    paytable: Paytable | None,
    results: Sequence[ResultView] = (),
    held: frozenset[str] = frozenset(),
) -> list[dict[str, Any]]:
    """The lines of a paytable. hit: a wager was settled by it; held: the viewer's hand makes it."""
    hit = {result.line for result in results}
    if paytable is None:
        return []
    return [
        {
            "line": line,
            "words": spot.lines[line],
            "pays": payout_words(payout),
            "hit": line in hit,
            "held": line in held,
        }
        for line, payout in paytable.lines.items()
    ]


def _outcome(results: list[ResultView]) -> dict[str, Any] | None:
    """The results of one spot, its hands added up, with the class a felt shows."""
    if not results:
        return None
    net = sum(result.net for result in results)
    stake = sum(result.stake for result in results)
    returned = sum(result.returned for result in results)
    partly = returned and len(results) == 1
    kind = "win" if net > 0 else "push" if net == 0 else "half" if partly else "lose"
    return {
        "net": net,
        "stake": stake,
        "returned": returned,
        "kind": kind,
        "words": listed([result.words for result in results]),
        "pays": results[0].pays if len(results) == 1 else "",
    }


def _seat(snap: Snapshot, other: Chair, own: Chair | None, view: View | None) -> dict[str, Any]:
    played = view.seat(other.seat) if view else None
    user = other.user
    if user is None and played:
        user = next(part.user for part in snap.parts if part.seat == other.seat)
    wagers = other.wagers if played is None else played.wagers
    results = [r for r in (view.results if view else ()) if r.seat == other.seat]
    settled = snap.table.phase == Phase.SHOWING and played is not None
    return {
        "seat": other.seat,
        "name": user.display_name if user else "",
        "bot": persona_of(snap.table.pk, other.seat).style if user and user.is_bot else "",
        "taken": other.user_id is not None,
        "you": own is not None and own.pk == other.pk,
        "yours": own is not None and own.user_id == other.user_id,
        "slot": _slot(other.seat, own, len(snap.chairs)),
        "bank": _bank(snap, other),
        "ready": other.ready,
        "away": other.away,
        "out": other.out_since is not None,
        "own_time": other.own_time,
        "wagers": [
            {"spot": spot.key, "name": spot.name, "cents": wagers[spot.key]}
            for spot in snap.spots
            if wagers.get(spot.key)
        ],
        "staked": sum(wagers.values()),
        "hands": _hands(played, results),
        "waiting": other.seat in _waited_on(snap, view),
        "status": played.status if played else "",
        "net": sum(result.net for result in results) if settled else None,
    }


def _waited_on(snap: Snapshot, view: View | None) -> tuple[int, ...]:
    if snap.table.phase == Phase.CHOOSING:
        return (snap.table.button,)
    return view.waiting_on if view else ()


def _bank(snap: Snapshot, chair: Chair) -> int | None:
    """What a seat has, as of the deal while a round is played: a balance that fell in mid-round
    would tell of a raise that is not shown yet."""
    if chair.user is None:
        return None
    playing = snap.table.phase == Phase.PLAYING
    raised = sum(p.staked - sum(p.wagers.values()) for p in snap.parts if p.seat == chair.seat)
    return int(chair.user.account.balance) + (raised if playing else 0)


def _hands(played: SeatView | None, results: list[ResultView]) -> list[dict[str, Any]]:
    """The hands of a seat; where it has several, each with its own result."""
    hands = enumerate(played.hands if played else ())
    return [_hand(hand, [r for r in results if r.hand == place]) for place, hand in hands]


def _hand(hand: HandView, results: list[ResultView]) -> dict[str, Any]:
    marks = hand.marks or ("",) * len(hand.cards)
    steps = hand.steps or ("",) * len(hand.cards)
    kept = len(hand.cards) - hand.drawn
    return {
        "cards": [
            {"code": code, "mark": mark, "step": step, "drawn": place >= kept}
            for place, (code, mark, step) in enumerate(zip(hand.cards, marks, steps, strict=True))
        ],
        "words": hand.words,
        "total": hand.total,
        "line": hand.line,
        "status": hand.status,
        "acting": hand.acting,
        "wagers": dict(hand.wagers),
        "result": _outcome(results),
    }


def _slot(seat: int, own: Chair | None, seats: int) -> int:
    """Where a seat stands for this viewer, 1 (right of the dealer's side) to 7: the viewer's own
    seat comes to slot 4, the middle; seat numbers stay what they are."""
    if own is None:
        return seat
    return (seat - own.seat + 3) % max(seats, 7) + 1


def _choice(snap: Snapshot, chair: Chair | None) -> dict[str, Any] | None:
    choice: Choice | None = snap.table.rules.choice
    if choice is None:
        return None
    asked = snap.table.phase == Phase.CHOOSING
    value = (snap.round.options if snap.round else snap.table.options).get(choice.option)
    return {
        "asked": asked,
        "seat": snap.table.button,
        "yours": asked and chair is not None and chair.seat == snap.table.button,
        "values": [
            {"value": key, "words": words, "spots": _offered(snap, key)}
            for key, words in choice.values.items()
        ],
        "chosen": None if asked else value,
        "chosen_words": "" if asked else choice.values.get(str(value), ""),
    }


def _offered(snap: Snapshot, value: str) -> list[dict[str, Any]]:
    """What the felt would pay under one value of the choice, while it is asked for."""
    return [
        {"key": spot.key, "name": spot.name, "lines": _lines(spot, paytable)}
        for spot, paytable in snap.offered.get(value, ())
    ]


def _heading(snap: Snapshot, chair: Chair | None, view: View | None) -> dict[str, str]:
    """What is going on, in a few words and a sentence."""
    match snap.table.phase:
        case Phase.WAITING:
            return _words("Take a seat", "The table opens when somebody sits down.")
        case Phase.CHOOSING:
            return _choosing(snap, chair)
        case Phase.BETTING:
            return _betting(snap, chair)
        case Phase.SHOWING:
            return _showing(snap, chair, view)
        case _:
            return _playing(snap, chair, view)


def _words(title: str, note: str = "") -> dict[str, str]:
    return {"title": title, "note": note}


def _choosing(snap: Snapshot, chair: Chair | None) -> dict[str, str]:
    if chair is not None and chair.seat == snap.table.button:
        if snap.table.solo:
            return _words("Choose the game", "The paytables follow the choice.")
        return _words("You have the button", "Choose the game of this round, or pass.")
    holder = next(other for other in snap.chairs if other.seat == snap.table.button)
    who = f", {holder.user.display_name}," if holder.user else ""
    return _words(f"Seat {snap.table.button}{who} chooses", "The paytables follow the choice.")


def _betting(snap: Snapshot, chair: Chair | None) -> dict[str, str]:
    if snap.table.solo:
        return _words("Place your bets", "No clock here: deal when you are ready.")
    if snap.table.deadline is None:
        return _words("Place your bets", "The clock starts with the first wager.")
    if chair is not None and chair.ready:
        return _words("Ready", "Waiting for the others.")
    return _words("Place your bets", "Closes sooner if all are ready.")


def _playing(snap: Snapshot, chair: Chair | None, view: View | None) -> dict[str, str]:
    if view is None:
        return _words("")
    if snap.looking:
        if view.question:
            return _words("Turn your cards", "The dealer turns them when everybody has looked.")
        return _words("The cards are out", "The players look at their cards.")
    if view.offers:
        bank = chair is not None and chair.own_time == Chair.OwnTime.BANK
        return _words("Your time bank runs" if bank else "Your turn", view.question)
    seats = listed([str(seat) for seat in view.waiting_on])
    plural = "s" if len(view.waiting_on) > 1 else ""
    return _words(f"Waiting for seat{plural} {seats}", view.question or _own_times(snap))


def _own_times(snap: Snapshot) -> str:
    """Why others are waited for longer than the clock says."""
    words = {
        Chair.OwnTime.BANK: "draws on the time bank.",
        Chair.OwnTime.EXTRA: "has lost the connection and gets 30 seconds more.",
    }
    own = [f"Seat {c.seat} {words[Chair.OwnTime(c.own_time)]}" for c in snap.chairs if c.own_time]
    return " ".join(own)


def _showing(snap: Snapshot, chair: Chair | None, view: View | None) -> dict[str, str]:
    round = snap.round
    if round is not None and round.void_reason:
        return _words("Round void", f"{round.void_reason} Every stake is back.")
    number = f"Round {round.number:,}" if round else "Round"
    note = _dealer_has(view) or f"{number} is settled."
    results = [r for r in (view.results if view else ()) if chair and r.seat == chair.seat]
    if not results:
        return _words("Round over", note)
    net = sum(result.net for result in results)
    title = "You win" if net > 0 else "You lose" if net < 0 else "You break even"
    return _words(f"{title} {money(abs(net))}" if net else title, note)


def _dealer_has(view: View | None) -> str:
    """The dealer's hand as a sentence, "" where he has none."""
    piles = view.piles if view else ()
    words = next((pile.hand.words for pile in piles if pile.key == "dealer"), "")
    return f"Dealer: {words}." if words else ""
