"""Every input that was reported to fail has a test that failed then, named by what was done."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from config import BASE_DIR

REPORTS = {
    "Accounts and names": {
        "sign up as `Limes11`, elsewhere as `Iimes11`",
        "set the password in composed Unicode (NFC), sign in with the decomposed form",
        "`/.well-known/change-password`",
        "20 people behind one address sign up within a minute",
        "staff: add a user in the admin",
        'staff with only "change user" ticks "superuser" on their own page',
        "a superuser sets a checker's password",
    },
    "Addresses and pages": {
        (
            "`/daily/`, `/stats/`, `/fairness/`, `/tables/1/`, `/accounts/settings/`, "
            "`/odds/published/`"
        ),
        "`/robots.txt`, `/favicon.ico`, apple-touch-icon, manifest",
        "paste a shared round's link into a chat",
        "GET an address that only takes posts (`/solo/blackjack`)",
        "404 and 403 inside the administration",
        "default font 24 or 32 px at 1280x900",
        "390 px wide at 32 px",
        "print any page but the sheet",
        "forced colours, light, Big Draw, hold a card",
        "double tap on Undo, Deal, Hit on a phone",
        "block WebSockets only",
        "step the computer's clock by five minutes during a countdown",
        "open the history in another time zone",
    },
    "Files": {
        "open the CSV export of a hosted table in a spreadsheet",
        "the same, dates",
        "upload a paytable's own export with `;`, or as UTF-16 with tabs",
        "the same with blank last rows, spaces after commas, `Game,Spot` as heading",
    },
    "Tables": {
        "open another guest's solo table by its number",
        "leave a solo table, have a stranger press Play solo",
        "go to the lobby with a hand waiting",
        "press Sit down in the lobby",
        "lay 2 Card Bonus or Bad Beat first",
        '"no clock" table with company',
        "press Close the table",
        "take even money",
        "bust alone at the table",
        "split, four bets of 25",
        "balance of 1 to 4",
        "a table with maximum 100",
        "Big Draw alone",
        "Big Draw, First 5 already lost",
        "become a member in mid-session",
        "tab to Double, Stand, Hit",
        "reload the page",
    },
    "Staff": {
        "Big 50's poker hand, version 1, Exact figures: Flush",
        "search transfers for a player",
        "two rounds on All Black, one hit",
        "limits profile, 500 meant as 500.00",
        'a draft with other pays keeps source, "printed" and approval of the old',
        "approval date 1 January 1800",
        "edit after approval, by any path",
        "Table 1, History",
        "Void, Close, Deactivate",
        "Exact figures at 1440 px",
    },
}
"""What was done, by where. A test of it has the marker `report` with these words."""


def marked(source: str) -> Iterator[str]:
    """The words of every marker on a test in a module's source."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.report":
                    (words,) = mark.args
                    yield ast.literal_eval(words)


def modules() -> Iterator[Path]:
    """The modules that have tests."""
    return (BASE_DIR / "tests").rglob("test_*.py")


def test_every_report_has_a_test() -> None:
    listed = Counter(words for rows in REPORTS.values() for words in rows)
    assert max(listed.values()) == 1
    found = {words for path in modules() for words in marked(path.read_text())}
    assert sorted(listed - Counter(found)) == []
    assert sorted(found - set(listed)) == [], "a marker is mistyped"


def test_a_report_without_a_test_is_found() -> None:
    source = """
@pytest.mark.report("reload the page")
@pytest.mark.parametrize("game", GAMES)
def test_it(game): ...

@pytest.mark.report("take even money")
def helper(): ...
"""
    assert list(marked(source)) == ["reload the page"]
