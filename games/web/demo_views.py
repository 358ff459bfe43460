"""Demonstrations: a hand chosen from a list, for a projector and for the speaker's phone.

Nothing is stored: a demonstration is nothing but an address. It involves no chips, no rows and no
player.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.look import deck_of
from games.demonstration.catalogue import (
    SEAT,
    demonstration_of,
    demonstrations_of,
    paytables_for,
)
from games.demonstration.script import Shown, document_of, script
from games.demonstration.search import find
from games.engine.cards import codes_of, parse_card
from games.engine.errors import BadCard
from games.engine.record import Record
from games.engine.view import HandView, View
from games.history import hands_chosen
from games.history.hands_shown import rows_of
from games.kit import Kit
from games.registry import KITS
from games.scenes.fragments import faces_at
from games.web.card_pad import pad_of
from games.web.request_data import by_htmx

SEEDS = 9999
"""How many hands there are of each demonstration."""

KEYS = (
    ("Space →", "Next step"),
    ("←", "One step back"),
    ("F", "Full screen, and back"),
)


@dataclass(frozen=True)
class Bet:
    """A wager of a seat: its spot, cents staked, and its net, None before the end."""

    name: str
    stake: int
    net: int | None


@dataclass(frozen=True)
class Group:
    """Cards that lie at one place, with their label; for a seat also its bets."""

    name: str
    hands: Sequence[HandView]
    bets: Sequence[Bet] = ()
    here: bool = False


@require_safe
def demos(request: HttpRequest) -> HttpResponse:
    """The games that can be shown."""
    return render(request, "games/demos.html", {"kits": list(KITS.values())})


@require_safe
def demo(request: HttpRequest, slug: str) -> HttpResponse:
    """The demonstrations of a game."""
    kit = _kit(slug)
    return render(request, "games/demo_list.html", {"kit": kit, **_lists(slug)})


@require_safe
def demonstration(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """One step of a demonstration; ``?seed=`` names another hand of it, ``?at=`` the step, and
    ``?pays=`` another paytable for the line it shows."""
    kit, wanted = _kit(slug), demonstration_of(slug, key)
    if wanted is None:
        raise Http404
    seed = _number(request, "seed", SEEDS)
    codes = [table.code for table in paytables_for(slug, wanted)]
    pays = request.GET.get("pays", "")
    if pays and pays not in codes:
        raise Http404
    steps = _steps(slug, key, seed, pays)
    context = {
        "kit": kit,
        "name": wanted.name,
        "demonstration": wanted,
        "another": seed % SEEDS + 1,
        "query": f"seed={seed}&" + (f"pays={pays}&" if pays else ""),
        "seed": seed,
        "pays": pays,
        "codes": codes if len(codes) > 1 else [],
        **_lists(slug),
    }
    return _page(request, kit, steps, context)


@require_safe
def choose(request: HttpRequest, slug: str) -> HttpResponse:
    """A hand whose cards are chosen one after the other: ``?deck=`` has those chosen so far,
    ``?card=`` one more; with ``?show=1`` the hand, step by step."""
    kit = _kit(slug)
    text = request.GET.get("deck", "")[:_MOST_LETTERS]
    value = request.GET.get("choice", "")
    hand = _hand(kit, value, text, request.GET.get("card", ""))
    deck = "".join(codes_of(hand.cards))
    query = f"deck={deck}&" + (f"choice={value}&" if value else "")
    context: dict[str, Any] = {"kit": kit, "name": "Cards of your choice", "hand": hand}
    if request.GET.get("show") and not hand.refusal:
        seed = _number(request, "seed", SEEDS)
        record = hands_chosen.record_of(kit, hand, seed)
        played = Played(record, script(kit, record, SEAT))
        context |= {"query": f"show=1&seed={seed}&{query}", "another": 0, **_lists(slug)}
        return _page(request, kit, played, context)
    context |= {
        "deck": deck,
        "query": query,
        "value": value,
        "shorter": deck[:-2],
        "owner": hands_chosen.owner_named(hand.coming),
        "rows": rows_of(hand.dealing, hand.coming),
        "pad": pad_of(hand.dealing),
        "refusal": hand.refusal,
    }
    status = 422 if hand.refusal else 200
    return render(request, "games/demo_choose.html", context, status=status)


_MOST_LETTERS = 120
"""More than any hand of two seats needs, at two letters per card."""


def _hand(kit: Kit, value: str, deck: str, card: str) -> hands_chosen.Chosen:
    """The hand in an address. Raises Http404 for an invalid address."""
    choice = kit.rules.choice
    if value and (choice is None or value not in choice.values):
        raise Http404
    codes = [deck[place : place + 2] for place in range(0, len(deck), 2)] + ([card] if card else [])
    try:
        cards = [parse_card(code) for code in codes]
    except BadCard:
        raise Http404 from None
    options = {choice.option: value} if value and choice is not None else {}
    return hands_chosen.chosen(kit, options, cards)


def _page(
    request: HttpRequest, kit: Kit, played: "Played", context: dict[str, Any]
) -> HttpResponse:
    """The page of a step, or for HTMX only what changes from step to step."""
    last = len(played.steps)
    shown = played.steps[_number(request, "at", last) - 1]
    context |= {
        "shown": shown,
        "document": document_of(kit),
        "groups": (list(_piles(shown)), list(_seats(played.record, shown))),
        "last": last,
        "back": max(shown.number - 1, 1),
        "next": min(shown.number + 1, last),
        "stages": _stages(played.steps, shown),
        "keys": KEYS,
        "card_art": faces_at(kit.slug, deck_of(request)),
    }
    return render(request, f"games/demo{'_step' if by_htmx(request) else ''}.html", context)


@dataclass(frozen=True)
class Played:
    """A finished round with its steps."""

    record: Record
    steps: Sequence[Shown]


@lru_cache(maxsize=256)
def _steps(slug: str, key: str, seed: int, pays: str) -> Played:
    """The steps of a demonstration. pays: the code of a paytable for its line; "" for the usual
    one. Raises Http404 if no hand was found."""
    wanted = demonstration_of(slug, key)
    assert wanted is not None
    table = next((one for one in paytables_for(slug, wanted) if one.code == pays), None)
    tables = {wanted.spot: table} if table else {}
    try:
        found = find(KITS[slug], wanted, str(seed), tables)
    except LookupError:
        raise Http404 from None
    return Played(found.record, script(KITS[slug], found.record, SEAT, wanted.said))


def _lists(slug: str) -> dict[str, Any]:
    """The demonstrations: by name, and by line under the bets that pay them."""
    every = demonstrations_of(slug)
    lines = [one for one in every if one.line]
    return {
        "named": [one for one in every if not one.line],
        "by_line": [(group, list(some)) for group, some in groupby(lines, lambda one: one.group)],
    }


def _piles(shown: Shown) -> Iterator[Group]:
    """The cards on the dealer's side."""
    for pile in shown.view.piles if shown.view else ():
        if pile.hand.cards:
            yield Group(pile.name, (pile.hand,), here=shown.place == pile.key)


