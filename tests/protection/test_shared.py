"""Cards that a player should not know: every hold and play by going through all that is left, and
what the knowledge gains."""

import random
from collections.abc import Sequence
from itertools import combinations
from math import sqrt
from statistics import fmean, stdev

import numpy as np
import pytest

from games.big_draw import sharing as big_draw
from games.big_draw.known_cards import KnownCards
from games.big_draw.odds import counts_of, nets_of
from games.big_draw.state import VARIANTS, BigDrawOptions
from games.big_raise import sharing as big_raise
from games.big_raise.known_cards import Knowledge, chances
from games.big_raise.outcomes import DEALS, KINDS, outcomes, situation
from games.big_raise.sharing import Leak
from games.big_raise.state import BigRaiseOptions, house_way
from games.blackjack import sharing as blackjack
from games.blackjack.options import BlackjackOptions
from games.engine.cards import DECK, Card, parse_cards
from games.engine.payout import returned
from games.engine.paytable import Paytable
from games.engine.poker import category_of, strength
from games.engine.record import read_paytables
from games.odds.draw import HOLDS
from games.printed_paytables import printed
from games.protection.effects import How
from games.protection.shared import FaceUp, Gain, Sample, deals, mean_gain
from games.registry import GAMES

SEED = 20_140
VARIANT = pytest.mark.parametrize("variant", VARIANTS)


def shuffled(seed: int) -> list[Card]:
    """A deck."""
    print("seed", seed)
    deck = list(DECK)
    random.Random(seed).shuffle(deck)
    return deck


# --- Big Draw -----------------------------------------------------------------------------------


def draw_tables(variant: str) -> dict[str, Paytable]:
    """The printed paytables of a variant."""
    options = BigDrawOptions.read({"variant": variant})
    return dict(read_paytables({}, GAMES["big-draw"], options, printed))


def drawn(variant: str, hand: Sequence[Card], kept: Sequence[int], left: Sequence[Card]) -> float:
    """The mean net of a hold in cents a dollar, over all draws from the cards that are left."""
    held = [hand[place] for place in kept]
    table, line = draw_tables(variant)["big_draw"], VARIANTS[variant].line
    pays = {name: returned(table.pays(name), 100) - 100 for name in (*table.lines, "lose")}
    return fmean(pays[line((*held, *more))] for more in combinations(left, 5 - len(held)))


@VARIANT
@pytest.mark.parametrize("known", [0, 1, 5, 20])
def test_holds_are_worth_the_mean_over_all_draws(variant: str, known: int) -> None:
    nets, unit = nets_of(variant, draw_tables(variant)["big_draw"], 100)
    values = KnownCards(counts_of(variant), nets)
    deck = shuffled(SEED + known)
    hand, gone, left = sorted(deck[:5]), deck[5 : 5 + known], deck[5 + known :]
    found = values.hold_values(np.array([hand]), np.array([gone], np.int64).reshape(1, known))
    fewest = 2 if known == 20 else 3  # all draws of more cards would take a minute
    for number, kept in enumerate(HOLDS):
        if len(kept) >= fewest:
            assert found[number, 0] * unit == pytest.approx(drawn(variant, hand, kept, left))


def test_a_draw_of_five_from_the_last_cards() -> None:
    """Throwing everything away, when 40 other cards are known: all draws of five from seven."""
    variant = "five-card-draw"
    nets, unit = nets_of(variant, draw_tables(variant)["big_draw"], 100)
    deck = shuffled(SEED)
    hand, gone, left = sorted(deck[:5]), deck[5:45], deck[45:]
    found = KnownCards(counts_of(variant), nets).hold_values(np.array([hand]), np.array([gone]))
    assert found[HOLDS.index(()), 0] * unit == pytest.approx(drawn(variant, hand, (), left))


