"""Trainers see what members dealt and set tests; nobody else sees another's runs."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.models import SchoolRun
from tests.admin.staff import member
from tests.support.clients import client_of
from tests.tables.room import player

pytestmark = pytest.mark.django_db

DEALERS = "/dealer/dealers"


def dealt(user: User, **fields: object) -> SchoolRun:
    """A test that somebody passed."""
    result = {"faults": 0, "payments": 8, "wrong": 0, "seconds": 41}
    run: SchoolRun = SchoolRun.objects.create(
        user=user, game="big-raise", kind="test", at_once=False, seed="oak", seats=3, digest="d",
        rounds=[result] * 20, started=timezone.now(), ended=timezone.now(), passed=True, **fields,
    )  # fmt: skip
    return run


def test_a_trainer_sees_what_members_dealt_and_sets_tests() -> None:
    anna = User.objects.create_user("Anna", password="three green chips")
    run, other = dealt(anna), dealt(player())
    client = client_of(member("trainer"))
    page = client.get(DEALERS).content.decode()
    assert "Anna" in page
    assert "0:41 a round" in page
    assert "seed oak" in page
    assert reverse("games:dealer_result", args=["big-raise", other.pk]) not in page  # a guest's
    assert client.get(reverse("games:dealer_result", args=["big-raise", run.pk])).status_code == 200
    assert "Anna" not in client.get(f"{DEALERS}?game=blackjack").content.decode()
    link = page.partition('href="/dealer/blackjack?seed=')[2].partition('"')[0]
    assert f'value="{link}"' in client.get(f"/dealer/blackjack?seed={link}").content.decode()


@pytest.mark.parametrize("role", ["superuser", "floor", "auditor"])
def test_who_may_see_all_rows_of_the_games_sees_these_too(role: str) -> None:
    assert client_of(member(role)).get(DEALERS).status_code == 200


@pytest.mark.parametrize("role", ["maker", "checker", "staff"])
def test_others_of_the_staff_do_not(role: str) -> None:
    run, client = dealt(player()), client_of(member(role))
    assert client.get(DEALERS).status_code == 404
    assert client.get(reverse("games:dealer_result", args=["big-raise", run.pk])).status_code == 404


def test_a_player_sees_their_own_runs_alone() -> None:
    user = player()
    own, other = dealt(user), dealt(player())
    client = client_of(user)
    assert client.get(DEALERS).status_code == 404
    assert Client().get(DEALERS).status_code == 404
    assert client.get(reverse("games:dealer_result", args=["big-raise", own.pk])).status_code == 200
    away = client.get(reverse("games:dealer_result", args=["big-raise", other.pk]))
    assert away.status_code == 404
