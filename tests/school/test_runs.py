"""Runs of dealer school: rounds from a seed, faults by kind, tests that two people can sit."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import exports
from accounts.models import User
from games.account_hooks import part_with
from games.models import SchoolRun
from games.procedure.chips import CHIPS
from games.procedure.judging import made_of
from games.registry import KITS
from games.school import runs
from games.school.deals import deal
from games.school.ladder import ladder
from games.school.results import result
from tests.school.dealing import begin, deal_round, due, form_of, post
from tests.tables.room import player

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("game", KITS)
def test_a_seed_gives_everybody_the_same_rounds_and_another_gives_others(game: str) -> None:
    first = [deal(game, "oak", number, 3)[1].moves for number in range(3)]
    deal.cache_clear()
    assert [deal(game, "oak", number, 3)[1].moves for number in range(3)] == first
    assert deal(game, "elm", 0, 3)[1].moves != first[0]
    assert first[0] != first[1]


@pytest.mark.parametrize("game", KITS)
@pytest.mark.parametrize("seats", [1, 6])
def test_every_payment_can_be_made_with_the_chips_of_the_tray(game: str, seats: int) -> None:
    seats = min(seats, KITS[game].rules.default_seats)
    for number in range(4):
        record, dealt = deal(game, "ash", number, seats)
        assert len(record.setup.seats) == seats
        assert all(move.chips % min(CHIPS) == 0 for move in dealt.moves)


@pytest.mark.parametrize("game", KITS)
def test_a_guest_deals_a_round_through_the_pages(game: str, client: Client) -> None:
    run = begin(client, game)
    page = reverse("games:dealer_deal", args=[game])
    assert "What a dealer does" in client.get(page).content.decode()
    deal_round(client, run)
    assert run.rounds[0]["faults"] == 0
    assert run.faults == []
    assert "Round 1 is dealt" in client.get(page).content.decode()
    post(client, run, "next")
    assert (run.number, run.done) == (1, [])
    assert run.user.is_guest


def test_at_once_a_wrong_move_is_named_with_its_rule_and_waits_for_the_right_one(
    client: Client,
) -> None:
    run = begin(client, "big-raise")
    post(client, run, "move", {"deed": "give", "place": "seat-1", "count": 2})
    assert run.done == []
    page = client.get(reverse("games:dealer_deal", args=["big-raise"])).content.decode()
    assert "Call “no more bets”" in page
    assert "First: Call “no more bets”." in page
    post(client, run, "move", {"deed": "turn", "place": "dealer"})
    assert len(run.faults) == 1  # one move counts once
    post(client, run, "move", {"deed": "call no-more-bets"})
    assert run.done == [0]
    deal_round(client, run)
    assert run.rounds[0]["faults"] == 1


def test_at_the_end_a_move_left_out_is_done_and_the_next_one_counts(client: Client) -> None:
    run = begin(client, "big-50", named="at_end")
    moves = runs.course_of(run).moves
    post(client, run, "move", form_of(moves[1]))
    assert run.done == [0, 1]
    assert run.given == [0]
    post(client, run, "move", form_of(moves[0]))  # what was done for them is no second fault
    assert len(run.faults) == 1
    page = client.get(reverse("games:dealer_deal", args=["big-50"])).content.decode()
    assert run.faults[0]["name"] not in page
    deal_round(client, run)
    page = client.get(reverse("games:dealer_deal", args=["big-50"])).content.decode()
    assert "too early" in page


def test_a_wrong_sum_is_a_fault_of_its_kind_with_the_way_to_put_it_right(client: Client) -> None:
    run = begin(client, "big-50")
    while not due(run).chips:
        post(client, run, "move", form_of(due(run)))
    move = due(run)
    form = form_of(move) | {"amount": "", "chips": "50"}
    post(client, run, "move", form)
    (fault,) = run.faults
    assert fault["fault"] == "amount"
    assert f"{(move.chips - 50) / 100:g}".split(".")[0] in fault["name"].replace(",", "")
    assert "You put out 0.50. Add" in fault["words"]


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({}, "Choose what to do"),
        ({"deed": "pay"}, "Choose a seat first"),
        ({"deed": "pay", "place": "seat-1"}, "Choose the bet first"),
        ({"deed": "discard", "place": "dealer"}, "Choose the card you throw away"),
        ({"deed": "give", "place": "seat-1", "count": "9"}, "Choose 1 to 5 cards"),
        ({"deed": "give", "place": "seat-1", "count": "x"}, "A number of cards is a whole"),
        ({"deed": "pay", "place": "seat-1", "spot": "range", "amount": "much"}, "An amount is"),
        ({"deed": "pay", "place": "seat-1", "spot": "range", "chips": "7"}, "from the chips"),
        ({"deed": "pay", "place": "seat-1", "spot": "range", "chips": "50 " * 300}, "from the"),
    ],
)
def test_what_is_no_move_is_refused_and_is_no_fault(
    form: dict[str, Any], said: str, client: Client
) -> None:
    run = begin(client, "big-50")
    answer = post(client, run, "move", form)
    assert said in answer.content.decode()
    assert run.faults == []
    assert run.done == []


@pytest.mark.parametrize(
    "form", [{"kind": "exam"}, {"seats": "9"}, {"seats": "x"}, {"kind": "test", "seed": "x" * 65}]
)
def test_a_run_that_cannot_be_is_refused(form: dict[str, str], client: Client) -> None:
    address = reverse("games:dealer_begin", args=["big-50"])
    answer = client.post(address, {"kind": "shown", "seats": "3", **form})
    assert answer.status_code == 200
    assert not SchoolRun.objects.exists()


def test_nothing_is_dealt_between_two_rounds(client: Client) -> None:
    run = begin(client, "big-50", seats=1)
    answer = post(client, run, "next")
    assert "Finish this round first" in answer.content.decode()
    deal_round(client, run)
    answer = post(client, run, "move", {"deed": "call no-more-bets"})
    assert len(run.rounds) == 1
    assert answer.status_code == 200


def whole_test(user: User, game: str, seconds: int, mistakes: int) -> SchoolRun:
    """A test dealt at so many seconds a round, with mistakes in the first rounds."""
    kit, now = KITS[game], timezone.now()
    run = runs.start(user, kit, "test", now, seed="drawn")
    for number in range(runs.ROUNDS):
        if number:
            run = runs.go_on(user, kit, now)
        if number < mistakes:  # a call left out
            run, _ = runs.make(user, kit, made_of(runs.course_of(run).moves[1]), now)
        now += timedelta(seconds=seconds)
        while run.number == number and len(run.rounds) == number:
            run, _ = runs.make(user, kit, made_of(due(run)), now)
    return run


@pytest.mark.parametrize("game", KITS)
def test_a_test_without_a_mistake_is_passed_and_twice_the_same(game: str) -> None:
    one, other = whole_test(player(), game, 30, 0), whole_test(player(), game, 30, 0)
    assert one.passed
    assert result(one).payments == result(other).payments > 20
    assert result(one).allowed == result(other).allowed
    assert [rung.reached for rung in ladder(one.user, KITS[game])] == [False, False, True]


def test_a_test_allows_five_errors_and_no_more() -> None:
    assert whole_test(player(), "big-50", 30, 5).passed
    assert whole_test(player(), "big-50", 30, 6).passed is False


def test_a_test_allows_so_much_time_and_no_more() -> None:
    allowed = runs.allowed(whole_test(player(), "big-50", 1, 0))
    assert whole_test(player(), "big-50", allowed, 0).passed
    assert whole_test(player(), "big-50", allowed + 1, 0).passed is False


def test_a_test_that_is_ended_early_is_not_passed(client: Client) -> None:
    run = begin(client, "big-50", kind="test")
    deal_round(client, run)
    post(client, run, "stop")
    assert run.passed is False


def test_a_test_tells_nothing_before_its_end(client: Client) -> None:
    run = begin(client, "big-raise", kind="test", named="at_once", seats=6)
    assert not run.at_once
    assert run.seats == runs.TEST_SEATS
    post(client, run, "move", {"deed": "turn", "place": "dealer"})
    page = client.get(reverse("games:dealer_deal", args=["big-raise"])).content.decode()
    assert "Errors <b" not in page
    assert 'aria-current="step"' not in page
    assert "is-now" not in page
    post(client, run, "stop")


def test_a_test_shows_what_a_dealer_hears_and_who_has_the_button(client: Client) -> None:
    run = begin(client, "big-draw", kind="test", seed="exam-1")
    address = reverse("games:dealer_deal", args=["big-draw"])
    page = client.get(address).content.decode()
    assert page.count("The button") == 1
    assert "5 Card Draw" in page or "Deuces Never Loses" in page
    while not (due(run).heard):
        post(client, run, "move", form_of(due(run)))
    page = client.get(address).content.decode()
    assert "discarded." in page


def test_the_ladder_counts_rounds_with_the_steps_shown_then_all(client: Client) -> None:
    user = player()
    clean = {"faults": 0, "payments": 9, "wrong": 0, "seconds": 60}
    for kind, count, faults in (("shown", 20, 1), ("hidden", 30, 0)):
        SchoolRun.objects.create(
            user=user, game="big-50", kind=kind, at_once=True, seed="s", seats=3, digest="d",
            rounds=[clean | {"faults": faults}] * count, started=timezone.now(),
            ended=timezone.now(),
        )  # fmt: skip
    assert [rung.reached for rung in ladder(user, KITS["big-50"])] == [True, True, False]
    assert [rung.reached for rung in ladder(user, KITS["blackjack"])] == [False, False, False]
    assert [rung.reached for rung in ladder(None, KITS["big-50"])] == [False, False, False]


def test_a_result_shows_each_error_with_cards_sum_and_rule(client: Client) -> None:
    run = begin(client, "big-raise", seed="oak")
    while due(run).deed != "pay":
        post(client, run, "move", form_of(due(run)))
    move = due(run)
    post(client, run, "move", form_of(move) | {"amount": "1"})
    deal_round(client, run)
    post(client, run, "stop")
    page = client.get(reverse("games:dealer_result", args=["big-raise", run.pk])).content.decode()
    assert f"Round 1, seat {move.place[5:]}, {move.bet}" in page
    assert "You put out 1." in page
    assert move.step.quote.replace("'", "&#x27;") in page
    assert run.seed in page
    assert run.digest[:16] in page
    assert (
        Client().get(reverse("games:dealer_result", args=["big-raise", run.pk])).status_code == 404
    )


def test_an_account_takes_its_runs_along_and_a_deleted_one_leaves_none(client: Client) -> None:
    run = begin(client, "big-50")
    post(client, run, "move", {"deed": "turn", "place": "seat-1"})
    (exported,) = exports.export(run.user)["dealer_school"]
    assert (exported["game"], exported["seed"]) == ("big-50", run.seed)
    assert len(exported["faults"]) == 1
    assert part_with(run.user, timezone.now(), for_good=True) is None
    assert not SchoolRun.objects.exists()


def test_the_result_of_an_older_procedure_is_shown_without_its_moves(client: Client) -> None:
    run = begin(client, "big-50")
    post(client, run, "move", {"deed": "turn", "place": "seat-1"})
    deal_round(client, run)
    post(client, run, "stop")
    SchoolRun.objects.update(digest="0" * 64)
    page = client.get(reverse("games:dealer_result", args=["big-50", run.pk])).content.decode()
    assert "The procedure has changed since" in page


def test_practice_that_is_begun_again_and_again_leaves_one_run_and_tests_stay() -> None:
    user, kit = player(), KITS["big-50"]
    for _ in range(3):
        runs.start(user, kit, "shown", timezone.now())
    assert SchoolRun.objects.count() == 1
    runs.start(user, kit, "test", timezone.now())
    runs.start(user, kit, "shown", timezone.now())
    kinds = list(SchoolRun.objects.values_list("kind", flat=True).order_by("pk"))
    assert kinds == ["test", "shown"]
