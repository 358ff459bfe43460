"""A round in a few lines: what has happened, what is going on, what comes next.

Everything comes from the scene of the moment being shown, so no line is ahead of the felt.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from django.contrib.humanize.templatetags.humanize import apnumber

from games.engine.cards import name_of, parse_card
from games.engine.game import Seat
from games.engine.limits import money
from games.engine.view import Event, HandView, SeatView
from games.models import Phase
from games.registry import KITS
from games.scenes.headings import MOVING
from games.scenes.scene import RoundView, Scene


@dataclass(frozen=True)
class Timeline:
    """A round in lines without a full stop at their ends. number: 0 if there is none. now: what is
    going on, and a note; coming: what follows in every round."""

    number: int
    done: tuple[str, ...]
    now: tuple[str, str]
    coming: tuple[str, ...]


def timeline(shown: Scene) -> Timeline:
    """The lines of a scene."""
    done = tuple(_done(shown))
    return Timeline(
        number=shown.round.number if shown.round else 0,
        done=done,
        now=(shown.heading.title, " ".join(_note(shown, done))),
        coming=_coming(shown),
    )


def goes_on_alike(shown: Scene, last: Scene) -> bool:
    """Whether two scenes of a film in which nobody has to decide have the same lines."""
    view, known = shown.view, last.view
    if view is None or known is None or view.offers or known.offers:
        return False
    return (
        (shown.heading, shown.state) == (last.heading, last.state)
        and view.piles == known.piles
        and _stakes(shown) == _stakes(last)
        and decided(view.game, view.events, view.viewer)
        == decided(known.game, known.events, known.viewer)
    )


def decided(game: str, events: Sequence[Event], viewer: Seat | None) -> str:
    """What the seats have decided, as a line; "" for nothing."""
    return KITS[game].course.decided(events, viewer)


def _stakes(shown: Scene) -> list[Mapping[str, int]]:
    return [seat.wagers for seat in _seats(shown)]


def _done(shown: Scene) -> Iterator[str]:
    view = shown.view
    if shown.choice is not None and shown.choice.chosen_words:
        yield f"The game is {shown.choice.chosen_words}"
    if view is None:
        return
    yield _staked(shown)
    decisions = decided(view.game, view.events, view.viewer)
    lines = (decisions, _dealer(view)) if _turned(view) else (_dealer(view), decisions)
    yield from filter(None, lines)


def _seats(shown: Scene) -> list[SeatView]:
    return [place.seat.played for place in shown.places if place.seat.played]


def _staked(shown: Scene) -> str:
    seats = _seats(shown)
    cents = money(sum(sum(seat.wagers.values()) for seat in seats))
    if shown.table.solo:
        return f"{cents} on the felt"
    return f"{_counted(len(seats))}, {cents} on the felt"


@cache
def _counted(seats: int) -> str:
    return f"{apnumber(seats)} {'seat' if seats == 1 else 'seats'}".capitalize()


def _dealers(view: RoundView) -> HandView | None:
    return next((pile.hand for pile in view.piles if pile.key == "dealer"), None)


def _turned(view: RoundView) -> bool:
    """Whether the dealer's hand is face up."""
    hand = _dealers(view)
    return hand is not None and None not in hand.cards


def _dealer(view: RoundView) -> str:
    """The dealer's hand, "" until its words are true."""
    hand = _dealers(view)
    if hand is None:
        return ""
    if _turned(view):
        return f"Dealer: {hand.words}" if hand.words else ""
    up = next((card for card in hand.cards if card), None)
    return f"Dealer shows {name_of(parse_card(up))}" if up else ""


def _note(shown: Scene, done: tuple[str, ...]) -> Iterator[str]:
    """The note beside the title, without what a line already says."""
    view, note = shown.view, shown.heading.note
    number = shown.round.number if shown.round else 0
    for line in (*done, f"Round {number:,} is settled"):
        note = " ".join(note.replace(f"{line}.", "").split())
    hands = shown.own.seat.hands if shown.own else ()
    asked = bool(view and view.offers)
    names_hand = asked or shown.state == Phase.SHOWING
    if names_hand and len(hands) == 1 and (words := hands[0].words) and words not in note.lower():
        yield f"Your hand: {words}."
    if note:
        yield note
    if asked and view and KITS[view.game].course.at_once and len(_seats(shown)) > 1:
        seats = len(_seats(shown))
        yield f"{seats - len(view.waiting_on)} of {seats} have decided."


def _coming(shown: Scene) -> tuple[str, ...]:
    view, title = shown.view, shown.heading.title
    course = KITS[shown.table.game].course
    steps = tuple(filter(None, (course.deal, course.decide, course.end)))
    if shown.state == Phase.WAITING:
        return ()
    if view is None:
        return steps
    if shown.state == Phase.SHOWING or title == MOVING["settle"]:
        return ()
    return steps[1:] if title == MOVING["deal"] else steps[-1:]
