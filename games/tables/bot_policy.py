"""Who the bots are, what they wager and how they decide.

Nothing is random: what looks like whim comes from a digest of table, seat and round, so a bot that
is asked again does the same. Nothing here knows tables or rows.
"""

import hashlib
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from itertools import islice
from typing import Any

from games.engine.game import Action, Setup, Spot
from games.engine.limits import Limits
from games.engine.record import AnyGame
from games.kit import Kit
from games.registry import KITS
from games.runtime.thinker import Thinker

log = logging.getLogger(__name__)

SHORTEST, LONGEST = timedelta(milliseconds=350), timedelta(milliseconds=900)
"""The shortest and the longest time a bot takes over anything."""


class Style(StrEnum):
    """How a bot plays. Its words follow "plays"."""

    BOOK = "by the book"
    HUNCH = "by the book, with a guess now and then"


@dataclass(frozen=True)
class Persona:
    """A bot as people see it."""

    name: str
    style: Style


PERSONAS = (
    Persona("Ada", Style.BOOK),
    Persona("Basil", Style.HUNCH),
    Persona("Clio", Style.BOOK),
    Persona("Dora", Style.BOOK),
    Persona("Emil", Style.HUNCH),
    Persona("Faye", Style.BOOK),
    Persona("Gus", Style.HUNCH),
)


def persona_of(table_id: int, seat: int) -> Persona:
    """Who plays a seat of a table when a bot has it: always the same one, and no two with the same
    name."""
    return PERSONAS[(table_id + seat) % len(PERSONAS)]


def style_at(table_id: int, seat: int, wanted: str = "") -> Style:
    """How the bot of a seat plays. wanted: the name of a style for the whole table, or "" for each
    bot's own."""
    named = {style.name.lower(): style for style in Style}
    return named.get(wanted, persona_of(table_id, seat).style)


def whim(*facts: object) -> int:
    """A number derived only from these facts."""
    return int.from_bytes(hashlib.sha256(repr(facts).encode()).digest()[:6])


def pause(*facts: object) -> timedelta:
    """How long the bots of a table think after a change.

    facts: table, version, and something secret: anyone who knew when a bot began could infer from
    the time of its move how much it had to think about.
    """
    return SHORTEST + (LONGEST - SHORTEST) * (whim(*facts) % 100) / 100


def choose_wagers(
    kit: Kit, spots: tuple[Spot, ...], limits: Limits, *facts: object
) -> dict[str, int]:
    """What a bot wagers, in cents: something on the main spot, and sometimes the minimum on others.

    facts: table, seat and round.
    """
    wagers = least(kit, spots, limits)
    main = _main(kit, spots)
    low, (_, high) = wagers[main.key], limits.of(main.key)
    wagers[main.key] = max(low, min(low * (1 + whim(main.key, *facts) % 3), high // low * low))
    for spot in spots:
        beside = spot.opening and (spot.requires is None or spot.requires in wagers)
        if spot != main and beside and whim(spot.key, *facts) % 5 < 2:
            wagers[spot.key] = _least_on(spot, limits)
    return wagers


def least(kit: Kit, spots: tuple[Spot, ...], limits: Limits) -> dict[str, int]:
    """The smallest layout, in cents: the minimum on the main spot."""
    main = _main(kit, spots)
    return {main.key: _least_on(main, limits)}


def _main(kit: Kit, spots: tuple[Spot, ...]) -> Spot:
    return next(spot for spot in spots if spot.key == kit.main_bet)


def _least_on(spot: Spot, limits: Limits) -> int:
    low, _ = limits.of(spot.key)
    cents = max(low, spot.minimum, spot.minimum_alone)
    return -(-cents // limits.unit) * limits.unit


thinker = Thinker("bots", kept=0)
"""Works out best play: the first time it may take seconds, and nobody waits for it."""


def decide(
    game: AnyGame, state: Any, seat: int, style: Style, facts: tuple[object, ...]
) -> Action | None:
    """What a bot decides when it is its turn; None while it is still thinking: ask again.

    facts: what identifies this decision, the round and how many came before it. One of them must be
    secret, since everything else that a guess depends on is public.
    """
    if style is Style.HUNCH and whim(seat, *facts) % 4 == 0:
        return _hunch(game, state, seat, facts)
    try:
        return thinker.ask((seat, *facts), KITS[game.slug].play.best_action, state, seat)
    except TimeoutError:
        return None
    except Exception:
        log.exception("no best play for %s", game.slug)
        return game.timeout_action(state, seat)


def _hunch(game: AnyGame, state: Any, seat: int, facts: tuple[object, ...]) -> Action:
    offers = game.legal_actions(state, seat)
    offer = offers[whim("offer", *facts) % len(offers)]
    actions = list(islice(offer.actions(), 64))
    return actions[whim("action", *facts) % len(actions)]


_rehearsed: set[tuple[object, ...]] = set()


def rehearse(game: AnyGame, setup: Setup[Any]) -> None:
    """Play a round in thought while bets are made, so that the tables of values are ready for the
    real one.

    setup: with any deck; its cards do not matter.
    """
    paytables = tuple((spot, table.digest) for spot, table in setup.paytables.items())
    key = (game.slug, setup.options, paytables, _stakes(setup.wagers))
    if key not in _rehearsed:
        _rehearsed.add(key)
        thinker.begin(_play, game, setup)


def _stakes(wagers: Mapping[int, Mapping[str, int]]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted({item for layout in wagers.values() for item in layout.items()}))


def _play(game: AnyGame, setup: Setup[Any]) -> None:
    try:
        state = game.deal(setup)
        while waiting := game.waiting_on(state):
            seat = min(waiting)
            state = game.act(state, seat, KITS[game.slug].play.best_action(state, seat))
    except Exception:
        log.exception("%s could not be rehearsed", game.slug)
