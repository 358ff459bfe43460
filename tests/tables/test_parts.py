"""The parts of a felt: each is given what it shows and nothing else, and so is drawn seldom."""

import random
import re
from dataclasses import fields
from typing import Any

import pytest
from django.template.loader import select_template

from accounts.models import User
from games.scenes import Scene, scene
from games.scenes.fragments import render
from games.scenes.parts import Part, parts_of
from games.scenes.scene import Player
from games.tables.selectors import snapshot
from tests.tables.random_play import Crowd
from tests.tables.room import WAGERS, Room

pytestmark = pytest.mark.django_db

DEEDS = 25


def lavish(shown: Scene, part: Part) -> dict[str, Any]:
    """What a part is given, and beside it all that the scene has under the same names and more."""
    view, own = shown.view, shown.own
    more = {
        "state": shown.state,
        "solo": shown.table.solo,
        "asked": bool(view and view.offers),
        "view_step": view.step if view else "",
        "options": shown.options,
        "number": shown.round.number if shown.round else 0,
        "heading": shown.heading,
        "view": view,
        "deadline_ms": shown.deadline_ms,
        "window_ms": shown.window_ms,
        "time_bank": shown.you.time_bank if isinstance(shown.you, Player) else None,
    }
    whole: dict[str, Any] = {
        "spots": shown.spots,
        "choice": shown.choice,
        "own": own.seat if own else None,
    }
    if part.template == "acts":
        whole["you"] = shown.you
    if part.template == "seat":
        whole["seat"] = shown.places[int(part.id.removeprefix("seat-")) - 1].seat
    return more | given(part) | whole


def given(part: Part) -> dict[str, Any]:
    """What a part is given, by name."""
    return {field.name: getattr(part.slice, field.name) for field in fields(part.slice)}


def drawn(game: str, part: Part, context: dict[str, Any]) -> str:
    names = [f"games/{game}/{part.template}.html", f"games/parts/{part.template}.html"]
    return str(select_template(names).render(context | {"card_art": "four"}))


@pytest.mark.parametrize("game", WAGERS)
@pytest.mark.parametrize("solo", [False, True])
def test_a_part_shows_nothing_that_it_is_not_given(game: str, solo: bool) -> None:
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    room = Room.open(game, solo=solo)
    crowd = Crowd(room, 1 if solo else 3, seed)
    for _ in range(DEEDS):
        crowd.run(1)
        viewers: list[User | None] = [*crowd.players, None]
        shown = room.shown(crowd.chance.choice(viewers))
        for part in parts_of(shown, [], []):
            context = lavish(shown, part)
            assert drawn(game, part, given(part)) == drawn(game, part, context), part


@pytest.mark.parametrize("game", WAGERS)
@pytest.mark.parametrize("solo", [False, True])
def test_no_part_carries_the_layout_of_its_template(game: str, solo: bool) -> None:
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    room = Room.open(game, solo=solo)
    crowd = Crowd(room, 1 if solo else 3, seed)
    for _ in range(DEEDS):
        crowd.run(1)
        for part, html in render(room.shown(crowd.players[0]), [], [], "four").items():
            assert not re.search(r"\n|\s\s|^\s<|>\s$", html), part


def test_who_looks_on_while_another_bets_is_sent_that_seat_and_no_more() -> None:
    room = Room.open("big-50")
    looking, betting = room.sit(1, 2)
    before = render(room.shown(looking), [], [], "four")
    room.bet(betting, {"range": 5_00})
    after = render(room.shown(looking), [], [], "four")
    changed = {part for part in after if after[part] != before[part]}
    assert "seat-2" in changed
    # The dealer, and the lines beside the table: the clock of the bets has begun.
    assert changed <= {"seat-2", "pulse", "dealer", "now"}


@pytest.mark.parametrize("game", WAGERS)
def test_whoever_looks_first_leaves_nothing_of_his_to_the_next(game: str) -> None:
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    room = Room.open(game)
    crowd = Crowd(room, 3, seed)
    for _ in range(DEEDS):
        crowd.run(1)
        shared = snapshot(room.table_id)
        ids = [*(user.pk for user in crowd.players), None]
        crowd.chance.shuffle(ids)
        for user_id in ids:
            alone = snapshot(room.table_id)
            assert scene(shared, user_id, room.now) == scene(alone, user_id, room.now)
