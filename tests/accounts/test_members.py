"""Accounts: a name and a password, and guests who become members or come as somebody else."""

from datetime import timedelta

import pytest
from django.contrib.messages import get_messages
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from accounts import ledger
from accounts.models import Account, Transfer, User
from accounts.templatetags.money import signed
from games.models import Chair
from games.tables import services
from tests.accounts.people import PASSWORD, guest_in, member, sign_in, sign_up, who, words
from tests.tables.room import Room, at_once

pytestmark = pytest.mark.django_db


def shown_in(response: object) -> str:
    return " ".join(str(message) for message in get_messages(response.wsgi_request))  # type: ignore[attr-defined]


def test_a_name_and_a_password_make_an_account_with_a_thousand_in_chips(client: Client) -> None:
    assert sign_up(client).status_code == 302
    user = User.objects.get()
    assert (user.username, user.is_guest, user.email) == ("Anna", False, "")
    assert ledger.balance_of(user) == 1_000_00
    assert who(client) == user
    assert sign_in(Client()).headers["Location"] == "/"


def test_an_address_is_welcome_and_signs_in_as_well(client: Client) -> None:
    sign_up(client, email="anna@example.com")
    other = Client()
    sign_in(other, "anna@example.com")
    assert who(other) == User.objects.get(email="anna@example.com")


def test_a_guest_who_signs_up_stays_the_same_user_with_seat_chips_and_history(
    client: Client,
) -> None:
    guest = guest_in(client)
    room = Room.open("big-50")
    services.sit(room.table_id, guest, 2, room.now)
    sign_up(client)
    after = User.objects.get()
    assert after.pk == guest.pk
    assert (after.username, after.is_guest) == ("Anna", False)
    assert after.client_seed == guest.client_seed
    assert who(client) == after
    assert Chair.objects.get(user=after).seat == 2
    assert ledger.balance_of(after) == 1_000_00
    assert Transfer.objects.count() == 1  # no second welcome


def session_of(client: Client) -> str:
    """What every page shows of the session."""
    return words(client.get("/session")).partition("</a>")[0]


@pytest.mark.report("become a member in mid-session")
def test_the_session_clock_and_net_of_a_guest_go_on_when_they_become_a_member(
    client: Client,
) -> None:
    guest = guest_in(client)
    room = Room.open("big-50", solo=True, host=guest)
    room.now = came = timezone.now() - timedelta(minutes=40)
    User.objects.filter(pk=guest.pk).update(last_login=came)
    services.sit(room.table_id, guest, 1, came)
    room.deal(guest)
    room.act(guest, "reveal")
    before = session_of(client)
    assert ">0:40<" in before
    assert signed(room.part(guest).net) in before
    sign_up(client)
    assert User.objects.get().last_login == came
    assert session_of(client) == before


def test_a_table_shows_the_name_of_a_guest_who_has_become_a_member_at_once(
    client: Client,
) -> None:
    guest = guest_in(client)
    room = Room.open("big-50")
    services.sit(room.table_id, guest, 2, room.now)
    version = room.table.version
    sign_up(client)
    assert room.table.version > version  # which is what every page waits for
    assert room.shown().places[1].seat.name == "Anna"


def test_what_the_session_knows_of_private_tables_is_kept(client: Client) -> None:
    guest_in(client)
    session = client.session
    session["private_tables"] = ["a token"]
    session.save()
    old_key = session.session_key
    sign_up(client)
    assert client.session["private_tables"] == ["a token"]
    assert client.session.session_key != old_key


def test_a_page_asks_a_guest_for_a_name_and_not_to_come_in_again(client: Client) -> None:
    guest_in(client)
    assert "You have played as" in words(client.get("/accounts/signup/"))


@pytest.mark.report("sign up as `Limes11`, elsewhere as `Iimes11`")  # accents: there are none
@pytest.mark.parametrize(
    "name",
    [
        "guest-0123",
        "Guest12",
        "GUE5T_12",
        "g.u.e.s.t",
        "bot:1",
        "Gone",
        "gone-7",
        "Dealer",
        "adm1n",
        "Anna Lee",
        "Anna\u200b",
        "Аnna",  # noqa: RUF001 (its first letter is Cyrillic, which is the point)
        "Zoë",
        "<b>",
        "A",
        "a" * 21,
        "-Anna",
    ],
)
def test_a_name_that_could_mislead_or_not_be_read_is_refused(client: Client, name: str) -> None:
    assert sign_up(client, name).status_code == 200
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["Al", "a" * 20, "anna.lee-7_x", "Guestavo", "Bothwell", "1000"])
def test_other_plain_names_are_free(client: Client, name: str) -> None:
    sign_up(client, name)
    assert User.objects.get().username == name


