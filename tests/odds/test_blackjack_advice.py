"""Advice at blackjack: published values, and every value the mean of what comes next."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

import pytest

from games.blackjack import odds
from games.blackjack.state import Round
from games.blackjack.totals import total
from games.engine.cards import DECK, Card, Shoe, parse_cards, points
from games.engine.game import Action
from games.engine.record import Record
from games.registry import KITS
from tests.odds.blackjack_brute import dealer, won
from tests.rules.blackjack_rounds import BOTH, GAME, MAIN, dealt, insure, nets, played

STAND, HIT, DOUBLE, SPLIT = map(Action, ("stand", "hit", "double", "split"))
SURRENDER = Action("surrender")


def values(state: Round, seat: int = 1) -> dict[Action, float]:
    """What each action is worth."""
    return dict(odds.advice(state, seat))


def named(state: Round, seat: int = 1) -> dict[str, float]:
    """The same by the names of the actions, with six decimals."""
    return {action.name: round(value, 6) for action, value in values(state, seat).items()}


def best(state: Round) -> float:
    """What the best action of seat 1 is worth."""
    return max(values(state).values())


def unseen(state: Round) -> Counter[Card]:
    """The cards of the shoe that do not lie face up."""
    cards = Counter(dict.fromkeys(DECK, state.setup.options.decks))
    cards.subtract(card for hands in state.hands for hand in hands for card in hand.cards)
    cards[state.dealer[0]] -= 1
    return cards


PUBLISHED = [
    ("2c Ac", "Ac", {"stand": -0.594150, "hit": -0.103429, "double": -0.571816}),
    ("3c Ac", "Ac", {"stand": -0.593169, "hit": -0.137018, "double": -0.570172}),
    ("6c 4c", "Ac", {"stand": -0.587412, "hit": 0.038312, "double": -0.003909}),
    ("6c 5c", "Ac", {"stand": -0.587564, "hit": 0.121079, "double": 0.166650}),
    ("7c Ac", "Ac", {"stand": -0.224703, "hit": -0.165428, "double": -0.416886}),
]
"""Two decks, H17: M. Shackleford, "Blackjack Appendix 9", wizardofodds.com, page 2dh17r4."""


@pytest.mark.parametrize(("hand", "up", "published"), PUBLISHED)
def test_the_values_are_those_that_are_published(
    hand: str, up: str, published: dict[str, float]
) -> None:
    assert named(dealt(hand, f"{up} 5d", decks=2, insurance=False)) == published


def test_a_dealer_who_does_not_look_takes_what_is_doubled_too() -> None:
    """Six decks, H17, no look: the same source, page euro-6dh17r4."""
    state = dealt("6c 5c", "Ac 5d", decks=6, peek=False, insurance=False)
    assert named(state) == {"stand": -0.720879, "hit": -0.235772, "double": -0.535879}


def standing(state: Round, mine: int, cards: Counter[Card]) -> float:
    """What standing on `mine` is worth when `cards` are unseen, by all orders of all cards."""
    ranks = Counter(points(card) for card in cards.elements())
    shoe = tuple(ranks[value] for value in range(1, 11))
    options = state.setup.options
    ends = dict(dealer((points(state.dealer[0]),), shoe, options.dealer_hits_soft_17))
    if options.peek:
        ends.pop(0, None)
    worth = sum(chance * won(mine, end) for end, chance in ends.items())
    return float(worth / sum(ends.values()))


SPOTS: list[tuple[str, str, dict[str, Any]]] = [
    ("Tc 6d", "Th 5d", {"surrender": "late"}),
    ("Ac 6d", "Ad 5d", {"decks": 1, "insurance": False}),
    ("Ac 6d", "Td 5d", {"decks": 1, "peek": False}),
    ("5c 3d", "6d 5d", {"decks": 1}),
]
"""A hand, the up card and a hole card that is not looked at, house options."""


@pytest.mark.parametrize(("hand", "dealer_cards", "rules"), SPOTS)
def test_standing_is_worth_what_all_orders_of_the_dealers_cards_say(
    hand: str, dealer_cards: str, rules: dict[str, Any]
) -> None:
    state = dealt(hand, dealer_cards, **rules)
    mine = total(state.acting().cards)
    assert values(state)[STAND] == pytest.approx(standing(state, mine, unseen(state)), abs=1e-12)


@pytest.mark.parametrize(("hand", "dealer_cards", "rules"), SPOTS)
def test_hitting_is_worth_the_mean_of_the_best_after_every_card(
    hand: str, dealer_cards: str, rules: dict[str, Any]
) -> None:
    state = dealt(hand, dealer_cards, **rules)
    cards, options = unseen(state), state.setup.options
    blackjack_with = {1: 10, 10: 1}.get(points(state.dealer[0])) if options.peek else None
    worth, weight = 0.0, 0
    for card, count in cards.items():
        # Every hole card that makes no blackjack, and then this card.
        ways = count * sum(
            left - (other == card)
            for other, left in cards.items()
            if points(other) != blackjack_with
        )
        after = GAME.act(with_next(state, card), 1, HIT)
        worth += ways * best_from(after, cards - Counter([card]))
        weight += ways
    assert values(state)[HIT] == pytest.approx(worth / weight, abs=1e-9)


def best_from(state: Round, cards: Counter[Card]) -> float:
    """What a hand that has drawn is worth: best play, or what it is that cannot be played on."""
    if GAME.waiting_on(state):
        return best(state)
    mine = total(state.hands[0][0].cards)
    return -1.0 if mine > 21 else standing(state, mine, cards)


def with_next(state: Round, *cards: Card) -> Round:
    """The round with other cards to come: these, and the hole card of old for the dealer."""
    known = state.shoe.cards[: state.shoe.dealt]
    fill = parse_cards("7h " * 12)
    return replace(state, shoe=Shoe((*known, *cards, *fill), state.shoe.dealt))


DEALS = 300

PLAYS: dict[str, tuple[Round, Action]] = {
    "16 hits against a ten": (dealt("Tc 6d", "Th 5d"), HIT),
    "11 doubles against a six": (dealt("6c 5d", "6h 5d", decks=1), DOUBLE),
    "11 doubles against a ten that is not looked under": (
        dealt("6c 5d", "Th 5d", peek=False), DOUBLE,
    ),
    "20 stands, with Bad Beat": (dealt("Tc Qd", "Ah 5d", wagers=BOTH, insurance=False), STAND),
    "soft 19 doubles and loses Bad Beat": (dealt("Ac 8d", "6h 5d", wagers=BOTH), DOUBLE),
    "8,8 split against a ten": (dealt("8c 8d", "Th 5d", decks=2), SPLIT),
    "aces split": (dealt("Ac Ad", "6h 5d", decks=2), SPLIT),
    "aces split that may be split again": (dealt("Ac Ad", "9h 5d", resplit_aces=True), SPLIT),
    "9,9 split against a seven, for Bad Beat": (dealt("9c 9d", "7h 5d", wagers=BOTH), SPLIT),
    "8,8 split, with Bad Beat under option 1": (
        dealt("8c 8d", "9h 5d", wagers=BOTH, bad_beat_option=1), SPLIT,
    ),
    "the first hand of a split hits": (
        played(dealt("8c 8d", "Th 5d", "4s"), "split"), HIT,
    ),
    "the first hand of a split is split again": (
        played(dealt("8c 8d", "7h 5d", "8s"), "split"), SPLIT,
    ),
    "the second hand of a split, the first being bust": (
        played(dealt("8c 8d", "Th 5d", "4s Ts 7s"), "split hit"), HIT,
    ),
    "the second hand of a split, the first being doubled": (
        played(dealt("8c 8d", "6h 5d", "3s Ts 2s"), "split double"), HIT,
    ),
}  # fmt: skip
"""A state and an action of seat 1, whose 5 of diamonds in the hole is not to be seen."""


def next_rounds(state: Round, chance: Random) -> Iterator[Round]:
    """The same cards in view, and all others dealt anew: without blackjack if that is known."""
    cards = list(unseen(state).elements())
    known = state.shoe.cards[: state.shoe.dealt]
    for _ in range(DEALS):
        hole, *following = chance.sample(cards, 40)
        looked = state.step == "play" and state.setup.options.peek
        if looked and {points(state.dealer[0]), points(hole)} == {1, 10}:
            continue
        shoe = Shoe((*known, *following), state.shoe.dealt)
        yield replace(state, dealer=(state.dealer[0], hole), shoe=shoe)


def worth_of(state: Round, *, side: bool) -> float:
    """The seat's net over its main wager, or what best play is worth. `side`: with Bad Beat."""
    main = state.setup.wagers[1]["main"]
    beside = state.setup.wagers[1].get("bad_beat", 0) / main if side else 0.0
    if not GAME.waiting_on(state):
        return (
            sum(cents for spot, cents in nets(state).items() if side or not spot.startswith("bad"))
            / main
        )
    first = state.hands[0][0]
    lost = len(first.cards) > 2 or (first.split and state.setup.options.bad_beat_option == 1)
    return best(state) - (beside if lost else 0)


