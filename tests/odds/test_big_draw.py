"""Big Draw's best holds: published returns of video poker, all draws of single hands, advice."""

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import pytest

from games.big_draw.rules import BigDraw
from games.big_draw.state import VARIANTS, BigDrawOptions, Round
from games.engine.cards import DECK, Card, codes_of, parse_cards
from games.engine.game import Setup
from games.engine.payout import returned
from games.engine.record import Record
from games.odds.draw import one_of_each
from games.printed_paytables import printed
from games.registry import KITS
from tests.odds.bets import bets_of, counted, edge_percent

GAME = BigDraw()
FIVE_CARD, DEUCES = "five-card-draw", "deuces-never-loses"
DRAWS = 19_933_230_517_200
"""2,598,960 deals times 7,669,695 draws, whatever is discarded: the cycle of video poker."""


def dealt(hand: str, variant: str = FIVE_CARD, stake: int = 100, rest: str = "") -> Round:
    """A seat with its first five cards, before the draw."""
    options = BigDrawOptions.read({"variant": variant})
    paytables = {
        spot.key: printed("big-draw", spot, spot.default_paytable) for spot in GAME.spots(options)
    }
    deck = parse_cards(f"{hand} {rest}")
    return GAME.deal(Setup(options, paytables, {1: {"big_draw": stake}}, deck))


def advised(state: Round) -> dict[frozenset[str], Fraction]:
    """The value of each of the 32 discards."""
    options = KITS["big-draw"].advice(Record(GAME, state.setup))[1]
    values = {
        frozenset(codes_of(action.discard or ())): Fraction(value) for action, value in options
    }
    assert len(values) == 32
    assert list(values.values()) == sorted(values.values(), reverse=True)
    return values


def for_one(variant: str, *pays: int) -> dict[str, dict[str, str]]:
    """A video poker paytable, whose "n for 1" is n - 1 to 1, and 1 for 1 a push."""
    odds = ["push" if pay == 1 else f"{pay - 1}:1" for pay in pays]
    return {"lines": dict(zip(VARIANTS[variant].lines, odds, strict=True))}


def test_five_card_draw() -> None:
    bet = bets_of("big-draw")["big_draw"]
    assert bet.exact == "4176617721/110740169540"
    assert sum(line.combinations or 0 for line in bet.lines) == DRAWS
    assert f"Combinations are of {DRAWS:,}: 2,598,960 hands times 7,669,695" in bet.assumption
    assert sum(line.probability for line in bet.lines) == 1


def test_deuces_never_loses() -> None:
    bet = bets_of("big-draw", {"variant": DEUCES})["big_draw"]
    assert edge_percent(bet) == 3.3599
    assert sum(line.combinations or 0 for line in bet.lines) == DRAWS


def test_nine_six_jacks_or_better() -> None:
    """Return and hands as published for 9/6 Jacks or Better (Wizard of Odds, "Jacks or Better")."""
    paytable = for_one(FIVE_CARD, 800, 50, 25, 9, 6, 4, 3, 2, 1)
    bet = bets_of("big-draw", big_draw=paytable)["big_draw"]
    assert edge_percent(bet) == round(100 - 99.5439, 4)
    assert counted(bet) == {
        "royal_flush": 493_512_264,
        "straight_flush": 2_178_883_296,
        "four_of_a_kind": 47_093_167_764,
        "full_house": 229_475_482_596,
        "flush": 219_554_786_160,
        "straight": 223_837_565_784,
        "three_of_a_kind": 1_484_003_070_324,
        "two_pair": 2_576_946_164_148,
        "jacks_or_better": 4_277_372_890_968,
        "lose": 10_872_274_993_896,
    }


def test_full_pay_deuces_wild() -> None:
    paytable = for_one(DEUCES, 200, 800, 25, 15, 9, 5, 3, 2, 2, 1)
    bet = bets_of("big-draw", {"variant": DEUCES}, big_draw=paytable)["big_draw"]
    assert edge_percent(bet) == round(100 - 100.7620, 4)


def test_all_hands_stand_behind_one_of_each() -> None:
    """134,459 hands differ by more than the names of the suits (Burnside's count), of 2,598,960."""
    dealt_hands = one_of_each()
    assert len(dealt_hands.hands) == 134_459
    assert int(dealt_hands.times.sum()) == 2_598_960


