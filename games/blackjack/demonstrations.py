"""Hands of blackjack with Bad Beat worth showing."""

from collections.abc import Callable

from games.blackjack.rules import BAD_BEAT, INSURANCE, MAIN
from games.blackjack.settlement import EVEN_MONEY, with_even_money
from games.blackjack.state import Hand, Round, may_double, may_split
from games.blackjack.totals import BEST, count, is_ace, is_bust, is_natural, total
from games.engine.cards import points
from games.engine.game import Action, Seat
from games.engine.paytable import LOSE
from games.engine.record import Replay
from games.kit import Decide, Demonstration

_WAGERS = {1: {MAIN.key: 10_00, BAD_BEAT.key: 5_00}, 2: {MAIN.key: 10_00}}

_STIFF = (12, 16)
"""Totals that another card may bust, and that are weak to stand on."""
_SURRENDER = {"surrender": "late"}


def usual_play(state: Round, seat: Seat) -> Action:
    """What a careful player does without a chart: splits aces and eights, doubles ten and eleven,
    stands on 12 to 16 against a low card, else draws to 17. Basic strategy, which differs little,
    takes a second to work out, too long for a page."""
    if state.step == "insurance":
        return Action("insurance", 0)
    options, hand, up = state.setup.options, state.acting(), points(state.dealer[0])
    hands = len(state.hands[state.turn[0]])
    value, soft = count(hand.cards)
    if may_split(hand, hands, options) and points(hand.cards[0]) in (1, 8):
        return Action("split")
    if may_double(hand, options) and not soft and value in (10, 11) and 1 < up < 10:
        return Action("double")
    low, high = _STIFF
    if value > high + soft or (not soft and low <= value and 2 <= up <= 6):
        return Action("stand")
    return Action("hit")


def _first_seat(name: str, when: Callable[[Round], bool] = lambda state: True) -> Decide:
    """Seat 1 does one thing if it may, and otherwise plays as usual, like everyone else."""

    def decide(state: Round, seat: Seat) -> Action:
        usual = usual_play(state, seat)
        if seat != 1 or state.step == "insurance" or not when(state):
            return usual
        return Action(name)

    return decide


