"""The game sheet: every game and active version, the same figures on page and PDF, who may read it.

Expected figures are those of the reports that pay (`tests.web.reports`) or worked out by hand.
"""

import html
import re
from collections.abc import Iterator
from datetime import date, timedelta
from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader
from pytest_django import Settings

from games.backoffice.paytables.letters import attach, read_letter
from games.backoffice.sheets.examples import Ending, examples_of
from games.backoffice.sheets.makers import maker_of
from games.backoffice.sheets.pdf import pdf_of
from games.backoffice.sheets.sheet import sheet_of
from games.big_50.rules import Big50Options
from games.blackjack.options import BlackjackOptions
from games.engine.payout import parse_payout, payout_words
from games.engine.record import read_paytables
from games.models import OddsReport, PaytableVersion
from games.odds_reports import reports
from games.printed_paytables import printed
from games.procedure.reading import procedure
from games.registry import GAMES, KITS
from games.tables.setup import open_table
from games.templatetags.odds import chance, count, gain, minus, percent
from tests.admin.drafts import LETTER, activated, approved, staff, submitted
from tests.admin.test_papers import PDF
from tests.support.clients import client_of
from tests.tables.room import stock
from tests.web.reports import compute_all, felt

pytestmark = pytest.mark.django_db


def sheet_url(version: PaytableVersion) -> str:
    """The address of the sheet of a paytable version."""
    return f"{reverse('games:sheet', args=[version.game])}?version={version.pk}"


@pytest.fixture(autouse=True)
def card_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """The printed paytables are there, and the claims of a worker in the test hold for long."""
    stock()
    monkeypatch.setattr(reports, "LEASE", timedelta(hours=1))


def page_of(address: str, client: Client | None = None) -> str:
    """The text of a sheet's page once a worker has come by."""
    reader = client or Client()
    reader.get(address)
    compute_all()
    answer = reader.get(address)
    assert answer.status_code == 200
    return words(answer.content.decode())


def words(markup: str) -> str:
    """The text of HTML, one blank between words."""
    return " ".join(html.unescape(re.sub("<[^>]*>", " ", markup)).split())


def reader_of(address: str, client: Client | None = None) -> PdfReader:
    """The PDF of a sheet whose figures are there."""
    answer = (client or Client()).get(address.replace("/sheet", "/sheet.pdf"))
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
    return PdfReader(BytesIO(answer.content))


def text_of(pdf: PdfReader) -> str:
    """All its words; a blank wherever a line or a cell ends."""
    return " ".join(" ".join(page.extract_text() for page in pdf.pages).split())


def lines_told(answer: dict) -> Iterator[list[str]]:  # type: ignore[type-arg]
    """Each line of a report as a sheet must show it: words, pay, combinations, chance, return."""
    for bet in answer["bets"]:
        for line in bet["lines"]:
            pays = line["pays"]
            counted = line["combinations"]
            yield [
                line["words"],
                pays if pays == "by hand" else payout_words(parse_payout(pays)),
                *([] if counted is None else [count(counted)]),
                chance(line["probability"]),
                gain(line["return"]),
            ]


def active_versions() -> list[PaytableVersion]:
    return list(PaytableVersion.objects.filter(status=PaytableVersion.Status.ACTIVE))


@pytest.mark.parametrize("game", GAMES)
def test_page_and_pdf_tell_every_line_and_edge_of_the_report(game: str) -> None:
    address = f"/rules/{game}/sheet"
    page = page_of(address)
    pdf = text_of(reader_of(address))
    answers = [
        report.answer
        for report in OddsReport.objects.all()
        if report.question["about"] == "felt" and report.answer is not None
    ]
    assert answers, "the sheet asks for what its felts come to"
    for answer in answers:
        for bet in answer["bets"]:
            for shown in (page, pdf):
                assert bet["assumption"] in shown
                assert f"House edge {percent(bet['edge_percent'])}" in shown
            if bet["exact"]:
                assert minus(bet["exact"]) in page.replace(" ", "")
                assert minus(bet["exact"]) in pdf.replace(" ", "")
        for line in lines_told(answer):
            assert " ".join(line) in page
            assert " ".join(line) in pdf


