"""A run of practice hands: the next hand, the answer to it and its grade."""

from datetime import datetime
from random import SystemRandom
from typing import Any

from django.db import transaction

from accounts.models import User
from games.coach.as_json import ShownDecision, cost_of, question_json, shown_decision
from games.coach.words import EQUAL_UP_TO
from games.engine.errors import GameError
from games.engine.game import Action, read_action
from games.engine.record import Record, read_record, replay, write_record
from games.history.drills.hands import BASE, SEAT, Found, hand
from games.history.drills.spots import Spot, spots_of
from games.history.reviews.table_coach import thought
from games.kit import Kit
from games.models import DrillAnswer, DrillRun
from games.printed_paytables import printed
from games.registry import GAMES
from games.tables.refusals import Refused

HANDS = 20
"""How many hands a run has."""
WEAK = 0.6
"""How often a hand comes from situations that have cost something, if there are any."""


def run_of(user: User, kit: Kit) -> DrillRun | None:
    """A player's current run."""
    return DrillRun.objects.filter(user=user, game=kit.slug).first()


def start(user: User, kit: Kit, kind: str = "", wanted: str = "") -> DrillRun:
    """Begin a run of a kind, or of all, and perhaps of one situation. Raises Refused for an unknown
    kind."""
    if kind and kind not in {known.key for known in kit.drills}:
        raise Refused("There is no such kind of decision. Choose one from the list.")
    return _next(user, kit, kind, wanted[:100], anew=True)


def go_on(user: User, kit: Kit) -> DrillRun:
    """Deal the next hand of a run; after the last one a new run begins. Raises Refused while the
    current hand has no answer."""
    run = run_of(user, kit)
    if run is None or not run.graded:
        raise Refused("Decide this hand first.")
    return _next(user, kit, run.kind, run.wanted, anew=run.hands >= HANDS)


def _next(user: User, kit: Kit, kind: str, wanted: str, *, anew: bool) -> DrillRun:
    found = _deal(spots_of(user, kit), kit, kind, wanted)
    fields: dict[str, Any] = {
        "kind": kind,
        "wanted": wanted,
        "record": write_record(found.record),
        "asked_kind": found.kind.key,
        "situation": found.situation[:100],
        "action": None,
        "graded": False,
    }
    if anew:
        fields |= {"hands": 0, "right": 0, "cost": 0}
    return DrillRun.objects.update_or_create(user=user, game=kit.slug, defaults=fields)[0]


def _deal(spots: list[Spot], kit: Kit, kind: str, wanted: str) -> Found:
    """A hand: in the one situation, or mostly in situations that have cost something, the costliest
    most often."""
    chance = SystemRandom()
    kinds = [one for one in kit.drills if kind in ("", one.key)]
    chosen = chance.choice(kinds)
    weak = [spot for spot in spots if spot.cost > 0 and spot.kind in kinds]
    if not wanted and weak and chance.random() < WEAK:
        (spot,) = chance.choices(weak, [spot.cost for spot in weak])
        chosen, wanted = spot.kind, spot.situation
    found = hand(kit, chosen, chance, wanted)
    if found is None:
        raise Refused(f"No hand of the kind “{chosen.name}” was found. Choose another kind.")
    return found


def record_of(run: DrillRun) -> Record:
    """The current hand's record."""
    return read_record(run.record, GAMES, printed)


def answer(user: User, kit: Kit, action: Action) -> DrillRun:
    """Store the answer to the current hand. Raises Refused for an action not offered, and for a
    second answer."""
    with transaction.atomic():
        run = DrillRun.objects.select_for_update().filter(user=user, game=kit.slug).first()
        if run is None or run.action is not None:
            raise Refused("This hand is decided already. Take the next one.")
        played = replay(record_of(run))
        try:
            kit.rules.act(played.state, SEAT, action)
        except GameError as error:
            raise Refused(f"That can’t be done here. {error}") from None
        run.action = action.as_json()
        run.save(update_fields=["action"])
    return run


def graded(run: DrillRun, kit: Kit, now: datetime) -> ShownDecision | None:
    """The coach's verdict on the answer; None while it is being worked out, or without an answer.
    The first call that gets it counts the hand."""
    if run.action is None:
        return None
    record = record_of(run)
    try:
        question = thought(record, SEAT, len(record.actions))
    except TimeoutError:
        return None
    if question is None:
        return None
    raw = question_json(question, read_action(run.action))
    if not run.graded:
        _count(run, cost_of(raw) // BASE, now)
    return shown_decision(kit, raw)


def think_ahead(run: DrillRun) -> None:
    """Start working out the values while the player looks at the hand."""
    record = record_of(run)
    try:
        thought(record, SEAT, len(record.actions))
    except TimeoutError:
        return


def _count(run: DrillRun, cost: int, now: datetime) -> None:
    """Add a graded hand to the run, once. cost: millionths of a base wager."""
    with transaction.atomic():
        row = DrillRun.objects.select_for_update().get(pk=run.pk)
        if not row.graded and row.action == run.action:
            right = cost <= EQUAL_UP_TO * 1_000_000
            row.graded, row.hands, row.cost = True, row.hands + 1, row.cost + cost
            row.right += right
            row.streak = row.streak + 1 if right else 0
            row.best = max(row.best, row.streak)
            row.save()
            DrillAnswer.objects.create(
                user_id=row.user_id, game=row.game, kind=row.asked_kind,
                situation=row.situation, right=right, cost=cost, at=now,
            )  # fmt: skip
    run.refresh_from_db()
