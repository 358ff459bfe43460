"""The review of a round: it adds up, its values are what the rules say, and hidden cards are no
part of it."""

import json
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random
from statistics import fmean, stdev
from typing import Any

import pytest

from games.big_raise.state import FIVE_CARD_BONUS, five_card_line
from games.coach.as_json import MICRO, Summary, cost_of, summary
from games.coach.review import Question, question_at, review
from games.coach.words import Grade, aloud, grade
from games.coach.worth import Option, at_start, worth_of
from games.engine.cards import DECK, Card, parse_cards
from games.engine.game import Action, Setup
from games.engine.poker import strength
from games.engine.record import Record, replay, write_record
from games.registry import GAMES, KITS
from tests.coach.rounds import LAYOUTS, RULES, rounds, setup
from tests.odds.blackjack_brute import dealer
from tests.rules.blackjack_rounds import setup as blackjack_setup

GAMES_WITH_DECISIONS = ("big-draw", "big-raise", "blackjack")


@pytest.mark.parametrize("wrong", [0.0, 0.5])
@pytest.mark.parametrize("slug", GAMES)
def test_what_was_expected_and_luck_less_mistakes_is_the_net(slug: str, wrong: float) -> None:
    for record in rounds(slug, 25, wrong):
        for seat in record.setup.seats:
            found = review(KITS[record.game.slug], record, seat)
            text = json.dumps(write_record(record))
            assert found.expected + found.luck - found.cost == replay(record).net[seat], text
            own = [action for other, action in record.actions if other == seat]
            assert [decision.action for decision in found.decisions] == own, text
            assert all(decision.cost >= 0 for decision in found.decisions), text
            check_summary(summary(found), found.net)


def check_summary(kept: Summary, net: int) -> None:
    """What is stored adds up in whole numbers, step by step."""
    assert kept.expected + kept.luck - kept.cost == net * MICRO
    assert kept.cost == sum(map(cost_of, kept.decisions)) >= kept.largest >= 0
    before = kept.expected
    for decision in kept.decisions:
        assert decision["options"][0][1] == before + decision["luck"]
        before = decision["chosen"][1]


@pytest.mark.parametrize("slug", GAMES_WITH_DECISIONS)
def test_cards_that_a_seat_does_not_see_change_nothing_that_it_is_told(slug: str) -> None:
    """All cards that no view of the seat shows are put into another order."""
    game, chance = GAMES[slug], Random(f"hidden in {slug}")
    for rules in RULES[slug]:
        for _ in range(12):
            dealt = setup(game, LAYOUTS[slug], rules, chance)
            state = game.deal(dealt)
            for seat in game.waiting_on(state):
                seen = _places_seen(slug, dealt, seat)
                hidden = [place for place in range(len(dealt.deck)) if place not in seen]
                moved = chance.sample(hidden, len(hidden))
                deck = list(dealt.deck)
                for place, other in zip(hidden, moved, strict=True):
                    deck[place] = dealt.deck[other]
                again = game.deal(replace(dealt, deck=tuple(deck)))
                if seat not in game.waiting_on(again):
                    continue  # the dealer looked, and has blackjack now
                one, two = (
                    question_at(KITS[game.slug], Record(game, replace(dealt, deck=cards)), seat, 0)
                    for cards in (dealt.deck, tuple(deck))
                )
                assert one == two


def _places_seen(slug: str, dealt: Setup[Any], seat: int) -> set[int]:
    """Where the cards lie that a seat sees at the first decision, as the rules deal them."""
    seats = dealt.seats
    place = seats.index(seat)
    match slug:
        case "big-draw":
            return set(range(5 * place, 5 * place + 5))
        case "big-raise":
            return {2 * place, 2 * place + 1, 2 * len(seats)}
        case _:
            return set(range(2 * len(seats) + 1))


