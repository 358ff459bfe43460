"""Procedures as data: every game has one, and a file that is wrong says where."""

import tomllib
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.kit import Kit
from games.procedure.reading import BadProcedure, Sourced, procedure, read_procedure
from games.registry import KITS

STEP = """
key = "deal"
title = "Five cards"
words = "Give five cards."
source = "Rules 2"
quote = "Each player receives five cards."
event = { kinds = ["deal"], place = "seat" }
"""
CASE = """
case = "A card too many"
answer = "Void."
source = "Rules 3"
quote = "All hands are void."
question = "Seat 3 has six cards. What now?"
wrong = ["Play on."]
"""


def read(step: str = STEP, case: str = CASE, head: str = 'document = "Rules"') -> Any:
    text = f"{head}\n[[steps]]{step}\n[[irregularities]]{case}"
    return read_procedure(text.encode(), KITS["big-50"].rules)


@pytest.mark.parametrize("kit", KITS.values(), ids=KITS)
def test_every_game_has_a_procedure_from_the_first_call_to_the_last(kit: Kit) -> None:
    found = procedure(kit)
    assert found.steps[0].call == "opening"
    assert found.steps[-1].call == "closing"
    assert found.questions
    everything: tuple[Sourced, ...] = (*found.steps, *found.irregularities)
    for one in everything:
        assert bool(one.quote) != one.of_house


def test_a_whole_file_is_read() -> None:
    found = read()
    assert found.document == "Rules"
    assert found.steps[0].event.kinds == ("deal",)
    assert found.irregularities[0].correct == "Void."


def test_its_version_changes_with_every_letter() -> None:
    assert read().digest != read(case=CASE.replace("Void.", "Void")).digest


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('words = "Give five cards."', "", "'deal' needs a text in 'words'"),
        ('quote = "Each player receives five cards."', "", "has a quote of its source"),
        ('source = "Rules 2"', 'source = "House"', "has a quote of its source"),
        ('title = "Five cards"', 'title = "x"\nhue = "red"', "no field 'hue'"),
        ('["deal"]', '["shuffle"]', "no event is of the kind 'shuffle'"),
        ('["deal"]', "[]", "with at least one"),
        ('place = "seat"', 'place = "rail"', "no event is at 'rail'"),
        ('place = "seat"', 'place = "seat", spots = ["ante"]', "there is no spot 'ante'"),
        (
            'place = "seat"',
            'place = "dealer", spots = ["range"]',
            "bets are at a seat, not at 'dealer'",
        ),
        ("event = ", 'call = "opening"\nevent = ', "by one of 'call', 'asks' and 'event'"),
        ('event = { kinds = ["deal"], place = "seat" }', "", "by one of 'call'"),
        ('event = { kinds = ["deal"], place = "seat" }', 'call = "noon"', "no call at 'noon'"),
        ("event = ", "options = { decks = 2 }\nevent = ", "no house option 'decks'"),
        ("event = ", 'options = { colour_wager = "x" }\nevent = ', "colour_wager is never 'x'"),
    ],
)
def test_a_step_that_is_wrong_is_named(old: str, new: str, said: str) -> None:
    assert old in STEP
    with pytest.raises(BadProcedure) as refusal:
        read(STEP.replace(old, new))
    assert said in str(refusal.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('wrong = ["Play on."]', "", "a question and wrong answers, or neither"),
        ('["Play on."]', '["Void."]', "the same answer twice"),
        ('answer = "Void."', "", "needs a text in 'answer'"),
        ('quote = "All hands are void."', "", "has a quote of its source"),
    ],
)
def test_an_irregularity_that_is_wrong_is_named(old: str, new: str, said: str) -> None:
    with pytest.raises(BadProcedure) as refusal:
        read(case=CASE.replace(old, new))
    assert said in str(refusal.value)


def test_a_file_without_document_or_with_two_of_a_key_is_refused() -> None:
    with pytest.raises(BadProcedure, match="'document'"):
        read(head="")
    with pytest.raises(BadProcedure, match="same key"):
        read(step=f"{STEP}\n[[steps]]{STEP}")


@pytest.mark.django_db
@pytest.mark.parametrize("kit", KITS.values(), ids=KITS)
def test_the_guide_shows_every_step_with_its_sentence(kit: Kit, client: Client) -> None:
    page = client.get(reverse("games:dealer_guide", args=[kit.slug]))
    text = " ".join(page.content.decode().split())
    raw = tomllib.loads((kit.folder / "procedure.toml").read_text("utf-8"))
    for one in (*raw["steps"], *raw["irregularities"]):
        for found in filter(None, (one.get("title"), one.get("words"), one.get("quote"))):
            assert found.replace("'", "&#x27;") in text
    assert procedure(kit).digest[:16] in text


@pytest.mark.django_db
def test_there_is_no_guide_of_a_game_that_is_not_played_here(client: Client) -> None:
    assert client.get(reverse("games:dealer_guide", args=["no-game"])).status_code == 404
