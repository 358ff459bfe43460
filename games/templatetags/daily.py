"""The cost of choices, as the boards of the daily deal show it."""

from django import template

from games.history.daily.boards import PER_BASE

register = template.Library()


@register.filter
def bases(cost: int) -> str:
    """Thousandths of the base wager as a number of base wagers: ``1.025``."""
    return f"{cost / PER_BASE:.3f}"
