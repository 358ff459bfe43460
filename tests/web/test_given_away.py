"""The sheet's paragraph on game protection: from what is stored, the same on page and PDF."""

import re
from collections.abc import Mapping
from datetime import timedelta
from math import comb
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.models import OddsReport
from games.odds_reports import reports
from games.odds_reports.protection import parts_of
from games.odds_reports.subjects import usual_felts
from games.registry import GAMES
from games.tables.setup import open_table
from tests.tables.room import stock
from tests.web.reports import compute_all
from tests.web.test_protection_page import counted
from tests.web.test_sheets import page_of, reader_of, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def card_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """The printed paytables are there, and the claims of a worker in the test hold for long."""
    stock()
    monkeypatch.setattr(reports, "LEASE", timedelta(hours=1))


def text(address: str) -> str:
    """The paragraph, which is the same on page and PDF."""
    shown = page_of(address), text_of(reader_of(address))
    section = r"\d+\. Game protection (.*?) \d+\. (?:How this house|Version history)"
    (page,), (pdf,) = (re.findall(section, one) for one in shown)
    for word in page.split():
        assert word in pdf, word
    return str(page)


def stored(slug: str, answers: Mapping[str, Mapping[str, Any]]) -> None:
    """Some bets of a game as new tables have it have been computed."""
    for felt in usual_felts(GAMES[slug]):
        for spot, answer in answers.items():
            parts_of([(spot, felt.terms, spot)], timezone.now())
            OddsReport.objects.filter(question__about="protection", question__spot=spot).update(
                status=OddsReport.Status.DONE, answer=answer
            )


def test_what_is_not_computed_is_said_and_not_asked_for() -> None:
    assert "have not been computed yet" in text("/rules/big-50/sheet")
    assert not OddsReport.objects.filter(question__about="protection").exists()


def behind(rounds: int) -> float:
    """The chance that All Red, 17 to 1 on C(26, 5) of C(52, 5) hands, has won more than it lost."""
    chance = comb(26, 5) / comb(52, 5)
    even = rounds // 18
    return 1 - sum(
        comb(rounds, hits) * chance**hits * (1 - chance) ** (rounds - hits)
        for hits in range(even + 1)
    )


def test_the_bets_of_one_deal() -> None:
    (felt,) = usual_felts(GAMES["big-50"])
    bets = ("poker_hand", "all_red", "all_black", "range")
    parts_of([(bet, felt.terms, bet) for bet in bets], timezone.now())
    compute_all()
    found = text("/rules/big-50/sheet")
    assert "dealt from a full deck, so there is nothing to count." in found
    assert "Nothing that is seen after the bet changes Royal Flush; All Red; All Black" in found
    assert behind(162) <= 0.01 < behind(161)
    assert "162 on All Red; 162 on All Black" in found
    assert found.endswith("Not computed yet: Big 50.")


def figures(**changed: Any) -> dict[str, Any]:
    """An answer about a bet with a decision, from a full deck."""
    gain = {"spots": ["x"], "situation": "20 cards", "gain_points": 5.61, "standard_error": 0.09}
    face_up = {"spots": ["x"], "edge_points": 3.77, "safe": False, "gain": gain}
    ahead = [{"spot": "x", "rounds_until_ahead": 18_013}]
    return {"counting": [], "shared": [gain], "face_up": [face_up], "ahead": ahead} | changed


def test_both_sides_of_the_button_in_one_paragraph() -> None:
    stored("big-draw", {"big_draw": figures()})
    found = text("/rules/big-draw/sheet")
    for side in ("5 Card Draw", "Deuces Never Loses"):
        assert (
            f"Big Draw, {side} is not safe with all hands face up, where the players would have "
            "the edge: knowing 20 cards is worth 5.61 ± 0.09 % of the wager, against a house edge "
            "of 3.77 %."
        ) in found
        assert f"First 5, {side}" in found.partition("Not computed yet: ")[2]
        assert f"18,013 on Big Draw, {side}" in found
    assert "at most" not in found, "the same knowledge is told once"


def test_a_flashed_card_is_told_beside_the_other_seats_hands() -> None:
    hands, flashed = (
        {"spots": ["ante"], "situation": name, "gain_points": points, "standard_error": error}
        for name, points, error in (
            ("the hands of 6 other seats", 1.01, 0.1), ("both hidden dealer cards", 27.2, 0.0),
        )
    )  # fmt: skip
    face_up = {"spots": ["ante"], "edge_points": 3.44, "safe": True, "gain": hands}
    never = [{"spot": "ante", "rounds_until_ahead": None}]
    answer = figures(shared=[hands, flashed], face_up=[face_up], ahead=never)
    stored("big-raise", {"ante": answer})
    found = text("/rules/big-raise/sheet")
    assert "Ante is safe with all hands face up: knowing the hands of 6 other seats is" in found
    assert "Ante, at most: knowing both hidden dealer cards is worth 27.20 %." in found
    assert "The players have the edge on Ante." in found
    assert "after so many bets" not in found


def test_a_shoe_that_is_shuffled_for_every_round_and_one_that_is_not() -> None:
    answer = counted(units=3.2, error=0.1) | figures(shared=[], face_up=[], counting=None)
    answer["counting"] = counted(units=3.2, error=0.1)["counting"]
    stored("blackjack", {"bad_beat": answer})
    fresh = text("/rules/blackjack/sheet")
    assert "fresh shuffle, so there is nothing to count." in fresh
    assert "would win, with the cut card at 75 %, so many units in 100 rounds" in fresh
    assert ": 3.20 ± 0.10 on Bad Beat." in fresh
    options = GAMES["blackjack"].options.read({"shuffle": "cut_card", "penetration": 55})
    table = open_table(GAMES["blackjack"], "Alder", options=options)
    address = f"/rules/blackjack/sheet?table={table.pk}"
    Client().get(f"/rules/blackjack/protection?table={table.pk}&bet=bad_beat")
    OddsReport.objects.filter(question__about="protection").update(
        status=OddsReport.Status.DONE, answer=answer
    )
    shoe = text(address)
    assert "Cards carry over from round to round, so that players can count." in shoe
    assert "They win, with the cut card at 50 %" in shoe
    assert ": 1.60 ± 0.10 on Bad Beat." in shoe


def test_a_bet_that_no_count_follows() -> None:
    answer = figures(shared=[], face_up=[])
    counting = counted(units=1, error=1)["counting"][0] | {"by_penetration": [], "trigger": None}
    stored("blackjack", {"insurance": answer | {"counting": [counting]}})
    assert "nothing on Insurance, which no count follows" in text("/rules/blackjack/sheet")
