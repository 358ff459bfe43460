"""Another seat's sockets get the same whatever was decided in secret, and a leak is found."""

import asyncio
import random
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bench.load.duel import GAMES as PLAYED
from bench.load.duel import Duel, Found, chance_of, closed, leaks, opened, watched
from games.models import Chair
from games.scenes import seats
from games.tables import stakes
from games.tables.selectors import Snapshot

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(300)]

CARDS = "8c 7h Ad 5d Jh 3s 2h Ks 4c Qc 5s 9d 4s 6h 4d 8d 2s 2c Td As"


def seen(game: str, times: int = 1) -> Found:
    """Every decision in its turn, on the same cards: twice as often as asked, since the button is
    now with the one and now with the other."""

    async def course() -> Found:
        found = Found()
        duel = await asyncio.to_thread(Duel, game)
        sockets = await opened(duel)
        names = list(duel.decisions)
        await watched(duel, sockets, names[0], Found())
        await watched(duel, sockets, names[0], Found())
        for name in [name for name in names for _ in range(2 * times)]:
            await watched(duel, sockets, name, found)
        await closed(sockets)
        return found

    return asyncio.run(course())


def differing(found: Found) -> set[str]:
    """The measures, but for the time, that are not the same for all decisions."""
    return {
        measure
        for measure, groups in found.measures.items()
        if not measure.endswith("ms") and len({tuple(sorted(g)) for g in groups.values()}) > 1
    }


@pytest.mark.parametrize("game", PLAYED)
def test_what_was_decided_changes_no_frame(game: str, stack: Callable[[str], None]) -> None:
    stack(CARDS)
    found = seen(game)
    assert set(found.measures) == {
        f"{kind}: {what}"
        for kind, whats in (("page", ("frames", "bytes", "ms")),
                            ("program", ("frames", "bytes", "ms", "places")))
        for what in whats
    }  # fmt: skip
    assert all(set(groups) == set(PLAYED[game][1]) for groups in found.measures.values())
    assert differing(found) == set()


def test_a_bank_that_is_the_balance_is_found(
    stack: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A leak is planted: as many digits, and another figure."""
    stack(CARDS)
    monkeypatch.setattr(Snapshot, "bank_of", Snapshot.balance_of)
    assert differing(seen("big-raise")) >= {"program: places"}  # pages are sent what has changed


def test_a_word_more_is_found(
    stack: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    stack(CARDS)
    shown = seats.place_shown

    def leaking(snap: Snapshot, other: Chair, *more: Any) -> seats.Place:
        raised = any(part.raised for part in snap.parts if part.seat == other.seat)
        place = shown(snap, other, *more)
        named = place.seat.name + (" so" if raised else "")
        return replace(place, seat=replace(place.seat, name=named))

    # `games.scenes.scene` is the function of that name, not its module.
    monkeypatch.setattr(sys.modules["games.scenes.scene"], "place_shown", leaking)
    assert "program: bytes" in differing(seen("big-raise"))


def test_time_that_a_raise_takes_longer_is_found(
    stack: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    stack(CARDS)
    add = stakes.add

    def slow(*arguments: Any) -> None:
        time.sleep(1)
        add(*arguments)

    monkeypatch.setattr("games.tables.stakes.add", slow)
    found = seen("big-raise", times=3)
    assert differing(found) == set()
    text = leaks(found, 0.01)
    assert [sentence.partition(" tells")[0] for sentence in text] == ["page: ms", "program: ms"]


@pytest.mark.parametrize("game", PLAYED)
def test_five_hundred_rounds_tell_a_delay_from_noise(game: str) -> None:
    """A millisecond and a half that some decisions take longer, where each takes 120 give or take
    3."""
    rng, decisions = random.Random(7), list(PLAYED[game][1])
    for delay in (0.0, 1.5):
        found = Found()
        for _ in range(500):
            decision = rng.choice(decisions)
            late = delay if decisions.index(decision) >= len(decisions) // 2 else 0.0
            found.note("page: ms", decision, rng.gauss(120, 3) + late)
            found.note("page: bytes", decision, rng.choice((1193, 1194, 1195)))
        text = [sentence.partition(" tells")[0] for sentence in leaks(found)]
        assert text == (["page: ms"] if delay else [])


def test_the_rank_test_is_that_of_the_books() -> None:
    """H is 0.2727 with one degree of freedom, and 7 with two: the chance is exp(-3.5)."""
    assert chance_of([[1, 3, 5, 7, 9], [2, 4, 6, 8, 10]]) == pytest.approx(0.6015, abs=0.02)
    assert chance_of([[1, 1, 1], [2, 2, 2], [2, 2]]) == pytest.approx(0.0302, abs=0.001)
    assert chance_of([[5, 5], [5]]) == 1
