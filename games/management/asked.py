"""The arguments of the commands about odds: a game, its house options and paytables, a stake."""

from argparse import ArgumentParser
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games import printed_paytables
from games.engine.errors import BadRecord, BadWager, GameError, echoed
from games.engine.options import Options
from games.engine.paytable import Paytable
from games.engine.record import MOST_CENTS, AnyGame, find_game, read_paytables
from games.engine.strict_json import read_json
from games.exact.terms import least_stake
from games.registry import GAMES


@dataclass(frozen=True)
class Asked:
    """A game as played: all its options, a paytable for every spot with lines, and the stake on
    each spot in cents."""

    game: AnyGame
    options: Options
    paytables: Mapping[str, Paytable]
    stake: int


def add_arguments(parser: ArgumentParser, *, optional: bool = False) -> None:
    """GAME, --rules, --paytables and --stake, as text: `read_asked` reports errors in them.

    optional: GAME may be left out, and is then "".
    """
    left_out: dict[str, Any] = {"nargs": "?", "default": ""} if optional else {}
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(GAMES)}", **left_out)
    parser.add_argument(
        "--rules", default="{}", metavar="JSON", help="house options by name; default: the game's"
    )
    parser.add_argument(
        "--paytables",
        default="{}",
        metavar="JSON",
        help="by spot, a code or an object with lines (a what-if); default: the game's",
    )
    parser.add_argument(
        "--stake", default="100", metavar="CENTS", help="what is on each spot; default: 100"
    )


def read_asked(game: str, rules: str, paytables: str, stake: str) -> Asked:
    """Read what `add_arguments` took. Raises GameError naming the error."""
    played = find_game(game, GAMES)
    options = played.options.read(_read_json("--rules", rules))
    tables = read_paytables(
        _read_json("--paytables", paytables), played, options, printed_paytables.printed
    )
    return Asked(played, options, tables, _read_stake(stake, played, options))


def _read_json(name: str, text: str) -> Any:
    try:
        return read_json(text.encode("utf-8", "surrogateescape"))
    except GameError as error:
        raise BadRecord(f"{name}: {error}") from None


def _read_stake(text: str, game: AnyGame, options: Options) -> int:
    """The stake in cents, if the game's own rules allow it on each spot. Raises BadWager."""
    least = least_stake(game.spots(options))
    stake = whole_number(text)
    if stake is None or not least <= stake <= MOST_CENTS:
        raise BadWager(
            f"The stake is a whole number of cents from {least} to {MOST_CENTS}, "
            f"not {echoed(text)}."
        )
    return stake


def whole_number(text: str) -> int | None:
    """The number in a text of up to 18 decimal digits, None for any other text."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 18 else None
