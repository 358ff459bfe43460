"""The makers' printed figures, each beside the computed value.

The printed figures and their conditions are in the file ``published.toml`` of a game's folder. The
exact values and most verdicts are found here.

A group of that file has `bet` (as the maker means it), `spot` (if it is not the bet), `paytable` (a
code, if it is not the game's own or not the only one), `variant` (of a game with several), `rules`
(house options other than the default), `condition`, and `quantity`: "edge %" (optionally followed
by "of ..."), "edge difference %" (the edge under `rules` minus the edge under `less`), "return"
(what a line adds to the edge) or "probability". `printed` is one figure, or one by `each` "line",
"paytable" or "stake" (in dollars). If no rule can determine the verdict or its reason, the figure
has them in the file; otherwise the verdict is `exact`, `rounding` (at most 0.025 points away) or
`differs`. A figure printed as approximate has its verdict in the file.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Literal

from games.engine.paytable import LOSE
from games.engine.record import PaytableSource, read_paytables
from games.kit import Kit
from games.odds.report import Bet, Line
from games.registry import GAMES, KITS

Verdict = Literal["exact", "rounding", "misprint", "reading", "differs"]

Rules = tuple[tuple[str, Any], ...]
"""House options by name, without those at their default."""

ROUNDED = Fraction(25, 1000)
"""How many points a rounded printed edge may be off."""


@dataclass(frozen=True)
class Figure:
    """One printed figure, and what it is for.

    `bet`, `paytable` and `condition` are for people. `code`: the paytable of the spot, ``""`` for
    the game's own. `less`: house options whose edge is subtracted from the one under `rules`.
    `line`: the line it is about, ``""`` for the bet. `stake` is in cents. `judged`: a verdict that
    no rule determines, and `why` its reason.
    """

    game: str
    bet: str
    paytable: str
    condition: str
    quantity: str
    printed: str
    spot: str
    code: str
    rules: Rules
    less: Rules | None
    line: str
    stake: int
    judged: Verdict | None
    why: str

    @property
    def decimals(self) -> int:
        """How many decimals are printed."""
        return len(self.printed.partition(".")[2])


@dataclass(frozen=True)
class Finding:
    """A figure beside its exact value (in percent if it is one), the formula, the verdict, one
    sentence why, and the odds from which the value is taken."""

    figure: Figure
    exact: Fraction
    formula: str
    verdict: Verdict
    why: str
    bet: Bet

    @property
    def exact_text(self) -> str:
        """The exact value with four decimals, or as many as are printed."""
        return _text(self.figure, self.exact)

    def as_json(self) -> dict[str, Any]:
        """The JSON of the audit command."""
        figure = self.figure
        return {
            "game": figure.game,
            "bet": figure.bet,
            "paytable": figure.paytable,
            "condition": figure.condition,
            "quantity": figure.quantity,
            "printed": figure.printed,
            "exact": float(self.exact),
            "verdict": self.verdict,
            "why": self.why,
            "formula": self.formula,
            "assumption": self.bet.assumption,
        }


def audit(source: PaytableSource, game: str | None = None) -> tuple[Finding, ...]:
    """Every printed figure, or one game's, beside its exact value.

    `source` finds a game's printed paytables.
    """

    @cache
    def bet_of(game: str, spot: str, code: str, rules: Rules, stake: int) -> Bet:
        options = GAMES[game].options.read(dict(rules))
        chosen = {spot: code} if code else {}
        paytables = read_paytables(chosen, GAMES[game], options, source)
        bets = KITS[game].odds.odds(options, paytables, stake)
        return next(bet for bet in bets if bet.spot == spot)

    def bet(figure: Figure, rules: Rules) -> Bet:
        return bet_of(figure.game, figure.spot, figure.code, rules, figure.stake)

    kits = [KITS[game]] if game else KITS.values()
    return tuple(_finding(figure, bet) for kit in kits for figure in figures(kit))


def figures(kit: Kit) -> Iterator[Figure]:
    """The figures that a game's maker prints, in the order of its file; none without one."""
    file = kit.folder / "published.toml"
    for group in tomllib.loads(file.read_text("utf-8"))["group"] if file.exists() else ():
        printed = group["printed"]
        for key, entry in printed.items() if "each" in group else (("", printed),):
            yield _figure(
                kit.slug, group, key, entry if isinstance(entry, Mapping) else {"figure": entry}
            )


def _figure(game: str, group: Mapping[str, Any], key: str, entry: Mapping[str, Any]) -> Figure:
    """The figure in a group under a key."""
    each, variant = group.get("each"), group.get("variant", "")
    rules = group.get("rules", {}) | ({"variant": variant} if variant else {})
    condition = {"line": key, "stake": f"${key}"}.get(each or "", group.get("condition", ""))
    return Figure(
        game=game,
        bet=group["bet"],
        paytable=key if each == "paytable" else group.get("paytable", variant),
        condition=condition,
        quantity=group["quantity"],
        printed=entry["figure"],
        spot=group.get("spot", group["bet"]),
        code=key if each == "paytable" else "",
        rules=tuple(rules.items()),
        less=tuple(group["less"].items()) if "less" in group else None,
        line=key if each == "line" else "",
        stake=int(key) * 100 if each == "stake" else 100,
        judged=entry.get("judged"),
        why=entry.get("why", ""),
    )


def _finding(figure: Figure, bet_under: Callable[[Figure, Rules], Bet]) -> Finding:
    bet = bet_under(figure, figure.rules)
    if figure.line:
        line = next(line for line in bet.lines if line.line == figure.line)
        exact = line.gain if figure.quantity == "return" else line.probability
        formula = _line_formula(line, figure.quantity)
    elif figure.less is not None:
        other = bet_under(figure, figure.less)
        exact, formula = 100 * (bet.edge - other.edge), f"{bet.exact} − {other.exact}"
    else:
        exact, formula = 100 * bet.edge, f"−Σ probability × net = {bet.exact}"
    verdict = figure.judged or _verdict(figure, exact)
    why = figure.why or _why(figure, exact, verdict)
    return Finding(figure, exact, formula, verdict, why, bet)


def _line_formula(line: Line, quantity: str) -> str:
    """How a line's probability or return follows from counting hands."""
    assert line.combinations is not None
    hands = int(line.combinations / line.probability)
    share = f"{line.combinations:,} of {hands:,} hands"
    return share if quantity == "probability" or line.line == LOSE else f"{share} at {line.pays}"


def _verdict(figure: Figure, exact: Fraction) -> Verdict:
    printed = Fraction(figure.printed)
    if round(exact, figure.decimals) == printed:
        return "exact"
    near = "%" in figure.quantity and abs(exact - printed) <= ROUNDED
    return "rounding" if near else "differs"


def _why(figure: Figure, exact: Fraction, verdict: Verdict) -> str:
    """The sentence for a verdict found by rule."""
    value = _text(figure, exact) + (" (the player is ahead)" if exact < 0 else "")
    if verdict == "exact":
        return f"It is {value}: all digits that are printed agree."
    away = abs(exact - Fraction(figure.printed))
    reason = "as a figure rounded on its way to print is" if verdict == "rounding" else "too far"
    return f"It is {value}, {float(away):.4f} points away, {reason}."


def _text(figure: Figure, exact: Fraction) -> str:
    return f"{float(exact):.{max(4, figure.decimals)}f}"
