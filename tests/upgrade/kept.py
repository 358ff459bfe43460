"""What is kept of a version: the answers of its commands, and a database that it has made.

An answer is a file under `answers`, with the bytes that came out; large ones are compressed.
"""

import lzma
import re
from pathlib import Path

from config import BASE_DIR
from tests.support.commands import Ended, run

FOLDER = Path(__file__).parent
ANSWERS = FOLDER / "answers"
STORED = FOLDER / "stored.sqlite3.xz"
CASES = BASE_DIR / "tests" / "cases"
LARGE = 50_000
"""Bytes from which on an answer is compressed."""

EITHER = '{"colour_wager": "either"}'
FIVE_CARDS = '{"five_card_bonus": true}'
DEUCES = '{"variant": "deuces-never-loses"}'
HOUSE = '{"decks": 2, "surrender": "late", "dealer_hits_soft_17": false, "bad_beat_option": 1}'
CUT_CARD = '{"decks": 6, "shuffle": "cut_card"}'
WHAT_IF = """{"range": {"lines": {
    "total_6_9": "fixed 50000", "total_10_19": "3:1", "total_20_29": "lose 1/2",
    "total_30_39": "lose", "total_40_49": "2:1", "total_50": "push"}}}"""
NO_LINES = '{"range": {"total_40_49": "2:1"}}'
PLAYED = ("--rounds", "300", "--seed", "7", "--rules")

COMMANDS: dict[str, tuple[str, ...]] = {
    "odds-big-50": ("odds", "big-50"),
    "odds-big-50-either": ("odds", "big-50", "--rules", EITHER, "--json"),
    "odds-big-50-stake": ("odds", "big-50", "--stake", "250", "--json"),
    "odds-big-raise": ("odds", "big-raise"),
    "odds-big-raise-five-cards": ("odds", "big-raise", "--rules", FIVE_CARDS, "--json"),
    "odds-big-draw": ("odds", "big-draw"),
    "odds-big-draw-deuces": ("odds", "big-draw", "--rules", DEUCES, "--json"),
    "odds-blackjack": ("odds", "blackjack"),
    "odds-blackjack-house": ("odds", "blackjack", "--rules", HOUSE, "--json"),
    "odds-blackjack-cut-card": ("odds", "blackjack", "--rules", CUT_CARD, "--json"),
    "odds-blackjack-bad-beat": ("odds", "blackjack", "--paytables", '{"bad_beat": "L3"}', "--json"),
    "odds-no-such-game": ("odds", "baccarat"),
    "odds-no-such-option": ("odds", "blackjack", "--rules", '{"decks": 9}'),
    "odds-big-50-what-if": ("odds", "big-50", "--paytables", WHAT_IF, "--json"),
    "odds-no-lines": ("odds", "big-50", "--paytables", NO_LINES),
    "audit-published": ("audit_published",),
    "audit-published-json": ("audit_published", "--json"),
    "simulate-big-50": ("simulate", "big-50", *PLAYED, EITHER),
    "simulate-big-raise": ("simulate", "big-raise", *PLAYED, FIVE_CARDS),
    "simulate-big-draw": ("simulate", "big-draw", *PLAYED, DEUCES),
    "simulate-blackjack": ("simulate", "blackjack", *PLAYED, HOUSE),
}
"""Commands that touch no database, by the name of their answer."""

OPEN = sorted(str(path.relative_to(CASES)) for path in CASES.rglob("*.open.json"))
"""Cases that wait for a decision: what `advise` is asked about."""


def shown(ended: Ended) -> str:
    """All that a command said, and how it ended."""
    fault = f"== exit status {ended.status} ==\n{ended.err}" if ended.status or ended.err else ""
    return ended.out + fault


def answer(*command: object) -> str:
    """What a command says."""
    name, *arguments = command
    return shown(run(str(name), *arguments))


def case(path: str) -> str:
    """What `replay` says of a case, for people and as JSON, named as it is below `CASES`."""
    file = CASES / path
    both = answer("replay", file), answer("replay", "--json", file)
    return "".join(both).replace(str(file), path)


def advice(path: str) -> str:
    """What `advise` says of a case, for people and as JSON."""
    return answer("advise", CASES / path) + answer("advise", "--json", CASES / path)


def read(name: str) -> str:
    """An answer that is kept."""
    large = ANSWERS / f"{name}.xz"
    kept = lzma.decompress(large.read_bytes()) if large.exists() else _path(name).read_bytes()
    return kept.decode()


def write(name: str, text: str) -> None:
    """Keep an answer in place of the one that is kept."""
    for path in (large := ANSWERS / f"{name}.xz", _path(name)):
        path.unlink(missing_ok=True)
    _path(name).parent.mkdir(parents=True, exist_ok=True)
    raw = text.encode()
    if len(raw) < LARGE:
        _path(name).write_bytes(raw)
    else:
        large.write_bytes(lzma.compress(raw, preset=9))


def _path(name: str) -> Path:
    return ANSWERS / name


def settled_digits(text: str) -> str:
    """A text with its long decimal fractions to twelve digits: in which order a processor adds
    numbers up changes those after them."""
    return re.sub(r"-?\d+\.\d{12,}(?:e-?\d+)?", lambda found: f"{float(found[0]):.12g}", text)
