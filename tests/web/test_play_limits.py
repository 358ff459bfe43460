"""The session on every page, the reminder, and the page on which limits are set."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts import limits
from accounts.models import PlayLimits, User
from games.models import Chair, Review, Table
from tests.tables.room import OPENING, Room
from tests.web.conftest import Clock

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of the pages of limits too."""
    for module in (
        "accounts.settings_views",
        "games.web.limit_views",
        "games.web.context_processors",
    ):
        monkeypatch.setattr(f"{module}.timezone.now", clock)
    return clock


@pytest.fixture
def room() -> Room:
    """A table of Big 50 with no clock."""
    return Room.open("big-50", solo=True)


@pytest.fixture
def user(client: Client, clock: Clock, room: Room) -> User:
    """A guest with a seat there, who has just come in."""
    (user,) = room.sit(1)
    Table.objects.update(host=user)
    client.force_login(user)
    User.objects.filter(pk=user.pk).update(last_login=OPENING)
    return user


def play(room: Room, user: User, clock: Clock, cents: int = 10_00) -> int:
    """A round from the wager to its end; what it won or lost."""
    room.now = clock.now
    room.bet(user, {"range": cents}, ready=True)
    room.act(user, "reveal")
    return room.part(user).net


def header(client: Client) -> str:
    return client.get(reverse("games:session")).content.decode()


def signed(cents: int) -> str:
    return f"{'+' if cents > 0 else '−' if cents < 0 else ''}{abs(cents) / 100:,.2f}"


def test_every_page_shows_how_long_one_is_here_and_what_one_has_won_or_lost(
    client: Client, user: User, room: Room, clock: Clock
) -> None:
    net = play(room, user, clock)
    clock.later(62 * 60)
    net += play(room, user, clock)
    for page in (reverse("games:lobby"), reverse("games:table", args=[room.table_id])):
        text = client.get(page).content.decode()
        assert "data-session-clock>1:02</b>" in text
        assert f"data-session-net>{signed(net)}</b>" in text
    assert f'data-net="{net}"' in header(client)


def test_a_visitor_who_plays_nothing_has_no_session(client: Client) -> None:
    assert 'id="session"' not in client.get("/").content.decode()
    assert client.get(reverse("games:session")).status_code == 204


def test_a_reminder_comes_after_half_an_hour_and_again_half_an_hour_after_its_answer(
    client: Client, user: User, room: Room, clock: Clock
) -> None:
    net = play(room, user, clock)
    clock.later(30 * 60 - 1)
    assert 'id="reminder"' not in header(client)
    clock.later(1)
    note = header(client)
    assert "You have been here for 30 minutes" in note
    assert "<dt>Rounds</dt><dd>1</dd></div><div><dt>Staked</dt><dd>10.00</dd></div>" in note
    assert f"<dt>Net</dt><dd>{signed(net)}</dd>" in note
    assert client.post(reverse("games:reminded"), {"then": "on"}).status_code == 204
    assert 'id="reminder"' not in header(client)
    clock.later(30 * 60)
    assert "You have been here for 1 hour" in header(client)


@pytest.mark.parametrize(
    ("status", "note"), [("done", "<dt>Expected net</dt><dd>−0.73</dd>"), ("waiting", None)]
)
def test_a_reminder_tells_the_expected_net_once_all_rounds_are_reviewed(
    client: Client, user: User, room: Room, clock: Clock, status: str, note: str | None
) -> None:
    for expected in (-40, -33):
        net = play(room, user, clock)
        part = room.part(user)
        assert part.ended is not None
        Review.objects.update_or_create(
            round_seat=part,
            defaults={
                "user": user,
                "game": "big-50",
                "ended": part.ended,
                "staked": 10_00,
                "net": net,
                "status": status,
                "expected": expected * 1_000_000,
                "luck": (net - expected) * 1_000_000,
            },
        )
    clock.later(30 * 60)
    text = header(client)
    assert ("Expected net" in text) == (note is not None)
    assert note is None or note in text


def test_who_has_not_played_or_wants_no_reminder_is_not_reminded(
    client: Client, user: User, room: Room, clock: Clock
) -> None:
    clock.later(60 * 60)
    assert 'id="reminder"' not in header(client)
    play(room, user, clock)
    assert 'id="reminder"' in header(client)
    limits.change(user, loss=None, minutes=None, remind=0, now=clock.now)
    assert 'id="reminder"' not in header(client)


