"""A round of blackjack: its state, what a hand may do, and the dealer's hands at work.

The sources are named in `games.blackjack.rules`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from games.blackjack.options import BlackjackOptions
from games.blackjack.totals import BEST, dealer_draws, is_ace, is_natural, is_pair, total
from games.engine.amounts import Amounts
from games.engine.cards import Card, Shoe, points
from games.engine.game import Seat, Setup

Step = Literal["insurance", "play", "settled"]
End = Literal["", "stand", "double", "bust", "surrender"]

_DOUBLE_FROM = {"any": 0, "9-11": 9, "10-11": 10}


@dataclass(frozen=True, slots=True)
class Hand:
    """Cards that are played together, and the cents on them.

    `split`: the hand is from a split, so an ace and ten are not a natural. `end`: how its turn
    ended, ``""`` while it has not.
    """

    cards: tuple[Card, ...]
    stake: int
    split: bool = False
    end: End = ""

    @property
    def natural(self) -> bool:
        """Whether it is a blackjack."""
        return not self.split and is_natural(self.cards)

    @property
    def live(self) -> bool:
        """Whether the dealer must draw against it."""
        return self.end in ("stand", "double") and not self.natural


@dataclass(frozen=True, slots=True)
class Moment:
    """An event at a seat after the deal.

    `deed` is the name of an action, or ``"second_card"`` for the card a split hand gets. `hand` is
    the place of the hand, from 0, and `after` the hand as it was then; both have no meaning for
    insurance, whose cents are `amount`.
    """

    deed: str
    seat: Seat
    hand: int = 0
    after: Hand | None = None
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Round:
    """The state of a round. Values per seat are in the order of `seats`.

    `opening`: each seat's first two cards. `dealer`: the up card, the hole card, the cards drawn.
    `insurance`: cents, None for a seat that has yet to answer; () if none was offered. `turn`: the
    place of the acting seat in `seats` and of its hand, while the step is ``"play"``.
    """

    setup: Setup[BlackjackOptions]
    seats: tuple[Seat, ...]
    opening: tuple[tuple[Card, ...], ...]
    hands: tuple[tuple[Hand, ...], ...]
    dealer: tuple[Card, ...]
    shoe: Shoe
    step: Step = "play"
    turn: tuple[int, int] = (0, 0)
    insurance: tuple[int | None, ...] = ()
    moments: tuple[Moment, ...] = ()

    def acting(self) -> Hand:
        """The hand whose turn it is."""
        place, hand = self.turn
        return self.hands[place][hand]


def dealt(setup: Setup[BlackjackOptions]) -> Round:
    """A round after the deal, up to its first question. Raises DeckTooShort."""
    seats = setup.seats
    count = len(seats)
    cards, shoe = Shoe(setup.deck).deal(2 * count + 2)
    opening = tuple((cards[place], cards[count + 1 + place]) for place in range(count))
    stakes = [setup.wagers[seat]["main"] for seat in seats]
    state = Round(
        setup=setup,
        seats=seats,
        opening=opening,
        hands=tuple((Hand(*pair),) for pair in zip(opening, stakes, strict=True)),
        dealer=(cards[count], cards[-1]),
        shoe=shoe,
    )
    if setup.options.insurance and is_ace(cards[count]):
        # A stake of one cent has no half: that seat is not asked.
        answers = tuple(None if stake > 1 else 0 for stake in stakes)
        if None in answers:
            return replace(state, step="insurance", insurance=answers)
    return _opened(Work(state))


def may_be_natural(up: Card) -> bool:
    """Whether a dealer who shows `up` can have blackjack: an ace or a ten."""
    return points(up) in (1, 10)


def insurance_amounts(stake: int, unit: int) -> Amounts:
    """Cents a seat may insure for: none, multiples of the unit up to half its stake, and half."""
    return Amounts(0, stake // 2, unit)


def may_play_on(hand: Hand, options: BlackjackOptions) -> bool:
    """Whether the hand may take cards: a split ace gets one, unless the house allows more."""
    return options.hit_split_aces or not (hand.split and is_ace(hand.cards[0]))


def may_split(hand: Hand, hands: int, options: BlackjackOptions) -> bool:
    """Whether a hand of a seat that holds `hands` may be split."""
    if not is_pair(hand.cards) or hands >= options.resplit_to:
        return False
    return options.resplit_aces or not (hand.split and is_ace(hand.cards[0]))


def may_double(hand: Hand, options: BlackjackOptions) -> bool:
    """Whether a hand may be doubled: two cards, of a total that the house doubles on."""
    if len(hand.cards) != 2 or (hand.split and not options.double_after_split):
        return False
    if not may_play_on(hand, options):
        return False
    lowest = _DOUBLE_FROM[options.double_on]
    return not lowest or lowest <= total(hand.cards) <= 11


def may_surrender(hand: Hand, options: BlackjackOptions) -> bool:
    """Whether a hand may be given up: the first two cards, and nothing done yet."""
    return options.surrender == "late" and len(hand.cards) == 2 and not hand.split


class Work:
    """The felt under the dealer's hands: mutable, made from a round and turned into the next one.

    It lives only during one call.
    """

    def __init__(self, state: Round) -> None:
        self.state = state
        self.options = state.setup.options
        self.hands = list(state.hands)
        self.dealer = state.dealer
        self.shoe = state.shoe
        self.moments = list(state.moments)

    def result(self, step: Step, turn: tuple[int, int] = (0, 0)) -> Round:
        """The round as it is now."""
        before = self.state
        return Round(
            before.setup, before.seats, before.opening, tuple(self.hands), self.dealer, self.shoe,
            step, turn, before.insurance, tuple(self.moments),
        )  # fmt: skip

    def act(self, deed: str) -> Round:
        """Play the acting hand's action, then pass the turn on."""
        place, index = self.state.turn
        self._put(place, index, *self._done(self.hands[place][index], deed))
        self._note(deed, place, index)
        return self.next_turn(place, index)

    def _done(self, hand: Hand, deed: str) -> Iterator[Hand]:
        """The hand after the action: one hand, or two after a split."""
        match deed:
            case "hit":
                yield self._drawn(hand, hand.stake, "")
            case "double":
                yield self._drawn(hand, 2 * hand.stake, "double")
            case "split":
                for card in hand.cards:
                    yield Hand((card,), hand.stake, split=True)
            case "surrender":
                yield Hand(hand.cards, hand.stake, hand.split, "surrender")
            case _:
                yield Hand(hand.cards, hand.stake, hand.split, "stand")

    def _drawn(self, hand: Hand, stake: int, end: End) -> Hand:
        cards = (*hand.cards, self._draw())
        return Hand(cards, stake, hand.split, "bust" if total(cards) > BEST else end)

    def _draw(self) -> Card:
        cards, self.shoe = self.shoe.deal(1)
        return cards[0]

    def _note(self, deed: str, place: int, index: int) -> None:
        self.moments.append(Moment(deed, self.state.seats[place], index, self.hands[place][index]))

    def next_turn(self, place: int = 0, index: int = 0) -> Round:
        """Go on from a hand to the next one with a decision; after the last, the dealer.

        A hand left with one card by a split gets its second when it is reached.
        """
        while place < len(self.hands):
            hands = self.hands[place]
            if index == len(hands):
                place, index = place + 1, 0
                continue
            hand = hands[index]
            if len(hand.cards) == 1:
                hand = self._drawn(hand, hand.stake, "")
                self._put(place, index, hand)
                self._note("second_card", place, index)
            if not hand.end:
                if not self._stands_by_itself(hand, len(hands)):
                    return self.result("play", (place, index))
                self._put(place, index, Hand(hand.cards, hand.stake, hand.split, "stand"))
            index += 1
        return self._dealer_plays()

    def _put(self, place: int, index: int, *after: Hand) -> None:
        """Replace a hand by itself after an action, or by the two it was split into."""
        hands = self.hands[place]
        self.hands[place] = (*hands[:index], *after, *hands[index + 1 :])

    def _stands_by_itself(self, hand: Hand, hands: int) -> bool:
        """Whether a hand needs no decision: it has 21, or is an ace that got its one card."""
        if total(hand.cards) == BEST:
            return True
        return not may_play_on(hand, self.options) and not may_split(hand, hands, self.options)

    def _dealer_plays(self) -> Round:
        """The dealer draws by the house rule if a live hand is left."""
        if any(hand.live for hands in self.hands for hand in hands):
            while dealer_draws(self.dealer, self.options.dealer_hits_soft_17):
                self.dealer = (*self.dealer, self._draw())
        return self.result("settled")


def _opened(work: Work) -> Round:
    """The dealer checks for blackjack if the house says so; without one the seats act."""
    if work.options.peek and is_natural(work.dealer):
        return work.result("settled")
    return work.next_turn()


def insured(state: Round, seat: Seat, amount: int) -> Round:
    """The round after a seat has answered about insurance; 0 declines."""
    place = state.seats.index(seat)
    answers = (*state.insurance[:place], amount, *state.insurance[place + 1 :])
    moments = (*state.moments, Moment("insurance", seat, amount=amount))
    state = replace(state, insurance=answers, moments=moments)
    return state if None in answers else _opened(Work(state))
