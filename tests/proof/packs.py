"""Proof packs for tests: made, taken apart, tampered with, and checked by their own program."""

import hashlib
import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZipFile

from games.engine.record import PaytableSource
from games.exact.protection import protection_of, spots_of, together
from games.exact.terms import Terms
from games.proof import answers
from games.proof.answers import proof_of
from games.proof.packed import MANIFEST, Contents, Counted, Filed, Pack, pack_of
from games.protection.sampling import Sampling
from games.registry import GAMES
from tests.web.reports import felt, kept

Files = Mapping[str, bytes]

SIDES: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "big-50": {"": {}},
    "big-raise": {"": {"five_card_bonus": True}},
    "big-draw": {
        "5 Card Draw": {"variant": "five-card-draw"},
        "Deuces Never Loses": {"variant": "deuces-never-loses"},
    },
    "blackjack": {"": {}},
}
"""By game, the house options of each side of the button."""


@dataclass(frozen=True)
class Checked:
    """How `verify.py` ended."""

    status: int
    said: str

    @property
    def failed(self) -> list[str]:
        """What it says is wrong."""
        lines = self.said.splitlines()
        return [line.removeprefix("FAILED: ") for line in lines if line.startswith("FAILED: ")]


QUICK = Sampling(percent=1)
"""How much tests have sampled."""

KEPT_MAIN = Path(__file__).with_name("main.json")
"""What a worker answered about blackjack's main bet under the usual options, which takes it a
minute: `manage.py protect blackjack --spot main --effort 25 --json`."""


def protection(terms: Terms, spot: str) -> dict[str, Any]:
    """What a bet gives away, as a worker answers it, but sampled less, and computed once for all
    tests."""
    question = terms.as_json() | {"about": "protection", "spot": spot, "percent": QUICK.percent}
    found: dict[str, Any] = kept(question, partial(protection_computed, terms, spot))
    return found


def protection_computed(terms: Terms, spot: str) -> dict[str, Any]:
    """The same, computed."""
    if (terms.game, spot) == ("blackjack", "main"):
        main = json.loads(KEPT_MAIN.read_text("utf-8"))
        return dict(main) | {"rules": terms.options.as_json()}
    return protection_of(terms, QUICK, [spot])


def quick_answer(question: Mapping[str, Any], source: PaytableSource) -> dict[str, Any]:
    """`games.proof.answers.answer`, with `protection` for what would take long."""
    if question["about"] == "protection":
        return protection(Terms.read(question), question["spot"])
    return answers.answer(question, source)


@cache
def counted(game: str) -> tuple[Counted, ...]:
    """A game's felts, and what is counted of them."""
    felts = {name: felt(game, dict(rules)) for name, rules in SIDES[game].items()}
    return tuple(
        Counted(name, one, proof_of(one), protection_of_all(one, protection))
        for name, one in felts.items()
    )


def protection_of_all(
    terms: Terms, protection: Callable[[Terms, str], dict[str, Any]]
) -> dict[str, Any]:
    """What all bets of a felt give away."""
    return together([protection(terms, spot) for spot in spots_of(terms)])


def contents_of(game: str, **changed: Any) -> Contents:
    """What is in a pack of a game; its paytables are approved, the sheet is only a stand-in."""
    filed = {
        table.digest: Filed(table, 1, "active", "WSGC 2026-117 of 27 February 2026",
                            "WSGC 2026-117", "2026-02-27")
        for side in counted(game)
        for table in side.terms.paytables.values()
    }  # fmt: skip
    facts: dict[str, Any] = {
        "game": GAMES[game],
        "about": "as new tables have it",
        "sheet": b"%PDF-1.4 a sheet",
        "rules": "The rules of play.\n",
        "code": "0" * 64,
        "filed": list(filed.values()),
        "counted": counted(game),
    }
    return Contents(**facts | changed)


@cache
def pack(game: str) -> Pack:
    """An honest pack."""
    return pack_of(contents_of(game))


def files_in(data: bytes) -> dict[str, bytes]:
    """The files of a zip by name."""
    with ZipFile(BytesIO(data)) as held:
        return {name: held.read(name) for name in held.namelist()}


def files_of(game: str) -> dict[str, bytes]:
    """The files of an honest pack."""
    return files_in(pack(game).zip)


def listed_anew(files: Files) -> dict[str, bytes]:
    """The files with a manifest that fits them, as somebody would make it who has changed one."""
    lines = [
        f"{hashlib.sha256(data).hexdigest()}  {name}\n"
        for name, data in sorted(files.items())
        if name != MANIFEST
    ]
    return {**files, MANIFEST: "".join(lines).encode()}


def unpacked(files: Files, folder: Path) -> Path:
    """A folder with these files."""
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


def check(*arguments: object, folder: Path) -> Checked:
    """Run the `verify.py` of a folder as a laboratory would: alone, with nothing installed."""
    ended = subprocess.run(
        [sys.executable, "-I", "-S", "verify.py", *map(str, arguments)],
        cwd=folder,
        capture_output=True,
        text=True,
    )
    return Checked(ended.returncode, ended.stdout + ended.stderr)


def checked(files: Files, folder: Path, *arguments: object) -> Checked:
    """Unpack files into a folder and check them there."""
    return check(*arguments, folder=unpacked(files, folder))


@cache
def honest(game: str) -> Checked:
    """What an honest pack's own program says of it."""
    with TemporaryDirectory() as folder:
        return checked(files_of(game), Path(folder))
