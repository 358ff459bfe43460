"""The scene as a value, and as the JSON that docs/table-protocol.md promises programs."""

import json
import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, fields, is_dataclass
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from games.engine.view import HandView
from games.models import Phase
from games.scenes import scene_of, view_for
from games.scenes.as_json import as_json
from games.scenes.parts import Slice
from games.tables.selectors import Snapshot, snapshot
from tests.tables.random_play import Crowd
from tests.tables.room import WAGERS, Room

ROOT = Path(__file__).parents[2]
DEEDS = 12
EVERY_GAME = pytest.mark.parametrize("game", WAGERS)


def moments(game: str, *, solo: bool = False) -> Iterator[tuple[Room, Snapshot, int | None]]:
    """A round that is dealt, then random play, with somebody who looks at each moment of it."""
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    room = Room.open(game, solo=solo)
    crowd = Crowd(room, 1 if solo else 3, seed)
    if room.table.phase == Phase.CHOOSING:
        room.act(crowd.players[0], "choose", value="deuces-never-loses")
    room.deal(*crowd.players)
    for deeds in (0, *(1,) * DEEDS):
        crowd.run(deeds)
        viewers = [*(user.pk for user in crowd.players), None]
        yield room, snapshot(room.table_id), crowd.chance.choice(viewers)


def hands_in(value: object) -> Iterator[HandView]:
    """The hands in a value and in all that it is made of."""
    if isinstance(value, HandView):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from hands_in(item)
    elif isinstance(value, (tuple, list)):
        for item in value:
            yield from hands_in(item)
    elif is_dataclass(value):
        for field in fields(value):
            yield from hands_in(getattr(value, field.name))


@pytest.mark.django_db
@EVERY_GAME
def test_each_hand_stands_in_the_scene_once(game: str) -> None:
    seen = 0
    for room, snap, user_id in moments(game):
        chair = snap.chair_of(user_id)
        view = view_for(snap, user_id, chair)
        laid = [] if view is None else [hand for seat in view.seats for hand in seat.hands]
        laid += [] if view is None else [pile.hand for pile in view.piles]
        found = list(hands_in(scene_of(snap, chair, view, room.now)))
        assert sorted(map(id, found)) == sorted(map(id, laid))
        seen += len(found)
    assert seen


@pytest.mark.django_db
@EVERY_GAME
@pytest.mark.parametrize("solo", [False, True])
def test_a_program_reads_the_round_as_the_rules_show_it(game: str, solo: bool) -> None:
    dealt = 0
    for room, snap, user_id in moments(game, solo=solo):
        chair = snap.chair_of(user_id)
        view = view_for(snap, user_id, chair)
        read = json.loads(as_json(scene_of(snap, chair, view, room.now)))
        assert read["view"] == (None if view is None else json.loads(json.dumps(asdict(view))))
        for seat in read["view"]["seats"] if view else ():
            (shown,) = [one for one in read["seats"] if one["seat"] == seat["seat"]]
            codes = [[card["code"] for card in hand["cards"]] for hand in shown["hands"]]
            assert codes == [hand["cards"] for hand in seat["hands"]]
            assert shown["status"] == seat["status"]
            dealt += len(codes)
    assert dealt


@pytest.mark.django_db
def test_a_program_reads_what_the_protocol_names() -> None:
    page = (ROOT / "docs/table-protocol.md").read_text("utf-8")
    rows = page.partition("| In the scene |")[2].partition("\n\n")[0].splitlines()[2:]
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[1])}
    room = Room.open("big-draw")
    (user,) = room.sit(1)
    read = room.scene(user)
    assert named <= read.keys()
    assert read.keys() - named == {"table", "options", "heading"}  # for pages, beside the rest
    assert room.scene(None)["you"] == {"seat": None, "seats": [], "may_sit": True}


def looked_up(template: str) -> set[str]:
    """The words in all that the games' own and the common templates of a part include, and what the
    filters of a felt look up."""
    roots = [ROOT / "templates"]
    roots += sorted((ROOT / "games").glob("*/templates"))
    files = [path for root in roots for path in root.glob(f"games/*/{template}.html")]
    words = set(re.findall(r"\.(\w+)", (ROOT / "games/templatetags/felt.py").read_text("utf-8")))
    read: set[Path] = set()
    while files:
        path = files.pop()
        if path in read:
            continue
        read.add(path)
        text = path.read_text("utf-8")
        words |= set(re.findall(r"\w+", " ".join(re.findall(r"\{[{%].*?[%}]\}", text, re.DOTALL))))
        names = re.findall(r"[\w/-]+\.html", text)
        files += [root / name for root in roots for name in names if (root / name).exists()]
    return words


def names_in(kind: Any) -> Iterator[str]:
    """The fields of a class and of those that it is made of, down to what a game shows."""
    if is_dataclass(kind) and kind.__module__ == "games.scenes.parts":
        for name, hint in get_type_hints(kind).items():
            yield name
            yield from names_in(hint)
    for argument in get_args(kind):
        yield from names_in(argument)


TEMPLATES = {"OtherSeat": "seat", "OwnSeat": "seat", "Paytables": "pays"}
"""Those that are not called like the class of their slice."""


@pytest.mark.parametrize("kind", get_args(Slice))
def test_no_part_is_given_what_no_template_looks_up(kind: type[Any]) -> None:
    template = TEMPLATES.get(kind.__name__, kind.__name__.lower())
    assert set(names_in(kind)) - looked_up(template) == set()
