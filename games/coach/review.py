"""A round in review: the expectation, the cost of each decision, and luck.

All amounts are expected cents as fractions. For one seat, let E be its round's expectation at the
start, B and C the values of the best and the chosen action of a decision, and N the net:

    luck before the first decision  B1 - E        its cost  B1 - C1
    luck before the second one      B2 - C1       its cost  B2 - C2
    ...
    luck after the last one         N - Cn        (without a decision: N - E)

so that E + all luck - all costs = N, however accurate the values are. A decision that the clock
made costs its player nothing: what it gave away counts as luck, C where B stands above.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from games.coach.worth import (
    Option,
    at_start,
    base_of,
    decided_at,
    options_at,
    settled_at,
    worth_of,
)
from games.engine.game import Action, Seat
from games.engine.record import Record, replay
from games.engine.view import View
from games.kit import Kit


@dataclass(frozen=True, slots=True)
class Question:
    """A seat's question: after how many actions of the round, and its options, best first.

    `base`: cents of the base wager. `settled`: expected cents of the seat's wagers that its answer
    cannot change, included in the value of every option; `decided`: the part of it that is won or
    lost already. `cards` are the codes of the acting hand, `against` those that the dealer shows.
    """

    after: int
    seat: Seat
    base: int
    options: tuple[Option, ...]
    settled: Fraction
    decided: Fraction
    cards: tuple[str, ...]
    against: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """A question with its answer. `luck`: cents by which the cards since the seat's last decision
    (since the start) changed its expectation. `by_clock`: the player did not answer in time."""

    question: Question
    action: Action
    worth: Fraction
    luck: Fraction
    by_clock: bool = False

    @property
    def best(self) -> Option:
        """The best action; the chosen one if it is as good."""
        first = self.question.options[0]
        return Option(self.action, self.worth) if self.worth == first.worth else first

    @property
    def cost(self) -> Fraction:
        """Expected cents that the choice gave away, 0 for the best and for the clock's."""
        return Fraction() if self.by_clock else self.best.worth - self.worth


@dataclass(frozen=True, slots=True)
class Review:
    """A seat's finished round. `luck` is the total, including the last cards."""

    expected: Fraction
    decisions: tuple[Decision, ...]
    last_luck: Fraction
    net: int

    @property
    def luck(self) -> Fraction:
        """Expected cents that the cards brought."""
        return sum((decision.luck for decision in self.decisions), self.last_luck)

    @property
    def cost(self) -> Fraction:
        """Expected cents that the decisions gave away."""
        return sum((decision.cost for decision in self.decisions), Fraction())


def question_at(kit: Kit, record: Record, seat: Seat, after: int) -> Question | None:
    """A seat's question after this many actions of a round; None if it has none.

    Raises GameError for a record that does not replay.
    """
    played = replay(replace(record, actions=record.actions[:after], void=None))
    if seat not in played.waiting_on:
        return None
    view = record.game.view(played.state, seat)
    return Question(
        after=after,
        seat=seat,
        base=base_of(kit, record.setup.wagers[seat]),
        options=options_at(kit, played.state, seat),
        settled=settled_at(kit, played.state, seat),
        decided=decided_at(kit, played.state, seat),
        cards=asked_about(view, seat),
        against=tuple(
            code for pile in view.piles if pile.key == "dealer" for code in pile.hand.cards if code
        ),
    )


def asked_about(view: View, seat: Seat) -> tuple[str, ...]:
    """The codes of the hand that acts, or of a seat's only one."""
    own = view.seat(seat)
    hands = own.hands if own else ()
    acting = [hand for hand in hands if hand.acting] or hands[:1]
    return tuple(code for hand in acting for code in hand.cards if code)


def answered(
    question: Question, action: Action, before: Fraction, *, by_clock: bool = False
) -> Decision:
    """A question with its answer; `before`: the seat's expectation before it."""
    worth = worth_of(action, question.options)
    luck = (worth if by_clock else question.options[0].worth) - before
    return Decision(question, action, worth, luck, by_clock)


def review(kit: Kit, record: Record, seat: Seat, by_clock: Collection[int] = frozenset()) -> Review:
    """Review a seat's part in a settled round. Raises GameError for a record that does not
    replay, ValueError for a round that is void or not over.

    by_clock: the places in the record of the actions that the clock made.
    """
    played = replay(record)
    if record.void is not None or not played.settled:
        raise ValueError("Only a round that was played to its end can be reviewed.")
    expected = at_start(kit, record.setup, seat)
    decisions = tuple(_decisions(kit, record, seat, expected, by_clock))
    before = decisions[-1].worth if decisions else expected
    net = played.net[seat]
    return Review(expected, decisions, net - before, net)


def _decisions(
    kit: Kit, record: Record, seat: Seat, expected: Fraction, by_clock: Collection[int]
) -> Iterator[Decision]:
    before = expected
    for after, (other, action) in enumerate(record.actions):
        if other != seat:
            continue
        question = question_at(kit, record, seat, after)
        assert question is not None, "an action that nobody was asked for does not replay"
        decision = answered(question, action, before, by_clock=after in by_clock)
        before = decision.worth
        yield decision
