"""What one viewer sees of a round of Big Raise Hold'em, and the log of the dealer's work."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from games.big_raise.state import ANTE, FIVE_CARD_BONUS, PLAY, Round, house_way
from games.engine.cards import RANK_NAMES, RANK_PLURALS, Card, codes_of, name_of, rank_of
from games.engine.game import Offer, Seat, Spot, SpotResult
from games.engine.limits import money
from games.engine.poker import describe, playing_cards
from games.engine.result_words import offer_views, result_event, result_view
from games.engine.view import (
    Event,
    HandView,
    PileView,
    SeatView,
    View,
    face_down,
    listed,
)

_ORDINALS = ("First", "Second", "Third")


@dataclass(frozen=True, slots=True)
class Felt:
    """A round in front of one viewer: a seat, or None for a spectator.

    `offers` are the viewer's own. `results` is None until the dealer has turned the hands.
    """

    state: Round
    viewer: Seat | None
    offers: tuple[Offer, ...]
    results: tuple[SpotResult, ...] | None
    spots: tuple[Spot, ...]

    def view(self, slug: str) -> View:
        """The whole view."""
        waiting = self.state.undecided()
        paytables = self.state.setup.paytables
        return View(
            game=slug,
            viewer=self.viewer,
            step="decide" if waiting else "look" if self.results is None else "settled",
            question=self._question(),
            piles=(self._dealer(), self._community()),
            seats=tuple(self._seat(seat) for seat in self.state.setup.seats),
            waiting_on=tuple(sorted(waiting)),
            offers=offer_views(self.offers),
            results=tuple(
                result_view(result, self.spots, paytables) for result in self.results or ()
            ),
            events=tuple(self._events()),
        )

    def _question(self) -> str:
        for offer in self.offers:
            if offer.amounts is not None:
                low, high = money(offer.amounts[0]), money(offer.amounts[-1])
                up = name_of(self.state.dealer[0])
                return f"Dealer shows {up}. Fold, or raise {low} to {high}."
        return ""

    def _dealer(self) -> PileView:
        three = self.state.dealer
        if self.results is None:
            cards = (*codes_of(three[:1]), *face_down(2))
            hand = HandView(cards, f"shows {RANK_NAMES[rank_of(three[0])]}")
        else:
            five = self.state.kept() + self.state.community
            plays = {card for card, wins in zip(five, playing_cards(five), strict=True) if wins}
            gone = house_way(three)
            marks = tuple("gone" if card == gone else _mark(card in plays, False) for card in three)
            hand = HandView(codes_of(three), describe(five), marks=marks)
        return PileView("dealer", "Dealer", hand)

    def _community(self) -> PileView:
        """The board; its marks show what it gives the viewer's hand, else the dealer's. Gold is
        what makes the viewer win."""
        if self.results is None:
            return PileView("community", "Community", HandView(face_down(3)))
        seat = self.viewer
        two, won = self.state.kept(), False
        if seat is not None and self._has_five(seat):
            two, won = self.state.hands[seat], self._won(seat)
        marks = tuple(_mark(p, won) for p in playing_cards(two + self.state.community)[2:])
        board = HandView(codes_of(self.state.community), marks=marks)
        return PileView("community", "Community", board)

    def _seat(self, seat: Seat) -> SeatView:
        """A seat's own viewer sees its decision at once, the others once all have decided."""
        undecided = self.state.undecided()
        wagers = dict(self.state.setup.wagers[seat])
        if seat in undecided:
            hand = replace(self._hand(seat), acting=True)
            return SeatView(seat, (hand,), wagers, True)
        if undecided and seat != self.viewer:
            return SeatView(seat, (self._hand(seat),), wagers, status="decided")
        play = self.state.plays[seat]
        if not play:
            hand = replace(self._hand(seat), status="folded")
            return SeatView(seat, (hand,), wagers, status="folded")
        status = f"plays {money(play)}"
        return SeatView(seat, (self._hand(seat),), wagers | {PLAY.key: play}, status=status)

    def _hand(self, seat: Seat) -> HandView:
        hand = self.state.hands[seat]
        if seat != self.viewer and not self._turned(seat):
            return HandView(face_down(2))
        if self.results is not None and self._has_five(seat):
            five, won = self.state.five(seat), self._won(seat)
            marks = tuple(_mark(plays, won) for plays in playing_cards(five)[:2])
            return HandView(codes_of(hand), describe(five), marks=marks, lost=not won)
        return HandView(codes_of(hand), _two_words(hand))

    def _won(self, seat: Seat) -> bool:
        """Whether a seat's five cards have won: the ante, or the bonus on them."""
        five = (ANTE.key, FIVE_CARD_BONUS.key)
        mine = [one for one in self.results or () if one.seat == seat and one.spot in five]
        return any(result.net > 0 for result in mine)

    def _turned(self, seat: Seat) -> bool:
        """Whether the dealer has shown the hand to everyone: it played, or won a bonus."""
        if self.results is None:
            return False
        return self.state.plays[seat] > 0 or any(
            result.seat == seat and result.net > 0 for result in self.results
        )

    def _has_five(self, seat: Seat) -> bool:
        """Whether the board counts for the seat: it plays, or has a wager on five cards."""
        if seat not in self.state.hands:
            return False
        return self.state.plays[seat] > 0 or FIVE_CARD_BONUS.key in self.state.setup.wagers[seat]

    def _events(self) -> Iterator[Event]:
        """The log. It only grows during the round; its entries never change."""
        yield from self._deal()
        if self.state.undecided():
            return
        for seat in self.state.setup.seats:
            play = self.state.plays[seat]
            words = f"plays {money(play)}" if play else "folds"
            spot = PLAY.key if play else ""
            yield Event("act", f"seat-{seat}", f"Seat {seat} {words}.", spot=spot, stake=play)
        if self.results is None:
            return
        yield from self._dealer_turns()
        settling: Seat | None = None
        for result in self.results:
            if result.seat != settling:
                settling = result.seat
                if self._turned(settling):
                    yield self._shows(settling)
            yield result_event(result, self.spots)

    def _deal(self) -> Iterator[Event]:
        for seat, hand in self.state.hands.items():
            cards = codes_of(hand) if seat == self.viewer else face_down(2)
            yield Event("deal", f"seat-{seat}", f"Seat {seat} gets two cards.", cards)
        up = self.state.dealer[0]
        words = f"Dealer gets three cards, the {name_of(up)} face up."
        yield Event("deal", "dealer", words, (*codes_of((up,)), *face_down(2)))
        words = "Three community cards, face down."
        yield Event("deal", "community", words, face_down(3))

    def _dealer_turns(self) -> Iterator[Event]:
        """The dealer's two other cards, the discard, and only then the board, card by card."""
        three, board = self.state.dealer, self.state.community
        turned = " and ".join(name_of(card) for card in three[1:])
        yield Event("turn", "dealer", f"Dealer turns {turned}.", codes_of(three))
        gone = house_way(three)
        words = f"Dealer {_discards(three, gone)} {name_of(gone)}."
        yield Event("discard", "dealer", words, codes_of((gone,)))
        for place, card in enumerate(board):
            words = f"{_ORDINALS[place]} community card: {name_of(card)}."
            cards = (*codes_of(board[: place + 1]), *face_down(2 - place))
            if place == 2:
                words += f" Dealer's hand: {describe(self.state.kept() + board)}."
            yield Event("turn", "community", words, cards)

    def _shows(self, seat: Seat) -> Event:
        hand = self.state.hands[seat]
        words = f"Seat {seat} shows {listed([name_of(card) for card in hand])}"
        if self._has_five(seat):
            words += f": {describe(self.state.five(seat))}"
        if not self.state.plays[seat]:
            words += ", to be paid after the fold"
        return Event("turn", f"seat-{seat}", f"{words}.", codes_of(hand))


def _mark(plays: bool, wins: bool) -> str:
    """The mark of a card of a hand: whether it is part of the hand's ranking, and whether the hand
    wins."""
    return ("win" if wins else "plays") if plays else "idle"


def _two_words(hand: tuple[Card, ...]) -> str:
    """Two cards in words, the higher first."""
    low, high = sorted(rank_of(card) for card in hand)
    if low == high:
        return f"pair of {RANK_PLURALS[high]}"
    return f"{RANK_NAMES[high]} and {RANK_NAMES[low]}"


def _discards(three: tuple[Card, ...], gone: Card) -> str:
    """What to say about discarding `gone`: that it breaks a pair, or nothing."""
    alike = sum(rank_of(card) == rank_of(gone) for card in three)
    return "breaks the pair and discards the" if alike == 2 else "discards the"
