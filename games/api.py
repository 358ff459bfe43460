"""The library: the games' rules, exact odds, best play and game protection, without the site.

docs/library.md shows each function at work. Amounts are cents. Every refusal is a
`games.engine.errors.GameError`, a ValueError whose message names what is accepted.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from games import printed_paytables
from games.engine.errors import BadRecord, echoed
from games.engine.game import Seat
from games.engine.record import Record, Replay, find_game, read_paytables, read_record
from games.engine.record import replay as replayed
from games.exact.protection import protection_of, spots_of
from games.exact.terms import USUAL_STAKE, Terms, least_stake
from games.protection.sampling import SEED, Sampling
from games.registry import GAMES, KITS

__all__ = ["Advice", "advise", "bets", "edge", "games", "protect", "read", "replay"]

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Advice:
    """An action as a record has it, and its value in base wagers for the seat whose turn it is."""

    action: Json
    value: Fraction | float


def games() -> tuple[str, ...]:
    """The names of the games, as the other functions take them."""
    return tuple(GAMES)


def bets(game: str, rules: Json | None = None) -> tuple[str, ...]:
    """The names of a game's bets under house options; defaults for those left out."""
    return spots_of(_terms(game, rules, None, None))


def edge(
    game: str, bet: str, *, rules: Json | None = None, paytables: Json | None = None,
    stake: int | None = None,
) -> Fraction | float:  # fmt: skip
    """The house edge of a bet as a share of its opening wager: a Fraction if it is exact.

    rules: house options. paytables: by bet, the code of a printed paytable or lines of one.
    """
    terms = _terms(game, rules, paytables, stake)
    kit = KITS[terms.game]
    single = kit.single_deal.get(bet)
    if single and bet in terms.paytables:
        return single(terms.options, terms.paytables[bet], terms.stake).edge
    found = {one.spot: one for one in kit.odds.odds(terms.options, terms.paytables, terms.stake)}
    return found[_known(bet, tuple(found))].edge


def read(record: Json) -> Record:
    """A record of a round, from plain JSON (docs: record.py)."""
    return read_record(record, GAMES, printed_paytables.printed)


def replay(record: Json) -> Replay:
    """A round replayed: its state, results, and the seats whose turn it is."""
    return replayed(read(record))


def advise(record: Json) -> dict[Seat, list[Advice]]:
    """The value of each action for every seat whose turn it is in an unfinished round, best
    first."""
    found = read(record)
    if KITS[found.game.slug].decisions is None:
        return {}
    return {
        seat: [Advice(action.as_json(), value) for action, value in options]
        for seat, options in KITS[found.game.slug].advice(found).items()
    }


def protect(
    game: str, bet: str, *, rules: Json | None = None, paytables: Json | None = None,
    stake: int | None = None, seed: int = SEED, effort: int = 100,
) -> dict[str, Any]:  # fmt: skip
    """What a bet gives away and what the house can expect, as in `manage.py protect --json`.

    effort: how much is sampled, in percent of the usual.
    """
    terms = _terms(game, rules, paytables, stake)
    return protection_of(terms, Sampling(seed, effort), [_known(bet, spots_of(terms))])


def _known(bet: str, known: tuple[str, ...]) -> str:
    if bet not in known:
        raise BadRecord(f"There is no bet {echoed(bet)} here; there are: {', '.join(known)}.")
    return bet


def _terms(game: str, rules: Json | None, paytables: Json | None, stake: int | None) -> Terms:
    """Raises GameError for anything wrong."""
    found = find_game(game, GAMES)
    options = found.options.read(rules or {})
    tables = read_paytables(paytables or {}, found, options, printed_paytables.printed)
    least = least_stake(found.spots(options))
    if stake is not None and stake < least:
        raise BadRecord(f"The stake is a whole number of cents from {least}, not {stake}.")
    return Terms(found.slug, options, tables, stake or max(USUAL_STAKE, least))
