"""What Django's templates do with a value, for templates that are functions (`compiled`)."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.utils.html import conditional_escape, escape
from django.utils.safestring import SafeData, SafeString, mark_safe

_MARKUP = re.compile("[&<>\"']").search
"""Most texts have nothing to escape."""


def look_up(value: Any, name: str) -> Any:
    """``value.name``: an entry of a mapping, else an attribute; None if there is neither."""
    if isinstance(value, dict) and name in value:
        return value[name]
    found = getattr(value, name, None)
    if found is None and isinstance(value, Mapping):
        return value.get(name)
    return found


def item(value: Any, place: int) -> Any:
    """``value.0``; None if there is none."""
    return value[place] if value and place < len(value) else None


def less(one: Any, other: Any) -> bool:
    """Whether one value is less than the other; a missing value is neither less nor more."""
    return one is not None and other is not None and bool(one < other)


def within(one: Any, other: Any) -> bool:
    """Whether something is in a value that may be missing."""
    return other is not None and one in other


def listed(value: Iterable[Any] | None) -> Sequence[Any]:
    """The items of a loop."""
    return () if value is None else value if isinstance(value, Sequence) else list(value)


def blank(value: Any) -> Any:
    """A value as a filter gets it: an empty text if it is missing."""
    return "" if value is None else value


def filtered(function: Callable[..., Any], value: Any, *more: Any) -> Any:
    """What a filter returns that keeps safe text safe."""
    made = function(value, *more)
    return mark_safe(made) if isinstance(value, SafeData) else made  # noqa: S308 (as Django does)


def first_of(*values: Any) -> Any:
    """The first value that is not empty, nothing if there is none."""
    return next((value for value in values if value), "")


def text(value: Any) -> str:
    """A value as it is written in HTML. Raises TypeError for one that needs formatting first: a
    time, or a number with a fraction."""
    kind = value.__class__
    if kind is str:
        return escape(value) if _MARKUP(value) else value
    if kind is SafeString or kind is int:
        return str(value)
    if value is None:
        return ""
    if isinstance(value, int | str):
        return conditional_escape(str(value) if isinstance(value, int) else value)
    raise TypeError(f"{value!r} is neither a text nor a whole number.")