def test_a_flush_that_cannot_come_is_not_drawn_to() -> None:
    """Four hearts and a pair of jacks: the pair is the better hold once the others have hearts."""
    variant = "five-card-draw"
    nets, _ = nets_of(variant, draw_tables(variant)["big_draw"], 100)
    values = KnownCards(counts_of(variant), nets)
    hand = np.array([sorted(parse_cards("Th 9h 8h 7h Ts"))])
    hearts = np.array([parse_cards("2h 3h 4h 5h 6h Jh Qh Kh Ah")])
    hand_of = sorted(parse_cards("Th 9h 8h 7h Ts"))

    def best(known: "np.typing.NDArray[np.int64]") -> set[Card]:
        kept = HOLDS[int(values.hold_values(hand, known)[:, 0].argmax())]
        return {hand_of[place] for place in kept}

    assert best(hearts[:, :0]) == set(parse_cards("Th 9h 8h 7h"))
    assert best(hearts) == set(parse_cards("Th Ts"))


@VARIANT
def test_nothing_known_gains_exactly_nothing(variant: str) -> None:
    options = BigDrawOptions.read({"variant": variant})
    found = big_draw.gain(options, draw_tables(variant), 500, 0)
    assert found.gain_points == 0
    assert found.how == How("exact", 0.0)
    assert found.deals == 0


@VARIANT
def test_the_gain_grows_with_every_hand_that_is_shown(variant: str) -> None:
    options = BigDrawOptions.read({"variant": variant})
    sample = Sample(800, SEED)
    found = big_draw.all_gains(options, draw_tables(variant), 500, sample)
    assert [gain.known_cards for gain in found] == [5, 10, 15, 20]
    before = 0.0
    for gain in found:
        assert gain.how == How("sampled", gain.standard_error, SEED)
        assert gain.gain_points >= before - 2 * gain.standard_error
        before = gain.gain_points
    assert found[0].gain_points > 4 * found[0].standard_error


def test_five_sharers_beat_the_house_at_five_card_draw() -> None:
    options = BigDrawOptions.read({"variant": "five-card-draw"})
    first, draw = big_draw.face_up(options, draw_tables("five-card-draw"), 500, Sample(2000, SEED))
    assert first.gain is None
    assert first.words == "No information after the bet changes it: nothing is decided."
    assert draw.gain is not None
    assert draw.gain.value_points > 4 * draw.gain.standard_error
    assert draw.safe is False
    assert "not safe face up" in draw.words.lower()
    assert draw.edge_points == pytest.approx(3.7715, abs=1e-4)


@pytest.mark.parametrize("known", [-1, 21])
def test_no_more_cards_can_be_known_than_the_others_hold(known: int) -> None:
    with pytest.raises(ValueError, match="20 cards"):
        big_draw.gain(BigDrawOptions(), draw_tables("five-card-draw"), 500, known)


# --- Big Raise ----------------------------------------------------------------------------------


def raise_tables() -> dict[str, Paytable]:
    """The printed paytables."""
    return dict(read_paytables({}, GAMES["big-raise"], BigRaiseOptions(), printed))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_with_nothing_known_a_play_is_worth_what_the_odds_say(seed: int) -> None:
    deck = shuffled(SEED + seed)
    found = chances(Knowledge(deck[:2], deck[2]))
    stored = outcomes()[situation(deck[:2], deck[2])]
    assert found.margin * DEALS == pytest.approx(stored.margin, abs=1e-6)
    assert found.kinds[1:] * DEALS == pytest.approx(np.array(stored.hits), abs=1e-6)


def compared(known: Knowledge) -> tuple[float, dict[str, float]]:
    """The same by laying every board and every dealer's hand that are left."""
    unseen = [Card(card) for card in known.unseen.tolist()]
    won, kinds, rounds = 0, dict.fromkeys(KINDS, 0), 0
    for more in combinations(unseen, 3 - len(known.community)):
        board = (*known.community, *more)
        mine = strength([Card(card) for card in (*known.hand, *board)])
        left = [card for card in unseen if card not in more]
        for hidden in combinations(left, 2 - len(known.dealer)):
            three = (Card(known.up), *(Card(card) for card in known.dealer), *hidden)
            gone = house_way(three)
            kept = [card for card in three if card != gone]
            dealer = strength([*kept, *(Card(card) for card in board)])
            won += 1 if mine >= dealer else -1
            line = category_of(mine).line
            kinds[line if line in KINDS else KINDS[0]] += 1
            rounds += 1
    return won / rounds, {kind: count / rounds for kind, count in kinds.items()}


