"""Alarms: bets whose hold cannot be explained by chance. Each stays until somebody answers it.

After an answer, a bet is judged only by the following days: what was explained once raises no
second alarm.
"""

from datetime import date, datetime, timedelta

from django.core.cache import cache
from django.db import transaction

from accounts import audit
from accounts.staff import By, Declined, acting
from games.backoffice.hold_report import Hold, Report, wish_of
from games.backoffice.table_desk import CHANGE
from games.models import HoldAlarm

ANSWERED = "answered an alarm"
EVERY = 600
"""Seconds between two checks: each reads all sums of a month."""


def look_now_and_then(now: datetime) -> None:
    """Look for alarms, unless another process has done so in the last minutes."""
    if cache.add("hold-alarms", 1, EVERY):
        look(now)


def look(now: datetime) -> int:
    """Raise alarms for the last days, except those that are already open. Returns how many."""
    today = now.date()
    begin = wish_of(None, None, today).first
    recent = HoldAlarm.objects.filter(answered__date__gte=begin).order_by("answered")
    answered = {alarm.bet: alarm.answered for alarm in recent if alarm.answered}
    starts = {bet: at.date() + timedelta(days=1) for bet, at in answered.items()}
    count = 0
    for first in sorted({begin, *starts.values()}):
        if first <= today:
            for hold in Report(wish_of(first, today, today), now).by_bet():
                if hold.alarming and starts.get(key_of(hold), begin) == first:
                    count += _raise(hold, first, now)
    return count


def key_of(hold: Hold) -> str:
    """A bet as one text: game, spot and version."""
    game, spot, version = hold.key or ("", "", None)
    return f"{game}/{spot}/{version or ''}"


def _raise(hold: Hold, first: date, now: datetime) -> bool:
    game, spot, version = hold.key or ("", "", None)
    _, made = HoldAlarm.objects.get_or_create(
        bet=key_of(hold), answered=None,
        defaults={
            "game": game, "spot": spot, "version_id": version, "raised": now, "first": first,
            "last": now.date(), "wagers": hold.wagers, "base": hold.base, "held": hold.held,
            "expected": float(hold.sample.due),
        },
    )  # fmt: skip
    return made


def waiting() -> list[HoldAlarm]:
    """The open alarms, the oldest first."""
    return list(HoldAlarm.objects.filter(answered=None).order_by("raised", "pk"))


def answer(by: By, alarm_id: int, words: str, now: datetime) -> HoldAlarm:
    """Say what was found. Raises PermissionDenied, Declined, HoldAlarm.DoesNotExist."""
    user, said = acting(by, CHANGE), " ".join(words.split())[:200]
    if not said:
        raise Declined("Say what you found: auditors read it.")
    with transaction.atomic():
        alarm = HoldAlarm.objects.select_for_update().get(pk=alarm_id)
        if alarm.answered is not None:
            raise Declined("Somebody has answered this alarm already.")
        alarm.answered, alarm.answered_by, alarm.answer = now, user, said
        alarm.save(update_fields=["answered", "answered_by", "answer"])
        audit.record(by, ANSWERED, alarm, reason=said)
    return alarm
