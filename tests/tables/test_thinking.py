"""What is worked out while nobody waits for long."""

from collections.abc import Callable
from threading import Event

import pytest

from games.runtime import thinker as thinking
from games.runtime.thinker import Thinker


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "PATIENCE", 10)


def counted() -> tuple[list[int], Callable[[int], int]]:
    """Which squares have been worked out so far, and what does it."""
    done: list[int] = []

    def square(number: int) -> int:
        done.append(number)
        return number**2

    return done, square


def test_an_answer_that_is_not_there_yet_is_there_later(monkeypatch: pytest.MonkeyPatch) -> None:
    thinker, given = Thinker("test", kept=0), Event()
    for _ in range(2):
        with pytest.raises(TimeoutError):
            thinker.ask("it", given.wait, 10)
    given.set()
    monkeypatch.setattr(thinking, "PATIENCE", 10)
    assert thinker.ask("it", given.wait, 10) is True


@pytest.mark.usefixtures("patient")
def test_one_key_is_worked_out_once_while_it_is_known() -> None:
    done, square = counted()
    thinker = Thinker("test", kept=2)
    for number in (1, 2, 3, 1, 4, 2, 1):
        assert thinker.ask(number, square, number) == number**2
    # The 4 pushes out the 1, which is the oldest of three beside it.
    assert done == [1, 2, 3, 4, 1]


@pytest.mark.usefixtures("patient")
def test_who_keeps_nothing_knows_the_last_answer_alone() -> None:
    done, square = counted()
    thinker = Thinker("test", kept=0)
    for number in (1, 1, 2, 1):
        thinker.ask(number, square, number)
    assert done == [1, 2, 1]


def test_what_is_still_worked_out_is_not_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    done, square = counted()
    thinker, given = Thinker("test", kept=0), Event()
    thinker.begin(given.wait, 10)
    for number in (1, 2, 1):
        with pytest.raises(TimeoutError):
            thinker.ask(number, square, number)
    given.set()
    monkeypatch.setattr(thinking, "PATIENCE", 10)
    assert thinker.ask(2, square, 2) == 4
    assert done == [1, 2]


@pytest.mark.usefixtures("patient")
def test_what_went_wrong_is_raised_to_who_asks() -> None:
    with pytest.raises(ZeroDivisionError):
        Thinker("test", kept=0).ask("it", divmod, 1, 0)
