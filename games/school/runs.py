"""Runs of dealer school: start one, deal its rounds move by move, and judge each round.

A fault in `SchoolRun.faults` has ``round`` and ``place`` (of the move that was due), ``fault``,
``name`` and ``words`` as in `games.procedure.judging.Verdict`, and ``cents``, what was put out. A
move counts as one fault, however often it is tried. If wrong moves are named at once, the school
waits for the right one; otherwise it is made for the dealer, who may go on with the next.
"""

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction

from accounts.models import User
from games.engine.record import Record
from games.kit import Kit
from games.models import SchoolRun
from games.procedure.chips import as_a_dealer_would, fewest
from games.procedure.chips import in_words as chips_in_words
from games.procedure.judging import Made, Verdict, check, in_words
from games.procedure.moves import RESULTS, Course, Move
from games.procedure.reading import procedure
from games.school import boxes
from games.school.deals import deal, most_seats
from games.school.questions import of_fault
from games.tables.refusals import Refused

ROUNDS = 20
"""How many rounds a run has."""
TEST_SEATS = 3
"""How many players sit at a test, so that everyone sits the same one."""
ALLOWED_FAULTS = 5
SECONDS_A_MOVE = 6
"""What a test allows: faults in all, and seconds for each move of its rounds on average."""
LONGEST = 30 * 60
"""The most seconds that a round counts: more is a pause."""

Kind = SchoolRun.Kind


def open_run(user: User, kit: Kit) -> SchoolRun | None:
    """The run that a user is in."""
    return SchoolRun.objects.filter(user=user, game=kit.slug, ended=None).first()


def start(
    user: User, kit: Kit, kind: str, now: datetime, *,
    seats: int = TEST_SEATS, at_once: bool = True, seed: str = "",
) -> SchoolRun:  # fmt: skip
    """Begin a run; the one that was open ends, and practice without a finished round is forgotten.
    seed: "" for one that is drawn. Raises Refused."""
    if kind not in Kind.values:
        raise Refused("Choose how to deal: with the steps shown, with them hidden, or a test.")
    if not 1 <= seats <= most_seats(kit):
        raise Refused(f"Choose 1 to {most_seats(kit)} players.")
    test = kind == Kind.TEST
    seed = seed.strip() or secrets.token_hex(8)
    if len(seed) > 64 or not seed.isprintable():
        raise Refused("A seed can have no more than 64 characters.")
    with transaction.atomic():
        before = SchoolRun.objects.filter(user=user, game=kit.slug, ended=None)
        before.exclude(kind=Kind.TEST).filter(rounds=[]).delete()
        before.update(ended=now)
        try:
            return SchoolRun.objects.create(
                user=user, game=kit.slug, kind=kind, seed=seed, started=now, round_started=now,
                at_once=at_once and not test, seats=TEST_SEATS if test else seats,
                digest=procedure(kit).digest,
            )  # fmt: skip
        except IntegrityError:
            raise Refused("A run has just started. Finish that one first.") from None


def course_of(run: SchoolRun, number: int | None = None) -> Course:
    """The moves of a round of a run: of the one that is being dealt, or another."""
    number = run.number if number is None else number
    return deal(run.game, run.seed, number, run.seats)[1]


def record_of(run: SchoolRun) -> Record:
    """The round of a run that is being dealt."""
    return deal(run.game, run.seed, run.number, run.seats)[0]


def make(user: User, kit: Kit, made: Made, now: datetime) -> tuple[SchoolRun, Verdict]:
    """Judge a move and record the verdict. Raises Refused when no round is being dealt."""
    with transaction.atomic():
        run = SchoolRun.objects.select_for_update().filter(
            user=user, game=kit.slug, ended=None
        ).first()  # fmt: skip
        if run is None or run.round_started is None:
            raise Refused("No round is being dealt. Start the next one.")
        known = len(run.faults)
        verdict = _noted(run, made, course_of(run).moves)
        if len(run.faults) > known:
            _keep_for_later(run, kit, now)
        if len(run.done) == len(course_of(run).moves):
            _finish_round(run, now)
        run.save()
    return run, verdict


def _noted(run: SchoolRun, made: Made, moves: Sequence[Move]) -> Verdict:
    done = frozenset(run.done)
    run.said = {}
    if not run.at_once and any(moves[place].aim == made.aim for place in run.given):
        return Verdict(-1)  # done for the dealer already
    verdict = check(made, moves, done)
    if verdict.right:
        run.done.append(verdict.place)
        run.said = _said_of_a_right_one(made, moves[verdict.place]) if run.at_once else {}
        return verdict
    _note_fault(run, made, verdict)
    if run.at_once:
        run.said = {"name": verdict.name, "words": verdict.words, "place": verdict.place}
    if not run.at_once:
        _do_for(run, verdict.place)
        # A dealer who left out just one move has made the next one.
        if len(run.done) < len(moves):
            after = check(made, moves, frozenset(run.done))
            if after.right and after.place != verdict.place:
                run.done.append(after.place)
    return verdict


