"""What a player must have, by their own arithmetic: no balance that the site sends is used."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

Scene = Mapping[str, Any]

WELCOME = 1_000_00
"""Cents that a new guest is given."""


@dataclass
class Purse:
    """The chips of one guest at one table, in cents.

    bank: the guest's chips without a wager in play. round: the last round seen. paid_back: the part
    of the round's stakes returned before its end. ended: the last round whose end is included in
    the bank. asked: the possible totals of their stakes in the round, by their requests; several
    while an answer is due. owing: rounds whose end they have not seen, and their seat in them.
    """

    bank: int = WELCOME
    round: str | None = None
    ended: str | None = None
    seat: int | None = None
    staked: int = 0
    paid_back: int = 0
    asked: set[int] = field(default_factory=lambda: {0})
    owing: dict[str, int | None] = field(default_factory=dict)

    def read(self, scene: Scene) -> Iterator[str]:
        """The faults of the chips in a scene, in sentences. Scenes come in order."""
        you, view = scene["you"], scene["view"]
        here = scene["round"]["id"] if scene["round"] else None
        if here != self.round:
            self.turn_to(here)
        if you["seat"] is None:
            return
        self.seat = you["seat"]
        if view is not None:
            yield from self._in_round(scene)
        if not self.owing and you["balance"] != self.bank - self.staked + self.paid_back:
            yield (
                f"The balance is {you['balance']}, by own count it is {self.bank} less "
                f"{self.staked} in play and {self.paid_back} paid back, in round {here} while "
                f"{scene['state']}."
            )

    def turn_to(self, round_id: str | None) -> None:
        """A new round has begun: nothing more will be seen of the one before."""
        if self.round is not None and self.ended != self.round and self.asked != {0}:
            self.owing[self.round] = self.seat
        self.round, self.staked, self.paid_back, self.asked = round_id, 0, 0, {0}

    def _in_round(self, scene: Scene) -> Iterator[str]:
        view = scene["view"]
        if view["viewer"] is None:
            self.asked = {0}
            return
        own = next(seat for seat in view["seats"] if seat["seat"] == view["viewer"])
        if scene["state"] == "showing":
            yield from self._count(scene, own)
            return
        self.staked = sum(own["wagers"].values())
        self.paid_back = _back(own, _results(scene, own))
        if self.staked not in self.asked:
            yield f"{self.staked} is staked in round {self.round}; asked for was {self.asked}."

    def _count(self, scene: Scene, own: Mapping[str, Any]) -> Iterator[str]:
        """Add what was returned to the bank, once."""
        if self.ended != self.round and not scene["round"]["void_reason"]:
            results = _results(scene, own)
            stake = sum(result["stake"] for result in results)
            back = _back(own, results)
            if stake not in self.asked:
                yield f"{stake} was settled in round {self.round}; asked for was {self.asked}."
            if back != sum(result["returned"] for result in results):
                yield f"{back} should have come back in round {self.round}: {results}."
            self.bank += back - stake
        self.ended, self.staked, self.paid_back = self.round, 0, 0

    def asking(self, total: int | None, adds: int) -> set[int]:
        """A request is on its way: for a layout of `total`, or for `adds` more.

        Returns the stakes if it is granted, to pass to `granted`.
        """
        wanted = {total} if total is not None else {asked + adds for asked in self.asked}
        self.asked = self.asked | wanted
        return wanted

    def granted(self, round_id: str | None, amounts: set[int]) -> None:
        """It was granted; or refused, if the amounts are the previous ones."""
        if round_id == self.round:
            self.asked = amounts

    def settle(self, round_id: str, record: Mapping[str, Any] | None) -> None:
        """Count a round whose end was not seen, from its record; None: they had no part in it."""
        seat = self.owing.pop(round_id)
        results = record["results"] if record is not None and "void" not in record else []
        self.bank += sum(r["returned"] - r["stake"] for r in results if r["seat"] == seat)


def _results(scene: Scene, own: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """A seat's results so far."""
    return [result for result in scene["view"]["results"] if result["seat"] == own["seat"]]


def _back(own: Mapping[str, Any], results: list[Mapping[str, Any]]) -> int:
    return sum(paid(result, own["wagers"].get("ante", 0)) for result in results)


def paid(result: Mapping[str, Any], ante: int) -> int:
    """Cents returned for a result, from its stake and the odds that the table states.

    ante: the stake on which the Ante Bonus pays, since it has none of its own.
    """
    stake, pays, line = int(result["stake"]), str(result["pays"]), str(result["line"])
    if line == "even_money":  # on the wager, two thirds of the stake including insurance
        return stake + -(-2 * stake // 3)
    on = ante if result["spot"] == "ante_bonus" else stake
    if odds := re.fullmatch(r"([\d,]+):([\d,]+)", pays):
        num, den = (int(number.replace(",", "")) for number in odds.groups())
        return stake + on * num // den
    if prize := re.fullmatch(r"([\d,]+)\.(\d\d)", pays):
        return stake + int(prize[1].replace(",", "")) * 100 + int(prize[2])
    if pays == "lose half" or line == "surrender":
        return stake // 2
    if pays == "push" or line == "push":
        return stake
    even = result["spot"] in ("ante", "play") and line in ("win", "tie")
    return 2 * stake if even else 0
