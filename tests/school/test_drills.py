"""Dealer's drills: questions with one right answer, a clock, and errors that come back sooner."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.engine.cards import parse_cards
from games.engine.payout import Odds, returned
from games.models import SchoolCard, SchoolDrill
from games.procedure.reading import procedure
from games.registry import KITS
from games.school import boxes, drills
from games.school.questions import kinds_of, question, read_question
from tests.school.dealing import begin, due, form_of, post
from tests.tables.room import player

pytestmark = pytest.mark.django_db

KINDS = [(game, kind) for game, kit in KITS.items() for kind in kinds_of(kit)]


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_every_question_can_be_asked_and_has_one_right_answer(game: str, kind: str) -> None:
    for number in range(8):
        asked = question(KITS[game], kind, "oak", number)
        assert read_question(asked.as_json()) == asked
        assert asked == question(KITS[game], kind, "oak", number)
        if asked.choices:
            assert asked.choices.count(asked.answer) == 1
            assert 2 <= len(set(asked.choices)) == len(asked.choices) <= 4
        for _, cards in asked.hands:
            parse_cards(" ".join(cards))
        assert asked.quote or asked.source.startswith("House")


def test_the_kinds_are_those_that_a_game_has() -> None:
    """Only one dealer has a house way, and only one game counts all five cards."""
    assert set(kinds_of(KITS["big-50"])) == {"payments", "reading", "totals", "cases"}
    assert set(kinds_of(KITS["big-raise"])) == {"payments", "reading", "house", "cases"}
    assert set(kinds_of(KITS["big-draw"])) == {"payments", "reading", "cases"}


def test_totals_are_added_up() -> None:
    """Rules, Possible Wagers: aces count one, face cards ten."""
    worth = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}
    for number in range(10):
        asked = question(KITS["big-50"], "totals", "elm", number)
        ((_, cards),) = asked.hands
        assert int(asked.answer) == sum(worth.get(c[0]) or int(c[0]) for c in cards)


def test_payments_are_those_of_the_odds_that_are_told() -> None:
    seen = 0
    for number in range(30):
        asked = question(KITS["big-raise"], "payments", "elm", number)
        sentence = asked.words.partition(" on ")[2]
        stake = int(sentence.partition(":")[0].replace(",", ""))
        odds = sentence.rpartition(", ")[2].partition(".")[0]
        if ":" in odds:
            seen += 1
            pays = Odds(*map(int, odds.split(":")))
            won = returned(pays, stake * 100) - stake * 100
            assert float(asked.answer) * 100 == won
    assert seen > 10


def test_every_irregularity_is_asked_before_any_comes_again() -> None:
    for kit in KITS.values():
        count = len(procedure(kit).questions)
        asked = {question(kit, "cases", "elm", number).name for number in range(count)}
        assert len(asked) == count


def test_a_drill_is_answered_through_its_page(client: Client) -> None:
    address = reverse("games:dealer_drill", args=["big-50"])
    assert "Which line does it hit?" in client.get(address).content.decode()
    client.post(reverse("games:dealer_drill_start", args=["big-50"]), {"kind": "reading"})
    drill = SchoolDrill.objects.get()
    asked = read_question(drill.question)
    answer = reverse("games:dealer_drill_answer", args=["big-50"])
    client.post(answer, {"answer": asked.answer})
    assert "✓ Right" in client.get(address).content.decode()
    drill.refresh_from_db()
    asked = read_question(drill.question)
    wrong = next(choice for choice in asked.choices if choice != asked.answer)
    client.post(answer, {"answer": wrong})
    page = client.get(address).content.decode()
    assert "✕ Wrong" in page
    assert asked.quote.partition("“")[0].partition("'")[0] in page
    drill.refresh_from_db()
    assert (drill.number, drill.right) == (2, 1)
    assert asked.name in page  # it comes back


@pytest.mark.parametrize("answer", ["", "much", "1e9", "-5"])
def test_what_is_no_answer_is_refused_and_costs_nothing(answer: str, client: Client) -> None:
    client.post(reverse("games:dealer_drill_start", args=["big-50"]), {"kind": "payments"})
    address = reverse("games:dealer_drill_answer", args=["big-50"])
    page = client.post(address, {"answer": answer}).content.decode()
    assert "An answer is a number" in page
    assert SchoolDrill.objects.get().number == 0
    assert not SchoolCard.objects.exists()


def test_a_kind_that_the_game_has_not_is_refused(client: Client) -> None:
    address = reverse("games:dealer_drill_start", args=["big-50"])
    assert "Choose one of" in client.post(address, {"kind": "house"}).content.decode()
    address = reverse("games:dealer_drill_answer", args=["big-50"])
    assert "Start one" in client.post(address, {"answer": "5"}).content.decode()


def test_payments_are_sixty_in_five_minutes() -> None:
    user, kit, now = player(), KITS["big-50"], timezone.now()
    drill = drills.start(user, kit, "payments", now)
    for _ in range(59):
        drill = drills.answer(user, kit, read_question(drill.question).answer, now)
    assert drill.ended is None
    late = drills.answer(user, kit, "1", now + timedelta(minutes=5))
    assert late.ended is not None
    assert (late.number, late.right) == (59, 59)
    drill = drills.start(user, kit, "payments", now)
    for _ in range(60):
        drill = drills.answer(user, kit, read_question(drill.question).answer, now)
    assert drill.ended is not None
    assert drill.right == 60


def test_what_was_wrong_comes_back_after_1_3_7_14_and_30_days() -> None:
    user, kit, now = player(), KITS["big-50"], timezone.now()
    asked = question(kit, "payments", "elm", 0)
    boxes.wrong(user, kit, asked, now)
    assert boxes.due(user, kit, "payments", now) is None
    for days in (1, 3, 7, 14, 30):
        before = now + timedelta(days=days, seconds=-1)
        assert boxes.due(user, kit, "payments", before) is None
        now += timedelta(days=days)
        card = boxes.due(user, kit, "payments", now)
        assert card is not None
        assert read_question(card.question) == asked
        boxes.right(user, kit, asked, now)
    assert not SchoolCard.objects.exists()


def test_a_question_that_is_due_is_asked_first_and_goes_back_when_it_is_wrong_again() -> None:
    user, kit, now = player(), KITS["big-50"], timezone.now()
    asked = question(kit, "payments", "elm", 0)
    boxes.wrong(user, kit, asked, now)
    now += timedelta(days=1)
    boxes.right(user, kit, asked, now)
    now += timedelta(days=3)
    drill = drills.start(user, kit, "payments", now)
    assert read_question(drill.question) == asked
    drills.answer(user, kit, "0.01", now)
    card = SchoolCard.objects.get(name=asked.name)
    assert (card.box, card.due) == (0, now + timedelta(days=1))


def test_a_wrong_payment_in_a_round_comes_back_as_a_question(client: Client) -> None:
    run = begin(client, "big-raise", seed="oak")
    while not due(run).chips:
        post(client, run, "move", form_of(due(run)))
    move = due(run)
    post(client, run, "move", form_of(move) | {"amount": "1"})
    card = SchoolCard.objects.get()
    assert card.kind == "payments"
    assert float(card.question["answer"]) * 100 == move.chips
