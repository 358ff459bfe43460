"""Time played, as people read it."""

from django import template

register = template.Library()


@register.filter
def clock(minutes: int) -> str:
    """``64`` -> ``1:04``, in hours and minutes."""
    return f"{minutes // 60}:{minutes % 60:02d}"


@register.filter
def clock_words(minutes: int) -> str:
    """``64`` -> ``1 hour 4 minutes``."""
    hours, rest = divmod(minutes, 60)
    parts = [(hours, "hour"), (rest, "minute")]
    named = [f"{n} {unit}{'' if n == 1 else 's'}" for n, unit in parts if n]
    return " ".join(named) or "less than a minute"
