"""The HTML of the felt's parts, and the answers that carry it.

A part is drawn from its slice of a scene alone, so equal slices have equal HTML: it is made once
and cached, and a push sends only the parts whose HTML is new to that socket
(`games.scenes.pushes`). A slice belongs to the viewer it was made for; two viewers share HTML only
when their slices are equal.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.safestring import SafeString, mark_safe

from accounts.look import faces
from accounts.preferences import USUAL
from games.registry import KITS
from games.scenes import Scene
from games.scenes.as_json import named
from games.scenes.compiled import drawing
from games.scenes.kept import PARTS
from games.scenes.parts import (
    Part,
    PastRound,
    RoundRow,
    is_asked,
    is_asked_for_game,
    parts_of,
)
from games.scenes.spoken import said

Html = dict[str, str]
"""Part ids to their HTML."""

_PLACES = {"pulse": "pulse-place", "purse": "purse-place"}
"""Where a part goes if not into the element with its own name."""


def render(shown: Scene, rounds: Sequence[RoundRow], past: Sequence[PastRound], deck: str) -> Html:
    """The HTML of every part, and of the pulse, which every push carries. deck: which cards the
    viewer prefers, one of `accounts.preferences.DECKS`."""
    html = drawn(shown.table.game, parts_of(shown, rounds, past), deck)
    return html | {"pulse": drawing("games/parts/pulse.html")(named(pulse(shown)))}


def drawn(game: str, parts: Iterable[Part], deck: str = USUAL) -> Html:
    """The HTML of these parts of a game's felt; deck: see `render`."""
    art = faces_at(game, deck)
    return {part.id: _drawing(game, part, art) for part in parts}


def faces_at(game: str, deck: str) -> str:
    """Which card faces a deck has in a game: see `accounts.look.faces`."""
    return faces(deck, two_colours=KITS[game].two_colours)


@dataclass(frozen=True)
class SeatDrawing:
    """The HTML of a seat, its number, and its place on the felt."""

    seat: int
    slot: int
    html: str


def seats_drawn(shown: Scene, html: Html) -> list[SeatDrawing]:
    """The seats of a scene; html: of its parts."""
    numbered = ((place.seat.seat, place.slot) for place in shown.places)
    return [SeatDrawing(seat, slot, html[f"seat-{seat}"]) for seat, slot in numbered]


def _drawing(game: str, part: Part, art: str) -> str:
    name = f"{game} {part.id} {art}"
    return PARTS.drawing(name, part.slice, partial(_draw, game, part, art))


def _draw(game: str, part: Part, art: str) -> str:
    values = named(part.slice) | {"card_art": art}
    name = f"{part.template}.html"
    return drawing(f"games/{game}/{name}", f"games/parts/{name}")(values)


@dataclass(frozen=True)
class Pulse:
    """What the page's script needs with every version: never cached, never left out of a push.

    round: its number, 0 if there is none. net, staked: what the viewer's seats have won and staked
    together, in cents, None before the end. say: what a screen reader says now; say_id changes when
    there is something to say.
    """

    version: int
    step: str
    state: str
    now_ms: int
    round: int
    your_turn: bool
    live_stake: bool
    net: int | None
    staked: int | None
    say: str
    say_id: str


def pulse(shown: Scene) -> Pulse:
    """The pulse of a scene."""
    own = [place.seat for place in shown.places if place.yours]
    over = [seat for seat in own if seat.net is not None]
    in_play = shown.state in ("looking", "playing")
    return Pulse(
        version=shown.version,
        step=shown.step,
        state=shown.state,
        now_ms=shown.now_ms,
        round=shown.round.number if shown.round else 0,
        your_turn=is_asked(shown) or is_asked_for_game(shown),
        live_stake=in_play and any(seat.staked for seat in own),
        net=sum(seat.net or 0 for seat in over) if over else None,
        staked=sum(seat.staked for seat in over) if over else None,
        say=said(shown),
        say_id=_say_id(shown),
    )


def _say_id(shown: Scene) -> str:
    """While betting it depends on the words, not on every chip."""
    heading, state = shown.heading, shown.state
    if state == "betting" and shown.round is not None:
        return f"{shown.round.number}/{state}/{heading.title}/{heading.note}"
    return f"{shown.step}/{state}/{heading.title}"


def changed(html: Html, known: Html | None = None) -> Html:
    """Each part that differs from `known`, by the id of the element that it goes into."""
    known = known or {}
    return {_PLACES.get(part, part): text for part, text in html.items() if known.get(part) != text}


def message(html: Html, known: Html | None = None) -> SafeString:
    """The parts of a page that differ from `known`, each to be morphed into its place."""
    return mark_safe(  # noqa: S308 (our own templates' output)
        "".join(
            f'<hx-partial hx-target="#{place}" hx-swap="innerMorph">{text}</hx-partial>'
            for place, text in changed(html, known).items()
        )
    )
