"""What the history calls a round: the hands, in words, for every game."""

import json

import pytest

from config import BASE_DIR
from games import printed_paytables
from games.engine.record import read_record, replay
from games.history.headlines import of_parts
from games.models import Headline, RoundSeat
from games.registry import GAMES, KITS
from games.tables.finished_round import played
from tests.history.rounds import page, play
from tests.tables.room import WAGERS, Room

CASES = BASE_DIR / "tests" / "cases"

TITLES = [
    ("big-50", "lowest-two-pair", 1, "Two pair, threes and twos: total 14"),
    ("big-50", "nothing-at-all", 1, "Total 36"),
    ("big-raise", "kicker-decides-for-the-dealer", 1, "A pair of aces, lost on the kicker"),
    ("big-raise", "full-house-that-loses-to-four-of-a-kind", 1,
     "Eights full of kings lost to four kings"),
    ("big-raise", "five-card-bonus-brh-05-three-of-a-kind", 1,
     "Three nines beat a pair of nines"),
    ("big-raise", "five-card-tie-is-won-by-the-player", 1, "Ace high: a tie, which wins"),
    ("big-raise", "every-seat-folds", 1, "Eight and seven, folded"),
    ("big-draw", "a-paytable-of-ones-own-pays-what-it-says", 1,
     "Stood pat: two pair, kings and fours"),
    ("big-draw", "a-kept-pair-survives-the-draw-of-three", 1, "Drew three cards: pair of queens"),
    ("big-draw", "blind-first-five-settles-like-any-other", 1, "Two pair, sevens and fours"),
]  # fmt: skip


def titles(path: str) -> dict[int, str]:
    """What each seat's history calls a round worked out by hand."""
    raw = json.loads((CASES / path).read_text())
    record = read_record(raw, GAMES, printed_paytables.printed)
    state, title = replay(record).state, KITS[record.game.slug].title
    return {seat: title(record.game.view(state, seat), seat) for seat in record.setup.seats}


@pytest.mark.parametrize(("game", "case", "seat", "title"), TITLES)
def test_a_title_says_the_hands(game: str, case: str, seat: int, title: str) -> None:
    assert titles(f"{game}/{case}.json")[seat] == title


def test_a_title_of_blackjack_says_how_the_hands_ended() -> None:
    found = {
        title
        for path in (CASES / "blackjack").glob("*.json")
        if not path.name.endswith(".open.json")
        for title in titles(f"blackjack/{path.name}").values()
    }
    assert found >= {
        "Blackjack", "Blackjack, against blackjack", "20 beaten by 21", "20 beaten by blackjack",
        "20, dealer busts with 25", "19 against 18", "17 against 17, a push", "Busted with 26",
        "Surrendered 16 to a 9", "Split nines: 19 and 20, against 19",
        "Split eights: a bust and 11, dealer busts with 25",
    }  # fmt: skip


@pytest.mark.parametrize("game", WAGERS)
@pytest.mark.django_db
def test_a_line_is_made_once_and_has_the_cards(game: str) -> None:
    room = Room.open(game)
    (user,) = room.sit(1)
    play(room)
    (part,) = RoundSeat.objects.select_related("round__table", "round__shoe")
    (made,) = of_parts([part])
    assert made.title in page(user, "/history/")
    assert Headline.objects.get().title == made.title
    found = played(part.round)
    assert found.replay is not None
    dealt = found.round.rules.hands(found.replay.state)
    assert made.hands == [dealt[str(part.seat)]]
    assert set(made.against) <= set(dealt.get("dealer", ()))
    assert bool(made.against) == ("dealer" in dealt)


@pytest.mark.django_db
def test_a_void_round_is_called_so() -> None:
    room = Room.open("big-50")
    (user,) = room.sit(1)
    round = play(room)
    round.void_reason, round.status = "The cards stuck.", "void"
    round.save()
    assert "Void: The cards stuck." in page(user, "/history/")


@pytest.mark.django_db
def test_a_hand_is_found_by_its_words_also_one_that_was_never_listed() -> None:
    room = Room.open("big-50")
    (user,) = room.sit(1)
    rounds = [str(play(room).pk) for _ in range(3)]
    lines = of_parts(list(RoundSeat.objects.select_related("round__table", "round__shoe")))
    wanted = lines[0].title
    Headline.objects.all().delete()
    shown = page(user, f"/history/?words={wanted.upper().replace(' ', '+')}")
    fitting = {str(one.round_seat.round_id) for one in lines if wanted.lower() in one.title.lower()}
    assert [key for key in rounds if f"/history/{key}?" in shown] == [
        key for key in rounds if key in fitting
    ]
    assert "No round fits" in page(user, "/history/?words=six+of+a+kind")
