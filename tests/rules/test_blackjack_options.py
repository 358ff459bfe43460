"""House options of blackjack: their defaults, what goes together, the shoe and its cut card."""

import pytest

from games.blackjack.options import BlackjackOptions
from games.engine.errors import BadOption
from tests.rules.blackjack_rounds import GAME


def test_the_defaults_are_those_of_the_rules_page() -> None:
    assert BlackjackOptions.read({}).as_json() == {
        "decks": 6,
        "dealer_hits_soft_17": True,
        "double_after_split": True,
        "double_on": "any",
        "resplit_to": 4,
        "resplit_aces": False,
        "hit_split_aces": False,
        "surrender": "none",
        "blackjack_pays": "3:2",
        "insurance": True,
        "peek": True,
        "shuffle": "every_round",
        "penetration": 75,
        "bad_beat_option": 2,
    }


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ({"decks": 0}, "decks cannot be 0; accepted: 1, 2, 3, 4, 5, 6, 7, 8"),
        ({"decks": True}, "decks cannot be True"),
        ({"resplit_to": 5}, "resplit_to cannot be 5; accepted: 2, 3, 4"),
        ({"double_on": "9"}, '; accepted: "any", "9-11", "10-11"'),
        ({"surrender": "early"}, '; accepted: "none", "late"'),
        ({"blackjack_pays": "2:1"}, 'accepted: "3:2", "6:5"'),
        ({"bad_beat_option": 3}, "bad_beat_option cannot be 3; accepted: 2, 1"),
        ({"charlie": True}, "There is no house option 'charlie'"),
        ({"surrender": "late", "peek": False}, "with surrender 'late', peek must be true"),
        ({"resplit_aces": True, "resplit_to": 2}, "resplit_to must be 3 or 4"),
        ({"penetration": 80}, "has no cut card: leave penetration at 75"),
        ({"shuffle": "cut_card", "decks": 1}, "Only 13 cards of 1 deck lie behind a cut card"),
        (
            {"shuffle": "cut_card", "decks": 2, "penetration": 80},
            "Only 21 cards of 2 decks lie behind a cut card at 80 percent",
        ),
    ],
)
def test_options_that_make_no_sense_are_refused_with_a_sentence(
    rules: dict[str, object], sentence: str
) -> None:
    with pytest.raises(BadOption) as refusal:
        BlackjackOptions.read(rules)
    assert sentence in str(refusal.value)


@pytest.mark.parametrize(
    ("rules", "decks", "cut"),
    [
        ({}, 6, None),
        ({"decks": 1}, 1, None),
        ({"shuffle": "cut_card"}, 6, 234),
        ({"shuffle": "cut_card", "decks": 8, "penetration": 85}, 8, 353),
        ({"shuffle": "cut_card", "decks": 1, "penetration": 50}, 1, 26),
        ({"shuffle": "cut_card", "decks": 2}, 2, 78),
    ],
)
def test_the_shoe_and_its_cut_card(rules: dict[str, object], decks: int, cut: int | None) -> None:
    options = BlackjackOptions.read(rules)
    assert GAME.decks(options) == decks
    assert GAME.cut_card(options) == cut
