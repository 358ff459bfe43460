"""Dealer school drills: questions of one kind in a row, those that are due first."""

import secrets
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from accounts.amounts import typed
from accounts.models import User
from games.kit import Kit
from games.models import SchoolDrill
from games.school import boxes
from games.school.questions import KINDS, Question, kinds_of, question, read_question
from games.tables.refusals import Refused

QUESTIONS = 20
QUICK, TIME = 60, timedelta(minutes=5)
"""Payments are sixty in five minutes; the other kinds have twenty questions and no clock."""


def most(kind: str) -> int:
    """How many questions a drill of a kind has."""
    return QUICK if kind == "payments" else QUESTIONS


def left(drill: SchoolDrill, now: datetime) -> int | None:
    """Seconds left in a timed drill; None without a clock."""
    if drill.kind != "payments":
        return None
    return max(0, int((drill.started + TIME - now).total_seconds()))


def open_drill(user: User, kit: Kit) -> SchoolDrill | None:
    """The drill that a user is in or has just ended."""
    return SchoolDrill.objects.filter(user=user, game=kit.slug).first()


def start(user: User, kit: Kit, kind: str, now: datetime) -> SchoolDrill:
    """Start a drill. Raises Refused if the game does not have that kind."""
    if kind not in kinds_of(kit):
        raise Refused(f"Choose one of: {', '.join(kinds_of(kit).values())}.")
    seed = secrets.token_hex(8)
    first = _next(user, kit, kind, seed, 0, now)
    return SchoolDrill.objects.update_or_create(
        user=user, game=kit.slug,
        defaults={
            "kind": kind, "seed": seed, "number": 0, "right": 0, "said": {}, "started": now,
            "ended": None, "question": first.as_json(),
        },
    )[0]  # fmt: skip


def _next(
    user: User, kit: Kit, kind: str, seed: str, number: int, now: datetime
) -> Question:  # fmt: skip
    card = boxes.due(user, kit, kind, now)
    if card is not None:
        return read_question(card.question)
    try:
        return question(kit, kind, seed, number)
    except LookupError as error:
        raise Refused(str(error)) from None


def answer(user: User, kit: Kit, text: str, now: datetime) -> SchoolDrill:
    """Grade the answer to the question at hand and ask the next one. Raises Refused for an invalid
    answer, and without a drill."""
    with transaction.atomic():
        drill = SchoolDrill.objects.select_for_update().filter(
            user=user, game=kit.slug, ended=None
        ).first()  # fmt: skip
        if drill is None:
            raise Refused("No drill is open. Start one.")
        if left(drill, now) == 0:
            drill.ended = now
            drill.save()
            return drill
        asked = read_question(drill.question)
        good = _is_right(asked, text)
        (boxes.right if good else boxes.wrong)(user, kit, asked, now)
        drill.said = _said(asked, good)
        drill.number += 1
        drill.right += good
        if drill.number >= most(drill.kind):
            drill.ended = now
        else:
            following = _next(user, kit, drill.kind, drill.seed, drill.number, now)
            drill.question = following.as_json()
        drill.save()
    return drill


def _is_right(asked: Question, text: str) -> bool:
    """Whether an answer is right. Raises Refused for an invalid one."""
    text = text.strip()
    if asked.choices:
        if text not in asked.choices:
            raise Refused("Choose one of the answers.")
        return text == asked.answer
    given, wanted = typed(text), typed(asked.answer)
    if given is None:
        raise Refused("An answer is a number like 175 or 12.50.")
    return given == wanted


def _said(asked: Question, good: bool) -> dict[str, Any]:
    return {
        "right": good, "words": asked.words, "answer": asked.answer, "quote": asked.quote,
        "source": asked.source,
    }  # fmt: skip


def name_of(drill: SchoolDrill) -> str:
    """The name of a drill."""
    return KINDS[drill.kind]
