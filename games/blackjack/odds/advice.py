"""What each action is worth to a seat at blackjack, for the cards in view.

Everything face up is gone from the shoe: the cards of all seats and the up card. Cards taken by
earlier rounds are not in view, and count as still in the shoe. Values are for all hands of the seat
together, in units of its main wager, given that the dealer's check, if there was one, found no
blackjack; see `hands` for how split hands are valued. A Bad Beat wager is included while it rides
on the acting hand; the best play is then the one for both wagers.
"""

from collections.abc import Iterator

from games.blackjack.odds.basic_strategy import relevant
from games.blackjack.odds.dealer import blackjack_chance, full_shoe, rank, without
from games.blackjack.odds.draws import Held
from games.blackjack.odds.hands import NOW, Side, worths
from games.blackjack.odds.values import Against
from games.blackjack.rules import BAD_BEAT, MAIN
from games.blackjack.settlement import can_win_bad_beat, plain_payout
from games.blackjack.state import Hand, Round, insurance_amounts
from games.engine.game import Action, Seat
from games.odds.report import net


def advice(state: Round, seat: Seat) -> Iterator[tuple[Action, float]]:
    """Every action of the acting hand; for insurance, none and the most."""
    place = state.seats.index(seat)
    against = in_view(state)
    if state.step == "insurance":
        yield from _insurance(state, place, against)
        return
    hands, (_, index) = state.hands[place], state.turn
    settled = sum(_finished(against, hand, _base(state, place)) for hand in hands[:index])
    waiting = len(hands) - index - 1
    found = worths(against, hands[index], len(hands), waiting, riding_side(state, place, index))
    for deed, worth in found.items():
        yield Action(deed), (worth + settled) / float(against.played[0])


def in_view(state: Round) -> Against:
    """The shoe without the face-up cards."""
    options, up = state.setup.options, rank(state.dealer[0])
    seen = [rank(card) for hands in state.hands for hand in hands for card in hand.cards]
    return Against(without(full_shoe(options.decks), (*seen, up)), up, relevant(options))


def _base(state: Round, place: int) -> int:
    """The main wager in cents."""
    return state.setup.wagers[state.seats[place]][MAIN.key]


def _insurance(state: Round, place: int, against: Against) -> Iterator[tuple[Action, float]]:
    """No insurance and the most, with the round that follows; Bad Beat is not in it."""
    options, hand, base = state.setup.options, state.hands[place][0], _base(state, place)
    blackjack = float(blackjack_chance(against.shoe, against.up))
    if hand.natural:
        follows = (1 - blackjack) * float(net(plain_payout("main", "blackjack", options), base))
    else:
        follows = max(worths(against, hand, 1, 0).values())
        follows -= blackjack if options.peek else 0
    for amount in (0, insurance_amounts(base, state.setup.unit)[-1]):
        yield Action("insurance", amount), follows + amount / base * (3 * blackjack - 1)


def riding_side(state: Round, place: int, index: int) -> Side | None:
    """The seat's Bad Beat wager if the acting hand may decide it."""
    cents = state.setup.wagers[state.seats[place]].get(BAD_BEAT.key, 0)
    option = state.setup.options.bad_beat_option
    hand = state.hands[place][index]
    if not cents or index or len(hand.cards) > 2:
        return None
    if not can_win_bad_beat(state.opening[place], option) or (hand.split and option == 1):
        return None
    return Side.of(state.setup.paytables[BAD_BEAT.key], cents, _base(state, place), option)


def _finished(against: Against, hand: Hand, base: int) -> float:
    """The joint value of a hand that has acted, in base wagers."""
    if hand.end == "bust":
        return -hand.stake / base * float(against.played[0])
    held = Held.of(*(rank(card) for card in hand.cards))
    return hand.stake / base * float(against.standing(held, NOW)[0])
