"""Computing for tests: in the process of the test, where it can be watched and replaced."""

from collections.abc import Callable
from typing import Any


def here(function: Callable[..., Any], *arguments: Any) -> Any:
    """Like `games.runtime.compute_process.Compute`, without a separate process."""
    return function(*arguments)
