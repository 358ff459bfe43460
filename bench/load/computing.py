"""Exact figures computed during a run, without a pause: tables must not slow down."""

import asyncio
import os
import signal
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bench.load.crowd import Crowd
from games.runtime.worker import COMMAND
from tests.support.server import Server

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from games.models import OddsReport

LOOKS_EVERY = 0.5


@dataclass
class Computing:
    """A worker, and a task that asks for all figures again as soon as it is done.

    seconds: how long it is kept at work. `answered` counts its reports.
    """

    seconds: float
    answered: int = 0

    async def keep_on(self, servers: list[Server], crowd: Crowd) -> None:
        """Have figures computed until the time is over, then stop the worker."""
        until = time.monotonic() + self.seconds
        command = [*COMMAND, "--watch"]
        worker = await asyncio.create_subprocess_exec(*command, start_new_session=True)
        try:
            while time.monotonic() < until:
                await asyncio.to_thread(self._ask_again)
                await asyncio.sleep(LOOKS_EVERY)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(worker.pid, signal.SIGKILL)
            await worker.wait()
        await asyncio.to_thread(self._forget)

    def _ask_again(self) -> None:
        from django.utils import timezone

        from games.odds_reports.pages import WAITING, ask_everything

        if not self._reports().filter(status=WAITING).exists():
            self._forget()
            ask_everything(timezone.now())

    def _forget(self) -> None:
        self.answered += self._reports().filter(ended__isnull=False).count()
        self._reports().delete()

    def _reports(self) -> "QuerySet[OddsReport]":
        from games.models import OddsReport

        return OddsReport.objects.all()
