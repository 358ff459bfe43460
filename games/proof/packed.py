"""A proof pack as bytes: its files, their manifest, and the zip around them.

The same contents give the same bytes, on any machine: names are in order, nothing is compressed,
and every time in the zip is its first, 1 January 1980.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from math import floor, log10
from pathlib import Path
from typing import Any
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from games.engine.paytable import Paytable
from games.engine.record import AnyGame, replay, write_record
from games.exact.terms import Terms
from games.proof.rounds import rounds_of
from games.registry import KITS

FORMAT = "cardroom-proof/1"
MANIFEST = "manifest.sha256"

_BESIDE = Path(__file__).parent
_FIRST = (1980, 1, 1, 0, 0, 0)
_READABLE = 0o644 << 16


@dataclass(frozen=True)
class Filed:
    """A paytable as it is on file. number: of its version, None if it has none. approval: in words,
    with the reference and the date (ISO) of the letter if there is one."""

    paytable: Paytable
    number: int | None
    status: str
    approval: str
    reference: str = ""
    approved_on: str = ""


@dataclass(frozen=True)
class Counted:
    """A felt of a pack, its counts (`games.proof.answers.proof_of`), and what all its bets give
    away (`games.exact.protection.protection_of`). name: the side of the button, "" if there is
    none."""

    name: str
    terms: Terms
    answer: Mapping[str, Any]
    protection: Mapping[str, Any]


@dataclass(frozen=True)
class Contents:
    """The contents of a pack. about: its subject, in words. sheet: the game sheet as a PDF. rules:
    the rules of play as text. code: SHA-256 (hex) of the code that pays."""

    game: AnyGame
    about: str
    sheet: bytes
    rules: str
    code: str
    filed: Sequence[Filed]
    counted: Sequence[Counted]


@dataclass(frozen=True)
class Pack:
    """A zip, and the digest that identifies it: the SHA-256 (hex) of its manifest."""

    zip: bytes
    digest: str


def pack_of(contents: Contents) -> Pack:
    """The proof pack with these contents."""
    files = dict(_files(contents))
    manifest = "".join(
        f"{hashlib.sha256(files[name]).hexdigest()}  {name}\n" for name in sorted(files)
    ).encode()
    files[MANIFEST] = manifest
    out = BytesIO()
    with ZipFile(out, "w", ZIP_STORED) as pack:
        for name in sorted(files):
            entry = ZipInfo(name, _FIRST)
            entry.create_system, entry.external_attr = 3, _READABLE
            pack.writestr(entry, files[name])
    return Pack(out.getvalue(), hashlib.sha256(manifest).hexdigest())


def _files(contents: Contents) -> Iterator[tuple[str, bytes]]:
    game, sides = contents.game, contents.counted
    yield "README.md", _readme(contents).encode()
    yield "verify.py", _text("verify.py").encode()
    yield "sheet.pdf", contents.sheet
    yield "rules.txt", contents.rules.encode()
    yield "paytables.json", _json([_filed(one) for one in contents.filed])
    yield "figures.json", _json({
        "format": FORMAT,
        "game": game.slug,
        "name": game.name,
        "about": contents.about,
        "code": contents.code,
        "felts": [{"name": side.name, **side.answer["counts"]} for side in sides],
    })  # fmt: skip
    hands = {side.name: side.answer["hands"] for side in sides if side.answer["hands"]}
    if hands:
        yield "states.json", _json(hands)
    for name, text in KITS[game.slug].proof.files.items():
        yield name, text().encode()
    yield (
        "protection.json",
        _json([{"name": side.name, **_written(side.protection)} for side in sides]),
    )
    yield from _rounds(game, sides)


def _filed(one: Filed) -> dict[str, Any]:
    """A paytable with the seal of its names, version, status and approval."""
    table = one.paytable
    approval = {
        "words": one.approval,
        "reference": one.reference,
        "approved_on": one.approved_on,
    }
    facts = [table.digest, table.title, table.source, one.number, one.status, approval]
    sealed = json.dumps(facts, sort_keys=True)
    return {
        "game": table.game,
        "spot": table.spot,
        "code": table.code,
        "title": table.title,
        "source": table.source,
        "lines": [list(pair) for pair in table.as_lines().items()],
        "digest": table.digest,
        "version": one.number,
        "status": one.status,
        "approval": approval,
        "seal": hashlib.sha256(sealed.encode()).hexdigest(),
    }


def _rounds(game: AnyGame, sides: Sequence[Counted]) -> Iterator[tuple[str, bytes]]:
    """The worked rounds as records, with their results."""
    number = 0
    for side in sides:
        for title, record in rounds_of(game, side.terms.options, side.terms.paytables):
            number += 1
            raw = {"title": title, **write_record(record, replay(record).results)}
            name = re.sub("[^a-z0-9]+", "-", title.lower()).strip("-")
            # The lines of a paytable have an order.
            yield f"rounds/{number:02}-{name}.json", _json(raw, sort=False)


def _readme(contents: Contents) -> str:
    """The text for the reader, with this pack's subject."""
    return (
        _text("reader.md")
        .replace("GAME_NAME", contents.game.name)
        .replace("ABOUT", contents.about)
        .replace("CODE_DIGEST", contents.code)
    )


CHANCES = ("behind", "ahead", "even", "lost")
"""What figures of protection call chances that are not off by more than their row's `error`."""

DECIMALS = 8
"""The decimals of figures of protection below 10; larger ones have the same number of digits."""


def _written(value: Any, key: str = "", error: float = 0.0) -> Any:
    """Figures of protection for a pack: digits that depend on a processor's order of addition are
    rounded away, so that every machine writes the same bytes. A chance smaller than its possible
    error is 0."""
    if isinstance(value, Mapping):
        own = value.get("error") or 0.0
        return {name: _written(part, name, own) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_written(part, key) for part in value]
    if not isinstance(value, float):
        return value
    if key == "error":
        return float(f"{value:.6g}")
    if key in CHANCES:
        return round(value, 10) if value > error else 0.0
    above = max(0, floor(log10(abs(value)))) if value else 0
    return round(value, DECIMALS - above) + 0.0  # and no negative zero


@cache
def _text(name: str) -> str:
    return (_BESIDE / name).read_text("utf-8")


def _json(value: Any, *, sort: bool = True) -> bytes:
    """JSON for people; sorted, so that the bytes do not depend on a database's key order."""
    return (json.dumps(value, indent=1, sort_keys=sort, ensure_ascii=False) + "\n").encode()
