"""Dealer school moves no chips and changes nothing of the card room: so with all its doors."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.apps import apps
from django.db.models import ForeignKey, Model
from django.urls import reverse

from accounts.models import User
from games.models import SchoolCard, SchoolDrill, SchoolRun
from games.registry import KITS
from tests.school.dealing import begin, due, form_of
from tests.support.clients import client_of
from tests.tables.room import Room

pytestmark = pytest.mark.django_db

SCHOOL: tuple[type[Model], ...] = (SchoolRun, SchoolCard, SchoolDrill)
DOORS = ("begin", "move", "move", "move", "move", "next", "stop")


def others() -> Iterator[type[Model]]:
    """Every model of the site but those of the school."""
    for model in apps.get_models():
        if model._meta.app_label in ("games", "accounts") and model not in SCHOOL:
            yield model


def rows() -> dict[str, list[dict[str, Any]]]:
    """Everything that the card room and its accounts keep."""
    return {model._meta.label: list(model._default_manager.order_by("pk").values())
            for model in others()}  # fmt: skip


def some_form(chance: Random, run: SchoolRun | None, door: str) -> dict[str, Any]:
    """What is posted: right moves, wrong ones and nonsense."""
    if door == "begin":
        kinds = ["shown", "hidden", "test", "x"]
        return {"kind": chance.choice(kinds), "seats": chance.choice("136x")}
    if door == "move" and run is not None and run.round_started is not None:
        form = form_of(due(run))
        if chance.random() < 0.3:
            form |= chance.choice([{"amount": "1000000"}, {"place": "seat-9"}, {"deed": "pay"}, {}])
        return form
    return {}


@pytest.mark.parametrize("game", KITS)
def test_no_door_of_the_school_changes_anything_else(game: str) -> None:
    room = Room.open("big-50")
    (user,) = room.sit(1)
    room.bet(user, {"range": 500})
    client, chance = client_of(user), Random(game)
    begin(client, game)
    before = rows()
    assert len(before) > 20
    for _ in range(120):
        run = SchoolRun.objects.filter(user=user, game=game, ended=None).first()
        door = chance.choice(DOORS)
        address = reverse(f"games:dealer_{door}", args=[game])
        assert client.post(address, some_form(chance, run, door)).status_code in (200, 302)
        client.get(reverse("games:dealer_deal", args=[game]))
    assert SchoolRun.objects.filter(game=game).count() > 1
    assert rows() == before


def test_no_row_of_the_school_knows_a_round_a_table_or_a_transfer() -> None:
    for model in SCHOOL:
        keys = [field for field in model._meta.get_fields() if isinstance(field, ForeignKey)]
        assert [field.related_model for field in keys] == [User]
    for model in others():
        for field in model._meta.get_fields():
            assert field.related_model not in SCHOOL or model._meta.label == "accounts.User"
