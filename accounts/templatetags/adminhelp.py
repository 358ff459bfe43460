"""What an admin page is for, in a sentence."""

from typing import Any

from django import template
from django.contrib import admin

register = template.Library()


@register.simple_tag(takes_context=True)
def help_sentence(context: dict[str, Any]) -> str:
    """The sentence of a page: its own `help_sentence`, else that of its model's admin."""
    if own := context.get("help_sentence"):
        return str(own)
    opts = context.get("opts")
    model_admin = admin.site._registry.get(opts.model) if opts else None
    return getattr(model_admin, "help_sentence", "")
