"""Times on the pages of dealer school."""

from django import template

register = template.Library()


@register.filter
def minutes(seconds: int) -> str:
    """Seconds as minutes and seconds: ``0:48``, ``12:05``."""
    return f"{seconds // 60}:{seconds % 60:02d}"
