"""What a push shows one after the other: the way from the table a viewer saw last to the one now.

The replay of a finished round and a live table are the same film. Each moment has the viewer's own
view of the round as far as it had happened (`games.engine.playback`), and with it all that becomes
true at once: cards, totals, words, lit lines, chips, the balance. Everything else on the page stays
as it was before the first moment, until the last one shows the table as it is.
"""

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from games.engine.playback import Stage, between
from games.engine.view import Event, ResultView, View
from games.models import Chair, Phase, Round
from games.scenes.headings import MOVING, Heading
from games.scenes.scene import Scene, Told, scene_of, seat_for, view_for
from games.tables.event_log import merged
from games.tables.selectors import Snapshot, log_lines

RARE = 25
"""So many times its stake a bet must win, or more, to be shown as something rare."""


@dataclass(frozen=True)
class Rare:
    """What is worth a pause: the name of the bet, and its odds (``"50:1"``)."""

    name: str
    pays: str


@dataclass(frozen=True)
class FilmMoment:
    """One moment of a film. events: what has just happened, one thing, or several of one kind that
    a dealer does at once; rare: None nearly always."""

    events: tuple[Event, ...]
    scene: Scene
    rare: Rare | None = None


def film(
    known: Snapshot | None,
    snap: Snapshot,
    user_id: int | None,
    now: datetime,
    seat: int | None = None,
) -> Iterator[FilmMoment]:
    """The moments that lie between two snapshots of a table for one viewer, in order, without the
    last one, which is the scene of `snap` itself.

    known: what the viewer saw last; None (and a round that is void): there is nothing to show.
    user_id, seat: as in `games.scenes.scene`.
    """
    if known is None or snap.record is None or snap.replay is None or snap.record.void is not None:
        return
    chair = snap.chair_of(user_id, seat) or snap.chair_of(user_id)
    way = snap.once(("on the way", known.stamp), partial(_on_the_way, known, snap))
    before = view_for(known, user_id, chair) if _same_round(known, snap) else None
    seen, shown = len(before.events) if before else 0, None
    # Cards that their owner is about to turn are dealt as they will lie then.
    state = "looking" if snap.looking else str(Phase.PLAYING)
    for stage in _stages(before, snap, user_id, chair):
        lines = log_lines(way, stage.after)
        for moment in between(stage.before, stage.after, stage.name, together=True):
            assert moment.view is not None
            assert moment.event is not None
            view = _unasked(moment.view)
            log = merged(lines[: len(view.events)], way.table.news, way.table.round_number)
            told = Told(Heading(MOVING[stage.name]), state, log)
            shown = scene_of(way, chair, view, now, shown, told)
            events = view.events[seen : moment.event + 1]
            seen = moment.event + 1
            yield FilmMoment(events, shown, _rare(shown, events, view.results))


def _unasked(view: View) -> View:
    if view.offers or view.question or view.waiting_on:
        return replace(view, offers=(), question="", waiting_on=())
    return view


@dataclass(frozen=True)
class _Stretch:
    """A stretch of the way, from one view of the viewer's own to the next."""

    name: Stage
    before: View | None
    after: View


def _stages(
    before: View | None, snap: Snapshot, user_id: int | None, chair: Chair | None
) -> Iterator[_Stretch]:
    after = view_for(snap, user_id, chair)
    first: Stage = "act" if before else "deal"
    assert after is not None
    if not snap.reconciled:
        yield _Stretch(first, before, after)
        return
    assert snap.record is not None
    assert snap.replay is not None
    viewer = seat_for(snap, user_id, chair)
    played: View = snap.record.game.view(snap.replay.state, viewer, reconciled=False)
    if len(played.events) > (len(before.events) if before else 0):
        yield _Stretch(first, before, played)
        before = played
    yield _Stretch("settle", before or played, after)


def _same_round(known: Snapshot, snap: Snapshot) -> bool:
    return known.table.round_id == snap.table.round_id and known.replay is not None


def _on_the_way(known: Snapshot, snap: Snapshot) -> Snapshot:
    """The new table, but with the lists, the secrets and the banks of the old one, and a round that
    is still being played and has paid nothing."""
    table = copy(snap.table)
    table.phase, table.deadline = Phase.PLAYING, None
    round = copy(snap.round)
    if round is not None and round.over:
        round.status, round.ended = Round.Status.PLAYING, None
    same_seats = len(known.banks) == len(snap.chairs)
    return replace(
        snap,
        table=table,
        round=round,
        replay=None,
        banks=known.banks if same_seats else snap.banks,
        balances=_unpaid(snap),
        recent=known.recent,
        lines=known.lines,
        worths=known.worths,
        logged=known.logged,
        made={},
    )


def _unpaid(snap: Snapshot) -> dict[int, int]:
    """What each player has, in cents, without what this round has paid."""
    balances = dict(snap.balances)
    for part in snap.parts if snap.reconciled else ():
        if part.user_id in balances:
            balances[part.user_id] -= part.returned or 0
    return balances


def _rare(shown: Scene, events: tuple[Event, ...], results: tuple[ResultView, ...]) -> Rare | None:
    """The last of the bets that have just been paid so much that the table stops to look."""
    paid = zip(events, results[-len(events) :], strict=False) if events[0].kind == "pay" else ()
    found = [(e, r) for e, r in paid if e.stake and e.net >= RARE * e.stake]
    if not found:
        return None
    event, result = found[-1]
    name = next((spot.name for spot in shown.spots if spot.key == event.spot), "")
    return Rare(name, result.pays)
