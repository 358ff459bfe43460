"""What a player does next: random, legal, and after a while of thinking."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Scene = Mapping[str, Any]

SMALL, LARGE_WAGERS, WAGERS = 500, 3, 6
"""The Washington limits: at most six wagers on a hand, at most three of them above 5.00."""
LAST_CHIPS = 60_00
"""A player with less leaves, since they could not make every raise that the games allow."""
BOTH_OR_NONE = {"first_five": "big_draw"}
"""First 5 alone has a higher minimum than with Big Draw."""


@dataclass(frozen=True)
class Move:
    """One request: where to (``bets``, ``act`` or ``leave``) and its body without the step.

    total: cents of a layout. adds: cents that a decision adds to the stakes. seconds: to think.
    """

    path: str
    body: dict[str, Any] = field(default_factory=dict)
    total: int | None = None
    adds: int = 0
    seconds: float = 0.0

    @property
    def name(self) -> str:
        """The name under which it is counted."""
        return self.path if self.path != "act" else str(self.body["action"])


@dataclass
class Mind:
    """Makes a player's moves from what they see. `hurry` divides the time they think."""

    rng: random.Random
    hurry: float = 1.0
    dreaming: str = ""

    def move(self, scene: Scene) -> Move | None:
        """The next move, None when there is nothing to do."""
        if scene["you"]["seat"] is None or scene["you"]["leaving"]:
            return None
        if scene["step"] == self.dreaming:
            return None
        if self.rng.random() < 0.002:
            self.dreaming = scene["step"]  # lets the clock play
            return None
        match scene["state"]:
            case "choosing" if scene["choice"]["yours"]:
                return self._choice(scene)
            case "betting":
                return self._bet(scene)
            case "playing" if scene["view"]["offers"]:
                return self._decision(scene)
            case "looking" if scene["view"]["viewer"] and not scene["you"]["ready"]:
                return Move("act", {"action": "reveal"}, seconds=self._think(1, 4))
        return None

    def _think(self, least: float, most: float) -> float:
        return self.rng.uniform(least, most) / self.hurry

    def _choice(self, scene: Scene) -> Move:
        values = [value["value"] for value in scene["choice"]["values"]]
        value = self.rng.choice([*values, None])
        body = {"action": "pass"} if value is None else {"action": "choose", "value": value}
        return Move("act", body, seconds=self._think(1, 4))

    def _bet(self, scene: Scene) -> Move | None:
        you = scene["you"]
        if you["wagers"]:
            if you["ready"]:
                return None
            if self.rng.random() < 0.7:
                return Move("act", {"action": "ready"}, seconds=self._think(0.5, 2))
        elif you["balance"] < LAST_CHIPS or self.rng.random() < 0.01:
            return Move("leave", seconds=self._think(0.5, 2))
        wagers = self._layout(scene)
        body = {"wagers": wagers, "ready": self.rng.random() < 0.2}
        return Move("bets", body, sum(wagers.values()), seconds=self._think(1, 5))

    def _layout(self, scene: Scene) -> dict[str, int]:
        """Random wagers within every limit, most of them small, like people's."""
        spots = {spot["key"]: spot for spot in scene["spots"] if spot["opening"]}
        free = [key for key, spot in spots.items() if not spot["requires"]]
        chosen = {self.rng.choice([key for key in free if key not in BOTH_OR_NONE])}
        chosen |= {key for key in spots if self.rng.random() < 0.4}
        for key in sorted(chosen):
            needed = spots[key]["requires"] or BOTH_OR_NONE.get(key)
            chosen |= {needed} if needed else set()
        wagers: dict[str, int] = {}
        for key in sorted(chosen)[:WAGERS]:
            large = sum(stake > SMALL for stake in wagers.values()) < LARGE_WAGERS
            wagers[key] = self._stake(spots[key], scene["limits"]["unit"], large=large)
        return wagers

    def _stake(self, spot: Mapping[str, Any], unit: int, *, large: bool) -> int:
        low = -(-spot["minimum"] // unit)
        most = min(spot["maximum"], 10_00 if large and self.rng.random() < 0.3 else SMALL) // unit
        return self.rng.randint(low, max(low, most)) * unit

    def _decision(self, scene: Scene) -> Move:
        balance = scene["you"]["balance"]
        moves = [move for offer in scene["view"]["offers"] for move in self._moves(offer, balance)]
        return self.rng.choice(moves)

    def _moves(self, offer: Mapping[str, Any], balance: int) -> list[Move]:
        """One way to take an offer, if the balance covers it."""
        body: dict[str, Any] = {"action": offer["action"]}
        adds = offer["cost"]
        if offer["amounts"] is not None:
            covered = [amount for amount in offer["amounts"] if amount <= balance]
            if not covered:
                return []
            adds = body["amount"] = self.rng.choice(covered)
        elif offer["discard_from"] is not None:
            cards = offer["discard_from"]
            body["discard"] = self.rng.sample(cards, self.rng.randint(0, len(cards)))
        elif adds > balance:
            return []
        return [Move("act", body, adds=adds, seconds=self._think(1, 4))]
