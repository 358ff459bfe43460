"""For the pages of paytables in the admin."""

from collections.abc import Mapping
from typing import Any

from django import template

register = template.Library()


@register.filter
def of(values: Mapping[str, Any], key: str) -> Any:
    """The value of a mapping under a key; None if there is none."""
    return values.get(key)
