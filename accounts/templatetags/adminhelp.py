"""What an admin page is for, in a sentence."""

from typing import Any

from django import template
from django.contrib import admin
from django.forms import BaseModelForm

from accounts import stale

register = template.Library()

INDEX = "What your roles let you do here. Everything you do is logged."


@register.simple_tag(takes_context=True)
def help_sentence(context: dict[str, Any]) -> str:
    """The sentence of a page: its own `help_sentence`, else that of its model's admin."""
    if own := context.get("help_sentence"):
        return str(own)
    if "app_list" in context:
        return INDEX
    opts = context.get("opts")
    model_admin = admin.site._registry.get(opts.model) if opts else None
    return getattr(model_admin, "help_sentence", "")


@register.simple_tag
def as_of(form: BaseModelForm[Any]) -> str:
    """The current values of a form's row; "" if there is none yet (see `accounts.stale`)."""
    return "" if form.instance._state.adding else stale.as_of(form)