def test_a_reminder_leads_to_a_break_or_away_from_the_table(
    client: Client, user: User, room: Room
) -> None:
    answer = client.post(reverse("games:reminded"), {"then": "break"})
    assert answer.headers["Location"] == "/accounts/limits#break"
    answer = client.post(reverse("games:reminded"), {"then": "leave", "table": room.table_id})
    assert answer.headers["Location"] == "/"
    assert not Chair.objects.filter(user=user).exists()


def test_limits_are_set_on_their_page_and_refused_where_one_wagers(
    client: Client, user: User, room: Room
) -> None:
    page = reverse("accounts:limits")
    answer = client.post(page, {"do": "limits", "loss": "5", "minutes": "60", "remind": "15"})
    assert answer.status_code == 302
    own = PlayLimits.objects.get(user=user)
    assert (own.loss, own.minutes, own.remind) == (5_00, 60, 15)
    step = room.step(user)
    url = reverse("games:bets", args=[room.table_id])
    refused = client.post(
        url, {"wagers": {"range": 10_00}, "step": step}, content_type="application/json"
    )
    assert refused.status_code == 422
    assert refused.json()["error"].startswith("This bet could lose ")


def test_what_holds_only_from_tomorrow_is_said(client: Client, user: User) -> None:
    page = reverse("accounts:limits")
    client.post(page, {"do": "limits", "loss": "50", "minutes": "60", "remind": "30"})
    client.post(page, {"do": "limits", "loss": "80.50", "minutes": "", "remind": "30"})
    text = client.get(page).content.decode()
    assert "From 2 March 2026, 00:00 UTC: 80.50 a day." in text
    assert "From 2 March 2026, 00:00 UTC: no time limit." in text
    assert "limit 50.00" in text


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("loss", "much", "A loss limit is an amount like 100 or 99.50"),
        ("loss", "-5", "not -5. Leave it empty for no limit."),
        ("loss", "0", "not 0."),
        ("minutes", "5", "A time limit is a whole number of minutes from 10 to 1440, not 5."),
        ("minutes", "1.5", "not 1.5."),
        ("remind", "20", "Choose 15, 30, 60 or off, not 20."),
    ],
)
def test_what_can_be_no_limit_is_refused_with_what_can(
    client: Client, user: User, field: str, value: str, words: str
) -> None:
    values = {"do": "limits", "loss": "", "minutes": "", "remind": "30"} | {field: value}
    answer = client.post(reverse("accounts:limits"), values)
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert not PlayLimits.objects.exists()


def test_a_break_must_be_meant_and_then_takes_the_seat(client: Client, user: User) -> None:
    page = reverse("accounts:limits")
    answer = client.post(page, {"do": "break", "length": "day"})
    assert "Tick the box: a break cannot be ended early." in answer.content.decode()
    assert Chair.objects.filter(user=user).exists()
    answer = client.post(page, {"do": "break", "length": "day", "sure": "on"})
    assert answer.status_code == 302
    assert not Chair.objects.filter(user=user).exists()
    assert "until 2 March 2026, 12:00 UTC" in client.get(page).content.decode()


def test_during_a_break_one_may_look_and_read_but_not_sit(
    client: Client, user: User, clock: Clock
) -> None:
    table = Room.open("big-50").table_id
    limits.take_break(user, limits.BREAKS["day"], clock.now)
    for name in ("play", "solo"):
        answer = client.post(reverse(f"games:{name}", args=["big-50"]), follow=True)
        assert "You are taking a break until 2 March 2026, 12:00 UTC." in answer.content.decode()
    sat = client.post(
        reverse("games:sit", args=[table]), {"seat": 1}, content_type="application/json"
    )
    assert sat.status_code == 422
    readable = [
        reverse("games:table", args=[table]),
        reverse("games:history"),
        reverse("games:rules", args=["big-50"]),
    ]
    assert [client.get(page).status_code for page in readable] == [200, 200, 200]
    clock.now += timedelta(hours=24)
    sat = client.post(
        reverse("games:sit", args=[table]), {"seat": 1}, content_type="application/json"
    )
    assert sat.status_code == 200


def test_the_foot_says_the_age_and_where_there_is_help(client: Client, settings: object) -> None:
    settings.AGE_NOTICE, settings.HELP_LINE = "For adults: 21+.", "Ring 000."  # type: ignore[attr-defined]
    text = client.get("/").content.decode()
    assert "For adults: 21+." in text
    assert "Ring 000." in text


def test_the_page_of_limits_is_for_who_plays(client: Client) -> None:
    answer = client.get(reverse("accounts:limits"))
    assert answer.status_code == 302