def _said_of_a_right_one(made: Made, move: Move) -> dict[str, Any]:
    """The move in words, and how a dealer would have laid the same sum."""
    words = f"{in_words(move).capitalize()}."
    if made.chips and not as_a_dealer_would(made.chips):
        words += f" Right; the fewest chips are {chips_in_words(fewest(made.cents))}."
    return {"right": True, "words": words}


def _keep_for_later(run: SchoolRun, kit: Kit, now: datetime) -> None:
    """A fault comes back as a question, if there is one of its kind."""
    fault = run.faults[-1]
    record, dealt = deal(run.game, run.seed, run.number, run.seats)
    asked = of_fault(kit, record, dealt, dealt.moves[fault["place"]], fault["fault"])
    if asked is not None:
        boxes.wrong(run.user, kit, asked, now)


def _do_for(run: SchoolRun, place: int) -> None:
    run.done.append(place)
    run.given.append(place)


def _note_fault(run: SchoolRun, made: Made, verdict: Verdict) -> None:
    known = {(fault["round"], fault["place"]) for fault in run.faults}
    if (run.number, verdict.place) not in known:
        run.faults.append({
            "round": run.number, "place": verdict.place, "fault": verdict.fault,
            "name": verdict.name, "words": verdict.words, "cents": made.cents,
        })  # fmt: skip


def _finish_round(run: SchoolRun, now: datetime) -> None:
    assert run.round_started is not None
    payments = [place for place, move in enumerate(course_of(run).moves) if move.deed in RESULTS]
    faults = [fault for fault in run.faults if fault["round"] == run.number]
    wrong = {fault["place"] for fault in faults} & set(payments)
    seconds = min(int((now - run.round_started).total_seconds()), LONGEST)
    run.rounds.append({
        "faults": len(faults), "payments": len(payments), "wrong": len(wrong), "seconds": seconds,
    })  # fmt: skip
    run.round_started = None
    if len(run.rounds) == ROUNDS:
        end(run, now)


def go_on(user: User, kit: Kit, now: datetime) -> SchoolRun:
    """Start the next round. Raises Refused while one is being dealt."""
    with transaction.atomic():
        run = SchoolRun.objects.select_for_update().filter(
            user=user, game=kit.slug, ended=None
        ).first()  # fmt: skip
        if run is None or run.round_started is not None:
            raise Refused("Finish this round first.")
        run.number += 1
        run.done, run.given, run.said, run.round_started = [], [], {}, now
        run.save()
    return run


def stop(user: User, kit: Kit, now: datetime) -> SchoolRun | None:
    """End a run before its last round: what was finished counts; a test is then not passed."""
    with transaction.atomic():
        run = open_run(user, kit)
        if run is not None:
            end(run, now)
            run.save()
    return run


def end(run: SchoolRun, now: datetime) -> None:
    """End a run; a test is then passed or failed."""
    run.ended, run.round_started = now, None
    if run.kind == Kind.TEST:
        enough = len(run.rounds) == ROUNDS
        run.passed = enough and len(run.faults) <= ALLOWED_FAULTS and seconds(run) <= allowed(run)


def seconds(run: SchoolRun) -> int:
    """How long the finished rounds took on average; 0 before the first is."""
    whole: int = sum(one["seconds"] for one in run.rounds)
    return whole // max(len(run.rounds), 1)


def allowed(run: SchoolRun) -> int:
    """How many seconds a round of this test may take on average: they follow from its seed."""
    moves = sum(len(course_of(run, number).moves) for number in range(ROUNDS))
    return SECONDS_A_MOVE * moves // ROUNDS


def payments(run: SchoolRun) -> tuple[int, int]:
    """How many bets were settled correctly, and how many there were."""
    whole = sum(one["payments"] for one in run.rounds)
    return whole - sum(one["wrong"] for one in run.rounds), whole


def faults_with_moves(run: SchoolRun) -> list[dict[str, Any]]:
    """The faults with the moves that were due, in the order in which they were made."""
    return [fault | {"move": course_of(run, fault["round"]).moves[fault["place"]]}
            for fault in run.faults]  # fmt: skip
