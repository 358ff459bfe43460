"""The steps of a demonstration: what is said, and which of the maker's sentences it stands on."""

from collections.abc import Sequence
from itertools import pairwise

import pytest

from games.demonstration.catalogue import SEAT, demonstration_of, demonstrations_of
from games.demonstration.script import Shown, document_of, script
from games.demonstration.search import find
from games.registry import KITS


def steps_of(slug: str, key: str, viewer: int | None = SEAT, seed: str = "1") -> Sequence[Shown]:
    one = demonstration_of(slug, key)
    assert one is not None
    return script(KITS[slug], find(KITS[slug], one, seed).record, viewer, one.said)


def test_the_discard_of_a_broken_pair_stands_on_the_makers_sentence() -> None:
    steps = steps_of("big-raise", "dealer-breaks-a-pair")
    (step,) = [one for one in steps if "breaks the pair" in one.say]
    assert step.rule is not None
    assert step.rule.quote == ("The dealer discards the lowest card, even if it breaks up a pair.")
    assert document_of(KITS["big-raise"]) == "Big Raise Hold'em Training Manual, version 4"


QUOTED = [
    ("big-raise", "tie", "Ante wins", "beats or ties the dealer's"),
    ("big-raise", "ace-high-bonus-after-a-fold", "2 Card Bonus wins", "pay the 2 Card Bonus"),
    ("blackjack", "twenty-beaten-by-21", "Bad Beat wins", "resolves the Bad Beat"),
    ("blackjack", "bad-beat-taken-early", "Bad Beat loses", "takes the Bad Beat wager"),
    ("big-draw", "flush-comes", "First 5 loses", "pick up all losing first 5 wagers"),
    ("big-draw", "flush-comes", "Seat 1 draws", "appropriate number of draw cards"),
]


@pytest.mark.parametrize(("slug", "key", "said", "quote"), QUOTED)
def test_a_step_has_its_own_sentence(slug: str, key: str, said: str, quote: str) -> None:
    steps = [one for one in steps_of(slug, key) if said in one.say]
    assert steps
    assert all(one.rule is not None and quote in one.rule.quote for one in steps)


@pytest.mark.parametrize("slug", KITS)
def test_every_step_of_every_hand_is_told_once_and_has_its_rule(slug: str) -> None:
    for one in demonstrations_of(slug):
        steps = steps_of(slug, one.key)
        assert all(step.say for step in steps)
        assert [step.number for step in steps] == list(range(1, len(steps) + 1))
        assert all(a.say != b.say for a, b in pairwise(steps)), one.key
        assert all(step.rule for step in steps if step.place), one.key


def test_decisions_are_those_that_the_procedure_asks_for() -> None:
    steps = steps_of("blackjack", "insurance-loses")
    asked = [step.rule.asks for step in steps if step.rule and step.stage == "Decisions"]
    assert ("insurance",) in asked