def test_every_game_with_decisions_has_what_the_coach_must_know_of_it() -> None:
    decided = {slug: kit.decisions for slug, kit in KITS.items() if kit.decisions}
    assert set(decided) == set(GAMES_WITH_DECISIONS)
    for slug, decisions in decided.items():
        spots = {spot.key: spot for spot in GAMES[slug].spots(GAMES[slug].options())}
        assert spots[decisions.base].opening


def test_big_50_is_worth_what_its_lines_pay_over_all_hands() -> None:
    """All Red: 2 * C(13, ..) is C(26, 5) hands of C(52, 5); B50 pays 30 to 1."""
    game = GAMES["big-50"]
    dealt = setup(game, {1: {"all_red": 300}}, {}, Random(1))
    pays = dealt.paytables["all_red"].as_lines()["all_red"]
    odds = int(pays.split(":")[0])
    chance = Fraction(comb(26, 5), comb(52, 5))
    assert at_start(KITS[game.slug], dealt, 1) == 300 * (chance * (odds + 1) - 1)


def _with_deck(dealt: Setup[Any], first: str, *more: Card) -> Setup[Any]:
    """The same wagers, with a deck that begins so."""
    known = (*parse_cards(first), *more)
    rest = [card for card in DECK if card not in known]
    return replace(dealt, deck=(*known, *rest))


def test_luck_after_a_draw_is_nothing_on_average() -> None:
    """Two pair and one card thrown: all 47 that may come are equally likely. First 5 has paid."""
    game = GAMES["big-draw"]
    dealt = setup(game, {1: {"first_five": 500, "big_draw": 500}}, {}, Random(1))
    hand = "Jc Jd 4c 4h 9s"
    action = Action("draw", discard=parse_cards("9s"))
    luck = [
        review(
            KITS[game.slug], Record(game, _with_deck(dealt, hand, card), ((1, action),)), 1
        ).last_luck
        for card in DECK
        if card not in parse_cards(hand)
    ]
    assert len(luck) == 47
    assert sum(luck) == 0
    assert len(set(luck)) == 2  # four cards make the full house


def test_a_hold_that_is_not_the_best_costs_the_difference_of_two_enumerations() -> None:
    """A pair of jacks: thrown away for the four to a flush, with 500 on it at the printed pays."""
    game = GAMES["big-draw"]
    dealt = setup(game, {1: {"big_draw": 500}}, {}, Random(1))
    hand = parse_cards("Jc Jd 7d 4d 2d")
    variant = replay(Record(game, _with_deck(dealt, "Jc Jd 7d 4d 2d"))).state.variant
    table = dealt.paytables["big_draw"]

    def mean(*thrown: int) -> Fraction:
        kept = [card for place, card in enumerate(hand) if place not in thrown]
        left = [card for card in DECK if card not in hand]
        nets = {line: _multiple(table.as_lines().get(line, "lose")) for line in variant.lines}
        total = sum(
            nets.get(variant.line((*kept, *drawn)), Fraction(-1))
            for drawn in combinations(left, len(thrown))
        )
        return 500 * Fraction(total) / comb(47, len(thrown))

    wrong = Action("draw", discard=parse_cards("Jc"))
    decision = review(
        KITS[game.slug], Record(game, _with_deck(dealt, "Jc Jd 7d 4d 2d"), ((1, wrong),)), 1
    ).decisions[0]
    assert decision.worth == mean(0)
    assert decision.best.worth == mean(2, 3, 4)
    assert decision.cost == mean(2, 3, 4) - mean(0)


def _multiple(pays: str) -> Fraction:
    """What one unit wins: ``3:2``, ``push``, ``lose``."""
    if ":" in pays:
        num, den = pays.split(":")
        return Fraction(int(num), int(den))
    return Fraction({"push": 0, "lose": -1}[pays])


