"""What a round of blackjack pays, in the order in which a dealer takes and pays.

The order is that of the maker's rules of play (steps 3 to 8): Bad Beat wagers that can no longer
win are taken right after the deal; insurance is taken once the dealer has checked and has no
blackjack; then naturals are paid, each with its Bad Beat; everything else at the end. Always from
the highest seat to the lowest, and within a seat the main hands from left to right, insurance, Bad
Beat. These are the results as recorded. At the table some are shown sooner, once nothing can change
them: a bust or surrendered hand at once (`lost_at_once`), even money when it is accepted
(`even_money`).

Without a peek nobody knows about the dealer's blackjack before the end: insurance, and a natural
against an ace or a ten, then wait for it.
"""

from collections.abc import Iterator, Sequence

from games.blackjack.options import BlackjackOptions
from games.blackjack.state import Hand, Moment, Round, may_be_natural
from games.blackjack.totals import BEST, is_natural, is_pair, total
from games.engine.cards import Card, points
from games.engine.game import Seat, SpotResult
from games.engine.payout import Lose, Odds, Payout, Push, returned
from games.engine.paytable import LOSE

BAD_BEAT_TOTALS = (19, 20, 21)

_BLACKJACK = {"3:2": Odds(3, 2), "6:5": Odds(6, 5)}
_MAIN: dict[str, Payout] = {
    "win": Odds(1), "push": Push(), "lose": Lose(), "bust": Lose(), "surrender": Lose(1, 2),
}  # fmt: skip
EVEN_MONEY = "even_money"
"""The line of a natural and its insurance, shown as the single payment that they amount to."""

_INSURANCE: dict[str, Payout] = {"win": Odds(2), "lose": Lose()}
_BEATEN = {20: "twenty_beaten", 19: "nineteen_beaten"}
_PUSH = {21: "twenty_one_push", 20: "twenty_push", 19: "nineteen_push"}


def after_deal(state: Round) -> Iterator[SpotResult]:
    """Step 3: the Bad Beat wagers that can no longer win."""
    for place in _places(state):
        if _side(state, place) and not _side_rides(state, place):
            yield _side_result(state, place, LOSE)


def after_look(state: Round) -> Iterator[SpotResult]:
    """Steps 4 and 5, in a round in which the seats act: the wagers decided once it is known that
    the dealer has no blackjack."""
    if state.setup.options.peek:
        for place in _places(state):
            yield from _insurance(state, place)
    for place in _places(state):
        if _paid_first(state, place):
            yield _main_result(state, place, 0, "blackjack")
            yield from _riding_side(state, place)


def at_the_end(state: Round) -> Iterator[SpotResult]:
    """Step 8: everything else."""
    looked = state.setup.options.peek and not is_natural(state.dealer)
    for place in _places(state):
        if not _paid_first(state, place):
            for index, hand in enumerate(state.hands[place]):
                yield _main_result(state, place, index, main_line(hand, state.dealer))
        if not looked:
            yield from _insurance(state, place)
        if not _paid_first(state, place):
            yield from _riding_side(state, place)


def settlement(state: Round) -> tuple[SpotResult, ...]:
    """Every wager's result in the dealer's order, in a round with nobody left to act."""
    if state.setup.options.peek and is_natural(state.dealer):
        return (*after_deal(state), *at_the_end(state))
    return (*after_deal(state), *after_look(state), *at_the_end(state))


def lost_at_once(state: Round, moment: Moment) -> Iterator[SpotResult]:
    """What is taken when a hand busts or surrenders, before anyone else acts: its stake, and the
    Bad Beat on it."""
    if moment.after is not None and moment.after.end in ("bust", "surrender"):
        place = state.seats.index(moment.seat)
        yield _main_result(state, place, moment.hand, moment.after.end)
        if moment.hand == 0:
            yield from _riding_side(state, place)


def is_even_money(natural: bool, stake: int, blackjack_pays: str) -> bool:
    """Whether insurance for half of its stake pays a hand 1 to 1 whatever the dealer has: a natural
    that is otherwise paid 3 to 2, and half of whose stake is whole cents."""
    return natural and blackjack_pays == "3:2" and stake % 2 == 0


def even_money(state: Round, seat: Seat) -> SpotResult | None:
    """The payment to a seat that took even money, both wagers together; None for any other."""
    place = state.seats.index(seat)
    hand, insured = state.hands[place][0], state.insurance[place] if state.insurance else None
    pays = state.setup.options.blackjack_pays
    if insured != hand.stake // 2 or not is_even_money(hand.natural, hand.stake, pays):
        return None
    return _one_payment(seat, hand.stake, insured)


