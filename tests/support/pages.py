"""A page of a table without a browser: what its socket is sent, put together as its script does."""

import json
from typing import Any

Html = dict[str, str]
"""The HTML of a page's elements, by id."""


def take_in(page: Html, push: str) -> list[dict[str, Any]]:
    """Brings a page up to date with a push. Returns the push's moments, each with its parts as they
    are from then on."""
    moments: list[dict[str, Any]] = json.loads(push)["moments"]
    for moment in moments:
        for part, (start, end, middle) in moment["parts"].items():
            old = page.get(part, "")
            page[part] = moment["parts"][part] = old[:start] + middle + old[len(old) - end :]
    return moments
