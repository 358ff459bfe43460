"""The commands answer as they did before the code was rearranged; README.md says which version."""

import json

import pytest

from tests.upgrade import kept


@pytest.mark.parametrize("name", kept.COMMANDS)
def test_a_command_answers_byte_for_byte_as_before(name: str) -> None:
    """But for the last digits of sums in floating point, which hang on the processor."""
    answer, before = kept.answer(*kept.COMMANDS[name]), kept.read(f"{name}.txt")
    assert kept.settled_digits(answer) == kept.settled_digits(before)


def test_every_case_of_before_replays_as_before() -> None:
    before = json.loads(kept.read("replay.json"))
    assert {path: kept.case(path) for path in before} == before


def test_advice_on_every_case_of_before_is_as_before() -> None:
    before = json.loads(kept.read("advise.json"))
    assert {path: kept.advice(path) for path in before} == before
