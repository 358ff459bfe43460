"""How somebody wants the site: with the account of a member, in the session of everybody else."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.preferences import KEYS, SOUNDS, NotAccepted, Preferences, of_form
from accounts.templatetags.own_keys import as_pressed
from games.registry import KITS
from games.web import views
from tests.tables.room import Room, player

FORM = {
    "deck": "usual",
    "pace": "normal",
    "theme": "system",
    "keys": "on",
    **{f"volume-{name}": "60" for name in SOUNDS},
    **{f"key-{key}": key.upper() for key in KEYS},
}
"""The settings page as it is first sent."""


def post(client: Client, **changes: str) -> str:
    """What the page says once the form is sent with these fields changed or added."""
    return client.post(reverse("accounts:settings"), FORM | changes, follow=True).content.decode()


def root(client: Client, page: str = "/") -> str:
    """A page's opening tags, where its look is written."""
    text = client.get(page).content.decode()
    return text[: text.index(">", text.index("<body")) + 1]


# What is accepted


def test_the_page_as_it_is_first_sent_changes_nothing() -> None:
    assert of_form(FORM) == Preferences()


def test_sounds_are_off_until_they_are_asked_for() -> None:
    assert Preferences().audible == {}
    mine = of_form(FORM | {"sounds": "on", "volume-deal": "0", "volume-win": "100"})
    assert mine.audible == {"chip": 60, "turn": 60, "win": 100}


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("deck", "six", "'six' is not one of the choices: usual, four, two, safe."),
        ("pace", "", "'' is not one of the choices: normal, fast, off."),
        ("theme", "pink", "'pink' is not one of the choices: system, light, dark."),
        ("volume-win", "101", "A volume is a whole number from 0 to 100, not 101."),
        (
            "volume-win",
            "1" * 5000,  # more digits than Python reads as a number
            f"A volume is a whole number from 0 to 100, not {'1' * 40!r}.",
        ),
        ("volume-win", "loud", "A volume is a whole number from 0 to 100, not 'loud'."),
        ("key-h", "", "A key is one letter, digit or sign other than a space or ?, not ''."),
        ("key-h", "?", "A key is one letter, digit or sign other than a space or ?, not '?'."),
        ("key-h", "hh", "A key is one letter, digit or sign other than a space or ?, not 'hh'."),
        ("key-h", "B", "B is taken by “Go to the first bet”. Choose another key."),
    ],
)
def test_what_cannot_be_is_refused_with_what_can(field: str, value: str, words: str) -> None:
    with pytest.raises(NotAccepted) as refused:
        of_form(FORM | {field: value})
    assert refused.value.problems == {field: words}


def test_a_key_that_is_changed_leaves_its_old_one_without_meaning() -> None:
    mine = of_form(FORM | {"key-h": "j"})
    assert mine.presses == {"j": "h", "h": ""}


def test_two_keys_may_be_exchanged() -> None:
    mine = of_form(FORM | {"key-h": "s", "key-s": "h"})
    assert mine.presses == {"s": "h", "h": "s"}


def test_the_list_of_keys_names_what_one_presses() -> None:
    mine = of_form(FORM | {"key-p": "w"})
    assert as_pressed("P", mine) == "W"
    assert as_pressed("3", mine) == "3"
    assert as_pressed("Enter", mine) == "Enter"
    assert as_pressed("P", Preferences()) == "P"


def test_every_key_that_the_tables_list_can_be_changed() -> None:
    listed = {key for kit in KITS.values() for key, _ in views.keys_of(kit)}
    assert {key.lower() for key in listed if len(key) == 1} == set(KEYS)


def test_a_key_of_several_games_says_what_it_does_in_each() -> None:
    assert KEYS["p"] == "Pass the button; Split"


@pytest.mark.parametrize("kept", [{"deck": "gone"}, {"unknown": 1}, {"volumes": {"gong": 3}}, {}])
def test_what_was_kept_and_means_nothing_any_more_is_as_usual(kept: dict[str, object]) -> None:
    assert Preferences.read(kept) == Preferences()


