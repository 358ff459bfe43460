"""The coach at a table: what a seat may do is worth, and what it did cost, while the round runs.

Worked out in a thread of its own, beside the one in which bots think: neither the event loop nor a
request does sums. Only what the seat saw when it was asked enters; see `games.coach`.
"""

import logging
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
    """What the coach says to a seat: of its last decision, of the one it has to make now, and
    whether something is still being worked out."""

    last: ShownDecision | None = None
    now: ShownDecision | None = None
    thinking: bool = False


Key = tuple[object, ...]
"""All that a question depends on."""

thinker = Thinker("coach", kept=256)
"""Works out what the coach says."""


def says(played: Replay, seat: Seat) -> Says:
    """What the coach says to a seat of a round that runs, or is just over."""
    record, kit = played.record, KITS[played.record.game.slug]
    own = [place for place, (other, _) in enumerate(record.actions) if other == seat]
    last = now = None
    try:
        if own and (asked := thought(record, seat, own[-1])):
            last = shown_decision(kit, question_json(asked, record.actions[own[-1]][1]))
        if seat in played.waiting_on:
            asked = thought(record, seat, len(record.actions))
            now = shown_decision(kit, question_json(asked)) if asked else None
    except TimeoutError:
        return Says(last, thinking=True)
    return Says(last, now)


def thought(record: Record, seat: Seat, after: int) -> Question | None:
    """What a seat was asked; None if nothing can be said of it. Raises TimeoutError while it is
    worked out."""
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
