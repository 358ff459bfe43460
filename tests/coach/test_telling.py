"""What a page shows of a decision."""

from games.coach.as_json import MICRO, question_json, shown_decision
from games.coach.review import review
from games.coach.words import Grade
from games.registry import KITS
from tests.coach.rounds import rounds

STORED = {
    "after": 0,
    "base": 500,
    "cards": ["Ah", "Tc"],
    "against": ["9s"],
    "options": [
        [{"action": "play", "amount": 1500}, 210 * MICRO],
        [{"action": "play", "amount": 1000}, 110 * MICRO],
        [{"action": "fold"}, -500 * MICRO],
    ],
    "chosen": [{"action": "fold"}, -500 * MICRO],
}


def test_a_decision_is_told_in_base_wagers_and_in_cents() -> None:
    one = shown_decision(KITS["big-raise"], STORED)
    assert [(row.words, row.units, row.chosen) for row in one.rows] == [
        ("Raise 3×", 0.42, False),
        ("Raise 2×", 0.22, False),
        ("Fold", -1.0, True),
    ]
    assert (one.best.words, one.cost, one.units) == ("Raise 3×", 710, 1.42)
    assert one.grade is Grade.BLUNDER
    assert (one.hand, one.against) == ("A♥ 10♣", "9♠")


def test_what_is_settled_is_told_beside_the_values_and_not_in_them() -> None:
    one = shown_decision(KITS["big-raise"], STORED | {"settled": -500 * MICRO})
    assert [row.units for row in one.rows] == [1.42, 1.22, 0.0]
    assert (one.decided, one.average, one.units, one.cost) == (0, -500, 1.42, 710)
    partly = {"settled": -800 * MICRO, "decided": -500 * MICRO}
    both = shown_decision(KITS["big-raise"], STORED | partly)
    assert (both.decided, both.average) == (-500, -300)
    none = shown_decision(KITS["big-raise"], STORED)
    assert (none.decided, none.average) == (0, 0)


def test_a_choice_that_is_not_among_the_best_options_is_told_too() -> None:
    between = [{"action": "play", "amount": 1250}, 160 * MICRO]
    one = shown_decision(KITS["big-raise"], STORED | {"chosen": between})
    assert one.chosen is not None
    assert (one.chosen.words, one.units) == ("Raise 2.5×", 0.1)


def test_a_question_without_an_answer_costs_nothing() -> None:
    record = next(rounds("big-raise", 1, 0.0))
    found = review(KITS[record.game.slug], record, 1).decisions[0]
    one = shown_decision(KITS["big-raise"], question_json(found.question))
    assert (one.chosen, one.cost, one.grade) == (None, 0, None)
    assert one.rows[0].bar == 100
