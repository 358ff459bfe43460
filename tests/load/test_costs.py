"""What the meter counts, on a clock that goes as the test says."""

from threading import Thread
from typing import Any

import pytest

from bench.load.costs import Reading, compared
from bench.meter import Meter, between, per_action, per_kind, summed


class Clock:
    """Seconds that pass when somebody works."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def work(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def meter(clock: Clock) -> Meter:
    return Meter(clock)


def test_a_part_is_counted_without_the_parts_within_it(clock: Clock, meter: Meter) -> None:
    lock = meter.part("lock", lambda: clock.work(2))

    def come_in() -> None:
        clock.work(1)
        lock()
        clock.work(4)
        lock()

    meter.part("request", come_in)()
    clock.work(100)
    lock()
    assert meter.report()["parts"] == {"request": 5, "lock": 6}


def test_a_part_within_itself_is_counted_once(clock: Clock, meter: Meter) -> None:
    def scenes(deep: int) -> None:
        clock.work(1)
        if deep:
            scene(deep - 1)

    scene = meter.part("scene", scenes)
    scene(1)
    assert meter.report()["parts"] == {"scene": 2}


def test_a_part_that_is_refused_is_counted(clock: Clock, meter: Meter) -> None:
    def refuse() -> None:
        clock.work(3)
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        meter.part("rules", refuse)()
    meter.part("request", lambda: clock.work(1))()
    assert meter.report()["parts"] == {"rules": 3, "request": 1}


def test_what_a_thread_does_is_counted_under_what_it_turns_out_to_be(
    clock: Clock, meter: Meter
) -> None:
    act = meter.called(lambda name: name, lambda name: clock.work(5))

    def answer(path: str) -> None:
        clock.work(1)
        if path == "act":
            act("stand")

    request = meter.kind(lambda path: path, answer)
    request("act")
    request("act")
    request("state")
    report = meter.report()
    assert report["kinds"] == {"stand": 12, "state": 1}
    assert report["counts"] == {"stand": 2, "state": 1}
    assert per_kind(report) == {"stand": 6000, "state": 1000}


async def test_a_coroutine_is_counted_by_kind(clock: Clock, meter: Meter) -> None:
    async def push(page: bool) -> None:
        clock.work(2 if page else 1)

    counted = meter.awaited(lambda page: "page" if page else "program", push)
    for page in (True, False, True):
        await counted(page)
    assert per_kind(meter.report()) == {"page": 2000, "program": 1000}


def sums(request: float, stands: int) -> dict[str, dict[str, float]]:
    return {"parts": {"request": request}, "kinds": {"stand": request}, "counts": {"stand": stands}}


def test_the_rest_of_a_process_is_what_no_part_has() -> None:
    costs = per_action(sums(request=3, stands=4), seconds=10, actions=4)
    assert costs["request"] == 750
    assert costs["rest"] == 1750
    assert sum(costs.values()) == 2500


def test_two_processes_are_summed_and_the_time_before_is_taken_off() -> None:
    first = Reading(5, summed([sums(1, 2), sums(1, 0)]), actions=2, pushes=10)
    last = Reading(17, summed([sums(4, 4), sums(2, 2)]), actions=6, pushes=34)
    assert between(first.sums, last.sums) == sums(4, 4)
    found: dict[str, Any] = compared(first, last)["processor_ms_per_action"]
    assert (found["all"], found["actions"], found["pushes"]) == (3000, 4, 24)
    assert found["by kind"] == {"stand": 1000}
    assert found["by part"]["rest"] == 2000


def test_nothing_is_said_of_a_run_without_actions() -> None:
    reading = Reading(5, sums(1, 2), actions=2, pushes=10)
    assert compared(reading, Reading(6, sums(1, 2), actions=2, pushes=11)) == {}


def test_threads_are_counted_together(clock: Clock, meter: Meter) -> None:
    """One after the other, since they share the clock."""
    request = meter.part("request", lambda: clock.work(2))
    for _ in range(3):
        thread = Thread(target=meter.kind(lambda: "stand", request))
        thread.start()
        thread.join()
    report = meter.report()
    assert (report["parts"], report["counts"]) == ({"request": 6}, {"stand": 3})
