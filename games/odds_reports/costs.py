"""What the bets of the games cost, as far as it has been computed: read from stored reports.

Nothing is asked for here and nothing computed: a bet whose figure is not there is left out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.models import OddsReport
from games.odds_reports.reports import digest_of, felt_question
from games.odds_reports.subjects import Shown, usual_felts
from games.registry import GAMES


@dataclass(frozen=True)
class Cost:
    """A bet of a game and what it costs: `percent` of what is staked, below 0 where it gains.
    side: which of the games that the button may choose, "" where there is one."""

    name: str
    percent: float
    side: str


def usual_costs() -> Mapping[str, Sequence[Cost]]:
    """What every bet costs at a new table, by game."""
    return costs_of({slug: usual_felts(game) for slug, game in GAMES.items()})


def costs_of(felts: Mapping[str, Sequence[Shown]]) -> Mapping[str, Sequence[Cost]]:
    """What every bet costs on some felts, by what the felts go by."""
    digests = {
        digest_of(felt_question(shown.felt, play=True)): (key, shown)
        for key, sides in felts.items()
        for shown in sides
    }
    done = OddsReport.objects.filter(digest__in=digests, status=OddsReport.Status.DONE)
    answers = dict(done.values_list("digest", "answer"))
    found: dict[str, list[Cost]] = {key: [] for key in felts}
    for digest, (key, shown) in digests.items():
        found[key] += _costs(shown, (answers.get(digest) or {}).get("bets", ()))
    return found


def _costs(shown: Shown, bets: Sequence[Mapping[str, float | str]]) -> list[Cost]:
    names = {spot.key: spot.name for spot in shown.spots}
    return [
        Cost(names[str(bet["spot"])], float(bet["edge_percent"]), shown.name)
        for bet in bets
        if bet["spot"] in names
    ]