@pytest.mark.parametrize("name", PLAYS)
def test_a_value_is_the_mean_of_what_comes_next(name: str) -> None:
    """Advice leaves out a Bad Beat wager that the action cannot decide any more."""
    state, action = PLAYS[name]
    samples = [
        worth_of(GAME.act(one, 1, action), side="Bad Beat" in name)
        for one in next_rounds(state, Random(23))
    ]
    found = values(state)[action]
    assert stdev(samples) > 0
    assert abs(fmean(samples) - found) < 5 * stdev(samples) / sqrt(len(samples)), (
        f"seed 23: {found}"
    )


SPLITS: list[tuple[str, str, dict[str, Any], float]] = [
    ("3c 3d", "2h 5d", {"decks": 1}, 0.004),
    ("7c 7d", "Ah 5d", {"decks": 1, "insurance": False}, 0.002),
    ("3c 3d", "3h 5d", {"decks": 1}, 0.002),
    ("8c 8d", "6d 5d", {"decks": 1}, 0.001),
    ("8c 8d", "Td 5d", {"decks": 1, "peek": False}, 0.001),
    ("2c 2d", "4d 5d", {"decks": 2}, 0.002),
    ("3c 3d", "2h 5d", {"decks": 6}, 0.0001),
    ("8c 8d", "Th 5d", {"decks": 6, "surrender": "late"}, 0.0001),
]
"""A pair, the up card and a hole card that is not looked at, house options, and how near the value
comes: the states that are furthest off are among them."""


