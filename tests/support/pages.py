"""A page of a table without a browser: what its socket is sent, put together as its script does."""

import json
from collections.abc import Sequence
from typing import Any

Html = dict[str, str]
"""The HTML of a page's elements, by id."""


def edited(text: str, edit: Sequence[str | Sequence[int]]) -> str:
    """What an edit makes of a text: docs/table-protocol.md says how."""
    return "".join(p if isinstance(p, str) else text[slice(*p)] for p in edit)


def take_in(page: Html, push: str) -> list[dict[str, Any]]:
    """Brings a page up to date with a push. Returns the push's moments, each with its parts as they
    are from then on."""
    moments: list[dict[str, Any]] = json.loads(push)["moments"]
    for moment in moments:
        for part, edit in moment["parts"].items():
            page[part] = moment["parts"][part] = edited(page.get(part, ""), edit)
    return moments
