"""What the games' bets cost, as far as computed: read from stored reports.

Nothing is requested or computed here: a bet without a stored figure is left out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.limits import money
from games.models import OddsReport, Table
from games.odds_reports.reports import digest_of, terms_question
from games.odds_reports.subjects import Shown, felts_of, usual_felts
from games.registry import GAMES

NOTHING = "costs nothing"
DEAR = 10
"""The cost in percent above which a table warns a player who makes the bet."""


@dataclass(frozen=True)
class Cost:
    """A bet of a game and what it costs: `percent` of the stake, below 0 if the player gains. side:
    which of the games that the button may choose, "" if there is only one."""

    spot: str
    name: str
    percent: float
    side: str

    @property
    def of_100(self) -> str:
        """``"costs 54"``, per 100 bet; ``"gains you 0.1"`` if the player is ahead, `NOTHING` if it
        rounds to 0."""
        share = abs(self.percent)
        amount = f"{share:.0f}" if share >= DEAR else f"{share:.1f}".removesuffix(".0")
        if amount == "0":
            return NOTHING
        return f"{'gains you' if self.percent < 0 else 'costs'} {amount}"

    @property
    def words(self) -> str:
        """``"This costs 54 of every 100 bet"``."""
        of = "" if self.of_100 == NOTHING else " of every 100 bet"
        return f"{self.name} {self.of_100}{of}"


def table_costs(table: Table) -> list[Cost]:
    """What every bet of a table costs under its own rules, as far as stored."""
    return list(costs_of({table.game: felts_of(table)})[table.game])


def usual_costs() -> Mapping[str, Sequence[Cost]]:
    """What every bet costs at a new table, by game."""
    return costs_of({slug: usual_felts(game) for slug, game in GAMES.items()})


def costs_of(felts: Mapping[str, Sequence[Shown]]) -> Mapping[str, Sequence[Cost]]:
    """What every bet costs on some felts, by the felts' keys."""
    digests = {
        digest_of(terms_question(shown.terms, play=True)): (key, shown)
        for key, sides in felts.items()
        for shown in sides
    }
    done = OddsReport.objects.filter(digest__in=digests, status=OddsReport.Status.DONE)
    answers = dict(done.values_list("digest", "answer"))
    found: dict[str, list[Cost]] = {key: [] for key in felts}
    for digest, (key, shown) in digests.items():
        found[key] += _costs(shown, answers.get(digest) or {})
    return found


def _costs(shown: Shown, answer: Mapping[str, Any]) -> list[Cost]:
    names = {spot.key: spot.name for spot in shown.spots}
    # The cost of a bet with fixed prizes depends on the stake, so the stake is named.
    fixed = answer.get("stakes", {}).keys() & names
    names |= {spot: f"{names[spot]} in bets of {money(shown.terms.stake)}" for spot in fixed}
    edges = {str(bet["spot"]): float(bet["edge_percent"]) for bet in answer.get("bets", ())}
    # In the order of the felt
    return [
        Cost(spot, name, edges[spot], shown.name) for spot, name in names.items() if spot in edges
    ]
