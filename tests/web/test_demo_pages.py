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
        page = text_of(client, f"/rules/{slug}")
        assert f'href="/demo/{slug}"' in page
        assert f'href="/deal/new/{slug}"' in page


def test_the_cards_of_a_hand_are_chosen_one_after_the_other(client: Client) -> None:
    address = "/demo/big-raise/cards"
    assert 'id="owner">Seat 1, 1 of 2<' in text_of(client, address)
    page = text_of(client, f"{address}?deck=AsAc8d&card=7c")
    assert 'id="owner">Dealer, 1 of 3<' in page
    assert 'name="deck" value="AsAc8d7c"' in page
    # Seat 1 plays its aces, seat 2 folds eight and seven: the dealer's other cards are next.
    assert 'id="owner">Dealer, 2 of 3<' in text_of(client, f"{address}?deck=AsAc8d7cKd")


def test_chosen_cards_are_those_of_the_hand_that_is_shown(client: Client) -> None:
    address = "/demo/big-raise/cards?deck=AsAc8d7cTdTcAdAh4h5h&show=1&seed=2"
    first = text_of(client, address)
    assert "Demonstration: no chips move" in first
    last = text_of(client, f"{address}&at={steps_in(first)}")
    for name in ("Ace of spades", "Ten of diamonds", "Ace of diamonds", "Four of hearts"):
        assert f'alt="{name}"' in last
    other = address.replace("seed=2", "seed=3")
    assert last != text_of(client, f"{other}&at={steps_in(text_of(client, other))}")


def test_a_card_that_cannot_be_chosen_is_refused_by_name(client: Client) -> None:
    answer = client.get("/demo/big-raise/cards?deck=AsAc&card=As")
    assert answer.status_code == 422
    page = " ".join(answer.content.decode().split())
    assert "The ace of spades is already out. Seat 1 has it." in page
    assert 'name="deck" value="AsAc"' in page


def test_the_variant_of_a_chosen_hand_is_in_its_address(client: Client) -> None:
    page = text_of(client, "/demo/big-draw/cards?choice=deuces-never-loses&deck=2s2h2d2c9h")
    assert 'name="choice" value="deuces-never-loses"' in page
    shown = "/demo/big-draw/cards?choice=deuces-never-loses&deck=2s2h2d2c9h&show=1"
    steps = steps_in(text_of(client, shown))
    said = [text_of(client, f"{shown}&at={at}") for at in range(1, steps + 1)]
    assert any("four deuces" in page for page in said)


@pytest.mark.parametrize(
    "query", ["deck=Zz", "deck=As&card=x", "choice=nothing", "deck=As&show=1&seed=0"]
)
def test_an_address_that_is_no_hand_is_not_found(client: Client, query: str) -> None:
    assert client.get(f"/demo/big-draw/cards?{query}").status_code == 404


def test_a_line_is_paid_by_every_paytable_of_its_spot(client: Client) -> None:
    """A flush pays 15 to 1 by each 5 Card Bonus, three of a kind 9 to 6 to 1 by four of them."""
    address = "/demo/big-raise/five-card-bonus-brh-04-three-of-a-kind?seed=1"
    nets = {}
    for code in ("BRH-04", "BRH-05", "BRH-06", "BRH-07", "BRH-08"):
        paid = f"{address}&pays={code}"
        last = text_of(client, f"{paid}&at={steps_in(text_of(client, paid))}")
        assert f"&amp;pays={code}&amp;at=" in last
        found = re.search(r"5 Card Bonus 10<b[^>]*><span[^>]*>, net </span>\+(\d+)\.00", last)
        assert found is not None
        nets[code] = int(found[1])
    assert sorted(set(nets.values())) == [60, 70, 80, 90]
    assert client.get(f"{address}&pays=BRH-40").status_code == 404