@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_has_every_section_and_its_pages_are_numbered(game: str) -> None:
    address = f"/rules/{game}/sheet"
    page, pdf = page_of(address), reader_of(address)
    shown = text_of(pdf)
    heads = [
        "Paytables and approvals", "Equipment and layout", "Ranking of hands", "Rules of play",
        "Dealing and settlement", "Irregularities and prohibitions", "House options in force",
        "What each wager pays", "Examples", "Limits and largest payouts",
        "Game protection", "How this house reads the rules", "Version history", "Signatures",
    ]  # fmt: skip
    heads = [f"{number}. {title}" for number, title in enumerate(heads, 1)]
    for head in heads:
        assert head in page
        assert head in shown
    total = len(pdf.pages)
    (digest,) = re.findall("Digest of this sheet ([0-9a-f]{64})", page)
    for number, one in enumerate(pdf.pages, 1):
        text = one.extract_text()
        assert f"Page {number} of {total}" in text
        assert digest[:16] in text
        assert GAMES[game].name in text
    assert pdf.metadata is not None
    assert pdf.metadata.title == f"{GAMES[game].name}: game sheet as new tables have it"
    assert pdf.trailer["/Root"]["/Lang"] == "en-GB"  # type: ignore[index]


@pytest.mark.parametrize("game", GAMES)
def test_every_active_version_has_a_sheet_with_its_digest_and_lines(game: str) -> None:
    versions = [version for version in active_versions() if version.game == game]
    assert versions
    for version in versions:
        assert Client().get(sheet_url(version)).status_code == 200
    compute_all()
    for version in versions:
        page = page_of(sheet_url(version))
        pdf = text_of(reader_of(sheet_url(version)))
        for shown in (page, pdf):
            assert version.digest in shown
            assert "none on file" in shown.lower()
            for payout in version.value.lines.values():
                assert payout_words(payout) in shown
        assert "DRAFT" not in page + pdf


def test_the_bonus_inside_another_bet_has_chances_of_its_own() -> None:
    """Royal flush: 1,821,600 deals won with one, none lost, of 1,264,264,092,000; 500 for 1."""
    page = page_of("/rules/big-raise/sheet")
    assert pytest.approx(0.00000144084, rel=1e-5) == 1_821_600 / 1_264_264_092_000
    assert "Royal flush 500:1 1,821,600 0.0000014 +0.000720" in page
    assert "Part of Ante, whose edge" in page


@pytest.mark.parametrize(
    ("game", "row"),
    [
        ("big-50", "Big 50 1 100 500:1 50,000 5,000"),
        ("big-50", "All Red 1 100 17:1 1,700 1,700"),
        ("big-raise", "2 Card Bonus 1 100 30:1 3,000 3,000"),
        # 500 on the ante, the ante itself and a play of three antes: a pair makes no royal flush
        ("big-raise", "Ante 1 100 504 × wager 50,400 –"),
        # 200 to 1 on 100 is more than the fixed 5,000, and fixed prizes do not count
        ("big-draw", "First 5, 5 Card Draw 1 100 200:1 20,000 5,000"),
        ("blackjack", "Bad Beat 1 100 25:1 2,500 2,500"),
    ],
)
def test_limits_and_largest_payouts(game: str, row: str) -> None:
    """A new table's: 1 to 100, under Washington's cap of 50 to 1 for the aggregate limit."""
    address = f"/rules/{game}/sheet"
    assert row in page_of(address)
    assert row in text_of(reader_of(address))


def test_at_a_cut_card_no_edge_is_told_as_exact_not_even_by_the_stake() -> None:
    """Bad Beat with a prize of a fixed amount has its edge by the stake."""
    table = open_table(
        GAMES["blackjack"], "Alder", options=BlackjackOptions(decks=2, shuffle="cut_card")
    )
    usual = table.paytables.get(spot="bad_beat")
    (best, _), *others = usual.lines
    fixed = PaytableVersion.objects.create(
        game="blackjack", spot="bad_beat", code="FIXED", number=1, digest="f" * 64,
        lines=[(best, "fixed 500000"), *others], status=usual.status, created=usual.created,
    )  # fmt: skip
    table.paytables.remove(usual)
    table.paytables.add(fixed)
    rules, address = (f"/rules/blackjack{end}?table={table.pk}" for end in ("", "/sheet"))
    for shown in (page_of(address), text_of(reader_of(address)), page_of(rules)):
        assert "the figures are of its first round" in shown
        assert re.search("House edge −?[0-9.]+ %,? no bound known", shown)
        assert not re.search("-?[0-9]+/[0-9]{3}", shown)
        assert "0.000001 points" not in shown


def test_a_table_has_a_sheet_with_its_options_and_limits() -> None:
    table = open_table(
        GAMES["big-50"], "Alder", options=Big50Options(colour_wager="either"),
        minimum=500, maximum=20_000, aggregate_payout=1_500_000,
    )  # fmt: skip
    address = f"/rules/big-50/sheet?table={table.pk}"
    page = page_of(address)
    for shown in (page, text_of(reader_of(address))):
        assert "House edge 8.8836 %" in shown
        assert "Aggregate payout limit: 15,000." in shown
        assert "Big 50 5 200 500:1 100,000 10,000" in shown
        assert "All Red" not in shown.partition("8. What each wager pays")[2]


