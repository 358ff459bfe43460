"""The odds of Big Raise Hold'em and the advice to a seat."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import sqrt
from random import Random
from statistics import fmean, stdev

import pytest

from games.big_raise import odds as big_raise
from games.big_raise.best_play import Cell, best_play
from games.big_raise.outcomes import DEALS, outcomes
from games.big_raise.state import ANTE_BONUS, BigRaiseOptions, Round, is_pair
from games.engine.cards import DECK, RANKS, Card, codes_of, parse_cards, rank_of, suit_of
from games.engine.game import Action
from games.engine.paytable import Paytable, read_paytable
from games.engine.record import Record
from games.odds.report import Bet
from games.printed_paytables import printed
from games.registry import KITS
from tests.rules.big_raise_rounds import ANTE, FOLD, GAME, dealt, ended, nets, play

BRH_40 = {
    "royal_flush": "500:1", "straight_flush": "250:1", "four_of_a_kind": "20:1",
    "full_house": "10:1", "flush": "5:1", "straight": "3:1",
}  # fmt: skip


def ante_bonus(**lines: str) -> Paytable:
    """BRH-40 with other payouts on some lines."""
    raw = {"lines": BRH_40 | lines}
    return read_paytable(raw, "big-raise", "ante_bonus", tuple(ANTE_BONUS.lines))


def bets(five: bool = False, stake: int = 100, **paytables: Paytable) -> dict[str, Bet]:
    """Every bet by its spot."""
    options = BigRaiseOptions(five_card_bonus=five)
    chosen = {
        spot.key: paytables.get(spot.key) or printed("big-raise", spot, spot.default_paytable)
        for spot in GAME.spots(options)
        if spot.lines
    }
    odds = KITS["big-raise"].game_odds(options, chosen, stake)
    return {bet.spot: bet for bet in odds.bets}


def values(state: Round, seat: int = 1) -> dict[Action, Fraction]:
    """What each action is worth."""
    return dict(big_raise.advice(state, seat))


def best(state: Round) -> Fraction:
    """What the best action of seat 1 is worth."""
    return max(values(state).values())


def random_round(chance: Random, wagers: Mapping[str, int] = ANTE) -> Round:
    """A round of one seat from a shuffled deck."""
    codes = codes_of(chance.sample(DECK, 8))
    hand, dealer, board = (" ".join(codes[a:b]) for a, b in ((0, 2), (2, 5), (5, 8)))
    return dealt({1: hand}, dealer, board, wagers=wagers)


def next_rounds(state: Round, chance: Random, count: int) -> Iterator[Round]:
    """The same seat 1 and up card with everything that is hidden from it dealt anew."""
    hand, up = state.hands[1], state.dealer[0]
    hidden = [card for card in DECK if card not in (*hand, up)]
    for _ in range(count):
        dealer = chance.sample(hidden, 5)
        yield replace(state, dealer=(up, *dealer[:2]), community=tuple(dealer[2:]))


def main_net(state: Round) -> Fraction:
    """What ante, play and Ante Bonus of seat 1 won, in antes."""
    won = nets(state)
    cents = sum(won.get(spot, 0) for spot in ("ante", "play", "ante_bonus"))
    return Fraction(cents, state.setup.wagers[1]["ante"])


def within_5_sigma(samples: list[float], expected: float) -> bool:
    """Whether a mean lies as near as chance puts all but one in a million."""
    return abs(fmean(samples) - expected) < 5 * stdev(samples) / sqrt(len(samples))


def test_the_three_figures_of_the_game_come_out() -> None:
    ante = bets()["ante"].as_json()
    assert round(ante["edge_percent"], 4) == 3.4355
    assert round(ante["element_of_risk_percent"], 4) == 1.2725
    assert round(ante["average_total_wager"], 4) == 2.6998
    assert float(100 * Fraction(ante["exact"])) == pytest.approx(ante["edge_percent"])
    assert ante["paytable"] == "BRH-40"


def test_every_deal_ends_on_one_line_of_the_ante() -> None:
    bet = bets()["ante"]
    assert sum(line.probability for line in bet.lines) == 1
    assert sum(line.combinations or 0 for line in bet.lines) == 66_300 * 19_068_840
    assert sum(line.gain for line in bet.lines) == -bet.edge
    assert [line.line for line in bet.lines] == [
        name for name in big_raise.LINES if name in {line.line for line in bet.lines}
    ]


def test_the_lines_of_the_ante_pay_what_a_round_pays() -> None:
    lines = {line.line: line for line in bets()["ante"].lines}
    for name, net in (("win_4x", 5), ("win_3x", 4), ("win_2x", 3), ("fold", -1), ("lose_3x", -4)):
        assert lines[name].gain == net * lines[name].probability
        assert lines[name].top == net
    assert lines["win_straight"].pays == "3:1"
    assert 3 + 3 < lines["win_straight"].gain / lines["win_straight"].probability < 4 + 3
    assert -3 + 5 >= lines["lose_flush"].gain / lines["lose_flush"].probability >= -4 + 5
    assert lines["win_royal_flush"].top == 1 + 3 + 500


@pytest.mark.parametrize("straight", ["3:1", "4:1", "5:1"])
def test_a_seat_wins_more_than_nothing_as_often_as_the_deals_say(straight: str) -> None:
    """Behind the dealer with a straight at 4:1 it wins one ante after a play of two, comes out
    even after three and loses one after four: one line, three nets."""
    paytable = ante_bonus(straight=straight)
    prizes = big_raise.prizes_of(paytable, 100)
    won = total = 0
    for found, what in outcomes().items():
        total += what.starts * DEALS
        amount = big_raise.best_amount(100, found, what, prizes)
        if not amount:
            continue
        won += what.starts * sum(what.wins)
        for prize, deals in zip((0, *prizes), what.losses, strict=True):
            if prize > 100 + amount:
                won += what.starts * deals
    assert bets(ante_bonus=paytable)["ante"].hit_frequency == Fraction(won, total)


def test_the_bonuses_are_bets_of_their_own_where_they_are_on_the_felt() -> None:
    assert list(bets()) == ["ante", "two_card_bonus"]
    assert list(bets(five=True)) == ["ante", "two_card_bonus", "five_card_bonus"]
    assert bets()["two_card_bonus"].edge == Fraction(48, 1326)


def test_all_starts_at_their_best_value_together_are_the_edge() -> None:
    state = dealt({1: "Ah Kd"})
    total = Fraction(0)
    for hand in combinations(DECK, 2):
        for up in DECK:
            if up not in hand:
                total += best(replace(state, hands={1: hand}, dealer=(up, *state.dealer[1:])))
    assert -total / 66_300 == bets(stake=1000)["ante"].edge


@pytest.mark.parametrize(
    ("hand", "up"), [("Ah Kd", "Ac"), ("9h 8h", "2h"), ("5c 5d", "Ks"), ("7c 6c", "4h")]
)
def test_a_value_is_the_mean_of_the_rounds_that_follow(hand: str, up: str) -> None:
    seed = 20_051_107
    print("seed", seed)
    chance = Random(seed)
    shown = parse_cards(up)[0]
    state = replace(dealt({1: hand}), dealer=(shown, *parse_cards("3s 3d")))
    for action, value in values(state).items():
        samples = [
            float(main_net(ended(following, {1: action})))
            for following in next_rounds(state, chance, 3000)
        ]
        if action == FOLD:
            assert set(samples) == {-1.0} == {float(value)}
        else:
            assert within_5_sigma(samples, float(value))


def test_best_play_loses_what_the_odds_say() -> None:
    seed = 40_2005
    print("seed", seed)
    chance = Random(seed)
    samples = []
    for _ in range(20_000):
        state = random_round(chance)
        samples.append(float(main_net(ended(state, {1: big_raise.best_action(state, 1)}))))
    assert within_5_sigma(samples, -0.034355)


def test_a_play_is_worth_more_or_less_by_the_amount_alone() -> None:
    state = dealt({1: "5c 5d"}, "Kh 9s 2c")
    worth = values(state)
    assert list(worth) == [FOLD, play(2000), play(3000), play(4000)]
    assert worth[FOLD] == -1
    assert worth[play(3000)] - worth[play(2000)] == worth[play(4000)] - worth[play(3000)] != 0
    assert list(values(dealt({1: "Ah Kd"}))) == [FOLD, play(2000), play(3000)]


def test_a_certain_royal_flush_is_counted_once() -> None:
    # Of the 18,424 boards that A-K of hearts can meet, one is Q-J-10 of hearts.
    state = dealt({1: "Ah Kh"}, "2c 9s 4d", ante_bonus=ante_bonus())
    richer = dealt({1: "Ah Kh"}, "2c 9s 4d", ante_bonus=ante_bonus(royal_flush="18924:1"))
    for amount in (2000, 3000):
        assert values(richer)[play(amount)] - values(state)[play(amount)] == 1
    assert values(richer)[FOLD] == values(state)[FOLD] == -1


def test_a_fixed_prize_is_worth_what_it_is_of_the_ante() -> None:
    table = ante_bonus(royal_flush="fixed 18424000")
    none = ante_bonus(royal_flush="push")
    for ante in (1000, 500):
        state = dealt({1: "Ah Kh"}, "2c 9s 4d", wagers={"ante": ante}, ante_bonus=table)
        without = dealt({1: "Ah Kh"}, "2c 9s 4d", wagers={"ante": ante}, ante_bonus=none)
        gained = values(state)[play(2 * ante)] - values(without)[play(2 * ante)]
        assert gained == Fraction(1000, ante)


def test_the_ante_bonus_takes_nothing() -> None:
    losing = bets(ante_bonus=ante_bonus(straight="lose"))["ante"]
    assert losing.edge == bets(ante_bonus=ante_bonus(straight="push"))["ante"].edge
    assert losing.edge > bets()["ante"].edge


def test_what_a_seat_cannot_see_changes_nothing() -> None:
    seed = 7
    print("seed", seed)
    chance = Random(seed)
    for _ in range(50):
        state = random_round(chance)
        advice, action = values(state), big_raise.best_action(state, 1)
        for other in next_rounds(state, chance, 5):
            assert values(other) == advice
            assert big_raise.best_action(other, 1) == action


def test_bonuses_and_other_seats_change_no_value() -> None:
    alone = dealt({1: "Ah Kd"}, "Kh 9s 2c")
    more = dealt({1: "Ah Kd", 2: "As Ad"}, "Kh 9s 2c", wagers=ANTE | {"two_card_bonus": 500})
    assert values(more) == values(alone)


def test_the_best_action_is_legal_and_worth_most() -> None:
    seed = 11
    print("seed", seed)
    chance = Random(seed)
    for _ in range(1000):
        ante = chance.choice((500, 1000, 1234))
        state = random_round(chance, wagers={"ante": ante})
        action = big_raise.best_action(state, 1)
        assert any(offer.admits(action) for offer in GAME.legal_actions(state, 1))
        assert values(state)[action] == best(state)


def test_a_record_is_advised_seat_by_seat_best_first() -> None:
    setup = dealt({1: "Ah Ad", 4: "7c 2d"}, "Ks 9s 3c").setup
    advice = KITS["big-raise"].advice(Record(GAME, setup, ((1, play(4000)),)))
    assert list(advice) == [4]
    assert advice[4][0] == (FOLD, Fraction(-1))
    assert [value for _, value in advice[4]] == sorted(
        (value for _, value in advice[4]), reverse=True
    )


def test_the_table_of_best_play_has_every_hand_against_every_up_card() -> None:
    table = best_play(ante_bonus(), 100)
    assert [against.rank for against in table] == list(RANKS)
    for against in table:
        assert [len(row) for row in against.rows] == [13] * 13
        assert [cell.hand for cell in against.rows[0]][:3] == ["AA", "AKs", "AQs"]
        assert [cell.hand for cell in against.rows[2]][:3] == ["AQo", "KQo", "QQ"]
        assert len({cell.hand for row in against.rows for cell in row}) == 169


def test_the_table_of_best_play_says_what_the_best_action_does() -> None:
    seed = 13
    print("seed", seed)
    chance = Random(seed)
    table = best_play(ante_bonus(), 100)
    cells = {
        (against.rank, cell.hand): cell for against in table for row in against.rows for cell in row
    }
    for _ in range(1000):
        state = random_round(chance)
        action = big_raise.best_action(state, 1)
        cell = cells[RANKS[rank_of(state.dealer[0])], written(state.hands[1])]
        antes = (action.amount or 0) // 1000
        assert antes in cell.antes
        if len(cell.antes) == 1:
            assert cell.words == (f"{antes}x" if antes else "fold")


def test_the_table_of_best_play_tells_where_the_suit_of_the_up_card_matters() -> None:
    against_trey = best_play(ante_bonus(), 100)[RANKS.index("3")]
    cell = next(cell for row in against_trey.rows for cell in row if cell.hand == "65s")
    assert cell == Cell(
        "65s",
        (0, 2),
        "fold if the up card is of their suit; 2x if the up card is of another suit",
    )
    assert big_raise.best_action(dealt({1: "6h 5h"}, "3h Ks 9c"), 1) == FOLD
    assert big_raise.best_action(dealt({1: "6h 5h"}, "3c Ks 9c"), 1) == play(2000)


def written(hand: tuple[Card, ...]) -> str:
    """A hand as players write it."""
    low, high = sorted(hand)
    ranks = RANKS[rank_of(high)] + RANKS[rank_of(low)]
    if is_pair(hand):
        return ranks
    return ranks + ("s" if suit_of(high) == suit_of(low) else "o")
