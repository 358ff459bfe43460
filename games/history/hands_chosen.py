"""A demonstration whose cards are chosen one after the other.

The seats decide by themselves, as in other demonstrations. Cards are chosen in the order in which
they are seen; the rest come from the remaining deck, by a seed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from games.by_hand.dealing import Dealing, NotNow
from games.by_hand.following import Next, NextCard, Question, following, with_action, with_card
from games.demonstration.catalogue import SEAT, SEATS, STAKE
from games.demonstration.search import first_setup, played_out, usual_play, with_deck
from games.engine.cards import Card
from games.engine.game import Seat
from games.engine.record import Record
from games.kit import Kit


@dataclass(frozen=True)
class Chosen:
    """The cards chosen, the round so far, and what comes next. refusal: why the last card was not
    possible."""

    cards: tuple[Card, ...]
    dealing: Dealing
    coming: Next
    refusal: str = ""


def wagers_of(kit: Kit, options: Mapping[str, Any]) -> dict[Seat, dict[str, int]]:
    """The wagers: the first seat bets on every spot, the other on the main one."""
    spots = kit.rules.spots(kit.rules.options.read(dict(options)))
    stakes = {spot.key: max(STAKE, spot.minimum_alone) for spot in spots if spot.opening}
    main = {kit.main_bet: stakes[kit.main_bet]}
    return {seat: stakes if seat == SEAT else main for seat in SEATS}


def chosen(kit: Kit, options: Mapping[str, Any], cards: Sequence[Card]) -> Chosen:
    """A hand with these cards so far. From the first impossible card on, they are left out."""
    setup = first_setup(kit, options, wagers_of(kit, options))
    dealing, taken, refusal = Dealing(kit.rules, setup), list[Card](), ""
    for card in cards:
        try:
            dealing = with_card(_decided(kit, dealing), card)
        except NotNow as error:
            refusal = str(error)
            break
        taken.append(card)
    dealing = _decided(kit, dealing)
    return Chosen(tuple(taken), dealing, following(dealing), refusal)


def _decided(kit: Kit, dealing: Dealing) -> Dealing:
    """The round after all decisions that come before the next card."""
    play = usual_play(kit)
    while isinstance(coming := following(dealing), Question):
        dealing = with_action(dealing, play(dealing.played().state, coming.seat))
    return dealing


def record_of(kit: Kit, hand: Chosen, seed: int) -> Record:
    """The hand played to its end, with cards from the remaining deck where none was chosen."""
    rest = list(hand.dealing.left)
    Random(f"{kit.slug}/{seed}").shuffle(rest)  # noqa: S311 - no deal of the site
    known, more = hand.dealing.keyed, iter(rest)
    total = len(known) + len(rest)
    deck = [known[place] if place in known else next(more) for place in range(total)]
    played = played_out(kit, with_deck(hand.dealing.setup, deck), usual_play(kit))
    assert played is not None, "a whole deck is enough for two seats"
    return played.record


def owner_named(coming: Next) -> str:
    """Who gets the next card, in words; "" if none is needed."""
    if not isinstance(coming, NextCard):
        return ""
    owner = coming.owner
    return f"{owner.name}, {owner.number}" + (f" of {owner.of}" if owner.of else "")
