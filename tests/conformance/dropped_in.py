"""What a site does with a game that has been dropped into it, the way visitors meet it.

`test_adding_a_game.py` runs it in a copy of the project that has High Card among its games.
"""

import io
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from games.backoffice.sheets.examples import examples_of
from games.demonstration.catalogue import demonstrations_of
from games.demonstration.search import find
from games.engine.record import read_paytables
from games.exact.published import audit
from games.models import Phase, SchoolRun
from games.odds_reports import reports
from games.printed_paytables import printed
from games.registry import GAMES, KITS
from games.runtime import thinker
from games.tables import bots, setup
from tests.school.dealing import deal_round
from tests.support.server import Server
from tests.tables.room import Room, stock
from tests.web.reports import compute_all

SLUG = "high-card"


@pytest.fixture
def house(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The paytables are there, and code that asks for figures or thoughts waits for them."""
    stock()
    monkeypatch.setattr(reports, "LEASE", timedelta(hours=1))
    monkeypatch.setattr(thinker, "PATIENCE", 60)


def text_of(client: Client, name: str, *args: Any) -> str:
    """A page of the site."""
    return client.get(reverse(f"games:{name}", args=args)).content.decode()


def post(client: Client, address: str, body: dict[str, Any]) -> Any:
    """Post as a program does; the scene that comes back."""
    answer = client.post(address, body, content_type="application/json")
    assert answer.status_code == 200, answer.content
    return answer.json()["scene"]


def take_a_seat(client: Client) -> str:
    """Sit down at a solo table, as a guest; the address of the table."""
    return client.post(reverse("games:solo", args=[SLUG])).headers["Location"]


@pytest.mark.usefixtures("house")
def test_the_lobby_welcomes_it_and_opens_its_tables(client: Client) -> None:
    opened = io.StringIO()
    call_command("open_tables", stdout=opened)
    assert opened.getvalue().count("Opened: High Card,") == 3
    lobby = text_of(client, "lobby")
    assert "One card each. The higher one wins." in lobby
    assert 'id="tables-high-card"' in lobby


@pytest.mark.usefixtures("house")
def test_its_felt_has_its_title_its_styles_and_its_keys(client: Client) -> None:
    page = client.get(take_a_seat(client)).content.decode()
    assert '<p class="title">HIGH CARD</p>' in page
    assert "css/high-card.css" in page
    assert finders.find("css/high-card.css")
    assert "<dd>Double your card</dd>" in page
    assert "Double your card" in client.get(reverse("accounts:settings")).content.decode()


@pytest.mark.usefixtures("house")
def test_a_round_is_dealt_coached_paid_and_remembered(client: Client, tmp_path: Path) -> None:
    table = take_a_seat(client)
    state = client.get(f"{table}/state").json()
    before = state["you"]["balance"]
    bets = {"step": state["step"], "wagers": {"main": 500}, "ready": True}
    state = post(client, f"{table}/bets", bets)
    assert [offer["action"] for offer in state["view"]["offers"]] == ["stand", "double"]
    assert state["you"]["balance"] == before - 500
    said = client.get(f"{table}/coach", {"step": state["step"]}, HTTP_HX_REQUEST="true")
    assert "<span>Stand" in said.content.decode()
    assert "<span>Double on" in said.content.decode()
    state = post(client, f"{table}/act", {"step": state["step"], "action": "double"})
    (result,) = state["view"]["results"]
    assert result["stake"] == 1000
    assert state["you"]["balance"] == before + result["net"]

    number = state["round"]["id"]
    assert "High Card" in text_of(client, "history")
    assert "css/high-card.css" in text_of(client, "round", number)
    assert "HIGH CARD" in text_of(client, "replay", number)
    record = tmp_path / "round.json"
    record.write_bytes(client.get(f"/history/{number}.json").content)
    out = io.StringIO()
    call_command("replay", str(record), "--json", stdout=out)
    assert json.loads(out.getvalue())["net"] == {"1": result["net"]}


@pytest.mark.usefixtures("house")
def test_its_rules_page_has_exact_odds_and_best_play(client: Client) -> None:
    text_of(client, "rules", SLUG)
    compute_all()
    page = text_of(client, "rules", SLUG)
    assert "an ace pays 3:2" in page
    assert "Ace wins" in page
    # By hand: holding the rank r, from 0, 4r dealer's cards of 51 lose and 4(12-r) win. Twos to
    # sevens lose 168/51, nines to kings win 2 x 120/51, aces 2 x 72/51: 216/51 in 13 ranks.
    assert "−32.58" in page or "-32.58" in page
    assert "Stand or double" in page


def test_its_printed_figure_is_audited() -> None:
    (finding,) = audit(printed, SLUG)
    assert finding.verdict == "exact"


@pytest.mark.usefixtures("house")
def test_its_sheet_is_a_page_and_a_pdf_with_its_examples(client: Client) -> None:
    text_of(client, "sheet", SLUG)
    compute_all()
    page = text_of(client, "sheet", SLUG)
    assert "An ace is doubled and wins" in page
    pdf = PdfReader(io.BytesIO(client.get(reverse("games:sheet_pdf", args=[SLUG])).content))
    words = " ".join(" ".join(part.extract_text() for part in pdf.pages).split())
    assert "face up, from the dealer" in words
    game = GAMES[SLUG]
    tables = read_paytables({}, game, game.options(), printed)
    examples = examples_of(game, game.options(), tables)
    endings = [outcome.ending for example in examples for outcome in example.outcomes]
    assert endings == ["Win", "Tie", "Lose"]


@pytest.mark.usefixtures("house")
def test_it_is_in_the_daily_deal(client: Client) -> None:
    assert "20 rounds with 5 on Main" in " ".join(text_of(client, "daily").split())
    table = client.post(reverse("games:daily_start", args=[SLUG])).headers["Location"]
    state = client.get(f"{table}/state").json()
    assert state["table"]["game"] == SLUG
    state = post(client, f"{table}/act", {"step": state["step"], "action": "ready"})
    assert [offer["action"] for offer in state["view"]["offers"]] == ["stand", "double"]


def test_every_line_of_it_can_be_shown() -> None:
    shown = {one.line: find(KITS[SLUG], one, "a").played for one in demonstrations_of(SLUG)}
    assert shown.keys() == {"ace_wins", "higher", "tie"}
    for line, played in shown.items():
        assert [result.line for result in played.results if result.seat == 1] == [line]


@pytest.mark.django_db
def test_it_is_demonstrated(client: Client) -> None:
    address = f"/demo/{SLUG}/main-t1-ace-wins"
    assert f'href="{address}"' in client.get(f"/demo/{SLUG}").content.decode()
    page = client.get(f"{address}?at=2").content.decode()
    assert "<b>Say:</b> <span>Seat 1 gets a card.</span>" in page


@pytest.mark.django_db
def test_it_is_dealt_from_a_real_deck(client: Client) -> None:
    form = {"option.double": "on", "seat.1.main": "10", "seat.2.main": "5"}
    assert client.post(f"/deal/new/{SLUG}", form).status_code == 302
    doors = [("key", {"card": "As"}), ("key", {"card": "7d"}), ("decide", {"action": "double"}),
             ("decide", {"action": "stand"}), ("key", {"card": "9c"})]  # fmt: skip
    page = ""
    for moves, (door, given) in enumerate(doors):
        answer = client.post(f"/deal/{door}", {"at": moves, **given}, follow=True)
        page = " ".join(answer.content.decode().split())
    assert "Take and pay" in page
    assert "Main: ace wins, 3:2" in page  # seat 1: 30 on its doubled 20
    assert "30.00" in page


@pytest.mark.usefixtures("house")
def test_bots_play_it() -> None:
    room = Room.open(SLUG, bots=2)
    (user,) = room.sit(1)
    for _ in range(24):
        room.later(0.5)
        bots.attend(room.table_id, room.now)
    room.bet(user, {"main": 500})
    room.act(user, "ready")
    assert room.table.phase == Phase.PLAYING
    room.act(user, "stand")
    for _ in range(400):
        if room.table.phase != Phase.PLAYING:
            break
        room.later(0.05)
        bots.attend(room.table_id, room.now)
    parts = list(room.round.seats.all())
    assert len(parts) >= 2  # the person, and the bots that have come
    assert all(part.net is not None for part in parts)


@pytest.mark.timeout(120)
def test_it_is_played_in_a_browser(page: Page, server: Server) -> None:
    setup.load_paytables(timezone.now())
    page.goto("/")
    page.get_by_role("button", name="Play High Card solo").click()
    page.wait_for_url("**/tables/*")  # until it is loaded, scripts and all
    title = page.locator(".felt--high-card .title")
    expect(title).to_have_text("HIGH CARD")
    assert title.evaluate("element => getComputedStyle(element).fontSize") == "32px"
    page.locator("#chip-5").click()
    page.locator("#spot-main").click()
    expect(page.locator("[data-total]")).to_have_text("5.00")
    page.locator("#go").click()
    expect(page.locator("#pulse")).to_have_attribute("data-phase", "playing")
    page.locator("#acts").get_by_role("button", name="Stand").click()
    expect(page.locator("#pulse")).to_have_attribute("data-phase", "showing")


@pytest.mark.usefixtures("house")
def test_its_dealer_is_taught(client: Client) -> None:
    assert "Each seat is dealt one card face up" in text_of(client, "dealer_guide", SLUG)
    client.post(reverse("games:dealer_begin", args=[SLUG]), {"kind": "shown", "seats": 2})
    run = SchoolRun.objects.get()
    deal_round(client, run)
    assert (run.rounds[0]["faults"], run.rounds[0]["payments"]) == (0, 2)
    client.post(reverse("games:dealer_drill_start", args=[SLUG]), {"kind": "payments"})
    assert "What do you pay?" in text_of(client, "dealer_drill", SLUG)
