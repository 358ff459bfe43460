"""Thousands of rounds through the real engine, with every seat playing as `odds` assumes.

Each round has its own shoe. Rounds are played in batches, and a batch's cards come only from the
seed and the batch's number: the same seed gives the same rounds on any machine.
"""

import os
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import sqrt

import numpy as np

from games.engine.cards import DECK, Card
from games.engine.game import Setup, SpotResult, Wagers, reported_under
from games.management.asked import Asked
from games.odds.report import Bet
from games.registry import KITS

BATCH = 1000
"""How many rounds are dealt at once."""


@dataclass(frozen=True)
class Tally:
    """What a bet won over all seats, round by round: the sum of its nets and of their squares.

    In cents. The rounds, and not the wagers, are independent: seats of one round share cards.
    """

    rounds: int = 0
    total: int = 0
    squares: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.rounds + other.rounds, self.total + other.total, self.squares + other.squares
        )

    @property
    def mean(self) -> float:
        """The net of a round, in cents."""
        return self.total / self.rounds

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        if self.rounds < 2:
            return 0.0
        variance = (self.squares - self.total**2 / self.rounds) / (self.rounds - 1)
        return sqrt(variance / self.rounds)


@dataclass(frozen=True)
class Comparison:
    """A bet's observed edge beside the exact one, and the standard error: all per base wager."""

    bet: Bet
    wagers: int
    observed: float
    error: float

    @property
    def errors_off(self) -> float:
        """How many standard errors lie between the observed and the exact edge."""
        off = self.observed - float(self.bet.edge)
        return off / self.error if self.error else off


def simulate(asked: Asked, rounds: int, seed: int) -> list[Comparison]:
    """Play at a table with its usual seats, each with the asked stake on every spot.

    Returns every bet made in that play, in settlement order; `rounds` is at least one.
    """
    # Solved here, before the workers start, it is solved only once: they are forked from this
    # process.
    bets = KITS[asked.game.slug].odds.odds(asked.options, asked.paytables, asked.stake)
    tallies: dict[str, Tally] = {}
    for batch in _batches(asked, rounds, seed):
        for spot, tally in batch.items():
            tallies[spot] = tallies.get(spot, Tally()) + tally
    ways = [way for bet in bets for way in (bet, *bet.otherwise) if way.simulated]
    return [_comparison(way, tallies[way.spot], asked) for way in ways]


def _comparison(bet: Bet, tally: Tally, asked: Asked) -> Comparison:
    """Rare prizes may be missing from the rounds played, and the estimated error is then too small:
    it is at least that of this many independent wagers."""
    wagers = tally.rounds * asked.game.default_seats
    staked = asked.game.default_seats * asked.stake
    error = max(tally.error / staked, bet.standard_deviation / sqrt(wagers))
    return Comparison(bet, wagers, -tally.mean / staked, error)


def _batches(asked: Asked, rounds: int, seed: int) -> Iterator[Mapping[str, Tally]]:
    """The tallies of all batches, by worker processes if there are several."""
    sizes = [min(BATCH, rounds - start) for start in range(0, rounds, BATCH)]
    play = partial(_batch, asked, seed)
    workers = min(os.cpu_count() or 1, len(sizes))
    if workers == 1:
        yield from map(play, range(len(sizes)), sizes)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(play, range(len(sizes)), sizes)


def _batch(asked: Asked, seed: int, number: int, rounds: int) -> Mapping[str, Tally]:
    """Play one batch. Returns what each bet won, by the spot it is reported under."""
    shoe = np.array(DECK * asked.game.decks(asked.options), np.int8)
    rng = np.random.default_rng([seed, number])
    decks = rng.permuted(np.tile(shoe, (rounds, 1)), axis=1).tolist()
    reported = reported_under(asked.game.spots(asked.options))
    wagers = dict.fromkeys(reported.values(), asked.stake)
    seats = dict.fromkeys(range(1, asked.game.default_seats + 1), wagers)
    totals, squares = dict.fromkeys(wagers, 0), dict.fromkeys(wagers, 0)
    for deck in decks:
        won = dict.fromkeys(wagers, 0)
        for result in _round(asked, seats, tuple(deck)):
            won[reported[result.spot]] += result.net
        for spot, net in won.items():
            totals[spot] += net
            squares[spot] += net * net
    return {spot: Tally(rounds, totals[spot], squares[spot]) for spot in wagers}


def _round(asked: Asked, seats: Wagers, deck: tuple[Card, ...]) -> tuple[SpotResult, ...]:
    """Play a round to its end."""
    game = asked.game
    setup = Setup(asked.options, asked.paytables, seats, deck, button=1, unit=asked.stake)
    state = game.deal(setup)
    while waiting := game.waiting_on(state):
        seat = min(waiting)
        state = game.act(state, seat, KITS[game.slug].play.best_action(state, seat))
    return game.settle(state)
