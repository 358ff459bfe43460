"""Follows docs/adding-a-game.md with High Card, a fifth game that lives in `toy`."""

import io
import json
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st

from config import BASE_DIR
from games import printed_paytables
from games.registry import GAMES, KITS
from tests.conformance import openings, play_checks, record_checks, view_checks
from tests.conformance.rounds import House
from tests.conformance.toy import CASES
from tests.conformance.toy.high_card import HighCard
from tests.conformance.toy.kit import KIT

LIST = BASE_DIR / "docs" / "adding-a-game.md"
SLUG = HighCard.slug


@pytest.fixture(autouse=True)
def fifth(monkeypatch: pytest.MonkeyPatch) -> None:
    """The site with High Card among its games."""
    monkeypatch.setitem(cast(dict[str, Any], GAMES), SLUG, KIT.rules)
    monkeypatch.setitem(cast(dict[str, Any], KITS), SLUG, KIT)


def listed_steps() -> list[str]:
    """The headings of the list."""
    return re.findall(r"^ ?\d+\. \*\*(.+?)\.\*\*", LIST.read_text("utf-8"), re.MULTILINE)


def test_every_step_of_the_list_is_followed_here() -> None:
    steps = [step for name, step in globals().items() if name.startswith("test_step_")]
    assert [step.__doc__ for step in steps] == listed_steps()


def test_step_1() -> None:
    """Write the rules"""
    game = HighCard()
    assert [spot.key for spot in game.spots(game.options())] == ["main"]


def test_step_2() -> None:
    """Print the paytables"""
    (spot,) = HighCard().every_spot()
    assert printed_paytables.printed(SLUG, spot, spot.default_paytable).code == "T1"
    assert SLUG in {table.game for table in printed_paytables.every_paytable()}


def replay(path: Path) -> Any:
    """What `manage.py replay` prints of a record."""
    out = io.StringIO()
    call_command("replay", str(path), "--json", stdout=out)
    return json.loads(out.getvalue())


def test_step_3(tmp_path: Path) -> None:
    """Add the line in GAMES"""
    record = tmp_path / "round.json"
    seats = [{"seat": 2, "wagers": {"main": 100}}]
    record.write_text(json.dumps({"game": SLUG, "seats": seats, "deck": "Kc 2d"}))
    assert replay(record)["waiting_on"] == [2]


def over_random_rounds(check: Callable[[House, st.DataObject], object]) -> None:
    """Run a check of the suite over the fifth game."""

    @settings(max_examples=10)
    @given(st.data())
    def holds(data: st.DataObject) -> None:
        check(House(GAMES[SLUG]), data)

    holds()


def test_step_4() -> None:
    """Say who sees the opening cards"""
    over_random_rounds(
        lambda house, data: openings.each_viewer_sees_their_opening_cards(
            house, data, KIT.opening_cards
        )
    )


def test_step_5() -> None:
    """Run the conformance suite"""
    for check in (*play_checks.CHECKS, *record_checks.CHECKS, *view_checks.CHECKS):
        over_random_rounds(check)
    over_random_rounds(view_checks.hidden_cards_do_not_change_a_view)


def test_step_6() -> None:
    """Work out rounds by hand"""
    # 2 x 5.01 on an ace at 3:2 wins 15.03; nines tie with the dealer's nine.
    assert replay(CASES / "ace-doubled.json")["net"] == {"1": 1503, "3": 0, "4": 0}


def take_a_seat(client: Client) -> str:
    """Sit down at a solo table of the fifth game, as a guest; the address of the table."""
    call_command("load_paytables", stdout=io.StringIO())
    return client.post(reverse("games:solo", args=[SLUG])).headers["Location"]


@pytest.mark.django_db
def test_step_7(client: Client) -> None:
    """Lay the felt"""
    page = client.get(take_a_seat(client)).content.decode()
    assert '<p class="title">HIGH CARD</p>' in page
    rules = client.get(reverse("games:rules", args=[SLUG])).content.decode()
    assert "an ace pays 3:2" in rules
    assert "Ace wins" in rules


@pytest.mark.django_db
def test_step_8(client: Client) -> None:
    """Welcome it in the lobby"""
    assert HighCard.name in client.get(reverse("games:lobby")).content.decode()


def test_step_9() -> None:
    """Work out its odds"""
    game = HighCard()
    options, (spot,) = game.options(), game.every_spot()
    worked_out = KIT.game_odds(
        options, {spot.key: printed_paytables.printed(SLUG, spot, "T1")}, 100
    )
    # By hand: holding the rank r, from 0, 4r dealer's cards of 51 lose and 4(12-r) win. Twos to
    # sevens lose 168/51, nines to kings win 2 x 120/51, aces 2 x 72/51: 216/51 in 13 ranks.
    (bet,) = worked_out.bets
    assert bet.edge == -Fraction(216, 51 * 13)
    assert sum(line.probability for line in bet.lines) == 1


@pytest.mark.django_db
def test_step_10(client: Client, tmp_path: Path) -> None:
    """Open its tables"""
    call_command("load_paytables", stdout=io.StringIO())
    opened = io.StringIO()
    call_command("open_tables", stdout=opened)
    assert opened.getvalue().count("Opened: High Card,") == 3

    table = take_a_seat(client)
    state = client.get(f"{table}/state").json()
    before = state["you"]["balance"]
    bets = {"step": state["step"], "wagers": {"main": 500}, "ready": True}
    state = post(client, f"{table}/bets", bets)
    assert [offer["action"] for offer in state["view"]["offers"]] == ["stand", "double"]
    assert state["you"]["balance"] == before - 500
    state = post(client, f"{table}/act", {"step": state["step"], "action": "double"})
    (result,) = state["view"]["results"]
    assert result["stake"] == 1000
    assert state["you"]["balance"] == before + result["net"]

    record = tmp_path / "round.json"
    record.write_bytes(client.get(f"/history/{state['round']['id']}.json").content)
    assert replay(record)["net"] == {"1": result["net"]}


def post(client: Client, address: str, body: dict[str, Any]) -> Any:
    """Post as a program does; the scene that comes back."""
    answer = client.post(address, body, content_type="application/json")
    assert answer.status_code == 200, answer.content
    return answer.json()["scene"]
