"""Rounds of real cards through every door of theirs, and that the site's own rounds, money and
figures know nothing of them."""

import io
import json
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.db.models import ForeignKey
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import exports
from accounts.guests import new_guest
from accounts.models import User
from games.account_hooks import part_with
from games.engine.record import read_record, replay
from games.history.hands_dealt import MOST_KEPT
from games.models import HandDealt
from games.printed_paytables import printed
from games.registry import GAMES, KITS
from tests.history.rounds import fetched

pytestmark = pytest.mark.django_db

DECK = "8s 8d Ks 9s Qh Kc 5d 8c 3s Qd"


@pytest.fixture
def user(client: Client) -> User:
    user = new_guest(timezone.now())
    client.force_login(user)
    return user


def begin(client: Client, slug: str = "big-raise", **fields: str) -> None:
    given = fields or {
        "seat.1.name": "Ana", "seat.1.ante": "10", "seat.1.two_card_bonus": "5", "seat.2.ante": "5",
    }  # fmt: skip
    options = {
        f"option.{name}": value
        for name, value in GAMES[slug].options().as_json().items()
        if value is not False
    }
    answer = client.post(f"/deal/new/{slug}", options | given)
    assert answer.status_code == 302, answer.content.decode()


def at() -> int:
    return len(HandDealt.objects.get(current=True).moves)


def post(client: Client, door: str, **fields: Any) -> str:
    answer = client.post(f"/deal/{door}", {"at": at(), **fields}, follow=True)
    return " ".join(answer.content.decode().split())


def deal(client: Client) -> str:
    """A whole round of Big Raise: seat 1 plays four antes, seat 2 folds."""
    page = ""
    cards = DECK.split()
    for card in cards[:5]:
        post(client, "key", card=card)
    post(client, "decide", action="play 4000")
    post(client, "decide", action="fold")
    for card in cards[5:]:
        page = post(client, "key", card=card)
    return page


def test_a_round_from_the_form_to_the_record(client: Client, user: User) -> None:
    begin(client)
    assert "Seat 1, Ana" in client.get("/deal/round").content.decode()
    page = deal(client)
    assert "Take and pay" in page
    row = HandDealt.objects.get()
    assert row.record is not None
    assert row.record["source"] == "dealt by hand"
    assert row.record["deck"] == DECK
    played = replay(read_record(row.record, GAMES, printed))
    # Three eights beat a pair of queens: ante 10 and play 40 win, the pair pays 25; a fold costs 5.
    assert played.net == {1: 75_00, 2: -5_00}
    assert {r["net"] for r in row.record["results"]} == {1000, 4000, 2500, -500}
    listed = client.get("/deal").content.decode()
    assert "Verified as rules and sums only" in " ".join(listed.split())
    assert f'href="/deal/{row.pk}"' in listed
    assert client.get(f"/deal/{row.pk}").status_code == 200


def test_the_record_is_played_by_the_replay_command(
    client: Client, user: User, tmp_path: Any
) -> None:
    begin(client)
    deal(client)
    answer = client.get(f"/deal/{HandDealt.objects.get().pk}.json")
    assert answer["Content-Disposition"] == 'attachment; filename="big-raise-1-by-hand.json"'
    path = tmp_path / "round.json"
    path.write_bytes(answer.content)
    out = io.StringIO()
    call_command("replay", str(path), "--json", stdout=out)
    assert json.loads(out.getvalue())["net"] == {"1": 7500, "2": -500}


def test_refusals_name_who_has_the_card_and_whose_turn_it_is(client: Client, user: User) -> None:
    begin(client)
    post(client, "key", card="8s")
    again = post(client, "key", card="8s")
    assert "The eight of spades is already out. Seat 1, Ana has it." in again
    assert "is no card" in post(client, "key", card="9x")
    assert "Nobody has a decision to make now." in post(client, "decide", action="fold")
    for card in ["8d", "Ks", "9s", "Qh"]:
        post(client, "key", card=card)
    assert "No card yet: Seat 1, Ana decides first." in post(client, "key", card="Kc")
    assert "may not play 5000 now" in post(client, "decide", action="play 5000")
    behind = client.post("/deal/key", {"at": 0, "card": "2c"}).content.decode()
    assert "has moved on" in behind
    assert at() == 5


def test_undo_takes_back_cards_decisions_and_the_end(client: Client, user: User) -> None:
    begin(client)
    deal(client)
    assert HandDealt.objects.get().ended
    post(client, "undo")
    row = HandDealt.objects.get()
    assert row.ended is None
    assert row.record is None
    for _ in range(11):
        post(client, "undo")
    assert at() == 0
    post(client, "undo")
    assert at() == 0


