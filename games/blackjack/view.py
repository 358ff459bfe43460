"""What one viewer sees of a round of blackjack, and the log of the dealer's work.

All cards are face up except the dealer's hole card; before it is turned, the view says only what
follows from the other cards and, once the dealer has checked under an ace or a ten, from there
being no blackjack.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from games.blackjack.settlement import (
    EVEN_MONEY,
    after_deal,
    after_look,
    at_the_end,
    can_win_bad_beat,
    even_money,
    is_even_money,
    lost_at_once,
    main_line,
    plain_payout,
)
from games.blackjack.state import Hand, Moment, Round, may_be_natural
from games.blackjack.totals import describe, is_bust, is_natural, total_words
from games.engine.cards import Card, codes_of, name_of
from games.engine.game import Offer, Seat, Spot, SpotResult
from games.engine.limits import money
from games.engine.payout import payout_words
from games.engine.result_words import offer_views, result_event, result_view
from games.engine.view import (
    Event,
    HandView,
    PileView,
    ResultView,
    SeatView,
    View,
    face_down,
    listed,
)

_ORDINALS = ("first", "second", "third", "fourth")
_ENDS = {
    "": "", "stand": "stands", "double": "doubled", "bust": "bust", "surrender": "surrendered",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Felt:
    """A round in front of one viewer: a seat, or None for a spectator.

    `offers` are the viewer's own. `turned`: whether the dealer has turned the hole card.
    """

    state: Round
    viewer: Seat | None
    offers: tuple[Offer, ...]
    turned: bool
    waiting: frozenset[Seat]
    spots: tuple[Spot, ...]

    def view(self, slug: str) -> View:
        """The whole view."""
        state = self.state
        step = "look" if state.step == "settled" and not self.turned else state.step
        course = tuple(self._course())
        return View(
            game=slug,
            viewer=self.viewer,
            step=step,
            question=self._question(),
            piles=(PileView("dealer", "Dealer", self._dealer()),),
            seats=tuple(self._seat(place) for place in range(len(state.seats))),
            waiting_on=tuple(sorted(self.waiting)),
            offers=offer_views(self.offers),
            results=tuple(self._result(entry) for entry in course if isinstance(entry, SpotResult)),
            events=tuple(self._event(entry) for entry in course),
        )

    @property
    def _begun(self) -> bool:
        """Whether it is known that the dealer's check, if there was one, found no blackjack."""
        state = self.state
        if state.step == "insurance":
            return False
        if self.turned:
            return not (state.setup.options.peek and is_natural(state.dealer))
        return state.step == "play" or any(m.deed != "insurance" for m in state.moments)

    def _result(self, result: SpotResult) -> ResultView:
        shown = result_view(result, self.spots, self.state.setup.paytables)
        if result.spot == "bad_beat" or result.net <= 0:
            return shown
        payout = plain_payout(result.spot, result.line, self.state.setup.options)
        return replace(shown, pays=payout_words(payout))

    def _question(self) -> str:
        if not self.offers:
            return ""
        up = f"Dealer shows {name_of(self.state.dealer[0])}."
        if self.state.step == "insurance":
            return f"{up} {self._insurance_question(self.offers[0])}"
        _, index = self.state.turn
        hand = self.state.acting()
        which = f"{_ORDINALS[index]} hand" if hand.split else "hand"
        asked = listed([_asked(offer) for offer in self.offers], "or").capitalize()
        return f"Your {which} is {describe(hand.cards)}. {up} {asked}?"

    def _insurance_question(self, offer: Offer) -> str:
        """A seat offered even money is not asked about insurance as well."""
        assert offer.amounts is not None
        assert self.viewer is not None
        hand = self.state.hands[self.state.seats.index(self.viewer)][0]
        if is_even_money(hand.natural, hand.stake, self.state.setup.options.blackjack_pays):
            return f"You have blackjack. Take even money, {money(hand.stake)} now?"
        return f"Insurance, up to {money(offer.amounts[-1])}?"

    def _dealer(self) -> HandView:
        """The dealer's up card alone until the other is turned."""
        dealer = self.state.dealer
        if not self.turned:
            return HandView((*codes_of(dealer[:1]), *face_down(1)), f"shows {name_of(dealer[0])}")
        status = "bust" if is_bust(dealer) else "blackjack" if is_natural(dealer) else ""
        return HandView(
            codes_of(dealer),
            _count(dealer, True),
            total_words(dealer),
            status,
            steps=_steps(dealer),
        )

    def _seat(self, place: int) -> SeatView:
        state = self.state
        seat, hands = state.seats[place], state.hands[place]
        answer = state.insurance[place] if state.insurance else None
        wagers = {"main": sum(hand.stake for hand in hands)}
        even = even_money(state, seat)
        if even:
            wagers["main"] = even.stake
        elif answer:
            wagers["insurance"] = answer
        side = state.setup.wagers[seat].get("bad_beat")
        if side is not None:
            wagers["bad_beat"] = side
        status = ""
        if state.step == "insurance" and answer is not None:
            status = f"insured for {money(answer)}" if answer else "no insurance"
            status = "even money" if even else status
        shown = tuple(self._hand(place, index) for index in range(len(hands)))
        return SeatView(seat, shown, wagers, seat in self.waiting, status)

    def _hand(self, place: int, index: int) -> HandView:
        state = self.state
        hand = state.hands[place][index]
        wagers = {"main": hand.stake}
        side = state.setup.wagers[state.seats[place]].get("bad_beat")
        option = state.setup.options.bad_beat_option
        if side is not None and index == 0 and can_win_bad_beat(state.opening[place], option):
            wagers["bad_beat"] = side
        if hand.end in ("bust", "surrender"):
            wagers = {}  # they are taken
        line = main_line(hand, state.dealer) if self.turned else hand.end
        won = self.turned and line in ("win", "blackjack")
        return HandView(
            cards=codes_of(hand.cards),
            words=_hand_words(hand),
            total=total_words(hand.cards),
            status="blackjack" if hand.natural else _ENDS[hand.end],
            marks=("win",) * len(hand.cards) if won else (),
            acting=state.step == "play" and state.turn == (place, index),
            wagers=wagers,
            steps=_steps(hand.cards),
            lost=line in ("lose", "bust", "surrender"),
        )

    def _course(self) -> Iterator[Event | SpotResult]:
        """The log, with each result once it is known. It only grows during the round; its entries
        never change."""
        yield from self._deal()
        yield from after_deal(self.state)
        paid: set[tuple[Seat, str, int | None]] = set()
        moments = iter(self.state.moments)
        answers = [moment for moment in self.state.moments if moment.deed == "insurance"]
        for answer in islice(moments, len(answers)):
            even = even_money(self.state, answer.seat)
            paid |= {(answer.seat, spot, None) for spot in ("main", "insurance") if even}
            yield even or _moment(answer)
        if self._begun:
            yield from self._look()
            yield from (one for one in after_look(self.state) if _key(one) not in paid)
            for moment in moments:
                yield _moment(moment)
                for lost in lost_at_once(self.state, moment):
                    paid.add(_key(lost))
                    yield lost
        if self.turned:
            yield from self._dealer_turns()
            yield from (one for one in at_the_end(self.state) if _key(one) not in paid)

    def _event(self, entry: Event | SpotResult) -> Event:
        if isinstance(entry, Event):
            return entry
        event = result_event(entry, self.spots)
        if entry.line != EVEN_MONEY:
            return event
        # The decision and its payment are one event.
        words = f"Seat {entry.seat} takes even money and wins {money(entry.net)}."
        return replace(event, words=words)

    def _deal(self) -> Iterator[Event]:
        """A card to each seat, the dealer's up card, a second to each seat, the hole card."""
        state = self.state
        for seat, (card, _) in zip(state.seats, state.opening, strict=True):
            words = f"Seat {seat} gets the {name_of(card)}."
            yield Event("deal", f"seat-{seat}", words, codes_of((card,)))
        up = state.dealer[0]
        yield Event("deal", "dealer", f"Dealer shows the {name_of(up)}.", codes_of((up,)))
        for seat, pair in zip(state.seats, state.opening, strict=True):
            words = f"Seat {seat} gets the {name_of(pair[1])}: {_count(pair, True)}."
            yield Event("deal", f"seat-{seat}", words, codes_of(pair[1:]))
        yield Event("deal", "dealer", "Dealer takes a card face down.", face_down(1))

    def _look(self) -> Iterator[Event]:
        if self.state.setup.options.peek and may_be_natural(self.state.dealer[0]):
            yield Event("act", "dealer", "Dealer looks at the hole card: no blackjack.")

    def _dealer_turns(self) -> Iterator[Event]:
        """The dealer's hole card, then each card drawn."""
        dealer = self.state.dealer
        for drawn in range(2, len(dealer) + 1):
            kind, verb = ("turn", "turns") if drawn == 2 else ("draw", "draws")
            card, so_far = dealer[drawn - 1], _count(dealer[:drawn], True)
            words = f"Dealer {verb} the {name_of(card)}: {so_far}."
            yield Event(kind, "dealer", words, codes_of((card,)))