def test_the_5_card_bonus_is_worth_all_boards_without_the_up_card() -> None:
    game = GAMES["big-raise"]
    layout = {1: {"ante": 500, "five_card_bonus": 200}}
    dealt = setup(game, layout, {"five_card_bonus": True}, Random(1))
    dealt = _with_deck(dealt, "Ah Kh 9c")
    question = question_at(KITS[game.slug], Record(game, dealt), 1, 0)
    assert question is not None
    (fold,) = (one.worth for one in question.options if one.action.name == "fold")
    left = [card for card in DECK if card not in dealt.deck[:3]]
    lines = dealt.paytables[FIVE_CARD_BONUS.key].as_lines()
    bonus = sum(
        _multiple(lines.get(five_card_line(strength((*dealt.deck[:2], *board))), "lose"))
        for board in combinations(left, 3)
    )
    assert fold == -500 + 200 * Fraction(bonus) / comb(49, 3)


def test_a_play_between_two_amounts_is_worth_what_lies_between() -> None:
    question = (
        Option(Action("play", 1500), Fraction(90)),
        Option(Action("play", 1000), Fraction(40)),
        Option(Action("fold"), Fraction(-500)),
    )
    assert worth_of(Action("play", 1100), question) == 50
    assert worth_of(Action("fold"), question) == -500


def _question(hands: str, up: str, **more: Any) -> Question:
    """What seat 1 is asked after the deal of a blackjack round."""
    more.setdefault("wagers", {"main": 1000, "bad_beat": 500})
    found = question_at(
        KITS["blackjack"], Record(GAMES["blackjack"], blackjack_setup(hands, up, **more)), 1, 0
    )
    assert found is not None
    return found


def _worths(question: Question) -> dict[Action, float]:
    return {option.action: float(option.worth) for option in question.options}


def test_standing_on_twenty_is_worth_both_wagers_over_all_hands_of_the_dealer() -> None:
    """One deck, tens against a ten; P1 pays a beaten 20 at 20 to 1 and a tied one at 5 to 1."""
    question = _question("Tc Td", "Th 5d", decks=1)
    shoe = (4, 4, 4, 4, 4, 4, 4, 4, 4, 13)
    ends = dealer((10,), shoe, True)
    played = {end: chance / (1 - ends[0]) for end, chance in ends.items() if end}
    main = sum(chance * (1 if end in (17, 18, 19, 22) else -1 if end == 21 else 0)
               for end, chance in played.items())  # fmt: skip
    side = sum(chance * {21: 20, 20: 5}.get(end, 0) for end, chance in played.items())
    assert _worths(question)[Action("stand")] == pytest.approx(float(1000 * main + 500 * side))


def test_bad_beat_counts_before_the_dealer_looks() -> None:
    """20 against an ace: a blackjack (16 of 49 cards) beats it, and the wager pays 20 to 1."""
    question = _question("Tc Td", "Ah 5d", decks=1)
    ends = dealer((1,), (3, 4, 4, 4, 4, 4, 4, 4, 4, 14), True)
    main = sum(chance * (-1 if end in (0, 21) else 0 if end == 20 else 1)
               for end, chance in ends.items())  # fmt: skip
    side = sum(chance * {0: 20, 21: 20, 20: 5}.get(end, 0) for end, chance in ends.items())
    worths = _worths(question)
    stand = float(1000 * main + 500 * side)
    assert worths[Action("insurance", 0)] == pytest.approx(stand)
    insured = 500 * (3 * Fraction(14, 49) - 1)
    assert worths[Action("insurance", 500)] == pytest.approx(stand + float(insured))


def test_a_natural_before_the_look_is_worth_both_its_wagers() -> None:
    """3 to 2 unless the dealer has blackjack (15 of 49): then a push, and Bad Beat 5 to 1 on P1."""
    worths = _worths(_question("Ac Td", "Ah 5d", decks=1))
    beaten = Fraction(15, 49)
    assert worths[Action("insurance", 0)] == pytest.approx(
        float((1 - beaten) * 1500 + beaten * 5 * 500)
    )


