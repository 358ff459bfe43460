"""Cents as people read them."""

from django import template

register = template.Library()


@register.filter
def money(cents: int) -> str:
    """``100000`` -> ``1,000.00``; a loss has a true minus sign."""
    whole, rest = divmod(abs(cents), 100)
    return f"{'−' if cents < 0 else ''}{whole:,}.{rest:02d}"


@register.filter
def signed(cents: int) -> str:
    """A net result: ``+5.00``, ``−5.00``, ``0.00``."""
    return f"+{money(cents)}" if cents > 0 else money(cents)


@register.filter
def short(cents: int) -> str:
    """Whole amounts without decimals, as for chips and limits: ``15``, ``2.50``."""
    text = money(cents)
    return text.removesuffix(".00")
