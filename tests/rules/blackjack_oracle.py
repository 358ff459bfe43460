"""Blackjack once more, as plainly as a dealer would explain it, to check the product's rules.

It knows ranks alone ("A", "T" for all tens, "9" ...), keeps everything in lists and asks a player
through a callable. It shares no code with the product.
"""

from collections.abc import Callable
from typing import Any

Choose = Callable[[int, list[str]], str]
"""A seat and what it may do, to what it does. Insurance is asked with ``["insure", "decline"]``."""


def best(cards: list[str]) -> int:
    """The total: aces are lowered from 11 to 1 one by one while the hand is above 21."""
    value = sum(11 if card == "A" else 10 if card == "T" else int(card) for card in cards)
    for _ in range(cards.count("A")):
        if value > 21:
            value -= 10
    return value


def soft(cards: list[str]) -> bool:
    """Whether an ace still counts 11."""
    low = sum(1 if card == "A" else 10 if card == "T" else int(card) for card in cards)
    return best(cards) != low


def allowed(hand: dict[str, Any], hands: int, rules: dict[str, Any]) -> list[str]:
    """What may be done with a hand, sorted; [] when nothing is asked."""
    cards = hand["cards"]
    split_ace = hand["split"] and cards[0] == "A"
    deeds = ["stand"]
    if not split_ace or rules["hit_split_aces"]:
        deeds.append("hit")
        totals = {"any": range(22), "9-11": (9, 10, 11), "10-11": (10, 11)}[rules["double_on"]]
        free = rules["double_after_split"] or not hand["split"]
        if len(cards) == 2 and best(cards) in totals and free:
            deeds.append("double")
    free = rules["resplit_aces"] or not split_ace
    if len(cards) == 2 and cards[0] == cards[1] and hands < rules["resplit_to"] and free:
        deeds.append("split")
    if rules["surrender"] == "late" and len(cards) == 2 and not hand["split"]:
        deeds.append("surrender")
    return [] if best(cards) == 21 or deeds == ["stand"] else sorted(deeds)


class Table:
    """One round with 10.00 on the main wager and 1.00 on Bad Beat for every seat."""

    def __init__(self, deck: list[str], seats: list[int], rules: dict[str, Any]) -> None:
        self.deck, self.seats, self.rules = iter(deck), seats, rules
        self.hands: dict[int, list[dict[str, Any]]] = {}
        self.insured = dict.fromkeys(seats, 0)

    def play(self, choose: Choose) -> dict[int, int]:
        """Cents won or lost by seat, paytable P5 on the side."""
        first = {seat: next(self.deck) for seat in self.seats}
        up = next(self.deck)
        for seat in self.seats:
            cards = [first[seat], next(self.deck)]
            self.hands[seat] = [{"cards": cards, "split": False, "stake": 1000, "end": ""}]
        self.dealer = [up, next(self.deck)]
        if up == "A" and self.rules["insurance"]:
            for seat in self.seats:
                if choose(seat, ["insure", "decline"]) == "insure":
                    self.insured[seat] = 500
        blackjack = best(self.dealer) == 21
        if not (blackjack and self.rules["peek"]):
            for seat in self.seats:
                self.act(seat, choose)
            self.draw()
        return {seat: self.settle(seat, blackjack) for seat in self.seats}

    def act(self, seat: int, choose: Choose) -> None:
        """Play a seat's hands from left to right."""
        place = 0
        while place < len(self.hands[seat]):
            hand = self.hands[seat][place]
            if len(hand["cards"]) == 1:
                hand["cards"].append(next(self.deck))
            deeds = allowed(hand, len(self.hands[seat]), self.rules)
            deed = choose(seat, deeds) if deeds and not hand["end"] else "stand"
            if deed == "split":
                other = dict(hand, cards=[hand["cards"].pop()], split=True)
                hand["split"] = True
                self.hands[seat].insert(place + 1, other)
                continue
            if deed in ("hit", "double"):
                hand["cards"].append(next(self.deck))
                hand["stake"] *= 2 if deed == "double" else 1
            if best(hand["cards"]) > 21:
                hand["end"] = "bust"
            elif deed in ("stand", "double", "surrender"):
                hand["end"] = deed
            if hand["end"]:
                place += 1

    def draw(self) -> None:
        """The dealer draws if a hand is left that is neither over nor a natural."""
        live = [
            hand
            for hands in self.hands.values()
            for hand in hands
            if hand["end"] not in ("bust", "surrender") and not self.natural(hand)
        ]
        while live and (
            best(self.dealer) < 17
            or (best(self.dealer) == 17 and soft(self.dealer) and self.rules["dealer_hits_soft_17"])
        ):
            self.dealer.append(next(self.deck))

    @staticmethod
    def natural(hand: dict[str, Any]) -> bool:
        """Whether a hand is a blackjack."""
        return not hand["split"] and len(hand["cards"]) == 2 and best(hand["cards"]) == 21

    def outcome(self, hand: dict[str, Any], blackjack: bool) -> str:
        """How one hand ends."""
        mine, dealers = best(hand["cards"]), best(self.dealer)
        if hand["end"] in ("bust", "surrender"):
            return str(hand["end"])
        if self.natural(hand):
            return "push" if blackjack else "blackjack"
        if blackjack or (dealers <= 21 and dealers > mine):
            return "lose"
        return "push" if dealers == mine else "win"

    def settle(self, seat: int, blackjack: bool) -> int:
        """A seat's cents over all its wagers."""
        natural = 15 if self.rules["blackjack_pays"] == "3:2" else 12
        tenths = {"win": 10, "push": 0, "lose": -10, "bust": -10, "surrender": -5}
        cents = self.insured[seat] * (2 if blackjack else -1)
        for hand in self.hands[seat]:
            stake: int = hand["stake"]
            cents += stake * tenths.get(self.outcome(hand, blackjack), natural) // 10
        return cents + 100 * self.side(self.hands[seat], blackjack)

    def side(self, hands: list[dict[str, Any]], blackjack: bool) -> int:
        """How many times its stake Bad Beat wins or loses."""
        first = hands[0]
        value, outcome = best(first["cards"]), self.outcome(first, blackjack)
        split_lost = self.rules["bad_beat_option"] == 1 and len(hands) > 1
        if len(first["cards"]) > 2 or value < 19 or outcome == "surrender" or split_lost:
            return -1
        if outcome == "push":
            return 5
        return {19: 15, 20: 25}.get(value, -1) if outcome == "lose" else 0
