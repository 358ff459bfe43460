"""`verify.py` is a work of its own, and right by other measures than the program it checks.

Expected counts are those of the makers' and the rules pages; rounds are those worked by hand in
`tests/cases`; hands are ranked by another library.
"""

import ast
import json
import random
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from phevaluator import evaluate_cards

from games import printed_paytables
from games.blackjack.odds.bad_beat import outcomes
from games.blackjack.odds.basic_strategy import basic_strategy
from games.blackjack.options import BlackjackOptions
from games.blackjack.proof import UP_CARDS
from games.engine.record import read_record, write_record
from games.proof import verify
from games.registry import GAMES

CASES = Path(__file__).parents[1] / "cases"
PROGRAM = Path(verify.__file__)


def test_it_imports_the_standard_library_alone() -> None:
    imported = set()
    for node in ast.walk(ast.parse(PROGRAM.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {alias.name.split(".")[0] for alias in node.names}
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "no module beside it"
            imported.add((node.module or "").split(".")[0])
    assert imported
    assert imported <= sys.stdlib_module_names
    assert not {"socket", "urllib", "http", "subprocess", "importlib", "random"} & imported


def test_it_names_nothing_of_the_project() -> None:
    assert "games." not in PROGRAM.read_text("utf-8")


def test_counts_of_five_cards_are_the_well_known_ones() -> None:
    """For example Wikipedia, "Poker probability", and the counts that Big 50's maker prints."""
    kinds: Counter[str] = Counter()
    for ranks, flush, count in verify.kinds_of_hands():
        kinds[verify.KINDS[verify.strength(ranks, flush)[0]]] += count
    assert kinds == {
        "royal_flush": 4, "straight_flush": 36, "four_of_a_kind": 624, "full_house": 3744,
        "flush": 5108, "straight": 10200, "three_of_a_kind": 54912, "two_pair": 123552,
        "pair": 1098240, "high_card": 1302540,
    }  # fmt: skip
    assert verify.count_hands(verify.points_line) == {
        "total_6_9": 364, "total_10_19": 73952, "total_20_29": 750900, "total_30_39": 1347776,
        "total_40_49": 421600, "total_50": 4368,
    }  # fmt: skip


def test_counts_with_deuces_wild_are_the_well_known_ones() -> None:
    """The hands of deuces wild as they are dealt, as printed in books on video poker."""
    assert verify.count_hands(verify.wild_line, wild=True) == {
        "natural_royal_flush": 4, "four_deuces": 48, "wild_royal_flush": 480,
        "five_of_a_kind": 624, "straight_flush": 2068, "four_of_a_kind": 31552,
        "full_house": 12672, "flush": 14472, "straight": 62232, "three_of_a_kind": 355080,
        "lose": 2119728,
    }  # fmt: skip


def test_hands_compare_as_another_library_ranks_them() -> None:
    seed = random.randrange(2**32)
    print("seed", seed)
    dealer = random.Random(seed)
    for _ in range(2000):
        cards = dealer.sample(verify.DECK, 10)
        one, two = cards[:5], cards[5:]
        mine = [verify.strength(*verify.shape(hand)) for hand in (one, two)]
        theirs = [evaluate_cards(*verify.written(hand).split()) for hand in (one, two)]
        assert (mine[0] > mine[1]) == (theirs[0] < theirs[1])  # there, low ranks are strong
        assert (mine[0] == mine[1]) == (theirs[0] == theirs[1])


def settled_cases() -> list[Path]:
    """Rounds that are worked out by hand to their end, and are not void."""
    return [
        path
        for path in sorted(CASES.glob("*/*.json"))
        if (raw := json.loads(path.read_text("utf-8"))).get("results") and not raw.get("void")
    ]


@pytest.mark.parametrize("game", GAMES)
def test_it_pays_the_rounds_that_are_worked_by_hand(game: str) -> None:
    paths = [path for path in settled_cases() if path.parent.name == game]
    assert len(paths) > 10
    for path in paths:
        raw = json.loads(path.read_text("utf-8"))
        played = verify.Round(write_record(read_record(raw, GAMES, printed_paytables.printed)))
        verify.PLAYED[game](played)
        assert played.results == raw["results"], path.name
        assert played.actions == [], path.name


RULES: list[dict[str, Any]] = [
    {},
    {"decks": 1},
    {"decks": 2, "dealer_hits_soft_17": False},
    {"decks": 8, "peek": False},
    {"decks": 1, "bad_beat_option": 1},
    {"decks": 2, "resplit_to": 2, "bad_beat_option": 1, "peek": False},
    {"decks": 1, "resplit_to": 3, "resplit_aces": True, "hit_split_aces": True},
    {"decks": 2, "double_after_split": False, "double_on": "10-11", "surrender": "late"},
    {"decks": 1, "resplit_aces": True, "double_on": "9-11"},
]


@pytest.mark.parametrize("basic", [False, True])
@pytest.mark.parametrize("rules", RULES, ids=str)
def test_bad_beat_is_counted_alike_in_two_ways(rules: dict[str, Any], basic: bool) -> None:
    """From the tree of the site, over chances, and from orders of cards."""
    options = BlackjackOptions.read(rules)
    strategy = None
    if basic:
        columns = zip(UP_CARDS, basic_strategy(options).columns, strict=True)
        strategy = {
            up: {
                "hard": {str(total): plays for total, plays in column.hard.items()},
                "soft": {str(total): plays for total, plays in column.soft.items()},
                "pairs": {UP_CARDS[pair]: plays for pair, plays in column.pairs.items()},
            }
            for up, column in columns
        }
    found = verify.BadBeat(options.as_json(), strategy).lines()
    expected = outcomes(options, basic=basic)
    assert {line: found.get(line, Fraction()) for line in expected} == expected


@pytest.mark.parametrize("hits", [False, True])
def test_the_dealer_of_a_fresh_shoe(hits: bool) -> None:
    """All endings are certain to be one of them, and an ace makes blackjack with 96 of 311 tens."""
    shoe = verify.less((24,) * 9 + (96,), 0)
    ends = verify.dealer_ends(shoe, 0, hits)
    assert sum(ends.values()) == 1
    assert ends["blackjack"] == Fraction(96, 311)


@pytest.mark.parametrize(
    ("pays", "stake", "back"),
    [("500:1", 1000, 501_000), ("3:2", 5, 12), ("push", 500, 500), ("lose", 500, 0),
     ("lose 1/2", 5, 2), ("fixed 500000", 2500, 502_500)],
)  # fmt: skip
def test_what_comes_back(pays: str, stake: int, back: int) -> None:
    """Rounded down once, at the wager."""
    assert verify.returned(pays, stake) == back


def test_a_shoe_is_dealt_whole() -> None:
    """Every card as often as there are decks, in another order for another number."""
    shoes = [list(verify.shoe_of("seed", number, 2)) for number in range(2)]
    for shoe in shoes:
        assert Counter(shoe) == dict.fromkeys(verify.DECK, 2)
    assert shoes[0] != shoes[1]