def _insures(state: Round, seat: Seat) -> Action:
    if state.step == "insurance" and seat == 1:
        return Action("insurance", state.setup.wagers[1][MAIN.key] // 2)
    return usual_play(state, seat)


def _splits_all(state: Round, seat: Seat) -> Action:
    if state.step == "play" and seat == 1:
        hands = len(state.hands[state.turn[0]])
        if may_split(state.acting(), hands, state.setup.options):
            return Action("split")
    return usual_play(state, seat)


def _hands(played: Replay) -> tuple[Hand, ...]:
    """The hands of seat 1."""
    hands: tuple[Hand, ...] = played.state.hands[0]
    return hands


def _nets(played: Replay) -> list[int]:
    return [r.net for r in played.results if (r.seat, r.spot) == (1, MAIN.key)]


def _beaten(mine: int, by: int) -> Callable[[Replay], bool]:
    """Two cards of seat 1 lose by this many points to more than two cards."""
    return lambda played: (
        len(_hands(played)[0].cards) == 2
        and total(_hands(played)[0].cards) == mine
        and total(played.state.dealer) == by
        and not is_natural(played.state.dealer)
    )


def _bad_beat(line: str) -> Callable[[Replay], bool]:
    return lambda played: played.line(1, BAD_BEAT.key) == line


def _main(line: str) -> Callable[[Replay], bool]:
    return lambda played: played.line(1, MAIN.key) == line


def _natural_under(points_up: int) -> Callable[[Replay], bool]:
    return lambda played: (
        is_natural(played.state.dealer)
        and points(played.state.dealer[0]) == points_up
        and played.line(1, MAIN.key) == LOSE
    )


def _insurance(line: str, main: str) -> Callable[[Replay], bool]:
    return lambda played: (played.line(1, INSURANCE.key), played.line(1, MAIN.key)) == (line, main)


def _even_money(played: Replay) -> bool:
    own = [result for result in played.results if result.seat == 1]
    results = with_even_money(played.state.setup.options, own)
    return any(result.line == EVEN_MONEY for result in results)


def _both_natural(played: Replay) -> bool:
    return _hands(played)[0].natural and is_natural(played.state.dealer)


def _split_wins(played: Replay) -> bool:
    return len(_hands(played)) == 2 and all(net > 0 for net in _nets(played))


def _four_hands(played: Replay) -> bool:
    return len(_hands(played)) == 4


def _split_aces(played: Replay) -> bool:
    hands = _hands(played)
    return len(hands) == 2 and all(is_ace(hand.cards[0]) for hand in hands)


def _doubled(sign: int) -> Callable[[Replay], bool]:
    return lambda played: (
        _hands(played)[0].end == "double" and len(_nets(played)) == 1 and _nets(played)[0] == sign
    )


def _dealer_busts(played: Replay) -> bool:
    main = [r for r in played.results if r.spot == MAIN.key]
    return is_bust(played.state.dealer) and all(r.line == "win" for r in main)


def _draws_to_soft_17(played: Replay) -> bool:
    dealer = played.state.dealer
    return any(count(dealer[:n]) == (17, True) for n in range(2, len(dealer)))


def _stands_on_soft_17(played: Replay) -> bool:
    return count(played.state.dealer) == (17, True)


def _long_21(played: Replay) -> bool:
    cards = _hands(played)[0].cards
    return len(cards) >= 5 and total(cards) == BEST


def _one_busts(played: Replay) -> bool:
    return played.line(1, MAIN.key) == "bust" and played.line(2, MAIN.key) == "win"


def _two_cards_of_16(state: Round) -> bool:
    return len(state.acting().cards) == 2 and count(state.acting().cards) == (16, False)


def _bad_beat_taken_early(played: Replay) -> bool:
    first = played.results[0]
    return (first.seat, first.spot, first.net < 0) == (1, BAD_BEAT.key, True) and (
        played.line(1, MAIN.key) == "win"
    )


DEMONSTRATIONS = (
    Demonstration(
        "twenty-beaten-by-21", "20 beaten by 21", _beaten(20, 21), _WAGERS,
        "The bet loses, and Bad Beat pays.",
    ),
    Demonstration(
        "nineteen-beaten-by-20", "19 beaten by 20", _beaten(19, 20), _WAGERS,
        "The bet loses, and Bad Beat pays.",
    ),
    Demonstration(
        "twenty-pushes", "20 against 20", _bad_beat("twenty_push"), _WAGERS,
        "The bet is a push, and Bad Beat pays.",
    ),
    Demonstration(
        "bad-beat-taken-early", "Bad Beat is taken before anybody acts", _bad_beat_taken_early,
        _WAGERS, "The first two cards can’t make 19, 20 or 21 any more. The hand itself plays on.",
    ),
    Demonstration(
        "blackjack", "Blackjack is paid", _main("blackjack"), _WAGERS,
        "An ace and a ten in two cards, paid before anybody acts.",
    ),
    Demonstration(
        "blackjack-at-6-to-5", "Blackjack where the house pays 6 to 5", _main("blackjack"),
        _WAGERS, "The same hand for less: a bet of 10 wins 12 instead of 15.",
        options={"blackjack_pays": "6:5"},
    ),
    Demonstration(
        "both-have-blackjack", "Blackjack against blackjack", _both_natural, _WAGERS,
        "A push: nobody wins the bet.",
    ),
    Demonstration(
        "dealer-blackjack-under-a-ten", "The dealer checks under a ten and has blackjack",
        _natural_under(10), _WAGERS, "The round is over before anybody has acted.",
    ),
    Demonstration(
        "insurance-wins", "Insurance wins", _insurance("win", LOSE), _WAGERS,
        "Seat 1 insures. The bet is lost, and the insurance makes up for it.", play=_insures,
    ),
    Demonstration(
        "insurance-loses", "Insurance loses, and the hand wins", _insurance(LOSE, "win"), _WAGERS,
        "No blackjack under the ace: the insurance is taken, and the hand is played.",
        play=_insures,
    ),
    Demonstration(
        "even-money", "Even money", _even_money, _WAGERS,
        "A blackjack against an ace: one to one at once, whatever the dealer has.",
        play=_insures,
    ),
    Demonstration(
        "split-and-both-win", "A pair is split, and both hands win", _split_wins, _WAGERS,
        "Two hands, each with its own bet.",
    ),
    Demonstration(
        "split-to-four", "Split, and split again: four hands", _four_hands, _WAGERS,
        "Every new pair may be split, up to four hands.", play=_splits_all,
    ),
    Demonstration(
        "split-aces", "Split aces get one card each", _split_aces, _WAGERS,
        "One card on each ace, and no more.",
    ),
    Demonstration(
        "double-wins", "Doubled, and it wins", _doubled(20_00), _WAGERS,
        "The bet is doubled for one card.",
    ),
    Demonstration(
        "double-loses", "Doubled, and it loses", _doubled(-20_00), _WAGERS,
        "The bet is doubled for one card.",
    ),
    Demonstration(
        "player-busts", "Seat 1 busts, seat 2 wins", _one_busts, _WAGERS,
        "A bust loses at once, whatever the dealer makes later.",
    ),
    Demonstration(
        "dealer-busts", "The dealer busts", _dealer_busts, _WAGERS,
        "Everybody who is still in the round wins.",
    ),
    Demonstration(
        "dealer-draws-to-soft-17", "The dealer draws to a soft 17", _draws_to_soft_17, _WAGERS,
        "An ace counts as eleven in it: at this table the dealer takes another card.",
    ),
    Demonstration(
        "dealer-stands-on-soft-17", "The dealer stands on a soft 17", _stands_on_soft_17, _WAGERS,
        "The same 17 at a table where the dealer stands on it.",
        options={"dealer_hits_soft_17": False},
    ),
    Demonstration(
        "surrender", "Seat 1 surrenders", _main("surrender"), _WAGERS,
        "Half the bet comes back, and the hand is over.",
        options=_SURRENDER, play=_first_seat("surrender", _two_cards_of_16),
    ),
    Demonstration(
        "five-card-21", "21 in five cards", _long_21, _WAGERS,
        "Card by card to 21. It beats 20, and a blackjack beats it.",
    ),
)  # fmt: skip