def _seats(record: Record, shown: Shown) -> Iterator[Group]:
    """The seats with their cards and bets."""
    view, setup = shown.view, record.setup
    names = {spot.key: spot.name for spot in record.game.spots(setup.options)}
    for number in setup.seats:
        seat = view.seat(number) if view else None
        staked = dict(seat.wagers if seat else setup.wagers[number])
        for result in view.results if view else ():
            if result.seat == number:
                staked.setdefault(result.spot, 0)  # a prize on which nothing was staked
        yield Group(
            f"Seat {number}",
            seat.hands if seat else (),
            [Bet(names[key], cents, _net(view, number, key)) for key, cents in staked.items()],
            here=shown.place.partition(".")[0] == f"seat-{number}",
        )


def _net(view: View | None, seat: int, spot: str) -> int | None:
    """The net of a wager, in cents; None while it is still on the felt."""
    results = [r for r in view.results if (r.seat, r.spot) == (seat, spot)] if view else []
    return sum(result.net for result in results) if results else None


@dataclass(frozen=True)
class Stage:
    """A part of the round: its first step, and whether it has begun or is the current one."""

    name: str
    first: int
    begun: bool
    on: bool


def _stages(steps: Sequence[Shown], shown: Shown) -> list[Stage]:
    """The parts of the round, each once, in order."""
    first: dict[str, int] = {}
    for step in steps:
        first.setdefault(step.stage, step.number)
    return [
        Stage(name, number, number <= shown.number, name == shown.stage)
        for name, number in first.items()
    ]


def _kit(slug: str) -> Kit:
    kit = KITS.get(slug)
    if kit is None:
        raise Http404
    return kit


def _number(request: HttpRequest, name: str, most: int) -> int:
    """A number from 1 in an address, 1 if there is none. Raises Http404."""
    text = request.GET.get(name, "1")
    if not (text.isascii() and text.isdecimal() and len(text) < 6 and 0 < int(text) <= most):
        raise Http404
    return int(text)
