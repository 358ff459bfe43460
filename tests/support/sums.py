"""Sums for tests: in the process of the test, where they can be watched and replaced."""

from collections.abc import Callable
from typing import Any


def here(function: Callable[..., Any], *arguments: Any) -> Any:
    """As `games.runtime.compute_process.Sums`, without a process of its own."""
    return function(*arguments)
