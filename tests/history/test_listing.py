"""The history: whose rounds it lists, in which order, and how it is narrowed down."""

import re
from datetime import timedelta

import pytest

from accounts.models import User
from games.history.listing import PAGE
from games.models import Round, RoundSeat
from games.tables import services
from tests.history.rounds import page, part_of, play, reader
from tests.tables.room import OPENING, Room, player

pytestmark = pytest.mark.django_db

LINK = re.compile(r'href="/history/([0-9a-f-]{36})\?seat=\d+"')


def listed(user: User, query: str = "") -> list[str]:
    return LINK.findall(page(user, f"/history/{query}"))


@pytest.fixture
def room() -> Room:
    room = Room.open("big-50")
    room.sit(1, 2)
    return room


def many(room: Room, count: int, user: User) -> list[str]:
    """Finished rounds of one player, a minute apart, newest first; only their rows."""
    table, rounds = room.table, []
    for number in range(1000, 1000 + count):
        ended = OPENING + timedelta(minutes=number // 2)  # two at a time have ended together
        round = Round.objects.create(
            table=table, number=number, game=table.game, unit=100, button=1, opened=ended,
            dealt=ended, ended=ended, status=Round.Status.SETTLED, commitment="0" * 64,
        )  # fmt: skip
        RoundSeat.objects.create(
            round=round, seat=1, user=user, game=table.game, table=table, client_seed="x",
            wagers={"range": 100}, staked=100, returned=0, ended=ended, outcome="lost",
        )  # fmt: skip
        rounds.append(str(round.pk))
    return rounds[::-1]


def test_one_finds_ones_own_finished_rounds_newest_first(room: Room) -> None:
    one, other = room.users.values()
    first, second = play(room, one), play(room, one, other)
    room.deal(one)
    assert listed(one) == [str(second.pk), str(first.pk)]
    assert listed(other) == [str(second.pk)]


def test_who_is_not_signed_in_is_asked_to(room: Room) -> None:
    round = play(room)
    for path in ("/history/", "/history/export.csv", f"/history/{round.pk}"):
        answer = reader(None).get(path)
        assert answer.status_code == 302
        assert "login" in answer["Location"]


def test_a_history_without_rounds_says_what_will_be_there() -> None:
    assert "No rounds yet" in page(player(), "/history/")


def test_every_filter_narrows_the_list_to_what_it_says(room: Room) -> None:
    user = room.users[1]
    small = play(room, user, wagers={"range": 500})
    tomorrow = room.now + timedelta(days=1)
    room.now = tomorrow
    large = play(room, user, wagers={"range": 2000})
    blackjack = Room.open("blackjack", solo=True)
    blackjack.now = room.now
    services.sit(blackjack.table_id, user, 1, room.now)
    blackjack.users[1] = user
    blackjack.bet(user, {"main": 1000}, ready=True)
    while blackjack.table.phase == "playing":
        if blackjack.scene(user)["view"]["step"] == "insurance":
            blackjack.act(user, "insurance", amount=0)
        else:
            blackjack.act(user, "stand")
    other = blackjack.round
    own = {str(r.pk): part_of(r, user) for r in (small, large, other)}

    def these(*rounds: Round) -> list[str]:
        return [str(round.pk) for round in rounds]

    assert sorted(listed(user)) == sorted(own)
    assert listed(user, "?game=blackjack") == these(other)
    assert listed(user, f"?table={room.table_id}") == these(large, small)
    assert listed(user, "?until=2026-03-01") == these(small)
    assert set(listed(user, "?since=2026-03-02")) == set(these(other, large))
    assert listed(user, "?at_least=10.01") == these(large)
    assert listed(user, "?at_most=5") == these(small)
    assert set(listed(user, "?at_least=10&at_most=20")) == set(these(large, other))
    for result, sign in (("won", 1), ("lost", -1), ("push", 0)):
        nets = {key: part.net for key, part in own.items()}
        fitting = {key for key, net in nets.items() if (net > 0) - (net < 0) == sign}
        assert set(listed(user, f"?result={result}")) == fitting
    assert listed(
        user, f"?game=big-50&at_least=20&since=2026-03-02&table={room.table_id}"
    ) == these(large)


def test_a_filter_that_nothing_fits_says_so(room: Room) -> None:
    play(room)
    assert "No round fits" in page(room.users[1], "/history/?result=void")


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("game=poker", "Game: there is no “poker”; choose Big 50, "),
        ("table=999999", "Table: there is no “999999”"),
        ("table=x", "Table: there is no “x”"),
        ("result=fold", "Result: there is no “fold”; choose Won, Lost, Even, Void."),
        ("since=yesterday", "From is a day like 2026-03-01."),
        ("until=2026-02-30", "To is a day like 2026-03-01."),
        ("since=2026-03-02&until=2026-03-01", "To is 2026-03-02, the day given as From, or later."),
        ("at_least=-1", "Staked at least is an amount like 25 or 12.50, up to 1,000,000,000."),
        ("at_least=1e99", "Staked at least is an amount"),
        ("at_most=1.005", "Staked at most is an amount"),
        ("at_least=20&at_most=10", "Staked at most is 20 or more, like Staked at least."),
    ],
)
def test_a_filter_that_cannot_be_read_is_named_with_what_would_do(
    query: str, sentence: str, room: Room
) -> None:
    play(room)
    user = room.users[1]
    shown = page(user, f"/history/?{query}", status=400)
    assert sentence in shown
    assert not LINK.search(shown)
    assert sentence in page(user, f"/history/export.ndjson?{query}", status=400)


