"""A game's procedure: the file ``procedure.toml`` of its folder, checked and typed.

``document`` names the maker's document. ``[[steps]]`` are what a dealer does, in order:

- ``key``, ``title`` (for a list) and ``words`` (what a dealer reads);
- ``source``: its place in the document, with the sentence in ``quote``; or a text that begins
  with "House" and no quote, for what the maker leaves to the house. ``house``: what is left to the
  house in a step of the maker's;
- how it is recognised, by one of three: ``call`` (what a dealer says or does that is no event:
  at the "opening", when the first cards are "dealt", at the "closing"), ``asks`` (the names of the
  actions that seats are asked for), ``event`` (kinds of `games.engine.view.Event` at a place:
  "seat", or a pile's key). An event may name ``spots``: those that are settled by it, or next at
  its seat; ``lines``, of the result; and ``status``, with which that of the seat begins;
- ``options``: the house options under which it is done; ``whole``: events in a row are one move;
  ``any_order``: the document gives its moves in a row no order; ``tells``: the bets, as an event,
  whose winners players announce when they are asked, since their cards are hidden; ``before``: an
  event that the step comes before, even where no event of its own shows it.

``[[irregularities]]`` have a ``case``, the ``answer``, ``source`` and ``quote`` as above. Those
that are asked about have a ``question`` with the ``wrong`` answers to choose from, and the
``right`` one if it is not the ``answer``.

``[drills]``: ``read`` are the bets of which is asked which line a hand hits, judged by the cards
that lie at the end of a round; ``counted`` says whether it is asked what hands count.
"""

import hashlib
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, Literal, get_args

from games.engine.errors import GameError, echoed
from games.engine.options import Options
from games.engine.record import AnyGame
from games.kit import Kit

FILE = "procedure.toml"
HOUSE = "House"
SEAT = "seat"
PLACES = (SEAT, "dealer", "community")
"""Where an event happens: at a seat, or at one of the piles in front of the dealer."""
KINDS = ("deal", "act", "turn", "discard", "draw", "take", "pay", "push")

Call = Literal["opening", "dealt", "closing"]


class BadProcedure(GameError):
    """A procedure with something missing, superfluous, or that no round can show."""


@dataclass(frozen=True)
class Recognised:
    """The events that a step consists of; an empty tuple or text: any."""

    kinds: tuple[str, ...]
    place: str
    spots: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    status: str = ""


@dataclass(frozen=True, kw_only=True)
class Sourced:
    """Something based on a sentence of the maker's, its `quote`, or on the house's choice."""

    source: str
    quote: str = ""

    @property
    def of_house(self) -> bool:
        """Whether it is the house's own, and not the maker's."""
        return self.source.startswith(HOUSE)


@dataclass(frozen=True, kw_only=True)
class Step(Sourced):
    """One step; see the module's docstring. Exactly one of `call`, `asks` and `event` is set."""

    key: str
    title: str
    words: str
    house: str = ""
    call: Call | None = None
    asks: tuple[str, ...] = ()
    event: Recognised | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    whole: bool = False
    any_order: bool = False
    tells: Recognised | None = None
    before: Recognised | None = None


@dataclass(frozen=True, kw_only=True)
class Irregularity(Sourced):
    """Something that may go wrong, and what the dealer does then."""

    case: str
    answer: str
    question: str = ""
    right: str = ""
    wrong: tuple[str, ...] = ()

    @property
    def correct(self) -> str:
        """The right answer to the question."""
        return self.right or self.answer


@dataclass(frozen=True)
class Procedure:
    """The procedure of one game. digest: of its file, in hex: its version. read: the bets whose
    lines are asked for in drills; counted: whether the totals of hands are."""

    game: str
    document: str
    steps: tuple[Step, ...]
    irregularities: tuple[Irregularity, ...]
    digest: str
    read: tuple[str, ...] = ()
    counted: bool = False

    def under(self, options: Options) -> tuple[Step, ...]:
        """The steps that are done under house options."""
        return tuple(
            step
            for step in self.steps
            if all(getattr(options, name) == value for name, value in step.options.items())
        )

    def settling(self, options: Options) -> tuple[Step, ...]:
        """What the dealer turns, discards, draws and settles under house options, once the cards
        are dealt."""
        steps = self.under(options)
        return tuple(step for step in steps if step.event and "deal" not in step.event.kinds)

    def step(self, key: str) -> Step:
        """The step with that key. Raises KeyError."""
        return {step.key: step for step in self.steps}[key]

    @property
    def questions(self) -> tuple[Irregularity, ...]:
        """The irregularities that have a question."""
        return tuple(one for one in self.irregularities if one.question)


@cache
def procedure(kit: Kit) -> Procedure:
    """The procedure of a game. Raises BadProcedure, naming the entry and what is wrong with it."""
    path = kit.folder / FILE
    if not path.is_file():
        raise BadProcedure(f"{kit.rules.name} has no {FILE} in its folder.")
    raw = path.read_bytes()
    try:
        return read_procedure(raw, kit.rules)
    except (BadProcedure, tomllib.TOMLDecodeError) as error:
        raise BadProcedure(f"{path.parent.name}/{FILE}: {error}") from error


