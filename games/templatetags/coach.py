"""Expected values as people read them."""

from django import template
from django.template import Context

from accounts.templatetags.money import money, signed
from games.coach.words import aloud
from games.history.reviews.shown import Coached, Reviewed, asked_for, coached_action, of_review
from games.models import Round, RoundSeat
from games.templatetags.odds import minus

register = template.Library()


@register.filter
def units(value: float, decimals: int = 2) -> str:
    """What an action is worth in base wagers: ``+0.42``, ``−1.00``."""
    return minus(f"{value:+.{decimals}f}")


@register.filter
def loss(value: float, unit: str) -> str:
    """What a choice cost in base wagers: ``1.42 antes``, or four decimals if two would show 0."""
    return f"{value:.{2 if value >= 0.01 else 4}f} {unit}"


@register.filter
def chips(cents: float) -> str:
    """Expected cents as an amount: ``7.10``, true to a hundredth of a cent below ten cents."""
    if 0 < abs(cents) < 10:
        return minus(f"{cents / 100:.4f}")
    return money(round(cents))


@register.filter
def expected(cents: float) -> str:
    """An expected result with its sign, to the cent."""
    return signed(round(cents))


@register.filter
def lower_first(words: str) -> str:
    """The words with a small first letter, for the middle of a sentence; cards stay as they are."""
    return words[:1].lower() + words[1:]


register.filter(aloud)


@register.simple_tag
def review_of(part: RoundSeat) -> Reviewed:
    """The review of a finished part, asked for if there is none yet."""
    return of_review(asked_for(part))


@register.simple_tag(takes_context=True)
def coached(context: Context, round: Round, ordinal: int, seat: int) -> Coached | None:
    """The coach's verdict on an action of the viewer's own seat; None for anyone else."""
    return coached_action(context["request"].user.pk, round.pk, ordinal, seat)
