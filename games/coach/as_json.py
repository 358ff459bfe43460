"""A question and its answer as plain JSON, and as a page shows them.

Values are whole millionths of a cent, which add up exactly in any database.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from games.coach.review import Question, Review
from games.coach.words import Grade, grade
from games.coach.worth import worth_of
from games.engine.cards import faces_of
from games.engine.game import Action, read_action
from games.kit import Kit

MICRO = 1_000_000
"""How many units make a cent."""

MOST_OPTIONS = 6
"""How many options of a question are stored: the best ones."""

Json = dict[str, Any]


def micro(cents: Fraction) -> int:
    """Cents as whole millionths, to the nearest."""
    return round(cents * MICRO)


def question_json(
    question: Question, action: Action | None = None, *, by_clock: bool = False
) -> Json:
    """A question with its best options, and the chosen one if it is answered."""
    options = [(option.action, option.worth) for option in question.options[:MOST_OPTIONS]]
    raw: Json = {
        "after": question.after,
        "base": question.base,
        "cards": list(question.cards),
        "against": list(question.against),
        "settled": micro(question.settled),
        "decided": micro(question.decided),
        "options": [[option.as_json(), micro(worth)] for option, worth in options],
    }
    if action is None:
        return raw
    raw["chosen"] = [action.as_json(), micro(worth_of(action, question.options))]
    return raw | {"by_clock": True} if by_clock else raw


@dataclass(frozen=True)
class Summary:
    """A review in whole numbers: `expected + luck - cost == net * MICRO`."""

    expected: int
    luck: int
    cost: int
    decisions: list[Json]

    @property
    def largest(self) -> int:
        """The cost of the costliest decision."""
        return max(map(cost_of, self.decisions), default=0)


def summary(found: Review) -> Summary:
    """A review in stored form."""
    expected = micro(found.expected)
    decisions = [
        question_json(one.question, one.action, by_clock=one.by_clock) for one in found.decisions
    ]
    before = expected
    for decision in decisions:
        _, chosen = decision["chosen"]
        decision["luck"] = chosen + cost_of(decision) - before
        before = chosen
    luck = sum(decision["luck"] for decision in decisions) + found.net * MICRO - before
    return Summary(expected, luck, sum(map(cost_of, decisions)), decisions)


def cost_of(decision: Mapping[str, Any]) -> int:
    """The cost of a choice, in millionths of a cent; what the clock chose costs nothing."""
    if is_by_clock(decision):
        return 0
    best, (_, chosen) = decision["options"][0][1], decision["chosen"]
    return int(best - chosen)


def is_by_clock(decision: Mapping[str, Any]) -> bool:
    """Whether the clock made a decision; reviews of earlier versions do not say."""
    return bool(decision.get("by_clock"))


@dataclass(frozen=True)
class Row:
    """An option on a page: its words, its value for the wagers still to be decided, in base wagers
    and in cents, the width of its bar in percent, and whether it was chosen."""

    words: str
    units: float
    cents: float
    bar: float
    chosen: bool


@dataclass(frozen=True)
class ShownDecision:
    """A question, and its answer if there is one, for a page; `cost` in cents, `units` in base
    wagers. Of the wagers that the answer cannot change, `decided` is what they have won or lost
    already, in cents, and `average` is what the others are expected to. `hand` and `against` are
    card codes. `by_clock`: the clock answered, so there is no grade."""

    after: int
    unit: str
    hand: str
    against: str
    decided: float
    average: float
    rows: tuple[Row, ...]
    chosen: Row | None
    cost: float
    units: float
    grade: Grade | None
    by_clock: bool

    @property
    def best(self) -> Row:
        """The best option; the chosen one if it is as good."""
        first = self.rows[0]
        if self.chosen is not None and self.chosen.cents == first.cents:
            return self.chosen
        return first


def shown_decision(kit: Kit, raw: Mapping[str, Any]) -> ShownDecision:
    """A question for a page."""
    assert kit.decisions is not None, "nothing is decided in this game"
    base, chosen = raw["base"], raw.get("chosen")
    options = [*raw["options"]]
    if chosen is not None and chosen[0] not in [action for action, _ in options]:
        options.append(chosen)
    best = max(worth for _, worth in options)
    # Reviews of earlier versions have both in every option, or `decided` in `settled`.
    settled, decided = raw.get("settled", 0), raw.get("decided", 0)
    rows = tuple(
        Row(
            words=kit.decisions.words(read_action(action), base, raw["cards"]),
            units=(worth - settled) / MICRO / base,
            cents=(worth - settled) / MICRO,
            bar=_bar((best - worth) / MICRO / base),
            chosen=chosen is not None and action == chosen[0],
        )
        for action, worth in options
    )
    cost = cost_of(raw) if chosen is not None else 0
    return ShownDecision(
        after=raw["after"],
        unit=kit.unit,
        hand=faces_of(raw["cards"]),
        against=faces_of(raw["against"]),
        decided=decided / MICRO,
        average=(settled - decided) / MICRO,
        rows=rows,
        chosen=next((row for row in rows if row.chosen), None),
        cost=cost / MICRO,
        units=cost / MICRO / base,
        grade=grade(Fraction(cost, MICRO), base) if chosen and not is_by_clock(raw) else None,
        by_clock=is_by_clock(raw),
    )


def _bar(lost: float) -> float:
    """In percent: 100 for the best option, less for others by the part of a base wager they lose,
    and at least 8, so that there is something to see."""
    return 100 - 92 * min(1.0, lost)
