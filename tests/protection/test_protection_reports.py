"""What a worker is asked about protection, and what its answers are kept under."""

import json

import pytest

from games import printed_paytables
from games.engine.errors import BadRecord
from games.odds_reports import reports
from games.proof.answers import answer
from tests.web.reports import felt


def test_a_worker_answers_for_one_bet_in_plain_json() -> None:
    question = reports.protection_question(felt("big-50"), "all_red")
    found = answer(json.loads(json.dumps(question)), printed_paytables.printed)
    assert json.loads(json.dumps(found)) == found
    assert {row["spot"] for row in found["house"]} == {"all_red"}


def test_a_bet_that_is_not_there_is_said() -> None:
    question = reports.protection_question(felt("big-50"), "bad_beat")
    with pytest.raises(BadRecord, match="no bet 'bad_beat'"):
        answer(question, printed_paytables.printed)


def test_figures_are_kept_under_the_code_they_come_out_of() -> None:
    """A change of the mathematics of protection asks for every figure anew."""
    named = {f"{path.parent.name}/{path.name}" for path in reports.sources()}
    assert {"protection/totals.py", "big_draw/protection.py", "exact/protection.py"} <= named
