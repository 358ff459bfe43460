"""What holds of the record of every round of every game: it is the round."""

import contextlib
import copy
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from operator import getitem
from random import Random
from typing import Any

from hypothesis import strategies as st

from games.engine.errors import GameError
from games.engine.game import Seat
from games.engine.record import read_record, replay, write_record
from games.engine.strict_json import read_json
from games.engine.view import View
from tests.conformance.rounds import Course, House, courses


def views(course: Course, state: Any) -> list[View]:
    """What everyone may see of a state, before the hands are turned over and after."""
    return [
        course.game.view(state, viewer, reconciled=reconciled)
        for viewer in course.viewers
        for reconciled in (False, True)
    ]


def written(course: Course) -> bytes:
    """The record of a round as a file would hold it."""
    played = replay(course.record)
    return json.dumps(write_record(course.record, played.results), allow_nan=False).encode()


def reread(house: House, text: bytes) -> Any:
    """Read a record where the house's game is the only one."""
    return read_record(read_json(text), {house.game.slug: house.game}, house.printed)


def a_round_is_its_record(house: House, data: st.DataObject) -> None:
    """Written out, read back and replayed, twice: the same state, views, hands and results."""
    course = data.draw(courses(house, finished=False))
    game = house.game
    text = written(course)
    first, second = replay(reread(house, text)), replay(reread(house, text))
    assert first.as_json() == second.as_json() == replay(course.record).as_json()
    assert game.hands(first.state) == game.hands(course.end)
    assert first.waiting_on == tuple(sorted(game.waiting_on(course.end)))
    assert first.results == (game.settle(course.end) if course.over else ())
    assert views(course, first.state) == views(course, second.state) == views(course, course.end)
    assert written(replace(course, setup=first.record.setup)) == text
    for spot, table in course.setup.paytables.items():
        assert first.record.setup.paytables[spot].digest == table.digest


def acting_leaves_no_trace_in_an_earlier_state(house: House, data: st.DataObject) -> None:
    """A state never changes: what one saw of it before is what one sees of it after."""
    course = data.draw(courses(house))
    step = data.draw(st.integers(0, len(course.actions)))
    fresh = replay(course.until(step).record)
    assert views(course, fresh.state) == views(course, course.states[step])


def a_void_round_returns_every_stake_once(house: House, data: st.DataObject) -> None:
    """After any decisions and raises: all comes back, and nobody is waited on."""
    course = data.draw(courses(house, finished=False))
    played = replay(replace(course.record, void="A card was turned over."))
    assert played.settled
    assert played.waiting_on == ()
    returned = Counter[Seat]()
    for result in played.results:
        assert result.stake == result.returned > 0
        assert result.line == "void"
        returned[result.seat] += result.returned
    assert returned == Counter(house.game.committed(course.end))
    assert set(played.net.values()) == {0}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=4,
)


def places(raw: Any) -> Iterator[tuple[Any, ...]]:
    """Where each part of a JSON value is, as the keys that lead there."""
    if isinstance(raw, dict | list):
        for key in raw if isinstance(raw, dict) else range(len(raw)):
            yield (key,)
            yield from ((key, *deeper) for deeper in places(raw[key]))


def damaged(raw: Any, data: st.DataObject) -> Any:
    """A JSON object with one part of it left out, doubled, or replaced, maybe by another part."""
    changed = copy.deepcopy(raw)
    every = list(places(raw))
    random = Random(data.draw(st.integers(0, 2**32 - 1)))  # Hypothesis favours the first places
    *path, key = random.choice(every)
    holder = reduce(getitem, path, changed)
    fate = random.choice(("gone", "twice", "other", "elsewhere"))
    if fate == "gone":
        del holder[key]
    elif fate == "other":
        text = holder[key] if isinstance(holder[key], str) else ""
        holder[key] = data.draw(JSON | st.just(text[: data.draw(st.integers(0, len(text)))]))
    elif fate == "elsewhere":
        holder[key] = copy.deepcopy(reduce(getitem, random.choice(every), raw))
    elif isinstance(holder, list):
        holder.insert(key, holder[key])
    else:
        holder[data.draw(st.text(max_size=5))] = holder[key]
    return changed


def a_damaged_record_is_read_or_refused_in_a_sentence(house: House, data: st.DataObject) -> None:
    """Any file is a round or a GameError, and never another exception."""
    course = data.draw(courses(house, finished=False))
    raw = damaged(json.loads(written(course)), data)
    with contextlib.suppress(GameError):
        replay(read_record(raw, {house.game.slug: house.game}, house.printed))


CHECKS = (
    a_round_is_its_record,
    acting_leaves_no_trace_in_an_earlier_state,
    a_void_round_returns_every_stake_once,
    a_damaged_record_is_read_or_refused_in_a_sentence,
)
