"""The rounds of a run of dealer school: cards, bets and decisions, all from its seed.

The same seed gives everyone the same rounds. Of a few rounds that a seed gives for each place the
one with the most to pay is dealt: a school in which nearly every bet loses teaches little.
"""

from functools import lru_cache
from hashlib import sha256
from itertools import islice
from typing import Any

from games.engine.game import Action, Seat, Setup
from games.engine.options import Options
from games.engine.record import Record, read_paytables
from games.engine.shuffle import shuffled
from games.kit import Kit
from games.printed_paytables import printed
from games.procedure.moves import Course, course
from games.procedure.reading import procedure
from games.registry import KITS
from games.tables.bot_policy import whim

MAIN_BETS = (5_00, 10_00, 15_00, 20_00, 25_00, 35_00, 40_00, 50_00, 75_00, 100_00)
SIDE_BETS = (5_00, 10_00, 15_00, 25_00, 35_00)
"""Cents that the players of the school bet: odd enough to be worked out."""
DRAWN = 6
"""How many candidate rounds there are for each one dealt."""


def most_seats(kit: Kit) -> int:
    """The most players at the school's table of a game."""
    return min(kit.rules.default_seats, 6)


@lru_cache(maxsize=128)
def deal(game: str, seed: str, number: int, seats: int) -> tuple[Record, Course]:
    """A round of a run, with its moves. seats: how many players; number: of the round, from 0."""
    kit = KITS[game]
    found = [_round(kit, seed, number, seats, draw) for draw in range(DRAWN)]
    return max(found, key=lambda one: _worth(one[1]))


def _worth(dealt: Course) -> int:
    """How much there is to pay, by different lines."""
    return len({(move.spot, move.line) for move in dealt.moves if move.chips})


def _round(kit: Kit, *facts: Any) -> tuple[Record, Course]:
    seed, number, seats, draw = facts
    game = kit.rules
    options = _options(kit, seed, number)
    places = sorted(range(1, game.default_seats + 1), key=lambda n: whim(seed, number, "seat", n))
    taken = sorted(places[:seats])
    wagers = {seat: _bets(kit, options, seed, number, draw, seat) for seat in taken}
    message = f"dealer school/{kit.slug}/{number}/{draw}".encode()
    deck = shuffled(sha256(seed.encode()).digest(), message, game.decks(options))
    tables = read_paytables({}, game, options, printed)
    button = taken[whim(seed, number, "button") % len(taken)]
    setup = Setup(options, tables, wagers, deck, button, 5_00)
    state, actions = game.deal(setup), list[tuple[Seat, Action]]()
    while waiting := game.waiting_on(state):
        seat = min(waiting)
        action = _decision(kit, state, seat, (seed, number, draw, len(actions)))
        actions.append((seat, action))
        state = game.act(state, seat, action)
    record = Record(game, setup, tuple(actions))
    return record, course(record, procedure(kit))


def _options(kit: Kit, seed: str, number: int) -> Options:
    """The usual options; what the button chooses changes from round to round."""
    kind: type[Options] = kit.rules.options
    choice = kit.rules.choice
    if choice is None:
        return kind()
    values = list(choice.values)
    return kind.read({choice.option: values[whim(seed, number) % len(values)]})


def _bets(kit: Kit, options: Options, *facts: Any) -> dict[str, int]:
    """What a seat bets, in cents by spot: always on the main spot, on the others more often than
    not."""
    bets: dict[str, int] = {}
    for spot in kit.rules.spots(options):
        chance = whim(spot.key, *facts)
        if spot.key == kit.main_bet:
            bets[spot.key] = MAIN_BETS[chance % len(MAIN_BETS)]
        elif spot.opening and chance % 3 and spot.requires in (None, kit.main_bet):
            bets[spot.key] = SIDE_BETS[chance // 3 % len(SIDE_BETS)]
    return bets


def _decision(kit: Kit, state: Any, seat: Seat, facts: tuple[Any, ...]) -> Action:
    """What a seat does: mostly the best, at times anything, so that everything is met."""
    if whim("hunch", *facts) % 5:
        return kit.play.best_action(state, seat)
    offers = kit.rules.legal_actions(state, seat)
    offer = offers[whim("offer", *facts) % len(offers)]
    actions = list(islice(offer.actions(), 64))
    return actions[whim("action", *facts) % len(actions)]
