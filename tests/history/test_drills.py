"""Practice: hands of the kind that is asked for, graded by their cost, oftener where one errs."""

import re
from random import Random

import pytest
from django.test import Client

from accounts.models import User
from games.account_hooks import drills_of
from games.coach.as_json import MICRO
from games.coach.review import question_at
from games.engine.cards import parse_cards
from games.engine.record import read_record, replay, write_record
from games.history.drills import runs
from games.history.drills.hands import SEAT, asked_of, hand
from games.history.drills.spots import spots_of
from games.history.reviews import reviews, table_coach
from games.kit import Asked, DrillKind, Kit
from games.management.working import review_all
from games.models import DrillAnswer, DrillRun, Review
from games.printed_paytables import printed
from games.registry import GAMES, KITS
from games.runtime import thinker
from tests.support.compute import here
from tests.tables.room import OPENING, Room, player

KINDS = [(kit, kind) for kit in KITS.values() for kind in kit.drills]
NAMES = [f"{kit.slug}-{kind.key}" for kit, kind in KINDS]


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests wait until the coach has worked it out."""
    monkeypatch.setattr(thinker, "PATIENCE", 60)


@pytest.mark.parametrize(("kit", "kind"), KINDS, ids=NAMES)
def test_every_kind_deals_hands_that_ask_for_it(kit: Kit, kind: DrillKind) -> None:
    for seed in range(3):
        found = hand(kit, kind, Random(seed))
        assert found is not None
        again = read_record(write_record(found.record), GAMES, printed)
        played = replay(again)
        assert SEAT in played.waiting_on
        assert kind.situation(asked_of(kit.rules.view(played.state, SEAT))) == found.situation
        question = question_at(kit, again, SEAT, len(again.actions))
        assert question is not None
        assert len(question.options) > 1


def test_a_hand_of_a_certain_situation_is_found() -> None:
    kit = KITS["blackjack"]
    kind = next(kind for kind in kit.drills if kind.key == "soft-doubles")
    for seed in range(3):
        found = hand(kit, kind, Random(seed), "Soft 18 against 3")
        assert found is not None
        assert found.situation == "Soft 18 against 3"


def asked(hand: str, against: str = "", actions: str = "hit stand double") -> Asked:
    return Asked(parse_cards(hand), parse_cards(against), frozenset(actions.split()))


@pytest.mark.parametrize(
    ("game", "key", "question", "situation"),
    [
        ("blackjack", "soft-doubles", asked("As 7d", "6c"), "Soft 18 against 6"),
        ("blackjack", "soft-doubles", asked("As 7d", "9c"), ""),
        ("blackjack", "stiff", asked("Ts 6d", "Ac"), "16 against an ace"),
        ("blackjack", "stiff", asked("8s 8d", "Tc", "hit stand split"), ""),
        ("blackjack", "pairs", asked("8s 8d", "Tc", "hit split"), "Pair of eights against 10"),
        ("blackjack", "insurance", asked("8s 8d", "Ac", "insurance"), "Insurance with 16"),
        ("big-raise", "queen-against-king", asked("Qs 8d", "Kc"),
         "Queen and eight against a king"),
        ("big-raise", "queen-against-king", asked("Qs Qd", "Kc"), ""),
        ("big-draw", "deuces-or-royal", asked("2s 2d Kc Qc 7h"),
         "Two to a royal or a pair of deuces"),
        ("big-draw", "deuces-or-royal", asked("2s 2d Kc Qc 7c"), ""),
        ("big-draw", "pair-or-draw", asked("Js Jd 9s 4s 2s"), "Pair of jacks or four to a flush"),
    ],
)  # fmt: skip
def test_a_question_is_sorted_by_its_cards(
    game: str, key: str, question: Asked, situation: str
) -> None:
    (kind,) = (kind for kind in KITS[game].drills if kind.key == key)
    assert kind.situation(question) == situation


def started(user: User, game: str = "blackjack", kind: str = "soft-doubles") -> Client:
    client = Client()
    client.force_login(user)
    assert client.post(f"/practise/{game}/start", {"kind": kind}).status_code == 302
    return client


def options(run: DrillRun) -> list[tuple[str, int]]:
    """What can be pressed, the best first, and what each is worth."""
    record = runs.record_of(run)
    question = table_coach.thought(record, SEAT, len(record.actions))
    assert question is not None
    named = [(one.action, one.worth) for one in question.options]
    return [(f"{a.name} {a.amount}" if a.amount else a.name, round(w * MICRO)) for a, w in named]


@pytest.mark.django_db
def test_an_answer_is_graded_by_what_it_cost_and_the_streak_is_kept() -> None:
    user = player()
    client = started(user)
    run = DrillRun.objects.get()
    right, *_ = options(run)
    client.post("/practise/blackjack/answer", {"action": right[0]})
    shown = client.get("/practise/blackjack").content.decode()
    assert "Right: " in shown
    client.post("/practise/blackjack/next")
    best, *_, worst = options(DrillRun.objects.get())
    client.post("/practise/blackjack/answer", {"action": worst[0]})
    shown = client.get("/practise/blackjack").content.decode()
    cost = (best[1] - worst[1]) / MICRO
    assert f"was better by {cost / 1000:.2f} bets" in shown
    run = DrillRun.objects.get()
    assert (run.hands, run.right, run.streak, run.best) == (2, 1, 0, 1)
    assert run.cost == pytest.approx((best[1] - worst[1]) / 1000, abs=1)
    assert [(one.right, one.cost) for one in DrillAnswer.objects.order_by("pk")] == [
        (True, 0), (False, run.cost),
    ]  # fmt: skip
    client.get("/practise/blackjack")
    assert DrillRun.objects.get().hands == 2  # looking again counts nothing


@pytest.mark.django_db
def test_a_hand_is_answered_once_and_with_what_is_offered() -> None:
    client = started(player())
    for wrong in ({}, {"action": "dance"}, {"action": "hit 5"}, {"action": "insurance x"}):
        shown = client.post("/practise/blackjack/answer", wrong, follow=True).content.decode()
        assert DrillRun.objects.get().action is None
        assert "What do you do?" in shown
    assert "Decide this hand first." in (
        client.post("/practise/blackjack/next", follow=True).content.decode()
    )
    client.post("/practise/blackjack/answer", {"action": "stand"})
    client.post("/practise/blackjack/answer", {"action": "hit"})
    assert DrillRun.objects.get().action == {"action": "stand"}


@pytest.mark.django_db
def test_cards_are_held_where_that_is_what_is_asked() -> None:
    client = started(player(), "big-draw", "deuces-or-royal")
    shown = client.get("/practise/big-draw").content.decode()
    codes = re.findall(r'name="held" value="(\w\w)"', shown)
    assert len(codes) == 5
    deuces = [code for code in codes if code[0] == "2"]
    client.post("/practise/big-draw/answer", {"holding": "1", "held": deuces})
    action = DrillRun.objects.get().action
    assert action is not None
    assert sorted(action["discard"]) == sorted(set(codes) - set(deuces))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("kind", "side"), [("high-cards", "5 Card Draw"), ("one-deuce", "Deuces Never Loses")]
)
def test_a_question_says_which_game_the_cards_are_held_for(kind: str, side: str) -> None:
    client = started(player(), "big-draw", kind)
    shown = client.get("/practise/big-draw").content.decode()
    assert f"<p>{side}: choose the cards to hold, then draw.</p>" in shown


@pytest.mark.django_db
def test_no_card_that_lies_face_down_is_on_the_page() -> None:
    client = started(player(), "big-raise", "queen-against-king")
    shown = client.get("/practise/big-raise").content.decode()
    record = runs.record_of(DrillRun.objects.get())
    seen = set(re.findall(r"/(\w\w)(?:\.\w+)?\.svg", shown))
    view = KITS["big-raise"].rules.view(replay(record).state, SEAT)
    question = asked_of(view)
    assert len(seen) == len(question.hand) + len(question.against) == 3


@pytest.mark.django_db
def test_a_run_begins_anew_after_its_last_hand_and_the_best_streak_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(runs, "HANDS", 1)
    client = started(player())
    client.post("/practise/blackjack/answer", {"action": options(DrillRun.objects.get())[0][0]})
    client.get("/practise/blackjack")
    client.post("/practise/blackjack/next")
    run = DrillRun.objects.get()
    assert (run.hands, run.right, run.cost, run.streak, run.best) == (0, 0, 0, 1, 1)


@pytest.mark.django_db
def test_weak_spots_come_from_rounds_that_were_played_and_are_dealt_oftener(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room = Room.open("big-raise", solo=True)
    (user,) = room.sit(1)
    room.deal(user)
    room.act(user, "fold")
    reviews.ask_all(user)
    review_all("one", here)
    review = Review.objects.get()
    (decision,) = review.decisions
    decision["cards"], decision["against"] = ["Qs", "8d"], ["Kc"]
    best = decision["options"][0]
    decision["chosen"] = [decision["chosen"][0], best[1] - 500 * MICRO]
    review.save()
    (spot,) = spots_of(user, KITS["big-raise"])
    assert (spot.situation, spot.tries, spot.right) == ("Queen and eight against a king", 1, 0)
    assert spot.cost == pytest.approx(500 / decision["base"])
    monkeypatch.setattr(runs, "WEAK", 1)
    run = runs.start(user, KITS["big-raise"])
    assert run.situation == "Queen and eight against a king"
    client = started(user, "big-raise", "")
    assert "Queen and eight against a king" in client.get("/practise/big-raise").content.decode()


@pytest.mark.django_db
def test_one_situation_is_practised_again_and_again() -> None:
    user = player()
    for _ in range(2):
        run = runs.start(user, KITS["blackjack"], "stiff", "16 against 10")
        assert run.situation == "16 against 10"


@pytest.mark.django_db
def test_a_visitor_practises_as_a_guest_and_sees_before_what_there_is() -> None:
    client = Client()
    assert "3× or 2× with queen high against a king" in client.get("/practise").content.decode()
    assert "Start" in client.get("/practise/blackjack").content.decode()
    client.post("/practise/blackjack/start", {"kind": "pairs"})
    assert "What do you do?" in client.get("/practise/blackjack").content.decode()
    assert User.objects.get().is_guest


@pytest.mark.django_db
def test_a_game_without_kinds_and_a_kind_that_is_none_are_not_there() -> None:
    user = player()
    client = Client()
    client.force_login(user)
    for slug in ("big-50", "faro"):
        assert client.get(f"/practise/{slug}").status_code == 404
    shown = client.post("/practise/blackjack/start", {"kind": "x"}, follow=True).content.decode()
    assert "There is no such kind of decision." in shown
    assert not DrillRun.objects.exists()


@pytest.mark.django_db
def test_what_was_practised_is_in_ones_data() -> None:
    user = player()
    DrillAnswer.objects.create(
        user=user, game="blackjack", kind="pairs", situation="Two tens against 6",
        right=False, cost=MICRO // 2, at=OPENING,
    )  # fmt: skip
    assert list(drills_of(user)) == [
        {"game": "blackjack", "situation": "Two tens against 6", "right": False, "cost": 0.5,
         "at": OPENING.isoformat()}
    ]  # fmt: skip