def test_the_next_round_has_the_same_seats(client: Client, user: User) -> None:
    begin(client)
    assert "This round is not over yet." in post(client, "next")
    deal(client)
    post(client, "next")
    first, second = HandDealt.objects.order_by("pk")
    assert second.number == 2
    assert second.setup == first.setup
    assert second.moves == []
    client.post("/deal/stop")
    assert list(HandDealt.objects.values_list("number", "current")) == [(1, False)]


def test_a_form_that_no_round_can_be_dealt_from_says_why(client: Client, user: User) -> None:
    answer = client.post("/deal/new/big-raise", {"seat.1.two_card_bonus": "5"})
    assert answer.status_code == 422
    assert "needs one on Ante too" in answer.content.decode()
    nobody = client.post("/deal/new/big-raise", {}).content.decode()
    assert "at least one seat" in nobody
    assert not HandDealt.objects.exists()


def test_a_visitor_without_an_account_becomes_a_guest(client: Client) -> None:
    assert client.get("/deal").status_code == 200
    assert client.get("/deal/round").headers["Location"] == "/deal"
    begin(client)
    assert HandDealt.objects.get().user.is_guest


def test_nobody_sees_the_rounds_of_others(client: Client, user: User) -> None:
    begin(client)
    deal(client)
    pk = HandDealt.objects.get().pk
    other = Client()
    other.force_login(new_guest(timezone.now()))
    for address in (f"/deal/{pk}", f"/deal/{pk}.json"):
        assert other.get(address).status_code == 404
        assert Client().get(address).status_code == 404


@pytest.mark.parametrize("slug", KITS)
def test_every_game_is_begun_and_asks_for_its_first_card(
    client: Client, user: User, slug: str
) -> None:
    begin(client, slug, **{f"seat.1.{KITS[slug].main_bet}": "10"})
    page = client.get("/deal/round").content.decode()
    assert "Next card goes to" in page
    assert page.count('data-card="') == 52


def test_no_door_touches_anything_but_its_own_rows(client: Client, user: User) -> None:
    """Balances, ledger, rounds, history, holds, the daily deal: nothing comes, goes or changes."""
    client.get("/rules/")
    pages, before = private_pages(client, user), others()
    begin(client)
    deal(client)
    pk = HandDealt.objects.get().pk
    for address in ("/deal", "/deal/round", f"/deal/{pk}", f"/deal/{pk}.json"):
        assert client.get(address).status_code == 200
    post(client, "next")
    post(client, "key", card="As")
    post(client, "undo")
    client.post("/deal/stop")
    assert others() == before
    assert private_pages(client, user) == pages


def others() -> dict[str, list[dict[str, Any]]]:
    """All rows of the site's own models but these."""
    return {
        model._meta.label: list(model._default_manager.order_by("pk").values())
        for app in ("games", "accounts")
        for model in apps.get_app_config(app).get_models()
        if model is not HandDealt
    }


def private_pages(client: Client, user: User) -> list[str]:
    """What the history and its exports have of a player."""
    exported = [reverse("games:export", args=[form]) for form in ("csv", "ndjson")]
    files = [fetched(user, address) for address in exported]
    return [*files, client.get(reverse("games:history_figures")).content.decode()]


def test_no_row_refers_to_one_nor_does_one_refer_to_play() -> None:
    own = [f for f in HandDealt._meta.get_fields() if isinstance(f, ForeignKey)]
    assert [field.related_model for field in own] == [User]
    for model in apps.get_models():
        for field in model._meta.get_fields():
            assert field.auto_created or field.related_model is not HandDealt, field


def test_the_database_keeps_one_round_at_a_time_and_only_finished_ones(user: User) -> None:
    now = timezone.now()
    row = {"user": user, "game": "big-50", "setup": {}, "begun": now}
    HandDealt.objects.create(**row)
    for wrong in (
        {},  # a second that lies there
        {"current": False},  # kept and not over
        {"current": False, "ended": now},  # over without a record
        {"current": False, "record": {}},  # a record of a round that is not over
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            HandDealt.objects.create(**row, **wrong)


def test_only_the_last_rounds_are_kept(client: Client, user: User) -> None:
    now = timezone.now()
    HandDealt.objects.bulk_create(
        HandDealt(
            user=user, game="big-50", setup={}, record={}, begun=now, ended=now, current=False
        )
        for _ in range(MOST_KEPT + 3)
    )
    begin(client)
    assert HandDealt.objects.filter(current=False).count() == MOST_KEPT


def test_they_are_in_the_data_of_their_player_and_go_with_the_account(
    client: Client, user: User
) -> None:
    begin(client)
    deal(client)
    (own,) = list(exports.export(user)["dealt_by_hand"])
    assert own["record"]["source"] == "dealt by hand"
    assert part_with(user, timezone.now(), for_good=True) is None
    assert not HandDealt.objects.exists()
