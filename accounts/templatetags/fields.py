"""Fields of forms as the site draws them."""

from typing import Any

from django import forms, template
from django.forms import BoundField
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.inclusion_tag("account/parts/field.html")
def field(bound: BoundField, label: str = "", help: str = "", **attrs: str) -> dict[str, Any]:
    """A field with its label, what helps to fill it in, and what is wrong with it.

    label, help: the site's own words in place of those the form comes with. attrs: for the input.
    """
    bound.label, bound.help_text = label or bound.label, help
    widget = bound.field.widget
    widget.attrs.pop("placeholder", None)
    tick = isinstance(widget, forms.CheckboxInput)
    shown: dict[str, str | bool] = {**attrs} if tick else {"class": "input", **attrs}
    drawn = bound.as_widget(attrs=shown)
    return {"field": bound, "input": drawn, "tick": tick}


@register.filter
def drawing(svg: str) -> SafeString:
    """An SVG that the site made, to stand in the page: an image in an address is not allowed to."""
    return mark_safe(svg[svg.index("<svg") :])  # noqa: S308 (made by us of a secret that we made)