def read_procedure(raw: bytes, game: AnyGame) -> Procedure:
    """A procedure from the bytes of its file. Raises BadProcedure, or what TOML raises."""
    table = tomllib.loads(raw.decode("utf-8"))
    _check_keys(table, ("document", "drills", "steps", "irregularities"), "A procedure")
    document = _text(table, "document", "The procedure")
    steps = tuple(_step(one, game) for one in table.get("steps", ()))
    if not steps:
        raise BadProcedure("It has no steps.")
    if len({step.key for step in steps}) != len(steps):
        raise BadProcedure("Two steps have the same key.")
    irregularities = tuple(_irregularity(one) for one in table.get("irregularities", ()))
    drills = table.get("drills", {})
    _check_keys(drills, ("read", "counted"), "The drills")
    read = tuple(drills.get("read", ()))
    lined = [spot.key for spot in game.every_spot() if spot.lines]
    _check_among(read, lined, "The drills: there are no lines on")
    digest = hashlib.sha256(raw).hexdigest()
    counted = bool(drills.get("counted", False))
    return Procedure(game.slug, document, steps, irregularities, digest, read, counted)


def _step(raw: Mapping[str, Any], game: AnyGame) -> Step:
    what = f"Step {echoed(raw.get('key', raw.get('title', '')))}"
    _check_keys(raw, [one.name for one in fields(Step)], what)
    given = dict(raw)
    for name in ("key", "title", "words"):
        _text(raw, name, what)
    _check_source(raw, what)
    if sum(name in raw for name in ("call", "asks", "event")) != 1:
        raise BadProcedure(f"{what} is recognised by one of 'call', 'asks' and 'event'.")
    if "call" in raw and raw["call"] not in get_args(Call):
        raise BadProcedure(
            f"{what} has no call at {echoed(raw['call'])}: {', '.join(get_args(Call))}."
        )
    if "asks" in raw:
        given["asks"] = _texts(raw["asks"], f"The 'asks' of {what}")
    if "event" in raw:
        given["event"] = _recognised(raw["event"], what, game)
    for name in ("tells", "before"):
        if name in raw:
            given[name] = _recognised(raw[name], what, game)
    for name, value in raw.get("options", {}).items():
        _check_option(name, value, what, game)
    return Step(**given)


def _check_option(name: str, value: object, what: str, game: AnyGame) -> None:
    known = [one.name for one in fields(game.options)]
    if name not in known:
        raise BadProcedure(f"{what}: {game.name} has no house option {echoed(name)}.")
    if all(getattr(options, name) != value for options in game.options.every()):
        raise BadProcedure(f"{what}: {name} is never {echoed(value)}.")


def _recognised(raw: object, what: str, game: AnyGame) -> Recognised:
    if not isinstance(raw, Mapping):
        raise BadProcedure(f"The event of {what} is a table with 'kinds' and 'place'.")
    _check_keys(raw, [one.name for one in fields(Recognised)], f"The event of {what}")
    place = _text(raw, "place", f"The event of {what}")
    kinds = _texts(raw.get("kinds", ()), f"The 'kinds' of {what}")
    spots = tuple(raw.get("spots", ()))
    _check_among(kinds, KINDS, f"{what}: no event is of the kind")
    _check_among((place,), PLACES, f"{what}: no event is at")
    _check_among(spots, [spot.key for spot in game.every_spot()], f"{what}: there is no spot")
    if place != SEAT and (spots or raw.get("lines")):
        raise BadProcedure(f"{what}: bets are at a seat, not at {echoed(place)}.")
    return Recognised(kinds, place, spots, tuple(raw.get("lines", ())), raw.get("status", ""))


def _irregularity(raw: Mapping[str, Any]) -> Irregularity:
    what = f"The irregularity {echoed(raw.get('case', ''))}"
    _check_keys(raw, [one.name for one in fields(Irregularity)], what)
    for name in ("case", "answer"):
        _text(raw, name, what)
    _check_source(raw, what)
    wrong = tuple(raw.get("wrong", ()))
    if bool(raw.get("question")) != bool(wrong):
        raise BadProcedure(f"{what} has a question and wrong answers, or neither.")
    one = Irregularity(**{**raw, "wrong": wrong})
    if len({one.correct, *wrong}) != len(wrong) + 1:
        raise BadProcedure(f"{what} has the same answer twice.")
    return one


def _check_source(raw: Mapping[str, Any], what: str) -> None:
    house = _text(raw, "source", what).startswith(HOUSE)
    if house == bool(raw.get("quote")):
        raise BadProcedure(
            f"{what} has a quote of its source; only what is the house's ('{HOUSE} …') has none."
        )


def _check_keys(raw: Mapping[str, Any], known: Iterable[str], what: str) -> None:
    _check_among(raw, tuple(known), f"{what} has no field")


def _check_among(found: Iterable[str], known: Iterable[str], what: str) -> None:
    known = tuple(known)
    for one in found:
        if one not in known:
            raise BadProcedure(f"{what} {echoed(one)}; there are {', '.join(known)}.")


def _text(raw: Mapping[str, Any], name: str, what: str) -> str:
    value = raw.get(name)
    if not isinstance(value, str) or not value.strip():
        raise BadProcedure(f"{what} needs a text in '{name}'.")
    return value


def _texts(raw: object, what: str) -> tuple[str, ...]:
    if not isinstance(raw, list) or not raw or not all(isinstance(one, str) for one in raw):
        raise BadProcedure(f"{what} are a list of texts, with at least one.")
    return tuple(raw)
