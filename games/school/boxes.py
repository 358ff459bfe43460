"""Which questions come back, and when: Leitner boxes (1972).

A question that was wrong goes into the first box and is due the next day; each right answer moves
it on, wrong ones back to the first. After the last box it is known.
"""

from datetime import datetime, timedelta

from accounts.models import User
from games.kit import Kit
from games.models import SchoolCard
from games.school.questions import Question

DAYS = (1, 3, 7, 14, 30)
"""After how many days a question of each box is due."""


def wrong(user: User, kit: Kit, asked: Question, now: datetime) -> None:
    """Put a question answered wrong in the first box: it comes back tomorrow."""
    SchoolCard.objects.update_or_create(
        user=user, game=kit.slug, kind=asked.kind, name=asked.name,
        defaults={
            "question": asked.as_json(), "box": 0, "due": now + timedelta(days=DAYS[0]),
        },
    )  # fmt: skip


def right(user: User, kit: Kit, asked: Question, now: datetime) -> None:
    """Move a question answered right on a box, if it was due."""
    card = SchoolCard.objects.filter(
        user=user, game=kit.slug, kind=asked.kind, name=asked.name, due__lte=now
    ).first()  # fmt: skip
    if card is None:
        return
    card.box += 1
    if card.box == len(DAYS):
        card.delete()
        return
    card.due = now + timedelta(days=DAYS[card.box])
    card.save()


def due(user: User, kit: Kit, kind: str, now: datetime) -> SchoolCard | None:
    """The question of a kind that has been due the longest."""
    cards = SchoolCard.objects.filter(user=user, game=kit.slug, kind=kind, due__lte=now)
    return cards.order_by("due", "pk").first()


def coming_back(user: User, kit: Kit) -> list[SchoolCard]:
    """Every question that comes back, soonest first."""
    return list(SchoolCard.objects.filter(user=user, game=kit.slug).order_by("due", "pk"))


def in_words(card: SchoolCard, now: datetime) -> str:
    """When a question comes back: ``"today"``, ``"tomorrow"``, ``"in 3 days"``."""
    days = (card.due.date() - now.date()).days
    return "today" if days <= 0 else "tomorrow" if days == 1 else f"in {days} days"