class TestWaiting:
    """While figures are computed the page says so and looks again, and there is no PDF."""

    def test_the_pdf_says_when_to_come_again(self) -> None:
        answer = Client().get("/rules/big-50/sheet.pdf")
        assert answer.status_code == 503
        assert int(answer["Retry-After"]) > 0
        shown = answer.content.decode()
        assert "Exact figures are being computed" in shown
        assert 'hx-get="/rules/big-50/sheet?have=' in shown

    def test_the_page_links_the_pdf_when_it_can_be_made(self) -> None:
        link = 'href="/rules/big-50/sheet.pdf"'
        assert link not in Client().get("/rules/big-50/sheet").content.decode()
        compute_all()
        shown = Client().get("/rules/big-50/sheet").content.decode()
        assert link in shown
        assert "every 1s" not in shown

    def test_every_rules_page_leads_to_its_sheet(self) -> None:
        for game in GAMES:
            assert f'href="/rules/{game}/sheet"' in Client().get(f"/rules/{game}").content.decode()


class TestVersions:
    """What is not approved is the staff's to read, and says on every page what it is."""

    def test_a_submitted_version_is_a_draft_for_the_staff_alone(self) -> None:
        version = submitted()
        address = sheet_url(version)
        assert Client().get(address).status_code == 404
        reader = client_of(staff("checker"))
        page = page_of(address, reader)
        pdf = reader_of(address, reader)
        assert "DRAFT – not approved" in page
        assert "Not approved" in page
        assert all("DRAFT – not approved" in one.extract_text() for one in pdf.pages)
        assert "Total 40–49 8:5" in page  # the draft's own line, not that in force

    def test_an_approval_is_told_with_reference_and_date(self) -> None:
        version = activated()
        assert f"{LETTER} of 27 February 2026" in page_of(sheet_url(version))
        assert f"{LETTER} of 27 February 2026" in text_of(reader_of(sheet_url(version)))
        assert "DRAFT" not in page_of(sheet_url(version))

    def test_an_approved_version_that_does_not_pay_yet_says_so(self) -> None:
        assert "Approved – not in force" in page_of(sheet_url(approved()))

    @pytest.mark.parametrize("query", ["version=", "version=x", "version=999999", "version=-1"])
    def test_no_such_version(self, query: str) -> None:
        assert Client().get(f"/rules/big-50/sheet?{query}").status_code == 404

    def test_a_version_of_another_game(self) -> None:
        version = next(one for one in active_versions() if one.game == "big-draw")
        assert Client().get(f"/rules/big-50/sheet?version={version.pk}").status_code == 404


def endings(game: str, rules: dict[str, str]) -> dict[str, set[Ending]]:
    """How the wagers of a game's examples end under its printed paytables, by spot."""
    one = felt(game, rules)
    found: dict[str, set[Ending]] = {}
    for example in examples_of(GAMES[game], one.options, one.paytables):
        for outcome in example.outcomes:
            found.setdefault(outcome.spot, set()).add(outcome.ending)
    return found


@pytest.mark.parametrize(
    ("game", "rules", "even"),
    [
        ("big-50", {}, set()),
        ("big-50", {"colour_wager": "either"}, set()),
        ("big-raise", {}, set()),  # the player wins ties
        ("big-draw", {"variant": "five-card-draw"}, {"Big Draw"}),  # jacks or better
        ("big-draw", {"variant": "deuces-never-loses"}, {"Big Draw"}),  # three of a kind
        ("blackjack", {}, {"Bet", "Bad Beat"}),
    ],
)
def test_every_spot_has_an_example_that_wins_one_that_loses_and_where_there_is_one_a_tie(
    game: str, rules: dict[str, str], even: set[str]
) -> None:
    found = endings(game, rules)
    opening = {s.name for s in GAMES[game].spots(GAMES[game].options.read(rules)) if s.opening}
    assert opening <= set(found)
    for spot in opening:
        assert {"Win", "Lose"} <= found[spot], spot
    assert {spot for spot, ends in found.items() if "Tie" in ends} == even


@pytest.mark.parametrize("game", GAMES)
def test_the_sheet_names_the_wagers_that_never_come_out_even(game: str) -> None:
    sheet_of(GAMES[game], timezone.now())
    compute_all()
    for side in sheet_of(GAMES[game], timezone.now()).sides:
        tied = {o.spot for one in side.examples for o in one.outcomes if o.ending == "Tie"}
        assert tied.isdisjoint(side.never_even)


@pytest.mark.parametrize("game", GAMES)
def test_the_examples_can_be_played_under_every_house_option(game: str) -> None:
    rules = GAMES[game]
    for options in rules.options.every():
        tables = read_paytables({}, rules, options, printed)
        assert all(one.outcomes for one in examples_of(rules, options, tables))


