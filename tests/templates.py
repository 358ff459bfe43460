"""Checks that templates can be read: `python -m tests.templates`, a part of `make lint`.

One line for each fault, and exit code 1 if there are any. What djlint knows of HTML is its own.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from django.template import TemplateSyntaxError

from config import BASE_DIR
from games.web.compact import compact

ROOTS = ("templates", "accounts", "games", "tests")
WIDTH, LENGTH = 120, 60
"""The most characters in a line, and the most lines in a template."""

_GLUED = re.compile(r'(?:"|%})[a-z][\w:-]*="')
"""An attribute without a space before it: in an opening tag a line break before ``{%`` is none."""


def faults(template: str) -> Iterator[str]:
    """What is wrong with the layout of a template, in a sentence each, the line first."""
    lines = template.splitlines()
    if len(lines) > LENGTH:
        yield f"{LENGTH + 1}: longer than {LENGTH} lines; give what it shows parts of their own."
    for number, line in enumerate(lines, start=1):
        if len(line) > WIDTH:
            yield f"{number}: longer than {WIDTH} characters; give each element a line of its own."
    try:
        glued = _GLUED.search(compact(template))
    except TemplateSyntaxError as error:
        yield f"1: {error}"
    else:
        if glued:
            yield f"1: {glued[0]!r} has no space before it."


def main() -> int:
    """Prints every fault; 1 if there is one."""
    found = [
        f"{path.relative_to(BASE_DIR)}:{fault}"
        for root in ROOTS
        for path in sorted(Path(BASE_DIR, root).rglob("*.html"))
        for fault in faults(path.read_text())
    ]
    print("\n".join(found) or "Every template can be read.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
