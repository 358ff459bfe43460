"""Form fields as the site draws them."""

from typing import Any

from django import forms, template
from django.forms import BoundField
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.inclusion_tag("account/parts/field.html")
def field(bound: BoundField, label: str = "", help: str = "", **attrs: str) -> dict[str, Any]:
    """A field with its label, help text and errors.

    label, help: replace the form's own words. attrs: for the input.
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
    """Inline an SVG that the site made: the policy forbids images in data addresses."""
    return mark_safe(svg[svg.index("<svg") :])  # noqa: S308 (made by us of a secret that we made)