@pytest.mark.parametrize(("pair", "dealer_cards", "rules", "near"), SPLITS)
def test_the_best_of_a_split_is_nearly_the_mean_over_its_second_cards(
    pair: str, dealer_cards: str, rules: dict[str, Any], near: float
) -> None:
    """Nearly: what one hand's cards say about the other is left out."""
    state = dealt(pair, dealer_cards, **rules)
    cards, options = unseen(state), state.setup.options
    blackjack_with = {1: 10, 10: 1}.get(points(state.dealer[0])) if options.peek else None
    worth, weight = 0.0, 0
    for card, count in cards.items():
        ways = count * sum(
            left - (other == card)
            for other, left in cards.items()
            if points(other) != blackjack_with
        )
        worth += ways * best(GAME.act(with_next(state, card), 1, SPLIT))
        weight += ways
    assert values(state)[SPLIT] == pytest.approx(worth / weight, abs=near)


def test_what_nobody_sees_does_not_matter() -> None:
    for hole, rest in ("5d", "2c 3c 4c"), ("9s", "Tc Jc Qc"):
        state = dealt({1: "Tc 6d", 3: "9c 9d"}, f"Th {hole}", rest)
        other = played(state, "stand")
        assert values(state) == values(dealt({1: "Tc 6d", 3: "9c 9d"}, "Th 2d", "7c"))
        assert values(other, 3) == values(
            played(dealt({1: "Tc 6d", 3: "9c 9d"}, "Th 2d", "7c"), "stand"), 3
        )