def test_what_is_kept_is_read_back() -> None:
    mine = of_form(FORM | {"deck": "safe", "letters": "on", "key-h": "j", "volume-deal": "5"})
    assert Preferences.read(mine.as_json()) == mine


# Where it is kept


@pytest.mark.django_db
def test_a_visitor_has_them_in_the_session_and_takes_them_along_as_a_guest(client: Client) -> None:
    post(client, theme="dark", pace="off")
    assert 'data-theme="dark" data-pace="off"' in root(client)
    client.post(reverse("accounts:guest"))
    assert 'data-theme="dark" data-pace="off"' in root(client)
    assert User.objects.get().preferences == {}


@pytest.mark.django_db
def test_a_guest_who_signs_up_takes_them_into_the_account(client: Client) -> None:
    client.post(reverse("accounts:guest"))
    post(client, deck="two", letters="on")
    secret = "a long one, with 7 words in it"
    form = {"username": "Marisol", "password1": secret, "password2": secret}
    client.post(reverse("account_signup"), form)
    member = User.objects.get()
    assert not member.is_guest
    assert member.preferences["deck"] == "two"
    assert "preferences" not in client.session
    elsewhere = Client()
    elsewhere.force_login(member)
    assert 'data-deck="two" data-letters' in root(elsewhere)


@pytest.mark.django_db
def test_a_member_has_them_with_the_account(client: Client) -> None:
    member = player()
    member.is_guest = False
    member.save()
    client.force_login(member)
    post(client, deck="safe")
    elsewhere = Client()
    elsewhere.force_login(User.objects.get(pk=member.pk))
    assert 'data-deck="safe"' in root(elsewhere)
    client.logout()
    assert 'data-deck="four"' in root(client)


@pytest.mark.django_db
def test_a_member_who_signs_in_keeps_his_own_and_not_the_visitors(client: Client) -> None:
    member = player()
    member.is_guest, member.preferences = False, Preferences(theme="light").as_json()
    member.save()
    post(client, theme="dark")
    client.force_login(member)
    assert 'data-theme="light"' in root(client)


# What it does


@pytest.mark.django_db
def test_the_faces_at_a_table_are_of_the_deck_that_is_chosen(client: Client) -> None:
    room = Room.open("big-raise", solo=True)
    (user,) = room.sit(1)
    client.force_login(user)
    room.deal(user, wagers={"ante": 10_00})
    table = reverse("games:table", args=[room.table_id])
    parts = reverse("games:parts", args=[room.table_id])
    for deck in ("safe", "two", "four"):
        post(client, deck=deck)
        for page in (table, parts):
            text = client.get(page).content.decode()
            faces = {part.split("/")[0] for part in text.split("cards/")[1:]}
            assert faces == {deck}


@pytest.mark.django_db
def test_keys_that_are_off_or_changed_are_so_at_the_table(client: Client) -> None:
    table = reverse("games:table", args=[Room.open("blackjack").table_id])
    assert "data-keys" not in root(client, table)
    form = {name: value for name, value in FORM.items() if name != "keys"}
    client.post(reverse("accounts:settings"), form | {"key-h": "j"})
    assert 'data-keys="off"' in root(client, table)
    assert "data-presses=" in root(client, table)
    assert "<kbd>J</kbd></dt><dd>Hit</dd>" in client.get(table).content.decode()


@pytest.mark.django_db
def test_what_is_refused_is_shown_as_it_was_asked_for_and_nothing_is_saved(client: Client) -> None:
    text = post(client, theme="dark", **{"key-h": "s"})
    assert "Not saved yet" in text
    assert "S is taken by “Hit”. Choose another key." in text
    assert '<input type="radio" name="theme" value="dark" checked>' in text
    assert "data-theme" not in root(client)


@pytest.mark.django_db
def test_the_usual_keys_come_back_by_one_press(client: Client) -> None:
    post(client, **{"key-h": "j"})
    assert "data-presses" in root(client)
    post(client, theme="dark", **{"key-h": "j", "do": "keys"})
    assert "data-presses" not in root(client)
    assert 'data-theme="dark"' in root(client)
