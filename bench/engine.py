"""The pure engine: rounds and hands a second in one process."""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import phevaluator

from games import printed_paytables
from games.engine.cards import DECK, Card, code_of
from games.engine.game import Setup
from games.engine.poker import strength
from games.engine.record import AnyGame, Record, read_paytables, replay
from games.registry import GAMES

SEATS = 6
SECONDS = 1.0
HANDS = 50_000
SEED = 50


def _per_second(work: Callable[[], int]) -> float:
    """How many units a second `work` does; it returns how many it did. The best of three."""
    rates = []
    for _ in range(3):
        done, start = 0, time.perf_counter()
        while (taken := time.perf_counter() - start) < SECONDS / 3:
            done += work()
        rates.append(done / taken)
    return max(rates)


def records(game: AnyGame, rng: random.Random, count: int, most: int = SEATS) -> Iterator[Record]:
    """Whole rounds of a game with `most` seats taken, or all of them, played by random legal
    actions."""
    options = game.options()
    paytables = read_paytables({}, game, options, printed_paytables.printed)
    seats = range(1, min(most, game.max_seats) + 1)
    wagers = {
        seat: {spot.key: 500 for spot in game.spots(options) if spot.opening} for seat in seats
    }
    for _ in range(count):
        deck = list(DECK) * game.decks(options)
        rng.shuffle(deck)
        setup = Setup[Any](options, paytables, wagers, tuple(deck), button=1)
        yield Record(game, setup, tuple(_played(game, setup, rng)))


def _played(game: AnyGame, setup: Setup[Any], rng: random.Random) -> Iterator[Any]:
    state = game.deal(setup)
    while waiting := sorted(game.waiting_on(state)):
        seat = waiting[0]
        offer = rng.choice(game.legal_actions(state, seat))
        action = rng.choice(list(offer.actions()))
        state = game.act(state, seat, action)
        yield seat, action


def _replayed(records: Sequence[Record]) -> int:
    for record in records:
        replay(record)
    return len(records)


def _ranked(hands: Sequence[tuple[Card, ...]]) -> int:
    for hand in hands:
        strength(hand)
    return len(hands)


def _ranked_by_peer(hands: Sequence[tuple[int, ...]]) -> int:
    evaluate = phevaluator.evaluate_cards
    for a, b, c, d, e in hands:
        evaluate(a, b, c, d, e)
    return len(hands)


def measure() -> dict[str, Any]:
    """Rounds a second of every game, hands a second, and the ratio to phevaluator."""
    rng = random.Random(SEED)
    figures: dict[str, Any] = {"engine.seed": SEED}
    for slug, game in GAMES.items():
        played = list(records(game, rng, 200))
        figures[f"engine.{slug}.seats"] = len(played[0].setup.seats)
        figures[f"engine.{slug}.rounds_per_s"] = round(_per_second(partial(_replayed, played)))
    hands = [tuple(rng.sample(DECK, 5)) for _ in range(HANDS)]
    numbers = [tuple(phevaluator.Card(code_of(card)).id_ for card in hand) for hand in hands]
    own = _per_second(partial(_ranked, hands))
    peer = _per_second(partial(_ranked_by_peer, numbers))
    figures["rank.hands_per_s"] = round(own)
    figures["rank.vs_phevaluator"] = round(own / peer, 2)
    return figures
