"""Shoes of blackjack played through the engine, by a seat that counts."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

from games.blackjack.odds import best_action
from games.blackjack.odds.bad_beat import side_bet_play
from games.blackjack.odds.dealer import CARDS, rank
from games.blackjack.options import BlackjackOptions
from games.blackjack.rules import Blackjack
from games.blackjack.settlement import can_win_bad_beat
from games.blackjack.state import Round
from games.engine.cards import DECK, Card
from games.engine.game import Action, Setup
from games.engine.paytable import Paytable
from games.engine.record import read_paytables
from games.printed_paytables import printed
from games.registry import GAMES

GAME = Blackjack()
STAKE = 100


def paytables(options: BlackjackOptions, code: str = "P5") -> Mapping[str, Paytable]:
    """The printed paytables, `code` on Bad Beat."""
    return read_paytables({"bad_beat": code}, GAMES["blackjack"], options, printed)


def shuffled(decks: int, random: Random) -> list[Card]:
    """A shuffled shoe."""
    cards = list(DECK) * decks
    random.shuffle(cards)
    return cards


def played(
    options: BlackjackOptions, tables: Mapping[str, Paytable], deck: list[Card], *, side: bool
) -> Round:
    """A round of one seat from the top of a deck, without insurance: basic strategy, but with a
    Bad Beat wager beside it side-bet play for as long as that can win."""
    wagers = {"main": STAKE} | ({"bad_beat": STAKE} if side else {})
    state = GAME.deal(Setup(options, tables, {1: wagers}, tuple(deck)))
    while GAME.waiting_on(state):
        action = best_action(state, 1)
        if side and state.step == "play" and _rides(state):
            hand, up = state.acting(), rank(state.dealer[0])
            deed = side_bet_play(hand, len(state.hands[0]), up, options)
            action = Action(deed) if deed else action
        state = GAME.act(state, 1, action)
    return state


def _rides(state: Round) -> bool:
    """Whether the acting hand may still win Bad Beat."""
    option = state.setup.options.bad_beat_option
    return state.turn == (0, 0) and can_win_bad_beat(state.opening[0], option)


@dataclass(frozen=True)
class Shoe:
    """What a counted shoe came to: its rounds, the bets made, and the units won on Bad Beat."""

    rounds: int
    bets: int
    units: float


def counted_shoes(
    options: BlackjackOptions,
    tags: Mapping[str, float],
    trigger: float,
    depth: int,
    shoes: int,
    random: Random,
) -> Iterator[Shoe]:
    """One seat bets a unit on Bad Beat (P5) whenever the true count is at the trigger or above."""
    tables = paytables(options)
    names = dict(zip(range(10), "A23456789T", strict=True))
    assert len(names) == len(CARDS)
    for _ in range(shoes):
        shoe, dealt, running = shuffled(options.decks, random), 0, 0.0
        cut, rounds, bets, units = len(shoe) * depth // 100, 0, 0, 0.0
        while dealt < cut:
            side = 52 * running / (len(shoe) - dealt) >= trigger - 1e-9
            state = played(options, tables, shoe[dealt:], side=side)
            for result in GAME.settle(state):
                if result.spot == "bad_beat":
                    bets, units = bets + 1, units + result.net / STAKE
            used = GAME.dealt(state)
            running += sum(tags[names[rank(card)]] for card in shoe[dealt : dealt + used])
            rounds, dealt = rounds + 1, dealt + used
        yield Shoe(rounds, bets, units)
