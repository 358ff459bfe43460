"""Computations in a separate process with the lowest priority on the machine.

The processes that wait for them keep the usual priority: a writer that is held up while it has the
database holds up every table.
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import parent_process
from threading import Thread
from typing import Any

Compute = Callable[..., Any]
"""Calls a function with arguments, in whichever process, and returns or raises what it does."""

LEAST_NICE = 19
"""The scheduling priority of computations: whatever serves a table goes first."""


@contextmanager
def apart() -> Iterator[Compute]:
    """A process for computations, which ends when this one does, even if it is killed.

    Function, arguments and result must be picklable. A call raises BrokenExecutor if the process
    has been killed.
    """
    with ProcessPoolExecutor(max_workers=1, initializer=_begin) as pool:
        pool.submit(_begun).result()  # while this process has no threads or connections
        yield lambda function, *arguments: pool.submit(function, *arguments).result()


def step_back() -> None:
    """Let every other process of the machine go first from now on."""
    os.setpriority(os.PRIO_PROCESS, 0, LEAST_NICE)


def _begin() -> None:
    step_back()
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _begun() -> None:
    """Does nothing; once it returns, the process exists."""
