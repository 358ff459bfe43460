"""Nobody guesses passwords or codes, and no address makes users without end."""

import json
import re

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client
from pytest_django import Settings
from redis.exceptions import RedisError

from accounts.models import User
from tests.accounts.people import PASSWORD, guest_in, member, prove, sign_in, sign_up, who, words
from tests.tables.room import Room

pytestmark = pytest.mark.django_db

TOO_MANY = "Too many attempts have failed"


def test_a_name_has_five_guesses_in_five_minutes_from_one_place() -> None:
    member()
    browser = Client(REMOTE_ADDR="192.0.2.1")
    for _ in range(5):
        assert TOO_MANY not in words(sign_in(browser, password="wrong"))
    assert TOO_MANY in words(sign_in(browser, password=PASSWORD))


def test_five_wrong_passwords_from_one_place_do_not_lock_the_owner_out_of_another() -> None:
    member()
    for _ in range(6):
        sign_in(Client(REMOTE_ADDR="192.0.2.1"), password="wrong")
    assert sign_in(Client(REMOTE_ADDR="192.0.2.9")).status_code == 302


def test_an_address_has_twenty_wrong_guesses_a_minute_whatever_the_name(client: Client) -> None:
    member()
    for number in range(20):
        sign_in(client, f"nobody{number}")
    assert TOO_MANY in words(sign_in(client))
    assert sign_in(Client(REMOTE_ADDR="192.0.2.1")).status_code == 302


def test_a_client_cannot_make_up_addresses_of_its_own(client: Client) -> None:
    member()
    for number in range(21):
        client.post(
            "/accounts/login/",
            {"login": f"nobody{number}", "password": "wrong"},
            headers={"X-Forwarded-For": f"192.0.2.{number}"},
        )
    assert TOO_MANY in words(sign_in(client))


def test_behind_a_proxy_the_last_address_it_adds_counts(settings: Settings) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    member()
    for number in range(20):
        made_up = f"198.51.100.{number}, 192.0.2.1"
        sign_in(Client(headers={"X-Forwarded-For": made_up}), f"nobody{number}")
    assert TOO_MANY in words(sign_in(Client(headers={"X-Forwarded-For": "192.0.2.1"})))
    assert sign_in(Client(headers={"X-Forwarded-For": "192.0.2.2"})).status_code == 302


@pytest.mark.report("20 people behind one address sign up within a minute")
def test_forty_people_behind_one_address_sign_up_and_in_within_a_minute() -> None:
    """A class or a card room: the row was twenty, and the 21st was refused."""
    statuses = [sign_up(Client(), f"Anna{number}").status_code for number in range(100, 140)]
    statuses += [sign_in(Client(), f"Anna{number}").status_code for number in range(100, 140)]
    assert statuses == [302] * 80
    assert User.objects.count() == 40


def test_an_address_makes_no_accounts_without_end(settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "signup": "3/m/ip"}
    statuses = [sign_up(Client(), f"Anna{number}").status_code for number in range(100, 104)]
    assert statuses == [302] * 3 + [429]


def test_changing_the_password_gives_five_guesses_a_minute(client: Client) -> None:
    client.force_login(member())
    form = {"oldpassword": "wrong", "password1": "four red chips", "password2": "four red chips"}
    statuses = [client.post("/accounts/password/change/", form).status_code for _ in range(6)]
    assert statuses == [200] * 5 + [429]


def test_saying_again_who_one_is_has_ten_guesses_a_minute(client: Client) -> None:
    client.force_login(member())
    statuses = [prove(client, "wrong").status_code for _ in range(11)]
    assert statuses == [200] * 10 + [429]


def test_a_second_step_has_five_guesses_and_then_the_right_code_is_refused_too(
    client: Client,
) -> None:
    user = member()
    TOTP.activate(user, generate_totp_secret())
    right = RecoveryCodes.activate(user).get_unused_codes()[0]
    assert sign_in(client).headers["Location"] == "/accounts/2fa/authenticate/"
    for _ in range(5):
        answer = client.post("/accounts/2fa/authenticate/", {"code": "000000"})
        assert TOO_MANY not in words(answer)
    assert TOO_MANY in words(client.post("/accounts/2fa/authenticate/", {"code": right}))
    assert who(client) is None


def test_a_link_for_a_new_password_is_asked_for_five_times_a_minute(client: Client) -> None:
    form = {"email": "anna@example.com"}
    statuses = [client.post("/accounts/password/reset/", form).status_code for _ in range(6)]
    assert statuses == [302] * 5 + [429]


@pytest.mark.parametrize("door", ["/accounts/guest", "/play/big-50", "/solo/big-50"])
def test_an_address_makes_so_many_guests_a_minute(settings: Settings, door: str) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"guest": "3/m/ip"}
    for _ in range(3):
        guest_in(Client())
    refused = Client().post(door)
    assert refused.status_code == 429
    assert "Wait a minute" in words(refused)
    assert User.objects.filter(is_guest=True).count() == 3
    assert guest_in(Client(REMOTE_ADDR="192.0.2.1"))


def test_whoever_may_not_become_a_guest_is_told_so_at_the_table(settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"guest": "1/m/ip"}
    guest_in(Client())
    path = f"/tables/{Room.open('big-50').table_id}"
    page = Client().get(path)
    (config,) = re.findall("name=\"htmx-config\" content='([^']+)'", words(page))
    refused = Client().post(f"{path}/sit", {"seat": "1"}, headers={"HX-Request": "true"})
    assert refused.status_code not in json.loads(config)["noSwap"]
    assert 'hx-target="#notice"' in words(refused)
    assert "Too many new guests come from your address." in words(refused)
    refusal = Client().post(f"{path}/sit", {"seat": 1}, content_type="application/json")
    assert (refusal.status_code, refusal.json()["error"]) == (
        429, "Too many new guests come from your address. Wait a minute, or sign in.",
    )  # fmt: skip
    plain = Client().post(f"{path}/sit", {"seat": "1"})
    assert plain.status_code == 429
    assert "Too many at once" in words(plain)


def test_who_is_a_guest_already_is_counted_no_more(settings: Settings, client: Client) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"guest": "1/m/ip"}
    guest_in(client)
    assert client.post("/accounts/guest").status_code == 302


def test_people_come_in_to_play_while_nobody_can_count_them(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*args: object, **kwargs: object) -> None:
        raise RedisError("away")

    monkeypatch.setattr("accounts.views.ratelimit.consume_or_429", away)
    assert guest_in(client).is_guest