@pytest.mark.parametrize("name", ["Anna", "ANNA", "anna"])
def test_a_name_is_had_by_one_in_whichever_case(client: Client, name: str) -> None:
    member("Anna")
    assert "That name is taken" in words(sign_up(client, name))
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user(name)


@pytest.mark.parametrize("password", ["short", "12345678901", "password123"])
def test_a_password_that_is_guessed_at_once_is_refused(client: Client, password: str) -> None:
    sign_up(client, password1=password, password2=password)
    assert not User.objects.exists()


def test_somebody_who_is_faster_with_a_name_leaves_a_sentence(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = guest_in(client)
    member("Anna")
    # What the form sees while the other one is not committed yet.
    monkeypatch.setattr("accounts.adapter.Adapter.clean_username", lambda self, name, **_: name)
    response = sign_up(client, "anna")
    assert response.headers["Location"] == "/accounts/signup/"
    assert "That name is taken" in shown_in(response)
    assert who(client) == guest
    assert User.objects.get(pk=guest.pk).is_guest


def test_no_password_signs_a_guest_in(client: Client) -> None:
    guest = guest_in(client)
    for password in ("", "!", guest.password, guest.username):
        assert sign_in(Client(), guest.username, password).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/accounts/password/set/",
        "/accounts/password/change/",
        "/accounts/email/",
        "/accounts/2fa/",
        "/accounts/2fa/webauthn/add/",
        "/accounts/2fa/totp/activate/",
        "/accounts/sessions/",
    ],
)
def test_a_guest_who_looks_for_a_password_is_shown_to_the_sign_up_form(
    client: Client, path: str
) -> None:
    guest = guest_in(client)
    data = {"password1": PASSWORD, "password2": PASSWORD, "email": "a@b.de", "action_add": "1"}
    for response in (client.get(path), client.post(path, data)):
        assert response.headers["Location"] == "/accounts/signup/"
    guest.refresh_from_db()
    assert not guest.has_usable_password()
    assert not guest.emailaddress_set.exists()  # type: ignore[attr-defined]


def test_who_signs_in_while_a_guest_leaves_the_seat_and_the_chips_behind(client: Client) -> None:
    anna, guest = member(), guest_in(client)
    room = Room.open("big-50")
    services.sit(room.table_id, guest, 2, room.now)
    page = words(client.get("/accounts/login/"))
    assert f"You play as Guest {guest.pk}" in page
    response = sign_in(client)
    assert who(client) == anna
    assert f"Guest {guest.pk} has left the table, and the 1,000.00 stay behind" in shown_in(
        response
    )
    assert not Chair.objects.filter(user__isnull=False).exists()
    assert ledger.balance_of(guest) == ledger.balance_of(anna) == 1_000_00
    assert User.objects.get(pk=guest.pk).is_guest


def test_a_wrong_password_leaves_a_guest_where_he_was(client: Client) -> None:
    member()
    guest = guest_in(client)
    assert sign_in(client, password="wrong").status_code == 200
    assert who(client) == guest


def test_a_member_is_not_asked_to_come_in_again(client: Client) -> None:
    client.force_login(member())
    for path in ("/accounts/login/", "/accounts/signup/"):
        assert client.get(path).headers["Location"] == "/"


def test_a_user_whose_account_is_closed_is_told_so(client: Client) -> None:
    member(is_active=False)
    response = sign_in(client)
    assert response.headers["Location"] == "/accounts/inactive/"
    assert client.get("/accounts/").status_code == 302


@pytest.mark.django_db(transaction=True)
def test_of_two_forms_sent_at_once_one_makes_the_guest_a_member(client: Client) -> None:
    guest = guest_in(client)

    def send(name: str) -> int:
        browser = Client()
        browser.cookies["sessionid"] = client.cookies["sessionid"].value
        return int(sign_up(browser, name).status_code)

    answers = at_once(lambda: send("Anna"), lambda: send("Berta"))
    # The slower one meets the same guest, too late; or a session that has ended, and is new then.
    assert answers == [302, 302]
    made = User.objects.get(pk=guest.pk)
    assert not made.is_guest
    assert made.username in ("Anna", "Berta")
    assert Account.objects.filter(kind="player").count() == User.objects.count() <= 2
    assert ledger.audit() == []


def test_rounds_that_a_guest_played_are_the_members(client: Client) -> None:
    guest = guest_in(client)
    room = Room.open("big-50", solo=True)
    services.sit(room.table_id, guest, 1, room.now)
    room.deal(guest)
    room.act(guest, "reveal")
    balance = ledger.balance_of(guest)
    sign_up(client)
    assert who(client) == guest
    assert client.get(f"/history/{room.round.pk}").status_code == 200
    assert ledger.balance_of(guest) == balance