def test_the_table_of_somebody_else_is_no_choice(room: Room) -> None:
    play(room, room.users[1])
    assert "Alder, Big 50" in page(room.users[1], "/history/")
    assert "Alder, Big 50" not in page(room.users[2], "/history/")


@pytest.mark.parametrize("days", ["since=0001-01-01", "until=9999-12-31"])
def test_the_first_and_the_last_day_that_can_be_named_are_days(days: str, room: Room) -> None:
    play(room)
    assert len(listed(room.users[1], f"?{days}")) == 1


def older(shown: str) -> str:
    found = re.search(r'class="more" hx-get="([^"]+)"', shown)
    return found[1].replace("&amp;", "&") if found else ""


def test_older_rounds_follow_without_a_gap_and_none_twice(room: Room) -> None:
    """Also where several ended at the same moment, and while new ones end."""
    user = player()
    rounds = many(room, 2 * PAGE + 7, user)
    seen, path, pages = [], "/history/?game=big-50", 0
    while path:
        shown = page(user, path)
        seen += LINK.findall(shown)
        path, pages = older(shown) and f"/history/{older(shown)}", pages + 1
        if pages == 1:
            later = OPENING + timedelta(days=300)
            new = Round.objects.create(
                table=room.table, number=9999, game="big-50", unit=100, button=1, opened=later,
                dealt=later, ended=later, status=Round.Status.SETTLED,
            )  # fmt: skip
            RoundSeat.objects.create(
                round=new, seat=1, user=user, game="big-50", table=room.table, client_seed="x",
                wagers={}, staked=100, returned=100, ended=later, outcome="push",
            )  # fmt: skip
    assert pages == 3
    assert seen == rounds


def test_scrolling_is_answered_with_rows_alone_and_without_a_script_there_is_a_link(
    room: Room,
) -> None:
    user = player()
    many(room, PAGE + 1, user)
    shown = page(user, "/history/")
    assert f'<a class="btn btn--quiet" href="{older(shown)}">Older rounds</a>' in shown
    rows = reader(user).get(f"/history/{older(shown)}", headers={"HX-Request": "true"})
    assert len(LINK.findall(rows.content.decode())) == 1
    assert b"<html" not in rows.content
    assert b"Older rounds" not in rows.content


@pytest.mark.parametrize("before", ["", "x", "0", "9" * 18, "-1", "٣"])
def test_a_place_in_the_list_that_is_not_there_is_not_found(before: str, room: Room) -> None:
    play(room)
    page(room.users[1], f"/history/?before={before}", status=404)


def test_another_players_place_in_the_list_is_not_there(room: Room) -> None:
    round = play(room)
    other = part_of(round, room.users[2])
    page(room.users[1], f"/history/?before={other.pk}", status=404)


def test_a_round_in_play_is_no_place_either(room: Room) -> None:
    room.deal(room.users[1])
    running = RoundSeat.objects.get(user=room.users[1])
    page(room.users[1], f"/history/?before={running.pk}", status=404)
