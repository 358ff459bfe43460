"""The pages of demonstrations: what they show, and that they touch nothing."""

import re
from collections.abc import Iterator

import pytest
from django.apps import apps
from django.test import Client
from django.utils import timezone

from accounts.guests import new_guest
from games.demonstration.catalogue import demonstrations_of
from games.registry import KITS

pytestmark = pytest.mark.django_db


def demonstrations() -> Iterator[str]:
    """An address for every game: of a hand with a name, and of a line."""
    for slug in KITS:
        every = demonstrations_of(slug)
        for one in (every[0], every[-1]):
            yield f"/demo/{slug}/{one.key}"


def text_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return " ".join(answer.content.decode().split())


def steps_in(page: str) -> int:
    found = re.search(r'data-last="(\d+)"', page)
    assert found is not None
    return int(found[1])


def test_every_game_is_listed_with_all_that_it_shows(client: Client) -> None:
    listed = text_of(client, "/demo")
    for slug in KITS:
        assert f'href="/demo/{slug}"' in listed
        page = text_of(client, f"/demo/{slug}")
        for one in demonstrations_of(slug):
            assert f'href="/demo/{slug}/{one.key}"' in page


@pytest.mark.parametrize("address", list(demonstrations()))
def test_every_step_is_shown_and_told(client: Client, address: str) -> None:
    address += "?seed=2"
    said = []
    for at in range(1, steps_in(text_of(client, address)) + 1):
        shown = text_of(client, f"{address}&at={at}")
        assert "Demonstration: no chips move" in shown
        said += re.findall(r"<b>Say:</b> <span>(.+?)</span>", shown)
    assert len(said) == at
    assert "bets" in said[0]
    assert said[-1].startswith("The round is over.")


def test_no_card_of_another_seat_is_shown_before_the_rules_show_it(client: Client) -> None:
    """The dealer's hidden cards are not in the page while they lie face down."""
    address = "/demo/big-raise/dealer-breaks-a-pair?seed=3"
    dealt = text_of(client, f"{address}&at=5")
    assert dealt.count("Face-down card") == 2 + 2 + 3  # seat 2's, the dealer's two, the board
    assert len(re.findall(r'<img[^>]*src="[^"]*cards/', dealt)) == 2 + 1


def test_a_step_that_a_script_asks_for_is_only_the_step(client: Client) -> None:
    answer = client.get("/demo/big-50/six?seed=1&at=2", headers={"HX-Request": "true"})
    body = answer.content.decode()
    assert "<html" not in body
    assert body.count("<hx-partial") == 2


@pytest.mark.parametrize(
    "address",
    [
        "/demo/nothing", "/demo/big-50/nothing", "/demo/big-50/six?seed=0",
        "/demo/big-50/six?seed=x",
        "/demo/big-50/six?seed=10000", "/demo/big-50/six?at=0", "/demo/big-50/six?at=999",
    ],
)  # fmt: skip
def test_what_is_not_there_is_not_found(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


def test_nothing_is_kept_of_a_demonstration(client: Client) -> None:
    """Signed in or not: no row of any model comes, goes or changes."""
    client.force_login(new_guest(timezone.now()))
    client.get("/rules/")  # what any first page of a session leaves
    before = rows()
    for address in demonstrations():
        page = text_of(client, address)
        text_of(client, f"{address}?at={steps_in(page)}")
    assert rows() == before


def rows() -> dict[str, list[dict[str, object]]]:
    """All rows of the site's own models."""
    return {
        model._meta.label: list(model._default_manager.order_by("pk").values())
        for app in ("games", "accounts")
        for model in apps.get_app_config(app).get_models()
    }


def test_the_rules_of_every_game_lead_to_its_demonstrations(client: Client) -> None:
    for slug in KITS:
        assert f'href="/demo/{slug}"' in text_of(client, f"/rules/{slug}")