@pytest.mark.parametrize(
    ("dealer", "community", "others"),
    [(2, 2, 12), (1, 2, 12), (2, 1, 8), (0, 2, 12), (2, 3, 0), (1, 3, 4), (0, 3, 0)],
)
def test_a_play_is_worth_the_mean_over_all_that_is_left(
    dealer: int, community: int, others: int
) -> None:
    for seed in range(3):
        deck = shuffled(SEED + 100 * seed + 10 * dealer + community)
        known = Knowledge(
            deck[:2], deck[2], deck[3 : 3 + dealer], deck[5 : 5 + community], deck[8 : 8 + others]
        )
        found, (margin, kinds) = chances(known), compared(known)
        assert found.margin == pytest.approx(margin)
        assert dict(zip(KINDS, found.kinds, strict=True)) == pytest.approx(kinds)


def test_a_dealers_pair_that_is_broken() -> None:
    """Ac up with 10c and 10d under it: the dealer keeps an ace and a ten, and the other two tens
    win unless an ace comes."""
    hand = parse_cards("Th Ts")
    up, *hidden = parse_cards("Ac Tc Td")
    board = parse_cards("2c 5d 9h")
    found = chances(Knowledge(hand, up, hidden, board))
    assert found.margin == 1
    beaten = chances(Knowledge(hand, up, hidden, parse_cards("2c 5d Ah")))
    assert beaten.margin == -1


def test_nothing_leaked_gains_exactly_nothing() -> None:
    found = big_raise.gain(BigRaiseOptions(), raise_tables(), 500, Leak())
    assert (found.gain_points, found.standard_error, found.known_cards) == (0, 0, 0)
    assert found.edge_points == pytest.approx(3.4355, abs=1e-4)


def test_the_more_leaks_the_more_is_gained() -> None:
    sample = Sample(150, SEED)

    def gain(leak: Leak) -> Gain:
        return big_raise.gain(BigRaiseOptions(), raise_tables(), 500, leak, sample)

    for less, more in (
        (Leak(dealer=1), Leak(dealer=2)),
        (Leak(community=1), Leak(community=2)),
        (Leak(dealer=1), Leak(dealer=1, community=1)),
        (Leak(others=6), Leak(others=6, dealer=1)),
    ):
        one, other = gain(less), gain(more)
        assert 0 <= one.gain_points <= other.gain_points + 2 * other.standard_error
        assert one.known_cards < other.known_cards
    # Both hidden cards and the board: the player knows who wins, and plays four or three times the
    # ante in more than half of all deals, folding else.
    all_seen = gain(Leak(dealer=2, community=3))
    assert all_seen.value_points > 100


def test_words_of_a_leak() -> None:
    assert Leak(others=1).words == "the hand of another seat"
    assert Leak(others=6, dealer=1).words == "the hands of 6 other seats and one hidden dealer card"
    assert Leak(dealer=2, community=1).words == "2 hidden dealer cards and one community card"
    for leak in (Leak(others=7), Leak(dealer=3), Leak(community=4)):
        with pytest.raises(ValueError, match="Nobody can know"):
            big_raise.gain(BigRaiseOptions(), raise_tables(), 500, leak)


def test_big_raise_face_up() -> None:
    options = BigRaiseOptions(five_card_bonus=True)
    tables = dict(read_paytables({}, GAMES["big-raise"], options, printed))
    main, *bonuses = big_raise.face_up(options, tables, 500, Sample(60, SEED))
    assert main.spots == ("ante", "play", "ante_bonus")
    assert main.gain is not None
    assert [bonus.spots for bonus in bonuses] == [("two_card_bonus",), ("five_card_bonus",)]
    assert all(bonus.gain is None for bonus in bonuses)


