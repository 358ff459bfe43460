"""The coach at a table: what each action is worth, and what a seat's actions cost, during the
round.

Worked out in a separate thread, beside the one in which bots think: neither the event loop nor a
request computes. Only what the seat could see counts; see `games.coach`.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from games.coach.as_json import ShownDecision, question_json, shown_decision
from games.coach.review import Question, question_at
from games.engine.game import Seat
from games.engine.record import Record, Replay
from games.registry import KITS
from games.runtime.thinker import Thinker

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Says:
    """What the coach says to a seat: about its last decision, about the one it has to make now, and
    whether something is still being worked out."""

    last: ShownDecision | None = None
    now: ShownDecision | None = None
    thinking: bool = False


Key = tuple[object, ...]
"""Everything that a question depends on."""

thinker = Thinker("coach", kept=256)
"""Works out what the coach says."""


def says(played: Replay, seat: Seat, by_clock: Sequence[bool] = ()) -> Says:
    """What the coach says to a seat of a round in play, or just finished.

    by_clock: whether the clock made each of the seat's decisions, in order.
    """
    record, kit = played.record, KITS[played.record.game.slug]
    own = [place for place, (other, _) in enumerate(record.actions) if other == seat]
    last = now = None
    try:
        if own and (asked := thought(record, seat, own[-1])):
            action = record.actions[own[-1]][1]
            clock = any(by_clock[-1:])
            last = shown_decision(kit, question_json(asked, action, by_clock=clock))
        if seat in played.waiting_on:
            asked = thought(record, seat, len(record.actions))
            now = shown_decision(kit, question_json(asked)) if asked else None
    except TimeoutError:
        return Says(last, thinking=True)
    return Says(last, now)


def thought(record: Record, seat: Seat, after: int) -> Question | None:
    """The coach's values for a seat's question; None if there are none. Raises TimeoutError while
    they are being worked out."""
    return thinker.ask(_key(record, seat, after), _asked, record, seat, after)


def _key(record: Record, seat: Seat, after: int) -> Key:
    setup = record.setup
    wagers = tuple((one, tuple(sorted(setup.wagers[one].items()))) for one in setup.seats)
    tables = tuple((spot, table.digest) for spot, table in setup.paytables.items())
    facts = record.game.slug, setup.options, tables, wagers, setup.deck, setup.button, setup.unit
    return *facts, record.actions[:after], seat


def _asked(record: Record, seat: Seat, after: int) -> Question | None:
    try:
        return question_at(KITS[record.game.slug], record, seat, after)
    except Exception:
        log.exception("the coach has nothing to say about %s", record.game.slug)
        return None
