"""Reports of exact figures: one a question, by one worker at a time, even if workers die."""

import io
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone
from pytest_django import Settings

from games.management import working
from games.models import OddsReport
from games.odds_reports import reports
from games.registry import KITS
from games.runtime import worker
from tests.live.visitors import soon
from tests.support.site import site_environment
from tests.tables.room import OPENING, stock
from tests.web.reports import answered, asked, compute_all, felt, fresh

SECOND = timedelta(seconds=1)
B50 = {
    "royal_flush": "1000:1", "straight_flush": "500:1", "four_of_a_kind": "100:1",
    "full_house": "20:1", "flush": "10:1", "straight": "6:1", "three_of_a_kind": "4:1",
    "two_pair": "3:1", "eights_or_better": "1:1",
}  # fmt: skip
"""The printed lines of Big 50's hand."""


@pytest.mark.django_db
class TestAsking:
    """A report is found by all that its figures depend on, and by nothing else."""

    def test_the_same_question_has_one_report(self) -> None:
        first = asked(felt(), OPENING)
        again = asked(felt(), OPENING + SECOND)
        assert first.pk == again.pk
        assert (again.status, again.asked) == ("waiting", OPENING)

    @pytest.mark.parametrize(
        "other",
        [
            {"game": "big-raise"},
            {"rules": {"colour_wager": "either"}},
            {"stake": 200},
            {"poker_hand": {"code": "B50", "lines": B50 | {"flush": "11:1"}}},
            {"poker_hand": {"code": "mine", "lines": B50}},
        ],
    )
    def test_another_game_option_stake_line_or_code_is_another_report(
        self, other: dict[str, Any]
    ) -> None:
        assert asked(felt(**other), OPENING).pk != asked(felt(), OPENING).pk

    def test_another_computation_is_another_report(self, monkeypatch: pytest.MonkeyPatch) -> None:
        before = asked(felt(), OPENING)
        monkeypatch.setattr(reports, "version", lambda: "as computed since")
        assert asked(felt(), OPENING).pk != before.pk

    def test_the_version_is_of_the_rules_the_odds_and_the_paytables(self) -> None:
        names = {f"{path.parent.name}/{path.name}" for path in reports.sources()}
        assert {
            "engine/poker.py", "big_50/rules.py", "odds/report.py", "big_50/published.toml",
            "paytables/range.B50.toml", "data/outcomes.npz",
        } <= names  # fmt: skip
        assert not any(name.endswith(".pyc") for name in names)

    def test_what_is_asked_comes_back_as_it_was(self) -> None:
        """The lines of a paytable too, in their order, through the database and back."""
        one = felt(poker_hand={"code": "mine", "lines": B50 | {"flush": "push"}})
        read = one.read(fresh(asked(one, OPENING)).question)
        assert (read.game, read.options, read.stake) == (one.game, one.options, one.stake)
        assert {key: table.digest for key, table in read.paytables.items()} == {
            key: table.digest for key, table in one.paytables.items()
        }
        assert list(read.paytables["poker_hand"].lines) == list(B50)