def expected(hand: Sequence[Card], discard: Sequence[Card], variant: str, stake: int) -> Fraction:
    """The average over all draws, by dealing every one of them."""
    state = dealt(" ".join(codes_of(hand)), variant, stake)
    kept = [card for card in hand if card not in discard]
    others = [card for card in DECK if card not in hand]
    paytable, line = state.setup.paytables["big_draw"], VARIANTS[variant].line
    backs = [
        returned(paytable.pays(line((*kept, *drawn))), stake)
        for drawn in combinations(others, len(discard))
    ]
    return Fraction(sum(backs), len(backs) * stake) - 1


@pytest.mark.parametrize(
    ("variant", "hand", "stake"),
    [
        (FIVE_CARD, "Kh Qh Jh Th 9c", 100),
        (FIVE_CARD, "2s Js Jd 7c 4s", 700),
        (DEUCES, "2s 2h Kh Qh 3c", 500),
        # A flush at 3:2 on 5.01 wins 7.51, rounded down.
        (DEUCES, "2d Ah 4h 6h 9h", 501),
    ],
)
def test_holds_against_every_draw(variant: str, hand: str, stake: int) -> None:
    """Standing pat and all discards of up to three cards."""
    values = advised(dealt(hand, variant, stake))
    cards = parse_cards(hand)
    for count in range(4):
        for discard in combinations(cards, count):
            found = values[frozenset(codes_of(discard))]
            assert found == expected(cards, discard, variant, stake), discard


@pytest.mark.parametrize(
    ("variant", "hand"), [(FIVE_CARD, "3c 5d 8h Ts Ac"), (DEUCES, "2c 5d 8h Ts Kc")]
)
def test_four_discards_against_every_draw(variant: str, hand: str) -> None:
    values = advised(dealt(hand, variant))
    discard = parse_cards(hand)[1:] if variant == DEUCES else parse_cards(hand)[:4]
    assert values[frozenset(codes_of(discard))] == expected(
        parse_cards(hand), discard, variant, 100
    )


def test_what_a_player_knows_of_old() -> None:
    """A dealt royal stands; a high pair is kept over four to a flush, which beats a low pair."""
    best = [
        next(iter(advised(dealt(hand))))
        for hand in ("Th Jh Qh Kh Ah", "Js Jd 4s 7s 9s", "3s 3d 4s 7s 9s")
    ]
    assert best == [frozenset(), {"4s", "7s", "9s"}, {"3d"}]


def test_the_looked_up_hold_is_the_best_of_the_values() -> None:
    """Of random hands; the order of the cards and the names of the suits change nothing."""
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    draw = random.Random(seed)
    for variant in VARIANTS:
        for _ in range(60):
            hand = draw.sample(DECK, 5)
            state = dealt(" ".join(codes_of(hand)), variant)
            action = KITS["big-draw"].play.best_action(state, 1)
            values = advised(state)
            assert values[frozenset(codes_of(action.discard or ()))] == max(values.values())


def test_the_edge_is_the_average_of_the_best_values() -> None:
    """Over a sample of hands, within five standard errors."""
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    draw = random.Random(seed)
    bests = [
        float(max(advised(dealt(" ".join(codes_of(draw.sample(DECK, 5))))).values()))
        for _ in range(400)
    ]
    mean = sum(bests) / len(bests)
    deviation = (sum((best - mean) ** 2 for best in bests) / (len(bests) - 1)) ** 0.5
    edge = float(bets_of("big-draw")["big_draw"].edge)
    assert abs(mean + edge) < 5 * deviation / len(bests) ** 0.5


def test_cards_that_the_seat_does_not_see_change_nothing() -> None:
    hand = "2s Js Jd 7c 4s"
    aces, kings = dealt(hand, rest="Ac Ad Ah As"), dealt(hand, rest="Kc Kd Kh Ks")
    assert advised(aces) == advised(kings)


def test_stakes_that_64_bits_do_not_hold() -> None:
    """A trillion cents less one on every spot: 3:2 rounds down, and all values stay exact."""
    stake = 10**12 - 1
    state = dealt("2d Ah 4h 6h 9h", DEUCES, stake)
    values = advised(state)
    for discard in (("2d",), ("Ah", "9h")):
        exact = expected(
            parse_cards("2d Ah 4h 6h 9h"), parse_cards(" ".join(discard)), DEUCES, stake
        )
        assert values[frozenset(discard)] == exact
    assert edge_percent(bets_of("big-draw", {"variant": DEUCES}, stake=stake)["big_draw"]) == 3.3599
