"""Cards that show what is wanted: dealt by a seed, again and again, until one deal does.

The best hand of poker comes once in 650,000 deals, so most decks are stacked first: some of the
hands get similar cards: a few neighbouring ranks, of one suit or colour. The game decides what
hands these are and plays every deck to its end; shared code knows no hands.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from games.demonstration.catalogue import SEAT
from games.engine.cards import DECK, DEUCE, Card, codes_of, is_red, rank_of, suit_of
from games.engine.errors import GameError
from games.engine.game import Action, Seat, Setup
from games.engine.paytable import Paytable
from games.engine.record import Record, Replay
from games.kit import Decide, Demonstration, Kit
from games.printed_paytables import printed

MOST = 30_000
"""How many decks are tried; the rarest demonstration takes a few thousand."""
COMING = 5
"""How many cards below the first ones dealt are stacked too."""


@dataclass(frozen=True)
class Found:
    """A finished round that shows what was wanted, and how many decks were tried."""

    played: Replay
    tries: int

    @property
    def record(self) -> Record:
        """The round as a record."""
        return self.played.record


def find(
    kit: Kit, shown: Demonstration, seed: str, paytables: Mapping[str, Paytable] | None = None
) -> Found:
    """A round that shows a demonstration's subject; the same seed finds the same one.

    paytables: by spot, instead of the usual ones. Raises LookupError if none of `MOST` decks does.
    """
    game, chance = kit.rules, Random(f"{kit.slug}/{shown.key}/{seed}")  # noqa: S311 - no deal of the site
    setup = first_setup(kit, shown.options, shown.wagers, paytables)
    places = _places(kit, setup)
    play = shown.play or usual_play(kit)
    for tries in range(1, MOST + 1):
        deck = list(DECK * game.decks(setup.options))
        chance.shuffle(deck)
        if tries % 4:
            deck = _stacked(deck, places, chance)
        played = played_out(kit, with_deck(setup, deck), play)
        if played is not None and shown.wanted(played):
            return Found(played, tries)
    raise LookupError(f"{MOST} decks of {game.name} show no {shown.key!r} (seed {seed!r}).")


def first_setup(
    kit: Kit,
    options: Mapping[str, Any],
    wagers: Mapping[Seat, Mapping[str, int]],
    paytables: Mapping[str, Paytable] | None = None,
) -> Setup[Any]:
    """The setup of a round, with a deck in new-deck order and the button at the lowest seat."""
    game, given = kit.rules, paytables or {}
    read = game.options.read(dict(options))
    tables = {
        spot.key: given.get(spot.key) or printed(kit.slug, spot, spot.default_paytable)
        for spot in game.spots(read)
        if spot.lines
    }
    return Setup(read, tables, wagers, DECK * game.decks(read), min(wagers))


def with_deck(setup: Setup[Any], deck: Iterable[Card]) -> Setup[Any]:
    """The same round dealt from another deck."""
    return Setup(
        setup.options, setup.paytables, setup.wagers, tuple(deck), setup.button, setup.unit
    )


def usual_play(kit: Kit) -> Decide:
    """How seats play if a demonstration does not say: as the kit says, else best play."""
    if kit.usual_play is not None:
        return kit.usual_play
    return kit.play.best_action if kit.decisions else kit.rules.timeout_action


def played_out(kit: Kit, setup: Setup[Any], play: Decide) -> Replay | None:
    """A round played to its end; None if it came to a decision that the play cannot make."""
    game, actions = kit.rules, list[tuple[Seat, Action]]()
    try:
        state = game.deal(setup)
        while waiting := game.waiting_on(state):
            seat = min(waiting)
            action = play(state, seat)
            state = game.act(state, seat, action)
            actions.append((seat, action))
    except GameError:
        return None
    return Replay(Record(game, setup, tuple(actions)), state, (), game.settle(state))


def _places(kit: Kit, setup: Setup[Any]) -> list[list[int]]:
    """The positions in the deck of each hand's cards, the seat's own first; last, those that come
    after the deal."""
    state = kit.rules.deal(setup)  # in new-deck order its first cards all differ
    hands = dict(kit.rules.hands(state))
    own = hands.pop(str(SEAT), [])
    place = {code: index for index, code in enumerate(codes_of(setup.deck[: len(DECK)]))}
    dealt = kit.rules.dealt(state)
    lying = [[place[code] for code in _flat(hand)] for hand in (own, *hands.values())]
    return [*filter(None, lying), list(range(dealt, dealt + COMING))]


def _flat(hand: Any) -> list[str]:
    """The codes of a hand, or of all hands of a seat."""
    return [hand] if isinstance(hand, str) else [code for part in hand for code in _flat(part)]


def _stacked(deck: Sequence[Card], places: list[list[int]], chance: Random) -> list[Card]:
    """A deck in which some hands get similar cards, together or separately."""
    chosen = chance.sample(places, chance.choice((1, 1, 2, 2, 2, 3)) if len(places) > 2 else 1)
    if chance.random() < 0.6 and places[0] not in chosen:
        chosen[0] = places[0]
    if chance.random() < 0.8:
        chosen = [[place for hand in chosen for place in hand]]
    put: dict[int, int] = {}
    for wanted in chosen:
        alike, gone = _alike(chance), set(put.values())
        fitting = [i for i, card in enumerate(deck) if card in alike and i not in gone]
        count = min(len(fitting), len(wanted))
        taken = chance.sample(fitting, count)
        put |= zip(chance.sample(wanted, count), taken, strict=True)
    gone = set(put.values())
    rest = (card for index, card in enumerate(deck) if index not in gone)
    return [deck[put[i]] if i in put else next(rest) for i in range(len(deck))]


def _alike(chance: Random) -> set[Card]:
    """Cards of some neighbouring ranks, often of one suit or colour, sometimes with another rank in
    any suit, such as wild deuces."""
    length = chance.choice((1, 2, 3, 4, 5, 5, 5, 13))
    low = chance.choice((-1, *range(13), 8, 8, 8))  # -1: an ace below the deuce
    ranks = {rank % 13 for rank in range(low, min(low + length, 13))}
    suit, red = chance.randrange(4), chance.random() < 0.5
    kind = chance.choice(("any", "any", "suit", "colour"))
    cards = {
        card
        for card in DECK
        if rank_of(card) in ranks
        and (kind != "suit" or suit_of(card) == suit)
        and (kind != "colour" or is_red(card) == red)
    }
    if chance.random() < 0.4:
        odd = chance.choice((DEUCE, chance.randrange(13)))
        cards |= {card for card in DECK if rank_of(card) == odd}
    return cards