def _key(result: SpotResult) -> tuple[Seat, str, int | None]:
    """The key of a result."""
    return result.seat, result.spot, result.hand


def _moment(moment: Moment) -> Event:
    """What a seat did, and the card it got."""
    seat, hand = moment.seat, moment.after
    if hand is None:
        words = f"insures for {money(moment.amount)}" if moment.amount else "takes no insurance"
        spot = "insurance" if moment.amount else ""
        return Event("act", f"seat-{seat}", f"Seat {seat} {words}.", spot=spot, stake=moment.amount)
    place = f"seat-{seat}" + (f".{moment.hand}" if moment.hand else "")
    who = f"Seat {seat}"
    if hand.split and moment.deed != "split":
        who += f"'s {_ORDINALS[moment.hand]} hand"
    card, now = name_of(hand.cards[-1]), _count(hand.cards, not hand.split)
    drawn = codes_of(hand.cards[-1:])
    match moment.deed:
        case "hit":
            return Event("draw", place, f"{who} draws the {card}: {now}.", drawn)
        case "double":
            added = hand.stake // 2
            words = f"{who} doubles for {money(added)} more and draws the {card}: {now}."
            return Event("draw", place, words, drawn, "main", added)
        case "second_card":
            return Event("deal", place, f"{who} gets the {card}: {now}.", drawn)
        case "split":
            words = f"{who} splits for {money(hand.stake)} more."
            return Event("act", place, words, spot="main", stake=hand.stake)
        case "surrender":
            return Event("act", place, f"{who} surrenders.")
        case _:
            return Event("act", place, f"{who} stands on {now}.")


def _count(cards: Sequence[Card], may_be_blackjack: bool) -> str:
    """What a dealer calls out: ``"blackjack"``, ``"bust with 24"``, ``"soft 17"``."""
    if may_be_blackjack and is_natural(cards):
        return "blackjack"
    return describe(cards) if is_bust(cards) else total_words(cards)


def _steps(cards: Sequence[Card]) -> tuple[str, ...]:
    """The hand's total after each card."""
    return tuple(total_words(cards[:count]) for count in range(1, len(cards) + 1))


def _hand_words(hand: Hand) -> str:
    if hand.natural:
        return "blackjack"
    if len(hand.cards) == 1:
        return "waits for its second card"
    return describe(hand.cards)


def _asked(offer: Offer) -> str:
    return f"{offer.action} for {money(offer.cost)}" if offer.cost else offer.action
