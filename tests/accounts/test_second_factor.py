"""A second step after the password, for players and for the staff, and what it keeps safe."""

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from allauth.usersessions.models import UserSession
from django.contrib.messages import get_messages
from django.test import Client

from accounts.models import User
from games.models import Chair
from games.tables import services
from tests.accounts.people import PASSWORD, guest_in, member, prove, sign_in, who, words
from tests.tables.room import Room

pytestmark = pytest.mark.django_db


def codes_of(user: User) -> list[str]:
    TOTP.activate(user, generate_totp_secret())
    return list(RecoveryCodes.activate(user).get_unused_codes())


def test_a_password_alone_is_not_enough_any_more(client: Client) -> None:
    user = member()
    first, *_ = codes_of(user)
    sign_in(client)
    assert who(client) is None
    client.post("/accounts/2fa/authenticate/", {"code": first})
    assert who(client) == user


def test_a_recovery_code_works_once(client: Client) -> None:
    first, *_ = codes_of(member())
    sign_in(client)
    client.post("/accounts/2fa/authenticate/", {"code": first})
    again = Client()
    sign_in(again)
    client.post("/accounts/2fa/authenticate/", {"code": first})
    assert who(again) is None


def test_a_guest_stays_one_until_the_second_step_is_done(client: Client) -> None:
    user = member()
    first, *_ = codes_of(user)
    guest = guest_in(client)
    room = Room.open("big-50")
    services.sit(room.table_id, guest, 1, room.now)
    sign_in(client)
    assert who(client) == guest
    assert Chair.objects.filter(user=guest).exists()
    answer = client.post("/accounts/2fa/authenticate/", {"code": first})
    assert who(client) == user
    assert "stay behind" in " ".join(map(str, get_messages(answer.wsgi_request)))
    assert not Chair.objects.filter(user=guest).exists()


@pytest.mark.parametrize(
    "path",
    [
        "/accounts/2fa/totp/activate/",
        "/accounts/2fa/webauthn/add/",
        "/accounts/2fa/recovery-codes/generate/",
        "/accounts/delete",
    ],
)
def test_what_matters_asks_for_the_password_again(client: Client, path: str) -> None:
    client.force_login(member())
    assert client.get(path).headers["Location"].startswith("/accounts/reauthenticate/?next=")
    assert client.post(path).headers["Location"].startswith("/accounts/reauthenticate/?next=")
    prove(client)
    assert "reauthenticate" not in client.get(path).headers.get("Location", "")


def test_the_picture_of_a_secret_is_in_the_page_since_no_address_may_hold_it(
    client: Client,
) -> None:
    client.force_login(member())
    prove(client)
    page = words(client.get("/accounts/2fa/totp/activate/"))
    assert "<svg" in page
    assert "data:image" not in page


def test_the_staff_come_in_by_the_same_door(client: Client) -> None:
    boss = User.objects.create_superuser("boss", password=PASSWORD)
    first, *_ = codes_of(boss)
    door = client.get("/admin/login/?next=/admin/")
    assert door.headers["Location"] == "/accounts/login/?next=%2Fadmin%2F"
    assert (
        "Location"
        in client.post("/admin/login/", {"username": "boss", "password": PASSWORD}).headers
    )
    assert who(client) is None
    sign_in(client, "boss")
    assert client.get("/admin/").status_code == 302
    client.post("/accounts/2fa/authenticate/", {"code": first})
    assert client.get("/admin/").status_code == 200
    assert client.get("/admin/password_change/").headers["Location"] == "/accounts/password/change/"


def test_others_are_not_let_into_the_administration(client: Client) -> None:
    client.force_login(member())
    assert client.get("/admin/login/").status_code == 403


def test_the_sessions_of_other_browsers_are_listed_and_ended() -> None:
    user = member()
    here, there = Client(headers={"User-Agent": "Here"}), Client(headers={"User-Agent": "There"})
    sign_in(here)
    sign_in(there)
    page = words(here.get("/accounts/sessions/"))
    assert page.count("This browser") == 1
    assert "Here" in page
    assert "There" in page
    here.post("/accounts/sessions/")
    assert who(there) is None
    assert who(here) == user
    assert UserSession.objects.count() == 1


def test_a_new_password_signs_every_other_browser_out() -> None:
    user = member()
    here, there = Client(), Client()
    sign_in(here)
    sign_in(there)
    new = "four red chips"
    form = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    assert here.post("/accounts/password/change/", form).headers["Location"] == "/accounts/2fa/"
    assert who(here) == user
    assert who(there) is None
