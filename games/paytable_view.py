"""A paytable as pages print it."""

from typing import Any

from games.engine.game import Spot
from games.engine.payout import payout_words
from games.models import PaytableVersion


def printed_paytable(version: PaytableVersion, spot: Spot) -> dict[str, Any]:
    """One version with its lines in words, from the value that pays."""
    return {
        "version": version,
        "spot": spot,
        "title": version.title or spot.name,
        "lines": [
            {"line": line, "words": spot.lines[line], "pays": payout_words(payout)}
            for line, payout in version.value.lines.items()
        ],
        "printed": version.printed,
    }