def with_even_money(
    options: BlackjackOptions, results: Sequence[SpotResult]
) -> Sequence[SpotResult]:
    """The results of a seat, with even money, if it took that, as one payment."""
    main = next((result for result in results if result.spot == "main"), None)
    side = next((result for result in results if result.spot == "insurance"), None)
    if main is None or side is None or options.blackjack_pays != "3:2":
        return results
    # No other insured hand has these results: a natural wins 3:2 and loses a half, or pushes and
    # wins.
    if 2 * side.stake != main.stake or main.net + side.net != main.stake:
        return results
    even = _one_payment(main.seat, main.stake, side.stake)
    return [even if result is main else result for result in results if result is not side]


def _one_payment(seat: Seat, stake: int, insured: int) -> SpotResult:
    return SpotResult(seat, "main", stake + insured, 2 * stake + insured, EVEN_MONEY)


def plain_payout(spot: str, line: str, options: BlackjackOptions) -> Payout:
    """What a line of the two spots without a paytable pays, `main` and `insurance`."""
    if line == EVEN_MONEY:
        return Odds(1)
    if line == "blackjack":
        return _BLACKJACK[options.blackjack_pays]
    return _INSURANCE[line] if spot == "insurance" else _MAIN[line]


def main_line(hand: Hand, dealer: Sequence[Card]) -> str:
    """The line of a hand against the dealer's finished hand."""
    if hand.end in ("bust", "surrender"):
        return hand.end
    if hand.natural:
        return "push" if is_natural(dealer) else "blackjack"
    if is_natural(dealer):
        return "lose"
    mine, dealers = total(hand.cards), total(dealer)
    if dealers > BEST or mine > dealers:
        return "win"
    return "push" if mine == dealers else "lose"


def can_win_bad_beat(opening: Sequence[Card], option: int) -> bool:
    """Whether a Bad Beat wager can still win after the deal.

    Option 1 needs 19 to 21; for option 2 a pair that can be split into it is enough.
    """
    if total(opening) in BAD_BEAT_TOTALS:
        return True
    return option == 2 and is_pair(opening) and points(opening[0]) in (1, 8, 9, 10)


def bad_beat_line(hands: Sequence[Hand], dealer: Sequence[Card], option: int) -> str:
    """The line of a Bad Beat wager on a seat's hands, or `LOSE`.

    It rides on the first hand, which must stand on two cards of 19 to 21.
    """
    hand = hands[0]
    if len(hand.cards) != 2 or hand.end == "surrender" or (option == 1 and len(hands) > 1):
        return LOSE
    value = total(hand.cards)
    if value not in BAD_BEAT_TOTALS:
        return LOSE
    line = main_line(hand, dealer)
    if line == "lose":
        return _BEATEN.get(value, LOSE)
    return _PUSH[value] if line == "push" else "win"


def _places(state: Round) -> range:
    """The places of the seats, from the highest seat to the lowest."""
    return range(len(state.seats) - 1, -1, -1)


def _paid_first(state: Round, place: int) -> bool:
    """Whether the seat has a natural that is paid before anyone acts."""
    if not state.hands[place][0].natural or is_natural(state.dealer):
        return False
    return state.setup.options.peek or not may_be_natural(state.dealer[0])


def _main_result(state: Round, place: int, index: int, line: str) -> SpotResult:
    hands = state.hands[place]
    stake = hands[index].stake
    back = returned(plain_payout("main", line, state.setup.options), stake)
    hand = index if len(hands) > 1 else None
    return SpotResult(state.seats[place], "main", stake, back, line, hand)


def _insurance(state: Round, place: int) -> Iterator[SpotResult]:
    stake = state.insurance[place] if state.insurance else None
    if stake:
        line = "win" if is_natural(state.dealer) else LOSE
        back = returned(plain_payout("insurance", line, state.setup.options), stake)
        yield SpotResult(state.seats[place], "insurance", stake, back, line)


def _side(state: Round, place: int) -> int:
    """Cents on Bad Beat, 0 without."""
    return state.setup.wagers[state.seats[place]].get("bad_beat", 0)


def _side_rides(state: Round, place: int) -> bool:
    return can_win_bad_beat(state.opening[place], state.setup.options.bad_beat_option)


def _riding_side(state: Round, place: int) -> Iterator[SpotResult]:
    """The result of a Bad Beat wager that was not taken after the deal."""
    if _side(state, place) and _side_rides(state, place):
        option = state.setup.options.bad_beat_option
        yield _side_result(state, place, bad_beat_line(state.hands[place], state.dealer, option))


def _side_result(state: Round, place: int, line: str) -> SpotResult:
    stake = _side(state, place)
    back = returned(state.setup.paytables["bad_beat"].pays(line), stake)
    return SpotResult(state.seats[place], "bad_beat", stake, back, line)
