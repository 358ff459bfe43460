"""Blackjack with the hole card known: against all cards in order for small shoes, and by hand."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

from games.blackjack.hole_cards import bad_beat_gains, bad_beat_known, dealers, known, main_gain
from games.blackjack.odds.dealer import ENDINGS, endings, exact_endings, full_shoe, without
from games.blackjack.odds.hands import Side, SplitPair
from games.blackjack.odds.values import Against
from games.blackjack.options import BlackjackOptions
from games.engine.paytable import Paytable
from games.engine.record import read_paytables
from games.printed_paytables import printed
from games.registry import GAMES
from tests.odds.bets import bets_of
from tests.odds.blackjack_brute import Hand, Shoe, SplitRound, dealer, next_cards, total, won

ONE_OF_EACH: Shoe = (1, 0, 1, 1, 1, 1, 1, 1, 1, 1)
"""No pair can be dealt: nothing is split."""

SMALL: Shoe = (2, 0, 1, 1, 2, 2, 1, 3, 3, 6)
"""With pairs of eights, nines, aces and tens."""

OPTIONS = BlackjackOptions()


def options(**rules: Any) -> BlackjackOptions:
    """House options."""
    return BlackjackOptions.read(rules)


def paytable(code: str = "P5") -> Paytable:
    """A Bad Beat paytable."""
    return read_paytables({"bad_beat": code}, GAMES["blackjack"], OPTIONS, printed)["bad_beat"]


# --- The dealer ---------------------------------------------------------------------------------


@pytest.mark.parametrize("hits", [True, False])
@pytest.mark.parametrize(("up", "hole"), [(6, 10), (10, 10), (1, 6), (6, 1), (2, 2), (9, 7)])
def test_the_dealer_ends_as_all_orders_of_cards_say(up: int, hole: int, hits: bool) -> None:
    shoe = (1, 2, 1, 1, 2, 1, 1, 2, 1, 5)
    expected = dealer(tuple(sorted((up, hole))), shoe, hits)
    found = exact_endings(shoe, up - 1, hits, hole - 1)
    assert dict(zip(ENDINGS, found, strict=True)) == {
        end: expected.get(end, Fraction()) for end in ENDINGS
    }
    rounded = endings(np.array([shoe, shoe]), up - 1, hits, hole - 1)
    assert rounded[1] == pytest.approx([float(chance) for chance in found])


def test_a_hole_card_that_is_not_known_is_the_mean_of_all() -> None:
    shoe = without(full_shoe(2), (5,))
    mean = np.zeros(len(ENDINGS))
    for hole, count in enumerate(shoe):
        left = without(shoe, (hole,))
        mean += count / sum(shoe) * endings(np.array([left]), 5, True, hole)[0]
    assert mean == pytest.approx(endings(np.array([shoe]), 5, True)[0])


# --- The main wager -----------------------------------------------------------------------------


class Seeing:
    """The best play of one hand that is not split, all cards in order. Cards by what they count."""

    def __init__(self, up: int, hole: int, rules: BlackjackOptions) -> None:
        self.shown, self.rules = tuple(sorted((up, hole))), rules
        self.best = cache(self._best)

    def stand(self, hand: Hand, shoe: Shoe) -> Fraction:
        """The mean net of a stake that stands."""
        ends = dealer(self.shown, shoe, self.rules.dealer_hits_soft_17)
        return sum((chance * won(total(hand), end) for end, chance in ends.items()), Fraction())

    def _best(self, hand: Hand, shoe: Shoe, first: bool) -> Fraction:
        if total(hand) > 21:
            return Fraction(-1)
        worth = [self.stand(hand, shoe)]
        if total(hand) < 21:
            longer = [
                (chance, tuple(sorted((*hand, card))), rest)
                for card, chance, rest in next_cards(shoe)
            ]
            drawn = (chance * self.best(more, rest, False) for chance, more, rest in longer)
            worth.append(sum(drawn, Fraction()))
            if first:
                doubled = (
                    2 * chance * (self.stand(more, rest) if total(more) <= 21 else -1)
                    for chance, more, rest in longer
                )
                worth.append(sum(doubled, Fraction()))
                if self.rules.surrender == "late":
                    worth.append(Fraction(-1, 2))
        return max(worth)


def by_hand(shoe: Shoe, rules: BlackjackOptions) -> tuple[Fraction, Fraction]:
    """The main wager with the hole card known, and what half of it insured adds, with no pairs."""
    value = insured = Fraction()
    seeing = cache(lambda up, hole: Seeing(up, hole, rules))
    for cards, chance, left in dealt(shoe, 4):
        one, two, up, hole = cards
        mine, dealers = total((one, two)) == 21, {up, hole} == {1, 10}
        if dealers:
            value -= 0 if mine else chance
            insured += chance if up == 1 else 0
        elif mine:
            value += chance * Fraction(3, 2)
        else:
            value += chance * seeing(up, hole).best(tuple(sorted((one, two))), left, True)
    return value, insured


def dealt(shoe: Shoe, count: int) -> Iterator[tuple[tuple[int, ...], Fraction, Shoe]]:
    """So many cards in every order, with their chance and what is left."""
    if not count:
        yield (), Fraction(1), shoe
        return
    for card, chance, rest in next_cards(shoe):
        for more, share, left in dealt(rest, count - 1):
            yield (card, *more), chance * share, left


@pytest.mark.parametrize(
    "rules",
    [{}, {"dealer_hits_soft_17": False}, {"surrender": "late"}, {"peek": False}],
    ids=["usual", "stands on soft 17", "surrender", "no look"],
)
def test_a_small_shoe_by_hand(rules: dict[str, Any]) -> None:
    chosen = options(**rules)
    value, insured = by_hand(ONE_OF_EACH, chosen)
    found = known(chosen, 100, shoe=ONE_OF_EACH)
    assert found.play == pytest.approx(float(value))
    assert found.insurance == pytest.approx(float(insured))
    assert found.splits == 0


class SplitSeeing(SplitRound):
    """A split pair against a dealer whose two cards are known."""

    def __init__(self, pair: int, up: int, hole: int, most: int) -> None:
        super().__init__(pair, up, most, lambda hand: "stand", looks=True)
        self.hole = hole

    def settled(self, done: tuple[tuple[int, int], ...], shoe: Shoe) -> Fraction:
        """As the dealer ends from both cards."""
        ends = dealer(tuple(sorted((self.up, self.hole))), shoe, True)
        return sum(
            (
                chance * sum(stake * won(mine, end) for mine, stake in done)
                for end, chance in ends.items()
            ),
            Fraction(),
        )


@pytest.mark.parametrize(("up", "hole"), [(6, 10), (10, 9), (1, 7)])
def test_split_aces_that_must_stand(up: int, hole: int) -> None:
    shoe = (2, 1, 1, 1, 2, 1, 1, 1, 1, 5)
    against = Against(shoe, up - 1, OPTIONS, hole - 1)
    assert SplitPair(against, 0).worth(2, 2) == pytest.approx(
        float(SplitSeeing(1, up, hole, 2).value(shoe))
    )


def test_insurance_is_taken_where_it_wins_and_nowhere_else() -> None:
    insured, uninsured = (known(options(insurance=on), 100, shoe=SMALL) for on in (True, False))
    # An ace up, 2 of 21 cards, with one of 6 tens under it: half a stake at 2 to 1.
    assert insured.insurance == pytest.approx(2 / 21 * 6 / 20)
    assert uninsured.insurance == 0
    assert uninsured.play == insured.play
    assert insured.splits > 0


def test_all_deals_of_the_dealer_are_gone_through() -> None:
    assert sum(one.chance for one in dealers(full_shoe(2))) == 1
    assert sum(one.chance for one in dealers(full_shoe(2)) if one.blackjack) == Fraction(
        2 * 8 * 32, 104 * 103
    )


# --- Bad Beat -----------------------------------------------------------------------------------

SIDES = {21: ("lose", "twenty_one_push"), 20: ("twenty_beaten", "twenty_push"),
         19: ("nineteen_beaten", "nineteen_push")}  # fmt: skip


class SideByHand:
    """Bad Beat in the best play for itself against two known cards, all cards in order."""

    def __init__(self, up: int, hole: int, rules: BlackjackOptions, table: Paytable) -> None:
        self.shown, self.rules = (up, hole), rules
        self.best = cache(self._best)
        self.pays = {"win": 0 if table.code.startswith("P") else -1, "lose": -1} | {
            name: int(text.removesuffix(":1"))
            for name, text in table.as_lines().items()
            if text.endswith(":1")
        }

    def _best(self, hand: Hand, hands: int, shoe: Shoe) -> Fraction:
        """A first hand of two cards, of a seat that holds so many."""
        worth = [Fraction(-1)]
        if total(hand) in SIDES:
            worth.append(self.stand(hand, hands, shoe))
        split_ace = hands > 1 and hand[0] == 1
        if self.rules.bad_beat_option == 2 and hand[0] == hand[1] and hands < 4 and not split_ace:
            worth.append(
                sum(
                    (
                        chance * self.best(tuple(sorted((hand[0], card))), hands + 1, rest)
                        for card, chance, rest in next_cards(shoe)
                    ),
                    Fraction(),
                )
            )
        return max(worth)

    def stand(self, hand: Hand, hands: int, shoe: Shoe) -> Fraction:
        """A hand of 19 to 21 that stands."""
        if total(hand) == 21 and hands == 1:
            return Fraction(self.pays["win"])  # a natural, and the dealer has none
        beaten, push = SIDES[total(hand)]
        value = Fraction()
        for end, chance in dealer(
            tuple(sorted(self.shown)), shoe, self.rules.dealer_hits_soft_17
        ).items():
            outcome = won(total(hand), end)
            value += chance * self.pays["win" if outcome > 0 else beaten if outcome else push]
        return value


def side_by_hand(shoe: Shoe, rules: BlackjackOptions, table: Paytable) -> Fraction:
    """Bad Beat with the hole card known, where the dealer looks."""
    value = Fraction()
    seeing = cache(lambda up, hole: SideByHand(up, hole, rules, table))
    for (one, two, up, hole), chance, left in dealt(shoe, 4):
        hand, play = tuple(sorted((one, two))), seeing(up, hole)
        if {up, hole} == {1, 10}:
            line = {21: "twenty_one_push", 20: "twenty_beaten", 19: "nineteen_beaten"}
            value += chance * play.pays[line.get(total(hand), "lose")]
        else:
            value += chance * play.best(hand, 1, left)
    return value


@pytest.mark.parametrize(("option", "code"), list(product((1, 2), ("P5", "L2"))))
def test_bad_beat_in_a_small_shoe_by_hand(option: int, code: str) -> None:
    chosen, table = options(bad_beat_option=option), paytable(code)
    expected = side_by_hand(SMALL, chosen, table)
    assert bad_beat_known(chosen, table, 100, SMALL) == expected


def test_bad_beat_by_itself_is_played_the_same_whatever_lies_under_the_up_card() -> None:
    """To stand on 19 to 21 and to split eights, nines and aces is best against every hole card."""
    bet = bets_of("blackjack")["bad_beat"]
    assert bad_beat_known(options(), paytable(), 100) == -bet.edge


def test_both_wagers_together_are_worth_no_more_than_either_by_itself() -> None:
    table = paytable()
    chosen = options(decks=1)
    side = Side.of(table, 100, 100, chosen.bad_beat_option)
    both, main = known(chosen, 100, side, SMALL), known(chosen, 100, shoe=SMALL)
    alone = float(bad_beat_known(chosen, table, 100, SMALL))
    assert main.play - 1 < both.play <= main.play + alone + 1e-9
    nothing = replace(side, nets=dict.fromkeys(side.nets, 0.0))
    assert known(chosen, 100, nothing, SMALL).play == pytest.approx(main.play)


@pytest.mark.timeout(400)  # goes through all hands of a full shoe twice
def test_the_gains_of_the_report() -> None:
    chosen = options(resplit_to=2)
    tables = read_paytables({}, GAMES["blackjack"], chosen, printed)
    main = main_gain(chosen, tables, 100)
    side, both = bad_beat_gains(chosen, tables, 100)
    assert main.spots == ("main", "insurance")
    assert side.spots == ("bad_beat",)
    assert both.spots == ("main", "insurance", "bad_beat")
    bets = bets_of("blackjack", {"resplit_to": 2})
    assert main.edge_points == pytest.approx(float(100 * bets["main"].edge))
    assert side.gain_points == 0
    assert both.edge_points == pytest.approx(
        float(100 * (bets["main"].edge + bets["bad_beat"].otherwise[0].edge))
    )
    assert main.value_points == pytest.approx(main.gain_points - main.edge_points)
    assert main.known_cards == 1
    # In a thirteenth of all deals an ace is up, with a ten under it in 96 of 311 of these.
    assert main.gain_points > 100 * 96 / 311 / 13 + 5
    assert main.how.kind == "exact"
    assert main.standard_error == 0