def test_an_example_is_paid_by_the_paytable_of_the_sheet() -> None:
    """A total of 50: 10 at 500 to 1, and at 400 to 1."""
    for pays, won in (("500:1", "5,000"), ("400:1", "4,000")):
        one = felt("big-50", big_50={"lines": {"fifty": pays}})
        said_lines = [o.words for e in examples_of(GAMES["big-50"], one.options, one.paytables)
                for o in e.outcomes]  # fmt: skip
        assert f"Seat 1: Big 50 wins {won}, total of exactly 50." in said_lines


def test_the_same_sheet_gives_the_same_pdf() -> None:

    game, now = GAMES["big-50"], timezone.now()
    sheet_of(game, now)
    compute_all()
    assert pdf_of(sheet_of(game, now)) == pdf_of(sheet_of(game, now))


def test_what_the_maker_prints_stands_beside_the_exact_edge_with_one_sentence() -> None:
    page = page_of("/rules/big-50/sheet")
    for shown in (page, text_of(reader_of("/rules/big-50/sheet"))):
        assert "House edge 13.7053 %" in shown
        assert "The maker prints 7.47 %. A decimal slipped" in shown
        assert "Straight flush 500:1 36 0.000014 +0.006926 0.069259" in shown
        assert "The maker prints 15.8 %. It is 15.7983: all digits that are printed agree." in shown


def test_a_letter_is_on_the_sheet_with_its_digest() -> None:
    version = next(one for one in active_versions() if one.spot == "range")
    letter = read_letter("letter.pdf", PDF)
    dated = date(2013, 2, 6)
    kept = attach(staff("checker"), version.pk, letter, "WSGC letter", dated, timezone.now())
    page = page_of(sheet_url(version))
    for shown in (page, text_of(reader_of(sheet_url(version)))):
        assert "Approval WSGC letter of 6 February 2013" in shown
        assert f"Letter WSGC letter, 6 February 2013 {kept.digest}" in shown


def test_the_licensee_is_named_or_a_line_is_left(settings: Settings) -> None:
    blank = page_of("/rules/big-50/sheet")
    assert "Licensee Licence Location" in blank
    settings.LICENSEE, settings.PREMISES = "A Card Room, LLC", "1 Main Street, Auburn"
    page = page_of("/rules/big-50/sheet")
    for shown in (page, text_of(reader_of("/rules/big-50/sheet"))):
        assert "Licensee A Card Room, LLC" in shown
        assert "1 Main Street, Auburn" in shown


def test_the_history_of_a_paytable_names_what_happened_and_nobody() -> None:
    version = activated()
    page = page_of(sheet_url(version))
    history = page.partition("13. Version history")[2].partition("14. Signatures")[0]
    for words in (
        "Range B50, version 1 Loaded as its maker prints it",
        f"Range B50, version 2 Approved by a second person, {LETTER} of 2026-02-27",
        "Range B50, version 1 No longer in force",
        "Range B50, version 2 In force",
    ):
        assert words in history
    assert "checker" not in page
    assert "In force since 1 March 2026" in page


@pytest.mark.parametrize("game", GAMES)
def test_every_games_sheet_has_what_its_makers_document_has(game: str) -> None:
    """Ranking, equipment, irregularities with their sources, and what is left to the house."""
    maker = maker_of(game)
    assert maker.maker
    assert maker.equipment
    assert maker.readings
    page = page_of(f"/rules/{game}/sheet")
    for hand, cards in maker.ranking:
        assert f"{hand} {cards}" in page
    assert maker.wagers
    pdf = text_of(reader_of(f"/rules/{game}/sheet"))
    said_lines = procedure(KITS[game])
    irregularities = [(one.case, one.answer, one.source) for one in said_lines.irregularities]
    for row in (*maker.wagers, *irregularities, *maker.readings, *maker.conditions):
        assert " ".join(filter(None, row)) in page
        assert row[0] in pdf


@pytest.mark.parametrize("peek", [True, False])
def test_the_sheet_has_the_steps_of_the_procedure_that_its_options_ask_for(peek: bool) -> None:
    table = open_table(GAMES["blackjack"], "Alder", options=BlackjackOptions(peek=peek))
    address = f"/rules/blackjack/sheet?table={table.pk}"
    for shown in (page_of(address), text_of(reader_of(address))):
        assert "(Rules of Play 3)" in shown
        assert ("look at your hole card" in shown) == peek


def test_a_loaded_version_that_was_replaced_says_from_when_to_when_it_paid() -> None:
    old = next(one for one in active_versions() if one.spot == "range")
    activated()
    page = page_of(sheet_url(old))
    assert "In force from 1 March 2026 to 1 March 2026" in page
    assert "None on file: loaded as its maker prints it" in page