# --- Blackjack ----------------------------------------------------------------------------------


def test_blackjack_hands_of_others_change_little() -> None:
    """16 against a ten is hit, and stood on when the others hold the fives and smaller cards."""
    options = BlackjackOptions(decks=1)
    low = [1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 0]
    assert blackjack.gain_of([8, 6, 9, *low], options) > 0.05
    assert blackjack.gain_of([8, 6, 9], options) == 0
    # Insurance: 16 tens of 49 cards are under a third; with twelve other cards gone, 16 of 37.
    gone = [1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4]
    insured, not_insured = (
        blackjack.gain_of([8, 7, 0, *gone], BlackjackOptions(decks=1, insurance=on))
        for on in (True, False)
    )
    assert insured - not_insured == pytest.approx((3 * 16 / 37 - 1) / 2)


def test_blackjack_face_up() -> None:
    options = BlackjackOptions()
    tables = dict(read_paytables({}, GAMES["blackjack"], options, printed))
    (main,) = blackjack.face_up(options, tables, 500, Sample(12, SEED))
    assert main.spots == ("main",)
    assert main.gain is not None
    assert main.gain.known_cards == 12
    assert 0 <= main.gain.gain_points < 2
    nothing = blackjack.gain(options, tables, 500, 0)
    assert (nothing.gain_points, nothing.known_cards) == (0, 0)
    with pytest.raises(ValueError, match="6 other seats"):
        blackjack.gain(options, tables, 500, 7)


# --- The estimate -------------------------------------------------------------------------------


def test_the_standard_error_is_that_of_a_mean() -> None:
    sample = Sample(101, SEED)

    def gains(dealt: "np.typing.NDArray[np.int64]") -> "np.typing.NDArray[np.float64]":
        return dealt[:, 0] / 10

    mean, how = mean_gain(gains, sample, 3, 7)
    points = [10 * deal[0] for batch in deals(SEED, 101, 3, 7) for deal in batch.tolist()]
    assert mean == pytest.approx(fmean(points))
    assert how.error == pytest.approx(stdev(points) / sqrt(101))
    assert how.seed == SEED
    with pytest.raises(ValueError, match="two deals"):
        mean_gain(gains, Sample(1, SEED), 3, 7)


def test_deals_are_of_different_cards_and_the_same_for_a_seed() -> None:
    few, many = deals(SEED, 10, 5, 4), deals(SEED, 10, 25, 4)
    assert [len(batch) for batch in few] == [4, 4, 2]
    for some, more in zip(few, many, strict=True):
        assert (some == more[:, :5]).all()
        assert all(len(set(deal)) == 25 for deal in more.tolist())
    assert (deals(SEED + 1, 10, 5, 4)[0] != few[0]).any()
    (shoe,) = deals(SEED, 3, 416, 4, decks=8)
    assert all(set(map(deal.count, range(52))) == {8} for deal in shoe.tolist())


def gained(points: float, error: float) -> Gain:
    """A sampled gain against an edge of 3 points."""
    return Gain(("big_draw",), "20 cards", 20, 3.0, points, 1000, How("sampled", error, SEED))


def test_whether_a_bet_is_safe_face_up() -> None:
    safe, unsafe, open_ = (
        FaceUp(("big_draw",), 3.0, gained(points, error))
        for points, error in ((1.0, 0.1), (5.0, 0.1), (3.2, 0.1))
    )
    assert (safe.safe, unsafe.safe, open_.safe) == (True, False, None)
    assert safe.words.startswith("Safe face up: knowing 20 cards is worth 1.00 points")
    assert unsafe.words.startswith("Not safe face up")
    assert open_.words.startswith("Too close to call")
    assert FaceUp(("all_red",), 54.0, None).safe is True
    raw = unsafe.as_json()
    assert raw["safe"] is False
    assert raw["gain"]["gain_points"] == 5.0
    assert raw["gain"]["value_points"] == 2.0
