"""A command run in this process, and how it ended."""

import io
import json
from dataclasses import dataclass
from typing import Any

from django.core.management import call_command


@dataclass
class Ended:
    """How a command ended."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Standard output as one JSON value."""
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        """Standard output as one JSON value a line."""
        return [json.loads(line) for line in self.out.splitlines()]


def run(name: str, *arguments: object) -> Ended:
    """Run ``manage.py name arguments``."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command(name, *map(str, arguments), stdout=out, stderr=err)
        status = 0
    except SystemExit as ending:
        status = int(ending.code or 0)
    return Ended(status, out.getvalue(), err.getvalue())