@pytest.mark.django_db
class TestClaims:
    """A worker that claims a report has it until it is done, or until nothing is heard any more."""

    def test_only_one_worker_gets_a_report(self) -> None:
        report = asked(felt(), OPENING)
        claimed = reports.claim("one", OPENING)
        assert claimed is not None
        assert claimed.pk == report.pk
        assert reports.claim("two", OPENING + SECOND) is None

    def test_the_oldest_comes_first(self) -> None:
        asked(felt(stake=200), OPENING + SECOND)
        old = asked(felt(), OPENING)
        claimed = reports.claim("one", OPENING + 2 * SECOND)
        assert claimed is not None
        assert claimed.pk == old.pk

    def test_who_looked_first_but_claims_second_gets_nothing(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Between a look and the claim another worker comes in."""
        asked(felt(), OPENING)
        look, between = reports._free, iter(["two"])

        def free(now: Any) -> Any:
            found = look(now)
            if name := next(between, None):
                found = found.all()
                list(found)  # this one has looked ...
                assert reports.claim(name, now) is not None  # ... and the other is quicker
            return found

        monkeypatch.setattr(reports, "_free", free)
        assert reports.claim("one", OPENING) is None
        assert OddsReport.objects.get().worker == "two"

    def test_a_dead_worker_s_report_is_taken_over(self) -> None:
        asked(felt(), OPENING)
        reports.claim("dead", OPENING)
        assert reports.claim("alive", OPENING + reports.LEASE) is None
        taken = reports.claim("alive", OPENING + reports.LEASE + SECOND)
        assert taken is not None
        assert fresh(taken).worker == "alive"

    def test_a_living_worker_keeps_its_report_as_long_as_it_takes(self) -> None:
        report = asked(felt(), OPENING)
        reports.claim("slow", OPENING)
        reports.renew(report, "slow", OPENING + 20 * SECOND)
        assert reports.claim("other", OPENING + reports.LEASE + SECOND) is None

    def test_what_has_been_taken_over_is_not_ended_by_who_had_it(self) -> None:
        report = asked(felt(), OPENING)
        reports.claim("slow", OPENING)
        late = OPENING + reports.LEASE + SECOND
        reports.claim("quick", late)
        assert not reports.end(report, "slow", late, answer={"bets": []})
        assert fresh(report).status == "waiting"
        assert reports.end(report, "quick", late, answer={"bets": ["kept"]})
        assert not reports.end(report, "slow", late, error="Too late.")
        assert (fresh(report).status, fresh(report).answer) == ("done", {"bets": ["kept"]})

    def test_what_kills_three_workers_is_given_up(self) -> None:
        report = asked(felt(), OPENING)
        now = OPENING
        for number in range(3):
            assert reports.claim(f"worker {number}", now) is not None
            now += reports.LEASE + SECOND
        assert reports.claim("worker 3", now) is None
        assert fresh(report).status == "failed"
        assert fresh(report).error == "The computation ended 3 times without a result."

    def test_a_report_of_another_computation_is_left_alone(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """While a site is updated, old and new processes run side by side."""
        asked(felt(), OPENING)
        monkeypatch.setattr(reports, "version", lambda: "newer")
        assert reports.claim("newer", OPENING) is None


@pytest.mark.django_db
class TestWork:
    """What a worker makes of a question."""

    def test_the_figures_are_the_registry_s(self) -> None:
        one = felt()
        report = asked(one, OPENING)
        assert compute_all() == 1
        found = KITS[one.game].game_odds(one.options, one.paytables, one.stake).as_json()["bets"]
        bets = answered(report)["bets"]
        for bet in bets:
            for line in bet["lines"]:
                assert line.pop("words")
        assert bets == found
        assert (fresh(report).status, fresh(report).error) == ("done", "")

    def test_a_refusal_is_stored_as_its_sentence(self) -> None:
        question = {"about": "published", "game": "high-card"}
        (report,) = reports.ask([question], OPENING)
        compute_all()
        assert fresh(report).status == "failed"
        assert fresh(report).error == "There is no game 'high-card' here."

    def test_a_fault_is_logged_and_the_next_report_computed(
        self, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        broken = asked(felt(stake=200), OPENING)
        sound = asked(felt(), OPENING + SECOND)

        def answer(question: Any, source: Any) -> Any:
            if question["stake"] == 200:
                raise ZeroDivisionError("an inner matter")
            return {"bets": []}

        monkeypatch.setattr(working, "answer", answer)
        assert compute_all() == 2
        assert fresh(broken).status == "failed"
        assert fresh(broken).error == (
            "The computation broke off; the log of the worker says where."
        )
        assert "an inner matter" in caplog.text
        assert fresh(sound).status == "done"

    def test_setting_up_again_tries_again_what_has_failed(self) -> None:
        report = asked(felt(), OPENING)
        reports.claim("dead", OPENING)
        reports.end(report, "dead", OPENING, error="The memory was full.")
        call_command("queue_odds", stdout=io.StringIO())
        assert (fresh(report).status, fresh(report).error) == ("waiting", "")
        claimed = reports.claim("alive", OPENING + SECOND)
        assert claimed is not None
        assert claimed.pk == report.pk

    def test_the_figures_of_every_rules_page_are_asked_for_once(self) -> None:
        stock()
        stale = asked(felt(stake=300), OPENING)
        OddsReport.objects.filter(pk=stale.pk).update(version="of an earlier computation")
        call_command("queue_odds", stdout=io.StringIO())
        first = set(OddsReport.objects.values_list("pk", flat=True))
        assert stale.pk not in first
        games = set(OddsReport.objects.values_list("question__game", flat=True))
        assert games == {"big-50", "big-raise", "big-draw", "blackjack"}
        call_command("queue_odds", stdout=io.StringIO())
        assert set(OddsReport.objects.values_list("pk", flat=True)) == first


STEPS_BACK = 90
"""Seconds that a worker may take, which lets every other test go first."""


@pytest.mark.django_db(transaction=True)
class TestProcesses:
    """Workers as processes of their own, on the database of this run."""

    @pytest.fixture
    def environment(self) -> dict[str, str]:
        return site_environment()

    @pytest.fixture
    def started(self) -> Iterator[list[subprocess.Popen[bytes]]]:
        processes: list[subprocess.Popen[bytes]] = []
        yield processes
        for process in processes:
            process.kill()
            process.wait()

    def test_a_long_computation_keeps_its_claim(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(reports, "LEASE", timedelta(seconds=0.3))
        report = asked(felt(), timezone.now())
        claims: list[bool] = []

        def answer(question: Any, source: Any) -> Any:
            time.sleep(1)
            claims.append(reports.claim("impatient", timezone.now()) is not None)
            return {"bets": []}

        monkeypatch.setattr(working, "answer", answer)
        assert compute_all() == 1
        assert claims == [False]
        assert (fresh(report).status, fresh(report).attempts) == ("done", 1)

    def test_the_command_computes_what_waits_and_ends(self, environment: dict[str, str]) -> None:
        report = asked(felt(), timezone.now())
        subprocess.run(worker.COMMAND, env=environment, check=True, stdout=subprocess.DEVNULL)
        assert fresh(report).status == "done"
        assert answered(report)["bets"][0]["exact"] == "29683/216580"

    def test_a_watching_worker_computes_what_comes(
        self, environment: dict[str, str], started: list[subprocess.Popen[bytes]]
    ) -> None:
        started.append(
            subprocess.Popen(
                [*worker.COMMAND, "--watch"], env=environment, stdout=subprocess.DEVNULL
            )
        )
        first = asked(felt(), timezone.now())
        assert soon(lambda: fresh(first).status == "done", STEPS_BACK)
        second = asked(felt(stake=200), timezone.now())
        assert soon(lambda: fresh(second).status == "done", STEPS_BACK)

    def test_a_site_process_has_one_worker_at_a_time(
        self, settings: Settings, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        settings.ODDS_WORKER = True
        sleeper = [
            sys.executable,
            "-c",
            "import sys; sys.stdin.read(); import time; time.sleep(60)",
        ]
        monkeypatch.setattr(worker, "COMMAND", sleeper)
        monkeypatch.setattr(worker, "PAUSE", 0.0)
        first = worker.ensure_worker()
        assert first is not None
        assert worker.ensure_worker() is None
        assert os.getsid(first.pid) == first.pid  # Ctrl-C at the site does not reach it
        first.kill()
        first.wait()
        second = worker.ensure_worker()
        assert second is not None
        second.kill()
        assert soon(lambda: second.returncode is not None)  # it is reaped without being asked for

    def test_a_worker_that_ends_at_once_is_not_started_at_every_look(
        self, settings: Settings, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        settings.ODDS_WORKER = True
        monkeypatch.setattr(worker, "COMMAND", [sys.executable, "-c", ""])
        monkeypatch.setattr(worker, "PAUSE", 0.0)
        first = worker.ensure_worker()
        assert first is not None
        first.wait()
        monkeypatch.setattr(worker, "PAUSE", 60.0)
        assert worker.ensure_worker() is None

    def test_where_another_service_computes_the_site_starts_nothing(
        self, settings: Settings, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        settings.ODDS_WORKER = False
        monkeypatch.setattr(worker, "PAUSE", 0.0)
        assert worker.ensure_worker() is None
