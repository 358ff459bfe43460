"""`manage.py audit_published`: every printed figure, against the rules pages' own audit.

``published.csv`` beside this module is that audit: what is printed, the exact value, the verdict.
"""

import csv
import io
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from games.exact.published import figures
from games.printed_paytables import every_paytable
from games.registry import KITS
from tests.support.commands import run

FACTS = ("game", "bet", "paytable", "condition", "quantity")

with Path(__file__).with_name("published.csv").open() as file:
    EXPECTED = list(csv.DictReader(file))


@pytest.fixture(scope="module")
def rows() -> dict[tuple[str, ...], dict[str, Any]]:
    """The audit by what each figure is about."""
    found = run("audit_published", "--json").json["rows"]
    assert len(found) == len(EXPECTED) == 62
    return {tuple(row[fact] for fact in FACTS): row for row in found}


@pytest.mark.parametrize("expected", EXPECTED, ids=lambda row: " ".join(row[f] for f in FACTS))
def test_every_figure(
    rows: dict[tuple[str, ...], dict[str, Any]], expected: dict[str, str]
) -> None:
    row = rows[tuple(expected[fact] for fact in FACTS)]
    # The page takes the difference of two edges that it has rounded: its last digit may be off.
    last = 10.0 ** -len(expected["exact"].partition(".")[2])
    tolerance = last if row["quantity"] == "edge difference %" else last / 2
    assert row["printed"] == expected["printed"]
    assert row["exact"] == pytest.approx(float(expected["exact"]), abs=tolerance)
    assert row["verdict"] == expected["verdict"]
    assert row["why"].endswith(".")
    assert row["assumption"].endswith(".")


def test_the_slipped_decimal_is_told(rows: dict[tuple[str, ...], dict[str, Any]]) -> None:
    """The printed 7.47 is the exact edge less what the slip adds to the player's return."""
    row = rows["big-50", "poker_hand", "", "", "edge %"]
    assert "decimal slipped" in row["why"]
    assert "0.069259" in row["why"]
    assert "0.006926" in row["why"]
    assert round(row["exact"] - 100 * (0.069259 - 36 * 500 / 2_598_960), 2) == 7.47


def test_the_text_has_verdict_and_reason() -> None:
    text = run("audit_published").out
    assert "printed 7.47, exact 13.7053: misprint\n    A decimal slipped:" in text
    assert "printed -0.0237, exact -0.0237: exact\n    It is -0.0237 (the player is ahead)" in text


def test_the_text_fits_a_terminal_of_few_letters() -> None:
    """Reasons have × and ÷."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    call_command("audit_published", stdout=out)
    out.seek(0)
    assert r"a straight flush returns 36 \xd7 500 \xf7 2,598,960" in out.read()


def test_every_figure_that_a_paytable_carries_is_audited() -> None:
    audited = {(figure.game, figure.printed) for kit in KITS.values() for figure in figures(kit)}
    for paytable in every_paytable():
        edges = [text for name, text in paytable.printed.items() if name.startswith("edge")]
        for text in edges:
            carried = [text] if isinstance(text, str) else text.values()
            assert {(paytable.game, figure) for figure in carried} <= audited, paytable.code
