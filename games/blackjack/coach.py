"""What the coach needs for blackjack: what `advice` leaves out, and actions in words."""

from collections.abc import Sequence

from games.blackjack.odds.advice import in_view, riding_side
from games.blackjack.odds.bad_beat import DEALER, lines_of
from games.blackjack.odds.hands import worths
from games.blackjack.odds.values import Against
from games.blackjack.rules import BAD_BEAT, MAIN
from games.blackjack.settlement import bad_beat_line, can_win_bad_beat
from games.blackjack.state import Round
from games.engine.game import Action, Seat
from games.engine.limits import money
from games.engine.payout import returned
from games.engine.paytable import Paytable


def settled(state: Round, seat: Seat) -> float:
    """The expected net in cents of insurance already made, and of Bad Beat if the acting hand does
    not decide it."""
    against, place = in_view(state), state.seats.index(seat)
    if state.step == "insurance":
        return _bad_beat_before_the_look(state, place, against)
    return _insurance(state, place, against) + _bad_beat(state, place, against)


def won_or_lost(state: Round, seat: Seat) -> float:
    """The net in cents of Bad Beat that has lost, and of insurance once the dealer has looked."""
    place, asked = state.seats.index(seat), state.step == "insurance"
    index = 0 if asked else state.turn[1]
    lost = _on_bad_beat(state, place) if _has_lost_bad_beat(state, place, index) else 0
    if not asked and state.setup.options.peek:
        lost += (state.insurance[place] if state.insurance else 0) or 0
    return float(-lost)


def _has_lost_bad_beat(state: Round, place: int, index: int) -> bool:
    """Whether Bad Beat can no longer win when the hand at `index` acts."""
    option = state.setup.options.bad_beat_option
    alive = index > 0 and can_win_bad_beat(state.opening[place], option)
    return riding_side(state, place, index) is None and not alive


def _insurance(state: Round, place: int, against: Against) -> float:
    """Lost if the dealer has checked for blackjack; otherwise it waits for the end."""
    cents = (state.insurance[place] if state.insurance else 0) or 0
    chance = 0.0 if state.setup.options.peek else float(against.natural[0])
    return cents * (3 * chance - 1)


def _bad_beat(state: Round, place: int, against: Against) -> float:
    """0 while the acting hand may decide it: then it is part of the advice."""
    cents, option = _on_bad_beat(state, place), state.setup.options.bad_beat_option
    index = state.turn[1]
    if not cents or riding_side(state, place, index) is not None:
        return 0.0
    if _has_lost_bad_beat(state, place, index):
        return float(-cents)
    paytable, hands = state.setup.paytables[BAD_BEAT.key], state.hands[place]
    ends = against.all_endings() / float(against.played[0])
    lines = (bad_beat_line(hands, dealer, option) for dealer in DEALER)
    nets = (_net(paytable, line, cents) for line in lines)
    return float(sum(net * float(chance) for net, chance in zip(nets, ends, strict=True)))


def _bad_beat_before_the_look(state: Round, place: int, against: Against) -> float:
    """What the wager adds to the rest of the round after the insurance question, with best play."""
    cents, side = _on_bad_beat(state, place), riding_side(state, place, 0)
    if side is None:
        return float(-cents)
    hand, option = state.hands[place][0], state.setup.options.bad_beat_option
    base = state.setup.wagers[state.seats[place]][MAIN.key]
    beaten = side.nets[lines_of(hand, option)[-1]] * float(against.natural[0])
    if hand.natural:
        return base * (beaten + side.nets["win"] * (1 - float(against.natural[0])))
    alone, together = (max(worths(against, hand, 1, 0, one).values()) for one in (None, side))
    # If the dealer does not check, blackjack is already among the endings.
    return base * (together - alone + (beaten if state.setup.options.peek else 0))


def _on_bad_beat(state: Round, place: int) -> int:
    """Cents on Bad Beat, 0 without."""
    return state.setup.wagers[state.seats[place]].get(BAD_BEAT.key, 0)


def _net(paytable: Paytable, line: str, cents: int) -> int:
    return returned(paytable.pays(line), cents) - cents


def words(action: Action, base: int, hand: Sequence[str]) -> str:
    """The label of an action's button; insurance with its amount: ``Insure 2.50``."""
    if action.amount is None:
        return action.name.capitalize()
    return f"Insure {money(action.amount)}" if action.amount else "No insurance"
