"""Big 50: five cards a seat, no decisions, no dealer hand.

Rules: "Big 50 Rules" of the maker as approved by the Washington State Gambling Commission on
6 February 2013.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.engine.cards import RANKS, Card, Shoe, codes_of, is_red, points
from games.engine.game import Game, Seat, Setup, Spot, SpotResult
from games.engine.options import Options, option
from games.engine.payout import returned
from games.engine.paytable import LOSE
from games.engine.poker import Category, describe, paying_line, playing_cards, strength
from games.engine.result_words import result_event, result_view
from games.engine.view import Event, HandView, SeatView, View, face_down

_EIGHT = RANKS.index("8")

HAND_LINES = {kind.line: kind.words for kind in reversed(Category) if kind >= Category.TWO_PAIR} | {
    "eights_or_better": "Pair of eights or better"
}
TOTAL_LINES = {
    "total_6_9": "Total 6–9",
    "total_10_19": "Total 10–19",
    "total_20_29": "Total 20–29",
    "total_30_39": "Total 30–39",
    "total_40_49": "Total 40–49",
    "total_50": "Total 50",
}
_BY_TENS = ("total_6_9", "total_10_19", "total_20_29", "total_30_39", "total_40_49", "total_50")

_ORDER = ("poker_hand", "all_red", "all_black", "one_colour", "big_50", "range")


@dataclass(frozen=True)
class Big50Options(Options):
    """House options of Big 50."""

    colour_wager: str = option(
        "named",
        "Whether All Red and All Black are two wagers, each on its own colour, or one wager that "
        "wins when all five cards have the same colour.",
        choices={
            "named": "Two wagers, each on its own colour",
            "either": "One wager, either colour",
        },
    )


@dataclass(frozen=True)
class Dealt:
    """A round after the deal, with nothing left to decide."""

    setup: Setup[Big50Options]
    hands: Mapping[Seat, tuple[Card, ...]]


def total(hand: tuple[Card, ...]) -> int:
    """Sum of the points of five cards, 6 to 50."""
    return sum(points(card) for card in hand)


def hand_line(hand: tuple[Card, ...]) -> str:
    """The poker hand's line: only the highest."""
    return paying_line(strength(hand), "eights_or_better", _EIGHT) or LOSE


def spot_line(spot: str, hand: tuple[Card, ...]) -> str:
    """The line that a hand hits on a spot, or `LOSE`."""
    match spot:
        case "poker_hand":
            return hand_line(hand)
        case "all_red":
            return "all_red" if all(map(is_red, hand)) else LOSE
        case "all_black":
            return "all_black" if not any(map(is_red, hand)) else LOSE
        case "one_colour":
            return "one_colour" if len(set(map(is_red, hand))) == 1 else LOSE
        case "big_50":
            return "fifty" if total(hand) == 50 else LOSE
        case _:
            return _BY_TENS[total(hand) // 10]


class Big50(Game[Big50Options, Dealt]):
    """Big 50."""

    slug = "big-50"
    name = "Big 50"
    max_seats = 7
    default_seats = 6
    options = Big50Options
    looks = True
    several_positions = True

    def spots(self, options: Big50Options) -> tuple[Spot, ...]:
        """Poker hand, the colours, Big 50, range: the dealer's order of reconciling."""
        if options.colour_wager == "either":
            colours = [Spot("one_colour", "One Colour", {"one_colour": "All one colour"}, "B50-E")]
        else:
            colours = [
                Spot("all_red", "All Red", {"all_red": "All five red"}, "B50"),
                Spot("all_black", "All Black", {"all_black": "All five black"}, "B50"),
            ]
        return (
            Spot("poker_hand", "Royal Flush", HAND_LINES, "B50"),
            *colours,
            Spot("big_50", "Big 50", {"fifty": "Total of exactly 50"}, "B50"),
            Spot("range", "Range", TOTAL_LINES, "B50"),
        )

    def deal(self, setup: Setup[Big50Options]) -> Dealt:
        """Five-card packets, ascending; only seats with a wager get one."""
        shoe = Shoe(setup.deck)
        hands = {}
        for seat in setup.seats:
            hands[seat], shoe = shoe.deal(5)
        return Dealt(setup, hands)

    def dealt(self, state: Dealt) -> int:
        """Five a seat."""
        return 5 * len(state.hands)

    def settle(self, state: Dealt) -> tuple[SpotResult, ...]:
        """From the dealer's right to the left, spot by spot."""
        return tuple(
            result
            for seat in reversed(state.setup.seats)
            for result in self._settle_seat(state, seat)
        )

    def _settle_seat(self, state: Dealt, seat: Seat) -> list[SpotResult]:
        wagers, hand = state.setup.wagers[seat], state.hands[seat]
        results = []
        for spot in _ORDER:
            if spot in wagers:
                line = spot_line(spot, hand)
                back = returned(state.setup.paytables[spot].pays(line), wagers[spot])
                results.append(SpotResult(seat, spot, wagers[spot], back, line))
        return results

    def hands(self, state: Dealt) -> Mapping[str, Any]:
        """Five cards a seat."""
        return {str(seat): list(codes_of(hand)) for seat, hand in state.hands.items()}

    def view(self, state: Dealt, viewer: Seat | None, *, reconciled: bool = True) -> View:
        """A viewer sees their own cards at once, the others' after the dealer turns them over."""
        results = self.settle(state) if reconciled else ()
        visible = state.hands if reconciled else {
            seat: hand for seat, hand in state.hands.items() if seat == viewer
        }  # fmt: skip
        looking = not reconciled and viewer in state.hands
        return View(
            game=self.slug,
            viewer=viewer,
            step="settled" if reconciled else "look",
            question="Turn your cards" if looking else "",
            seats=tuple(
                SeatView(seat, (_hand_view(visible.get(seat)),), state.setup.wagers[seat])
                for seat in state.setup.seats
            ),
            results=tuple(
                result_view(result, self.spots(state.setup.options), state.setup.paytables)
                for result in results
            ),
            events=_events(state, visible, results, self.spots(state.setup.options)),
        )


def _hand_view(hand: tuple[Card, ...] | None) -> HandView:
    if hand is None:
        return HandView(face_down(5))
    marks = tuple("win" if plays else "idle" for plays in playing_cards(hand))
    return HandView(
        codes_of(hand),
        describe(hand),
        str(total(hand)),
        marks=marks,
        steps=tuple(str(total(hand[:count])) for count in range(1, 6)),
    )


def _events(
    state: Dealt,
    visible: Mapping[Seat, tuple[Card, ...]],
    results: tuple[SpotResult, ...],
    spots: tuple[Spot, ...],
) -> tuple[Event, ...]:
    """Packets from the dealer's left to right, then each hand turned and its wagers resolved."""
    events = []
    for seat in state.setup.seats:
        cards = codes_of(visible[seat]) if seat in visible else face_down(5)
        events.append(Event("deal", f"seat-{seat}", f"Seat {seat} gets five cards.", cards))
    turned: set[Seat] = set()
    for result in results:
        if result.seat not in turned:
            turned.add(result.seat)
            events.append(_turn(result.seat, state.hands[result.seat]))
        events.append(result_event(result, spots))
    return tuple(events)


def _turn(seat: Seat, hand: tuple[Card, ...]) -> Event:
    words = f"Seat {seat} shows {describe(hand)}, total {total(hand)}."
    return Event("turn", f"seat-{seat}", words, codes_of(hand))
