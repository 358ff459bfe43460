"""Paytables as values: what each line of a spot pays, with exactly the lines that its game
declares."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.engine.errors import BadPaytable, echoed
from games.engine.payout import Lose, Payout, parse_payout, payout_text

LOSE = "lose"
"""The line of a wager that hits none of its paytable's lines."""


@dataclass(frozen=True)
class Paytable:
    """What each line of one spot pays. Lines keep the order of the file, best first."""

    game: str
    spot: str
    code: str
    lines: Mapping[str, Payout]
    title: str = ""
    source: str = ""
    printed: Mapping[str, Any] = field(default_factory=dict)

    def pays(self, line: str) -> Payout:
        """The payout of a line; `LOSE` takes the stake."""
        return Lose() if line == LOSE else self.lines[line]

    def as_lines(self) -> dict[str, str]:
        """The lines as paytable files write them."""
        return {line: payout_text(payout) for line, payout in self.lines.items()}

    @property
    def digest(self) -> str:
        """SHA-256 (hex) of game, spot, code and lines: the same for tables that pay alike under one
        name."""
        facts = [self.game, self.spot, self.code, list(self.as_lines().items())]
        return hashlib.sha256(json.dumps(facts).encode()).hexdigest()


def read_paytable(raw: object, game: str, spot: str, lines: tuple[str, ...]) -> Paytable:
    """Make a paytable from a mapping in the form of a paytable file.

    `lines` are the lines the game declares for the spot: each must be there, and no others. Only
    ``lines`` is required in `raw`; a ``game`` or ``spot``, if given, must be this one. Raises
    BadPaytable naming the line or the key.
    """
    if not isinstance(raw, Mapping):
        raise BadPaytable(
            f"A paytable for {spot} is a code or an object with lines, not {echoed(raw)}."
        )
    _check_facts(raw, game, spot)
    given = raw.get("lines")
    if not isinstance(given, Mapping):
        raise BadPaytable(f"The paytable for {spot} needs lines: {', '.join(lines)}.")
    for line in given:
        if line not in lines:
            raise BadPaytable(
                f"{spot} has no line {echoed(line)}; its lines are {', '.join(lines)}."
            )
    for line in lines:
        if line not in given:
            raise BadPaytable(f"The paytable for {spot} lacks the line {line!r}.")
    return Paytable(
        game=game,
        spot=spot,
        code=raw.get("code", "what-if"),
        lines={line: _payout(spot, line, given[line]) for line in lines},
        title=raw.get("title", ""),
        source=raw.get("source", ""),
        printed=dict(raw.get("printed", {})),
    )


def _check_facts(raw: Mapping[str, Any], game: str, spot: str) -> None:
    """Check what a paytable says besides its lines."""
    for key, expected in (("game", game), ("spot", spot)):
        if raw.get(key, expected) != expected:
            raise BadPaytable(f"This paytable is for {key} {echoed(raw[key])}, not {expected!r}.")
    unknown_keys = set(raw) - {"game", "spot", "code", "title", "source", "lines", "printed"}
    if unknown_keys:
        raise BadPaytable(
            f"A paytable has no {echoed(min(unknown_keys))}; it has lines and a code."
        )
    for key in ("code", "title", "source"):
        if not isinstance(raw.get(key, ""), str):
            raise BadPaytable(f"The {key} of a paytable is text, not {echoed(raw[key])}.")
    printed = raw.get("printed", {})
    if not isinstance(printed, Mapping):
        raise BadPaytable(f"'printed' maps names to what the maker printed, not {echoed(printed)}.")


def _payout(spot: str, line: str, text: object) -> Payout:
    try:
        return parse_payout(text)
    except BadPaytable as error:
        raise BadPaytable(f"{spot}, line {line}: {error}") from None
