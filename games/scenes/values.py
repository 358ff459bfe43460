"""What Django's templates do with a value, for those of them that are functions (`compiled`)."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.utils.html import conditional_escape, escape
from django.utils.safestring import SafeData, SafeString, mark_safe

_MARKUP = re.compile("[&<>\"']").search
"""Most texts have nothing to escape."""


def look_up(value: Any, name: str) -> Any:
    """``value.name``: an entry of a mapping, else an attribute; None where there is none."""
    if isinstance(value, dict) and name in value:
        return value[name]
    found = getattr(value, name, None)
    if found is None and isinstance(value, Mapping):
        return value.get(name)
    return found


def item(value: Any, place: int) -> Any:
    """``value.0``; None where there is none."""
    return value[place] if value and place < len(value) else None


def less(one: Any, other: Any) -> bool:
    """Whether one value is less than the other; what is not there is neither less nor more."""
    return one is not None and other is not None and bool(one < other)


def within(one: Any, other: Any) -> bool:
    """Whether something is in what may not be there."""
    return other is not None and one in other


def listed(value: Iterable[Any] | None) -> Sequence[Any]:
    """What a loop goes through."""
    return () if value is None else value if isinstance(value, Sequence) else list(value)


def blank(value: Any) -> Any:
    """A value as a filter gets it: nothing where there is none."""
    return "" if value is None else value


def filtered(function: Callable[..., Any], value: Any, *more: Any) -> Any:
    """What a filter makes of a value that keeps a safe text safe."""
    made = function(value, *more)
    return mark_safe(made) if isinstance(value, SafeData) else made  # noqa: S308 (as Django does)


def first_of(*values: Any) -> Any:
    """The first value that says something, nothing if there is none."""
    return next((value for value in values if value), "")


def text(value: Any) -> str:
    """A value as it is written in HTML. Raises TypeError for one that has to be put in words
    first: a moment, or a number with a fraction."""
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