def test_what_is_taken_before_the_decision_is_lost_in_every_value() -> None:
    """16 against a ten: Bad Beat is taken after the deal."""
    alone = _worths(_question("Tc 6d", "Th 5d", wagers={"main": 1000}))
    both = _worths(_question("Tc 6d", "Th 5d"))
    assert both == pytest.approx({action: worth - 500 for action, worth in alone.items()})


def test_luck_at_blackjack_is_nothing_on_average() -> None:
    """80 rounds of best play from the same two cards: the mean of what came is what was expected,
    within four standard errors."""
    game, chance = GAMES["blackjack"], Random("luck at blackjack")
    shown = blackjack_setup("8c 8d", "6h 5d", wagers={"main": 1000, "bad_beat": 500}, decks=2)
    known = (shown.deck[0], shown.deck[1], shown.deck[2])
    rest = list(DECK * 2)
    for card in known:
        rest.remove(card)
    luck = []
    for _ in range(80):
        chance.shuffle(rest)
        state = game.deal(replace(shown, deck=(*known, *rest)))
        actions: list[tuple[int, Action]] = []
        record = Record(game, state.setup, ())
        while (
            question := question_at(KITS[record.game.slug], record, 1, len(actions))
        ) is not None:
            actions.append((1, question.options[0].action))
            record = replace(record, actions=tuple(actions))
        found = review(KITS[record.game.slug], record, 1)
        luck.append(float(found.net - found.decisions[0].best.worth))
        assert found.cost == 0
    assert abs(fmean(luck)) < 4 * stdev(luck) / len(luck) ** 0.5


GRADED: list[tuple[Fraction, Grade]] = [
    (Fraction(0), Grade.BEST),
    (Fraction(1, 2), Grade.EQUAL),
    (Fraction(999, 100), Grade.SMALL),
    (Fraction(10), Grade.MISTAKE),
    (Fraction(50), Grade.BLUNDER),
]
"""Expected cents lost with 500 at stake: 0.001, 0.02 and 0.10 of it are the bounds."""


@pytest.mark.parametrize(("cost", "word"), GRADED)
def test_grades_go_by_what_was_lost_of_the_base_wager(cost: Fraction, word: Grade) -> None:
    assert grade(cost, 500) is word


HAND = "Jc Jd 7d 4d Th"
WORDS: list[tuple[str, Action, str]] = [
    ("blackjack", Action("hit"), "Hit"),
    ("big-raise", Action("play", 1500), "Raise 3×"),
    ("big-raise", Action("play", 1250), "Raise 2.5×"),
    ("big-raise", Action("fold"), "Fold"),
    ("blackjack", Action("insurance", 0), "No insurance"),
    ("blackjack", Action("insurance", 250), "Insure 2.50"),
    ("big-draw", Action("draw", discard=()), "Hold all five"),
    ("big-draw", Action("draw", discard=parse_cards(HAND)), "Draw five"),
    ("big-draw", Action("draw", discard=parse_cards("7d 4d")), "Hold J♣ J♦ 10♥"),
]


@pytest.mark.parametrize(("slug", "action", "words"), WORDS)
def test_actions_are_called_what_the_felt_calls_them(slug: str, action: Action, words: str) -> None:
    decisions = KITS[slug].decisions
    assert decisions is not None
    assert decisions.words(action, 500, HAND.split()) == words


@pytest.mark.parametrize(
    ("words", "spoken"),
    [
        ("Hold J♣ 10♥", "Hold jack of clubs, ten of hearts"),
        ("Best: hold 5♣ 5♠ (+0.82). You: hold A♦ (+0.10).",
         "Best: hold five of clubs, five of spades (+0.82). You: hold ace of diamonds (+0.10)."),
        ("Draw five, then 10.00", "Draw five, then 10.00"),
    ],
)  # fmt: skip
def test_a_voice_calls_cards_by_their_names(words: str, spoken: str) -> None:
    assert aloud(words) == spoken
