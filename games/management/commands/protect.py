"""`manage.py protect GAME [--rules JSON] [--paytables JSON] [--stake CENTS] [--spot SPOT]
[--seed N] [--effort PERCENT] [--json]`: what the bets of a game give away to people who count,
share or see cards, and what the house can expect (docs/protection.md).

`manage.py protect [GAME] --list`: what is computed for a game, or for every game, and how.

With --json one object: ``game, rules, stake, seed, exposed, counting, shared, face_up, house,
ahead, session`` (`games.exact.protection.protection_of`). Without --json, the same as text, but
for sessions. --effort: how much is sampled, in percent of the usual; the same
seed and effort give the same figures. A wager that is played on takes minutes.

Exit status 2 and a sentence on standard error for a game, option, paytable, stake, spot, seed or
effort that is wrong.
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from typing import Any

from django.core.management.base import BaseCommand

from games.engine.errors import BadRecord, GameError, echoed
from games.engine.limits import money
from games.engine.record import AnyGame, find_game
from games.exact.protection import protection_of, ways
from games.exact.terms import Terms
from games.management.asked import add_arguments, read_asked, whole_number
from games.management.text import printable
from games.protection.sampling import SEED, Sampling
from games.registry import GAMES

REFUSED = 2
"""Exit status."""

MOST_EFFORT = 10_000
"""Percent."""

Values = Mapping[str, Any]


class Command(BaseCommand):
    """Prints what the bets of a game give away. Touches no database."""

    help = "Computes what the bets of a game give away to people who count, share or see cards."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """GAME, --rules, --paytables, --stake, --spot, --seed, --effort, --list and --json."""
        add_arguments(parser, optional=True)
        parser.add_argument("--spot", metavar="SPOT", help="one bet only; default: all")
        parser.add_argument(
            "--seed", default=str(SEED), metavar="N", help=f"seed of the samples; default: {SEED}"
        )
        parser.add_argument(
            "--effort", default="100", metavar="PERCENT", help="how much to sample; default: 100"
        )
        parser.add_argument("--list", action="store_true", help="say what is computed, and how")
        parser.add_argument("--json", action="store_true", help="one JSON object")

    def handle(self, *, game: str, **given: Any) -> None:
        """Print the figures, or the list of them."""
        try:
            text = "\n".join(_listed(game, given) if given["list"] else _figures(game, given))
        except GameError as error:
            self.stderr.write(printable(str(error), self.stderr))
            sys.exit(REFUSED)
        self.stdout.write(printable(text, self.stdout))


def _terms(game: str, given: Values) -> Terms:
    asked = read_asked(game, given["rules"], given["paytables"], given["stake"])
    return Terms(asked.game.slug, asked.options, asked.paytables, asked.stake)


def _listed(game: str, given: Values) -> Iterator[str]:
    """What is computed for a game's bets, or for those of every game with default options, one line
    each."""
    slugs = [find_game(game, GAMES).slug] if game else list(GAMES)
    listed = {slug: ways(_terms(slug, given)) for slug in slugs}
    if given["json"]:
        yield json.dumps(listed)
        return
    for slug, bets in listed.items():
        yield GAMES[slug].name
        for spot, sentences in bets.items():
            yield from (f"  {spot:16} {sentence}" for sentence in sentences)


def _figures(game: str, given: Values) -> Iterator[str]:
    if not game:
        raise BadRecord(f"Name a game ({', '.join(GAMES)}), or list what there is with --list.")
    terms = _terms(game, given)
    how = Sampling(_number(given, "seed", 0), _number(given, "effort", 1, MOST_EFFORT))
    found = protection_of(terms, how, None if given["spot"] is None else [given["spot"]])
    yield from [json.dumps(found)] if given["json"] else _as_text(GAMES[terms.game], found)


def _number(given: Values, name: str, least: int, most: int = 2**63 - 1) -> int:
    """A whole number from `least` to `most`. Raises BadRecord."""
    number = whole_number(given[name])
    if number is None or not least <= number <= most:
        raise BadRecord(
            f"--{name} is a whole number from {least} to {most}, not {echoed(given[name])}."
        )
    return number


def _as_text(game: AnyGame, found: Values) -> Iterator[str]:
    """The figures as lines of text for people."""
    rules = ", ".join(f"{name} {json.dumps(value)}" for name, value in found["rules"].items())
    yield f"{game.name}, {money(found['stake'])} on each spot, seed {found['seed']}"
    yield f"Rules: {rules or 'none to choose'}"
    for bet in found["counting"]:
        yield ""
        yield from _counting_as_text(bet, exposed=found["exposed"])
    if found["shared"]:
        yield ""
        yield "What known cards add, in points of the base wager:"
    for gain in found["shared"]:
        yield (
            f"  {' + '.join(gain['spots'])}, knowing {gain['situation']}: "
            f"{gain['gain_points']:+.3f} ({_how(gain)}), EV {gain['value_points']:+.3f}"
        )
    if found["face_up"]:
        yield ""
    for one in found["face_up"]:
        yield f"Hands face up, {' + '.join(one['spots'])}: {one['words']}"
    yield ""
    yield from _house_as_text(found)


def _counting_as_text(bet: Values, *, exposed: bool) -> Iterator[str]:
    code = f" ({bet['paytable']})" if bet["paytable"] else ""
    yield f"Counting {bet['spot']}{code}: house edge {bet['edge_percent']:.4f} % from a full shoe"
    if not exposed:
        yield "  These rules shuffle before every round: nothing can be counted. From a cut card:"
    yield "  Effects of removal in points: " + _by_rank(bet["effects"], "+.3f")
    tags = _by_rank(bet["tags"], "+d")
    yield f"  Best simple count: {tags}; correlation {bet['correlation']:.4f}"
    yield f"  Hi-Lo, for comparison: correlation {bet['hi_lo_correlation']:.4f}"
    if bet["trigger"] is not None:
        yield f"  Pays the player from a true count of {bet['trigger']:+.2f}"
    for one in bet["by_true_count"]:
        yield (
            f"  True count {one['true_count']:+d}: EV {one['mean']:+8.3f} ({_how(one)}), "
            f"spread {one['spread']:.3f}, line {one['model']:+8.3f}"
        )
    for one in bet["by_penetration"]:
        yield (
            f"  {one['decks']} decks, {one['depth']} % dealt: favourable "
            f"{100 * one['favourable_share']:5.1f} %, {one['units_per_100']:+.3f} units in 100 "
            f"rounds ({_how(one)})"
        )


def _by_rank(values: Mapping[str, float], form: str) -> str:
    return " ".join(f"{rank} {value:{form}}" for rank, value in values.items())


def _how(figure: Values) -> str:
    """How a figure is known, in a word or two."""
    return f"± {figure['error']:.3f}" if figure["how"] == "sampled" else figure["how"]


def _house_as_text(found: Values) -> Iterator[str]:
    yield "What the house wins, exact; between the limits in 95 of 100 cases:"
    for row in found["house"]:
        yield (
            f"  {row['spot']:16} {row['rounds']:>9,} rounds: "
            f"{money(row['low_95'])} to {money(row['high_95'])}, "
            f"behind with a chance of {max(row['behind'], row['error']):.3g}"
        )
    for row in found["ahead"]:
        rounds = row["rounds_until_ahead"]
        words = "never" if rounds is None else f"after {rounds:,} rounds"
        yield f"  {row['spot']:16} not behind with a chance of 99 %: {words}"
