"""The page of game protection: what it waits for, says of each kind of bet, and is linked from."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import OddsReport, PaytableVersion, Table
from games.odds_reports import reports
from games.registry import GAMES
from games.tables.setup import open_table
from tests.admin.drafts import staff
from tests.support.clients import client_of
from tests.tables.room import stock
from tests.web.reports import compute_all
from tests.web.test_odds_pages import tables_in, words

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def card_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """The printed paytables are there, and the claims of a worker in the test hold for long."""
    stock()
    monkeypatch.setattr(reports, "LEASE", timedelta(hours=1))


def page(path: str) -> str:
    """The HTML of a page once a worker has come by."""
    client = Client()
    client.get(path)
    compute_all()
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_page_waits_for_a_worker_and_computes_nothing() -> None:
    answer = Client().get("/rules/big-50/protection?bet=all_red")
    found = answer.content.decode()
    assert "0 of 1 parts are ready" in found
    assert "<svg" not in re.sub(
        r'(?s)<svg[^>]*class="icon.*?</svg>', "", found.split('id="figures"')[1].split("</main>")[0]
    )
    asked = OddsReport.objects.get(question__about="protection")
    assert (asked.question["spot"], asked.status) == ("all_red", OddsReport.Status.WAITING)


def test_a_bet_without_decisions_is_said_and_what_the_house_wins_is_drawn() -> None:
    found = page("/rules/big-50/protection?bet=all_red")
    text = words(found)
    assert "No information after the bet changes it: nothing is decided." in text
    assert "so there is nothing to count" in text
    drawn = re.findall(r'role="img"\s+aria-labelledby="(\S+) (\S+)"', found)
    assert [name for name, _ in drawn] == ["house-title", "session-title"]
    for title, description in drawn:
        assert f'<title id="{title}">' in found
        assert f'<desc id="{description}">' in found
    rows = tables_in(found)["What the house wins"]
    # All Red pays 17 to 1 on 65,780 hands of 2,598,960.
    thousand = next(row for row in rows if row[0] == "1,000")
    mean = 1000 * (1 - 18 * 65780 / 2598960)
    low, high = (float(cell.replace("−", "-").replace(",", "")) for cell in thousand[1:3])
    assert low < mean < high


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_a_page_that_is_linked(slug: str) -> None:
    address = reverse("games:protection", args=[slug])
    client = Client()
    assert client.get(address).status_code == 200
    assert address in client.get(reverse("games:rules", args=[slug])).content.decode()


def test_the_sheet_leads_to_the_page_of_the_same_version() -> None:
    version = PaytableVersion.objects.get(game="big-50", spot="all_red")
    client, sheet = Client(), f"{reverse('games:sheet', args=['big-50'])}?version={version.pk}"
    client.get(sheet)
    compute_all()
    assert f"/rules/big-50/protection?version={version.pk}" in client.get(sheet).content.decode()


def test_the_administration_leads_to_the_pages_of_a_table_and_a_version() -> None:
    table = open_table(GAMES["blackjack"], "Alder")
    version = PaytableVersion.objects.get(game="big-50", spot="all_red")
    for role, address, link in (
        (
            "floor",
            reverse("admin:games_table_change", args=[table.pk]),
            f"blackjack/protection?table={table.pk}",
        ),
        (
            "maker",
            reverse("admin:games_paytableversion_change", args=[version.pk]),
            f"big-50/protection?version={version.pk}",
        ),
    ):
        assert link in client_of(staff(role)).get(address).content.decode()


def counted(*, units: float, error: float, depth: int = 75) -> dict[str, Any]:
    """An answer about a bet that is dealt from a shoe of six decks."""
    rows = [
        {"decks": 6, "depth": at, "units_per_100": won, "standard_error": error,
         "favourable_share": 0.37}
        for at, won in ((50, units / 2), (depth, units))
    ]  # fmt: skip
    counting = {
        "spot": "bad_beat", "edge_percent": 2.51, "effects": {"2": 0.8, "A": -0.8},
        "tags": {"A": -1, "2": 1}, "correlation": 0.98, "hi_lo_correlation": 0.89, "trigger": 0.55,
        "points_per_true_count": 4.5, "by_penetration": rows,
        "by_true_count": [
            {"true_count": count, "spread": 1.0} | dict.fromkeys(("mean", "model"), 4.5 * count)
            for count in range(-5, 6)
        ],
    }  # fmt: skip
    house = {"spot": "bad_beat", "low_95": -100, "low_50": 0, "mean": 100.0, "high_50": 200,
             "high_95": 300, "behind": 0.25, "error": 1e-12}  # fmt: skip
    quantiles = [{"chance": 0.05 + 0.2 * n, "result": 100 * n - 200} for n in range(5)]
    session = {"spot": "bad_beat", "quantiles": quantiles, "ahead": 0.4, "error": 1e-12,
               "bankroll": 4000, "lost": 0.01}  # fmt: skip
    return {
        "stake": 100, "exposed": False, "counting": [counting], "shared": [], "face_up": [],
        "house": [house | {"rounds": rounds} for rounds in (1000, 100_000)],
        "ahead": [{"spot": "bad_beat", "rounds_until_ahead": 1234}],
        "session": [session | {"rounds": rounds} for rounds in (50, 100)],
    }  # fmt: skip


def answered(path: str, answer: dict[str, Any]) -> str:
    """A page whose reports of protection have this answer."""
    client = Client()
    client.get(path)
    OddsReport.objects.filter(question__about="protection").update(
        status=OddsReport.Status.DONE, answer=answer
    )
    return client.get(path).content.decode()


def test_a_bet_that_can_be_counted_has_its_plots_gauge_and_advice() -> None:
    found = answered("/rules/blackjack/protection?bet=bad_beat", counted(units=3.2, error=0.1))
    text = words(found)
    assert "wins about 3.2 bets in 100 rounds (cut at 75 %)" in text
    assert "This table shuffles before every round: keep it so" in text
    assert re.search(
        r"Fresh shuffle 0\.0 ✓ safe Cut at 50 % 1\.6 ✕ exposed Cut at 75 % 3\.2 ✕ exposed", text
    )
    assert [
        one
        for one in ("effects", "count", "depth", "house", "session")
        if f'id="{one}-title"' in found
    ] == ["effects", "count", "depth", "house", "session"]
    assert tables_in(found)["Effect of removing one card, in points"][1:] == [
        ["A", "−0.8000"],
        ["2", "+0.8000"],
    ]


def test_what_is_within_its_standard_error_is_not_called_exposed() -> None:
    text = words(
        answered("/rules/blackjack/protection?bet=bad_beat", counted(units=0.2, error=0.15))
    )
    assert "✕ exposed" not in text
    assert "wins about" not in text


def test_a_table_with_a_cut_card_is_told_what_to_do() -> None:
    options = GAMES["blackjack"].options.read({"shuffle": "cut_card", "penetration": 75})
    table: Table = open_table(GAMES["blackjack"], "Alder", options=options)
    path = f"/rules/blackjack/protection?table={table.pk}&bet=bad_beat"
    text = words(answered(path, counted(units=3.2, error=0.1)))
    assert "This table is dealt from a shoe: shuffle before every round" in text


@pytest.mark.parametrize("query", ["?bet=nothing", "?bet="])
def test_a_bet_that_is_not_there_is_the_first_one(query: str) -> None:
    found = words(Client().get(f"/rules/big-50/protection{query}").content.decode())
    first = next(iter(GAMES["big-50"].every_spot()))
    assert f"{first.name}: what it gives away" in found


@pytest.mark.parametrize("query", ["?table=0", "?version=x", "?table=99999"])
def test_what_is_not_there_is_not_found(query: str) -> None:
    assert Client().get(f"/rules/big-50/protection{query}").status_code == 404


FORM = "/rules/blackjack/exposure"
SHOE = {"option.shuffle": "cut_card", "option.decks": "6", "option.penetration": "75"}


def usual_options() -> dict[str, str]:
    """The fields of a form in which nothing has been chosen."""
    return {
        f"option.{name}": str(value)
        for name, value in GAMES["blackjack"].options().as_json().items()
        if value is not False
    }


def exposure(**changed: str) -> str:
    """What the form of a blackjack table says, with the house options that were chosen."""
    usual = usual_options()
    answer = Client().get(FORM, usual | {name.replace("__", "."): v for name, v in changed.items()})
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_form_says_nothing_of_a_shuffle_before_every_round() -> None:
    assert words(exposure()) == ""
    assert not OddsReport.objects.exists(), "there is nothing to compute"


def test_a_form_says_how_exposed_a_cut_card_makes_each_bet_and_what_to_do() -> None:
    found = exposure(**SHOE)
    assert "being computed" in words(found)
    assert "every 2s" in found
    asked = OddsReport.objects.filter(status=OddsReport.Status.WAITING)
    assert {report.question["spot"] for report in asked} == {"main", "insurance", "bad_beat"}
    assert {report.question["rules"]["penetration"] for report in asked} == {75}
    asked.update(status=OddsReport.Status.DONE, answer=counted(units=3.2, error=0.1))
    found = exposure(**SHOE)
    assert "every 2s" not in found
    assert "Bad Beat: 3.2 with the cut card at 75 %, betting 37 rounds of 100. ✕ Exposed" in words(
        found
    )
    assert "Do this: shuffle before every round" in words(found)


def test_a_form_is_told_only_what_it_does_not_say_already() -> None:
    """A screen reader would say it again every two seconds."""
    (state,) = re.findall(r'"have": "([0-9a-f]+)"', exposure(**SHOE))
    have = usual_options() | SHOE | {"have": state}
    assert Client().get(FORM, have).status_code == 204
    assert Client().get(FORM, have | {"option.shuffle": "every_round"}).status_code == 200
    OddsReport.objects.update(status=OddsReport.Status.DONE, answer=counted(units=3.2, error=0.1))
    assert "✕ Exposed" in words(Client().get(FORM, have).content.decode())


def test_a_form_asks_for_nothing_more_while_many_figures_are_waited_for() -> None:
    exposure(**SHOE)
    known = OddsReport.objects.count()
    for number in range(reports.MOST_WAITING):
        OddsReport.objects.create(
            digest=f"{number:064}", version=reports.version(), question={}, asked=timezone.now()
        )
    assert "Bad Beat: being computed" in words(exposure(**SHOE | {"option.decks": "8"}))
    assert OddsReport.objects.count() == known + reports.MOST_WAITING
    assert "every 2s" in exposure(**SHOE), "what was asked for before is still waited for"


def test_a_form_takes_the_figures_of_the_next_cut_card() -> None:
    exposure(**SHOE | {"option.penetration": "85"})
    OddsReport.objects.update(status=OddsReport.Status.DONE, answer=counted(units=3.2, error=0.1))
    assert "with the cut card at 75 %" in words(exposure(**SHOE | {"option.penetration": "85"}))


def test_options_that_no_house_could_deal_are_left_to_the_form() -> None:
    one_deck = SHOE | {"option.decks": "1", "option.penetration": "85"}
    assert words(exposure(**one_deck)) == ""


def test_both_forms_that_open_a_table_have_the_gauge() -> None:
    assert f'hx-get="{FORM}"' in Client().get("/tables/new/blackjack").content.decode()
    table = open_table(GAMES["blackjack"], "Alder")
    floor = client_of(staff("floor"))
    for address in (
        f"{reverse('admin:games_table_add')}?game=blackjack",
        reverse("admin:games_table_change", args=[table.pk]),
    ):
        assert f'hx-get="{FORM}"' in floor.get(address).content.decode()