def test_the_cards_of_other_seats_are_in_view() -> None:
    """16 against a ten: hit from a fresh shoe, stood on when the small cards lie on the felt."""
    small = dict.fromkeys(range(2, 7), "5c 4c")
    alone, among = dealt("Tc 6d", "Th 9s"), dealt({1: "Tc 6d"} | small, "Th 9s")
    assert values(alone)[HIT] > values(alone)[STAND]
    assert values(among)[STAND] > values(among)[HIT]


def test_every_action_that_is_offered_has_a_value_and_no_other() -> None:
    for state, _ in PLAYS.values():
        offered = {offer.action for offer in GAME.legal_actions(state, 1)}
        assert {action.name for action in values(state)} == offered


def test_surrender_loses_half_the_wager_that_comes_back_rounded_down() -> None:
    assert values(dealt("Tc 6d", "Th 5d", surrender="late"))[SURRENDER] == -0.5
    odd = dealt("Tc 6d", "Th 5d", surrender="late", wagers={"main": 5})
    assert values(odd)[SURRENDER] == pytest.approx(-0.6)


def test_insurance_by_hand() -> None:
    """Six decks, T,9 against an ace: 95 tens among 309 cards, and half the wager insured."""
    state = dealt("Tc 9d", "Ah 5d", wagers=BOTH)
    none, most = Action("insurance", 0), Action("insurance", 500)
    found = values(state)
    assert set(found) == {none, most}
    assert found[most] - found[none] == pytest.approx(0.5 * (2 * 95 - 214) / 309)
    after = best(dealt("Tc 9d", "Ah 5d", insurance=False))
    assert found[none] == pytest.approx((214 * after - 95) / 309)


def test_even_money_is_a_natural_that_is_insured() -> None:
    state = dealt("Tc Ad", "Ah 5d")
    found = values(state)
    assert found[Action("insurance", 500)] == pytest.approx(1)
    assert found[Action("insurance", 0)] == pytest.approx(1.5 * (1 - 95 / 309))


def test_a_stake_that_has_no_whole_half_is_insured_for_less() -> None:
    found = values(dealt("Tc 9d", "Ah 5d", wagers={"main": 25}, unit=10))
    assert {action.amount for action in found} == {0, 12}


def test_insurance_is_asked_of_all_seats_and_the_play_of_one() -> None:
    state = dealt({2: "Tc 9d", 5: "9c 9s"}, "Ah 5d", "2c 3c 4c 5c", wagers=MAIN)
    assert set(KITS["blackjack"].advice(Record(GAME, state.setup))) == {2, 5}
    acting = insure(state, {2: 0, 5: 500})
    assert GAME.waiting_on(acting) == {2}
    actions = ((2, Action("insurance", 0)), (5, Action("insurance", 500)))
    advised = KITS["blackjack"].advice(Record(GAME, state.setup, actions))
    assert set(advised) == {2}
    assert [value for _, value in advised[2]] == sorted(values(acting, 2).values(), reverse=True)


def test_bad_beat_is_in_a_value_while_it_rides_on_the_hand() -> None:
    """20 against a ten: standing may be beaten or push; what else loses the side wager's tenth."""
    alone, beside = (values(dealt("Tc Qd", "Th 5d", wagers=wagers)) for wagers in (MAIN, BOTH))
    assert beside[HIT] == pytest.approx(alone[HIT] - 0.1)
    assert beside[DOUBLE] == pytest.approx(alone[DOUBLE] - 0.1)
    assert beside[STAND] > alone[STAND]
    seven = dealt("7c 7d", "Th 5d", wagers=BOTH)
    assert values(seven) == values(dealt("7c 7d", "Th 5d"))
