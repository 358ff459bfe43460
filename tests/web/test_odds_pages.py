"""The pages of exact figures: what they show before, while and after a worker computes.

Expected figures are those of the rules pages' own audit, in ``tests/odds/published.csv``, of the
odds registry, or of the sources named beside them.
"""

import html
import re
from datetime import timedelta
from typing import Any, NoReturn

import pytest
from django.test import Client

from games.big_50.rules import Big50Options
from games.big_raise.state import BigRaiseOptions
from games.blackjack.options import BlackjackOptions
from games.engine.errors import BadOption
from games.engine.options import Options
from games.management import working
from games.models import Table
from games.odds_reports import reports
from games.registry import GAMES, KITS
from games.tables.setup import open_table
from tests.odds.bets import bets_of
from tests.odds.test_audit_published import EXPECTED
from tests.tables.room import stock
from tests.web.reports import compute_all, kept_answer

pytestmark = pytest.mark.django_db

VERDICTS = {
    "exact": "✓ exact", "rounding": "≈ rounding", "reading": "≈ another reading",
    "misprint": "✕ misprint", "differs": "✕ differs",
}  # fmt: skip
SIDES = ("five-card-draw", "deuces-never-loses")


@pytest.fixture(autouse=True)
def card_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """The printed paytables are there.

    A worker's claims hold for long: it could not renew them, being in the test's own transaction.
    """
    stock()
    monkeypatch.setattr(reports, "LEASE", timedelta(hours=1))


def page(path: str, *, computed: bool = True) -> str:
    """The HTML of a page; `computed`: as it is once a worker has come by."""
    if computed:
        Client().get(path)
        compute_all()
    answer = Client().get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def words(markup: str) -> str:
    """The text of HTML, one blank between words."""
    return " ".join(html.unescape(re.sub("<[^>]*>", " ", markup)).split())


def tables_in(markup: str) -> dict[str, list[list[str]]]:
    """The rows of every table by its caption: the text of each cell, heads included."""
    found = {}
    for table in re.findall("<table.*?</table>", markup, re.DOTALL):
        caption = re.search("<caption[^>]*>(.*?)</caption>", table, re.DOTALL)
        assert caption, "every table has a caption"
        rows = re.findall("<tr.*?</tr>", table, re.DOTALL)
        cells = [re.findall("<t[hd][ >].*?</t[hd]>|<td></td>", row, re.DOTALL) for row in rows]
        found[words(caption[1])] = [[words(cell) for cell in row] for row in cells]
    return found


def row_of(markup: str, caption: str, head: str) -> list[str]:
    """The row with this head in the table whose caption begins so."""
    rows = next(rows for name, rows in tables_in(markup).items() if name.startswith(caption))
    return next(row for row in rows if row[0] == head)


def opened(game: str, options: Options | None = None, **fields: Any) -> Table:
    return open_table(GAMES[game], "Alder", options=options, **fields)


def percent(edge: float) -> str:
    return f"{edge:.4f} %".replace("-", "−")


