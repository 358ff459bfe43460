"""Which cards a client may see when: by the rules, not by the site."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

Scene = Mapping[str, Any]

CARD = re.compile(r"[2-9TJQKA][shdc]")
PICTURE = re.compile(r"cards/\w+/([2-9TJQKA][SHDC])\.")

ONE_DECK = {"big-50", "big-raise", "big-draw"}
OTHERS_FACE_UP = {"blackjack"}
DEALER_SHOWS_ONE = {"blackjack", "big-raise"}


def codes(value: Any) -> set[str]:
    """Every card code in a JSON value, wherever it is."""
    found, rest = set(), [value]
    while rest:
        each = rest.pop()
        if isinstance(each, str):
            if len(each) == 2 and CARD.fullmatch(each):
                found.add(each)
        elif isinstance(each, dict):
            rest += each
            rest += each.values()
        elif isinstance(each, list):
            rest += each
    return found


def pictures(html: str) -> set[str]:
    """The cards whose faces are in a piece of HTML."""
    return {f"{code[0]}{code[1].lower()}" for code in PICTURE.findall(html)}


@dataclass
class Sight:
    """What one client has seen of the current round.

    seen: the cards by place (``seat-3``, ``dealer``, ``community``) before the hands were shown.
    """

    round: str | None = None
    seen: dict[str, set[str]] = field(default_factory=dict)
    shown: bool = False

    def read(self, scene: Scene) -> Iterator[str]:
        """What a scene must not show, in sentences."""
        here = scene["round"]["id"] if scene["round"] else None
        if here != self.round:
            self.round, self.seen, self.shown = here, {}, False
        if scene["state"] in ("playing", "looking"):
            yield from self._unshown(scene)
        elif scene["state"] == "showing":
            if not self.shown:
                self.shown = True
                yield from self._compared(scene)
        elif found := codes(scene):
            yield f"Cards before the deal of round {here}: {sorted(found)}."

    def _unshown(self, scene: Scene) -> Iterator[str]:
        game, view = scene["table"]["game"], scene["view"]
        places = by_place(scene)
        for place, cards in places.items():
            if not _may_see(game, place, view["viewer"]):
                yield f"{sorted(cards)} at {place} too soon in round {self.round}."
            if place == "dealer" and len(cards) > 1:
                yield f"The dealer shows {sorted(cards)} too soon in round {self.round}."
            self.seen.setdefault(place, set()).update(cards)
        stray = codes(scene).difference(*places.values())
        if stray:
            yield f"{sorted(stray)} where no card is shown, in round {self.round}."
        yield from self._words_of_hidden(view)

    def _words_of_hidden(self, view: Mapping[str, Any]) -> Iterator[str]:
        for seat in view["seats"]:
            for hand in seat["hands"]:
                said = [hand[key] for key in ("words", "total", "line", "steps") if hand[key]]
                if hand["cards"] and not any(hand["cards"]) and said:
                    yield f"{said} said of hidden cards of seat {seat['seat']}, {self.round}."

    def _compared(self, scene: Scene) -> Iterator[str]:
        """Compare the cards face up at the end with those seen before, and with other places'."""
        if scene["round"]["void_reason"]:
            return
        after = by_place(scene)
        for place, cards in self.seen.items():
            if missing := cards - after.get(place, set()):
                yield f"{sorted(missing)} at {place} have become others in round {self.round}."
        if scene["table"]["game"] in ONE_DECK:
            count = Counter(card for cards in after.values() for card in cards)
            if twice := [card for card, times in count.items() if times > 1]:
                yield f"{sorted(twice)} at two places of one deck in round {self.round}."


def _may_see(game: str, place: str, viewer: int | None) -> bool:
    """Whether cards at a place may be seen before the hands are shown."""
    if place == "dealer":
        return game in DEALER_SHOWS_ONE
    return game in OTHERS_FACE_UP or place == f"seat-{viewer}"


def by_place(scene: Scene) -> dict[str, set[str]]:
    """The cards in a scene by place."""
    view = scene["view"]
    found: dict[str, set[str]] = {}

    def at(place: str, value: Any) -> None:
        if cards := codes(value):
            found.setdefault(place.partition(".")[0], set()).update(cards)

    for seat in view["seats"]:
        at(f"seat-{seat['seat']}", [hand["cards"] for hand in seat["hands"]])
    for seat in scene["seats"]:
        at(f"seat-{seat['seat']}", [hand["cards"] for hand in seat["hands"]])
    for pile in view["piles"]:
        at(pile["key"], pile["hand"]["cards"])
    for event in view["events"]:
        at(event["place"], event["cards"])
    at(f"seat-{view['viewer']}", [offer["discard_from"] for offer in view["offers"]])
    return found