class TestWaiting:
    """As long as no worker has computed it, a page says so and looks again."""

    def test_the_paytables_are_there_at_once_and_the_page_says_what_is_missing(self) -> None:
        shown = page("/rules/big-50", computed=False)
        assert "Exact figures are being computed: 0 of 3 parts are ready." in words(shown)
        assert row_of(shown, "Royal Flush", "Straight flush") == ["Straight flush", "500:1"]
        assert "13.7053" not in shown

    def test_it_looks_again_every_second_until_everything_is_there(self) -> None:
        before = page("/rules/big-50", computed=False)
        (again,) = re.findall('hx-get="([^"]*have[^"]*)" [^>]*hx-trigger="every 1s"', before)
        looking = Client(headers={"HX-Request": "true"})
        assert looking.get(html.unescape(again)).status_code == 204
        compute_all()
        answer = looking.get(html.unescape(again))
        assert answer.status_code == 200
        assert "13.7053 %" in answer.content.decode()
        assert "every 1s" not in answer.content.decode()

    def test_an_address_that_was_kept_shows_the_page(self) -> None:
        """Without htmx an empty answer would be an empty window."""
        before = page("/odds/published", computed=False)
        (again,) = re.findall('hx-get="([^"]*have[^"]*)"', before)
        assert "Printed against exact" in page(html.unescape(again), computed=False)

    @pytest.mark.parametrize("path", [*(f"/rules/{slug}" for slug in GAMES), "/odds/published"])
    def test_no_request_computes_anything(self, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
        def computed(*_: Any) -> NoReturn:
            raise AssertionError("a request computes odds")

        for kit in KITS.values():
            monkeypatch.setattr(kit.odds, "odds", computed)
        assert "are being computed" in page(path, computed=False)

    def test_what_cannot_be_computed_is_said_and_the_rest_stands(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def answer(question: Any, source: Any) -> Any:
            if question["about"] == "felt":
                raise BadOption("These options go together nowhere.")
            return kept_answer(question, source)

        monkeypatch.setattr(working, "answer", answer)
        shown = page("/rules/big-50")
        assert words(shown).count("These options go together nowhere.") == 1
        assert row_of(shown, "Royal Flush", "Straight flush") == ["Straight flush", "500:1"]
        assert "every 1s" not in shown


class TestFigures:
    """What is shown is what the registry computes."""

    @pytest.mark.parametrize(
        ("game", "rules"),
        [("big-50", {}), ("big-raise", {}), ("blackjack", {})]
        + [("big-draw", {"variant": side}) for side in SIDES],
    )
    def test_every_bet_of_the_usual_felt(self, game: str, rules: dict[str, Any]) -> None:
        shown = words(page(f"/rules/{game}"))
        bets = bets_of(game, rules)
        assert bets
        for bet in bets.values():
            odds = bet.as_json()
            assert f"House edge {percent(odds['edge_percent'])}" in shown
            if bet.exact:
                assert f"Exactly {bet.exact}".replace("-", "−") in shown
            assert f"Standard deviation {bet.standard_deviation:.4f}" in shown
            assert html.unescape(bet.assumption) in shown
            if bet.element_of_risk is not None:
                assert f"Of all that is staked {percent(odds['element_of_risk_percent'])}" in shown
            for way in bet.otherwise:
                assert f"Played otherwise: {percent(float(100 * way.edge))}." in shown

    def test_a_line_has_its_pay_count_chance_and_return(self) -> None:
        """36 of 2,598,960 hands at 500 to 1."""
        row = row_of(page("/rules/big-50"), "Royal Flush", "Straight flush")
        assert row[:5] == ["Straight flush", "500:1", "36", "0.000014", "+0.006926"]

    def test_other_paytables_and_options_are_told_in_passing(self) -> None:
        """All five printed 5 Card Bonus tables, off unless the house has it."""
        shown = page("/rules/big-raise")
        rungs = words(re.findall('<ul class="ladder">.*?</ul>', shown, re.DOTALL)[0])
        for row in EXPECTED:
            if row["bet"] == "five_card_bonus":
                edge = float(row["exact"])
                assert f"5 Card Bonus, paytable {row['paytable']} {percent(edge)}" in words(shown)
                assert f"5 Card Bonus paytable {row['paytable']} {edge:.2f} %" in rungs
        assert "Whether the felt has a side wager on the player's five-card hand" in words(shown)

    @pytest.mark.parametrize("game", GAMES)
    def test_the_rungs_of_the_ladder_ascend(self, game: str) -> None:
        shown = page(f"/rules/{game}")
        rungs = re.findall('<li class="([^"]*)">.*?width="([0-9.]+)".*?<b>(.*?) %</b>', shown)
        for other in (False, True):
            edges = [
                float(edge.replace("−", "-"))
                for kind, _, edge in rungs
                if ("is-other" in kind) == other
            ]
            assert edges == sorted(edges)
        assert max(float(width) for _, width, _ in rungs) == 99.0

    def test_first_five_has_its_edge_at_every_stake(self) -> None:
        """The prizes of a fixed amount make small stakes the better ones."""
        tables = tables_in(page("/rules/big-draw"))
        rows = tables["Some prizes are fixed amounts, so small stakes do better"]
        assert [row[0] for row in rows[1:]] == ["$1", "$2", "$3", "$4", "$5", "$10"]
        shown = page("/rules/big-draw")
        for row in EXPECTED:
            if row["bet"] == "first_five":
                cells = [percent(float(row["exact"])), percent_as_printed(row["printed"])]
                assert re.search(
                    rf"{re.escape(row['condition'])} {re.escape(cells[0])} −?[0-9]+/[0-9]+ "
                    rf"{re.escape(cells[1])} {VERDICTS[row['verdict']]}",
                    words(shown),
                ), row


def percent_as_printed(figure: str) -> str:
    return f"{figure} %".replace("-", "−")


class TestPrinted:
    """The maker's figure stands beside ours, and only where it is a figure of the same."""

    def test_the_slipped_decimal_is_told(self) -> None:
        shown = page("/rules/big-50")
        line = row_of(shown, "Royal Flush", "Straight flush")
        assert line[-2:] == ["0.069259 return", "✕ misprint"]
        assert row_of(shown, "Royal Flush", "Anything else")[-2] == "0.696209 probability"
        assert row_of(shown, "Range", "Total 30–39")[-2] == "0.51858282 probability"
        assert row_of(shown, "Royal Flush", "House edge")[-4:] == [
            "13.7053 %", "", "7.47 %", "✕ misprint",
        ]  # fmt: skip
        assert (
            "Printed: 7.47 %. A decimal slipped: a straight flush returns 36 × 500 ÷ 2,598,960 = "
            "0.006926, and the sheet has 0.069259, ten times as much; with that return, 13.71 % "
            "becomes the printed 7.47 %."
        ) in words(shown)

    def test_the_other_reading_stands_at_both_colours_and_holds_for_one_wager(self) -> None:
        shown = page("/rules/big-50")
        for colour in ("All Red", "All Black"):
            assert row_of(shown, colour, "Printed")[-2:] == ["8.9 %", "≈ another reading"]
        assert row_of(shown, "One Colour", "Printed")[-2:] == ["8.9 %", "✓ exact"]

    @pytest.mark.parametrize(("decks", "printed"), [(2, "3.23 %"), (6, "2.51 %"), (4, None)])
    def test_a_figure_is_not_printed_beside_other_rules(
        self, decks: int, printed: str | None
    ) -> None:
        """Bad Beat's edges are printed for two and for six decks."""
        table = opened("blackjack", BlackjackOptions(decks=decks))
        shown = page(f"/rules/blackjack?table={table.pk}")
        if printed is None:
            assert "Printed against exact" not in words(shown).replace("against what is", "")
        else:
            assert row_of(shown, "Bad Beat", "Printed")[-2] == printed


class TestTables:
    """With ``?table=`` a page shows that table's options, paytables and lowest stake."""

    def test_its_options(self) -> None:
        table = opened("big-50", Big50Options(colour_wager="either"))
        shown = page(f"/rules/big-50?table={table.pk}")
        assert "House edge 8.8836 %" in words(shown)
        assert "54.4418" not in shown
        assert "One wager, either colour." in words(shown)
        assert f'href="/tables/{table.pk}"' in shown

    def test_its_cut_card(self) -> None:
        """A shoe that is dealt on has another edge, and nobody has said by how much."""
        table = opened("blackjack", BlackjackOptions(decks=2, shuffle="cut_card"))
        shown = words(page(f"/rules/blackjack?table={table.pk}"))
        assert "% no bound known" in shown
        assert "0.000001" not in shown
        assert "Exactly" not in shown
        assert "the figures are of its first round" in shown
        assert "0.000001 points" in words(page("/rules/blackjack"))

    def test_its_paytables(self) -> None:
        table = opened("big-raise", BigRaiseOptions(five_card_bonus=True))
        other = next(
            version
            for version in type(table.paytables.get(spot="five_card_bonus")).objects.all()
            if version.code == "BRH-07"
        )
        table.paytables.remove(table.paytables.get(spot="five_card_bonus"))
        table.paytables.add(other)
        shown = words(page(f"/rules/big-raise?table={table.pk}"))
        assert "House edge 2.5244 %" in shown
        assert "5.1655" not in shown

    def test_its_lowest_stake(self) -> None:
        table = opened("big-draw", minimum=500)
        shown = words(page(f"/rules/big-draw?table={table.pk}"))
        assert "First 5, 5 Card Draw: with a bet of 5." in shown
        assert "House edge 1.7001 %" in shown

    @pytest.mark.parametrize("text", ["", "x", "-1", "1.5", "²", "9" * 400, "999999"])
    def test_no_such_table(self, text: str) -> None:
        assert Client().get("/rules/big-50", {"table": text}).status_code == 404

    def test_a_table_of_another_game(self) -> None:
        assert Client().get("/rules/big-50", {"table": opened("big-draw").pk}).status_code == 404


class TestBestPlay:
    """Best play is printed as tables."""

    def test_big_raise_has_a_chart_for_each_up_card(self) -> None:
        shown = page("/rules/big-raise?up=K")
        rows = tables_in(shown)["Best play when the dealer shows a king"]
        ranks = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
        assert rows[0][1:] == ranks
        assert [row[0] for row in rows[1:]] == ranks
        cells = [cell for row in rows[1:] for cell in row[1:]]
        assert len(cells) == 169
        assert rows[1][1] == "4"  # aces against a king
        assert rows[13][8] == "F"  # seven and two of different suits
        assert re.findall('value="(.)"[^>]*checked', shown) == ["K"]

    def test_without_a_pick_it_is_the_ace(self) -> None:
        for query in ("", "?up=", "?up=%3Cscript%3E"):
            shown = page(f"/rules/big-raise{query}")
            assert "Best play when the dealer shows an ace" in words(shown)
            assert "<script>" not in shown.replace("<script src", "")

    def test_where_the_suit_decides_a_sentence_says_how(self) -> None:
        shown = page("/rules/big-raise?up=3")
        rows = tables_in(shown)["Best play when the dealer shows a three"]
        mixed = [cell for row in rows[1:] for cell in row[1:] if "/" in cell]
        (listed,) = re.findall('<dl class="asides">(.*?)</dl>', shown)
        notes = re.findall("<dt>(.*?)</dt><dd>(.*?)</dd>", listed)
        assert len(mixed) == len(notes) == 2
        assert all("if the up card is" in sentence for _, sentence in notes)

    @pytest.mark.parametrize(
        ("side", "line", "worth"),
        [
            ("5 Card Draw", "Royal flush", "+200.0000"),
            ("5 Card Draw", "Four of a kind", "+25.0000"),
            ("Deuces Never Loses", "Four deuces", "+222.0000"),
            ("Deuces Never Loses", "Straight", "+1.0000"),
        ],
    )
    def test_big_draw_ranks_what_to_hold(self, side: str, line: str, worth: str) -> None:
        """A hand that is kept whole is worth what the paytable pays."""
        caption = f"What to hold, {side}"
        shown = page("/rules/big-draw")
        assert row_of(shown, caption, line)[1] == worth
        rows = next(rows for name, rows in tables_in(shown).items() if name.startswith(caption))
        worths = [float(row[1].replace("−", "-")) for row in rows[1:]]
        assert worths == sorted(worths, reverse=True)

    @pytest.mark.parametrize(
        ("caption", "hand", "plays"),
        [
            ("Hard", "11", "Dh Dh Dh Dh Dh Dh Dh Dh Dh Dh"),
            ("Hard", "12", "H H S S S H H H H H"),
            ("Hard", "16", "S S S S S H H H H H"),
            ("Hands with an ace", "A,7", "Ds Ds Ds Ds Ds S S H H H"),
            ("Hands with an ace", "A,8", "S S S S Ds S S S S S"),
            ("Pairs", "8,8", "P P P P P P P P P P"),
            ("Pairs", "9,9", "P P P P P S P P S S"),
            ("Pairs", "10,10", "S S S S S S S S S S"),
        ],
    )
    def test_blackjack_has_basic_strategy(self, caption: str, hand: str, plays: str) -> None:
        """Six decks, the dealer hits soft 17, double after split, no surrender: the chart that
        wizardofodds.com prints for four to eight decks, dealer hits soft 17."""
        assert row_of(page("/rules/blackjack"), caption, hand)[1:] == plays.split()

    def test_bad_beat_changes_little(self) -> None:
        """As the game's rules page says: basic strategy leaves 9-9 unsplit against 7, 10 and ace,
        and doubles soft 19 against 6."""
        rows = tables_in(page("/rules/blackjack"))["What Bad Beat changes"]
        assert [row[:3] for row in rows[1:]] == [
            ["A,8 against 6", "Stand", "double"],
            ["9,9 against 7", "Split", "stand"],
            ["9,9 against 10", "Split", "stand"],
            ["9,9 against A", "Split", "stand"],
        ]


class TestPublished:
    """The page of all printed figures."""

    @pytest.mark.parametrize("game", GAMES)
    def test_every_row_is_as_audited(self, game: str) -> None:
        rows = tables_in(page("/odds/published"))[
            f"{GAMES[game].name}: printed figures, exact values and verdicts"
        ][1:]
        expected = [row for row in EXPECTED if row["game"] == game]
        assert len(rows) == len(expected)
        shown = sorted(rows, key=lambda row: (number(row[2]), number(row[1])))
        expected.sort(key=lambda row: (number(row["printed"]), number(row["exact"])))
        for (_, exact, printed, verdict, _), row in zip(shown, expected, strict=True):
            # The audit takes the difference of edges that it has rounded: a digit may be off.
            last = 10.0 ** -len(row["exact"].partition(".")[2])
            tolerance = last if row["quantity"] == "edge difference %" else last / 2
            assert printed == row["printed"].replace("-", "−")
            assert number(exact) == pytest.approx(number(row["exact"]), abs=tolerance)
            assert verdict == VERDICTS[row["verdict"]]

    def test_the_legend_fits_a_figure_that_is_printed_roughly(self) -> None:
        """The paper says "roughly 2 %" of 2.0828."""
        shown = words(page("/odds/published"))
        assert "Rounding: at most 0.025 points away, or as rough as it is printed." in shown

    def test_every_figure_has_its_sentence_and_formula(self) -> None:
        rows = [row for table in tables_in(page("/odds/published")).values() for row in table[1:]]
        assert len(rows) == len(EXPECTED) == 62
        for row in rows:
            assert re.search(r"\. .*[0-9]", row[4]), row

    @pytest.mark.parametrize("game", GAMES)
    def test_every_rules_page_leads_to_it(self, game: str) -> None:
        shown = page(f"/rules/{game}", computed=False)
        assert f'href="/odds/published#{game}"' in shown
        assert f'id="{game}"' in page("/odds/published")

    def test_the_foot_of_every_page_leads_to_it(self) -> None:
        assert 'href="/odds/published"' in page("/", computed=False)


def number(text: str) -> float:
    return float(text.replace("−", "-"))
