"""Private tables at the doors of the site: the form, the link, and nothing for anybody else."""

import re
from dataclasses import fields

import pytest
from django.test import Client

from games.models import PaytableVersion, Table
from games.registry import GAMES
from games.tables import bot_policy, private_tables
from tests.tables.room import player, stock
from tests.web.conftest import Clock
from tests.web.programs import Program

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

DOORS = ("sit", "leave", "bets", "act", "talk", "close")


@pytest.fixture(autouse=True)
def paytables() -> None:
    """The printed paytables."""
    stock()


def private() -> Table:
    """A table that somebody has opened."""
    game = GAMES["big-50"]
    return private_tables.open_hosted(player(), game, options=game.options())


def filled(client: Client, slug: str, **changes: object) -> dict[str, object]:
    """The form as the page offers it, with some changes."""
    form = client.get(f"/tables/new/{slug}").context["form"]
    offered = {field.html_name: field.value() for field in form}
    return {key: value for key, value in (offered | changes).items() if value not in (False, None)}


def without_token(page: bytes) -> bytes:
    """A page without what differs each time it is asked for."""
    return re.sub(rb'"X-CSRFToken": "\w+"', b"", page)


@pytest.mark.parametrize("user", [False, True])
def test_a_private_table_is_not_there_without_the_link(user: bool) -> None:
    table = private()
    program = Program(table.pk, player() if user else None)
    for page in ("", "/state", "/parts"):
        assert program.client.get(f"{program.table}{page}").status_code == 404
    for door in DOORS:
        assert program.raw(door, "{}").status_code == 404
    assert program.client.get(f"/rules/big-50?table={table.pk}").status_code == 404


def test_the_answer_is_the_same_as_for_a_table_that_never_was() -> None:
    table = private()
    client = Client()
    for page in ("", "/state", "/parts"):
        there = client.get(f"/tables/{table.pk}{page}")
        nowhere = client.get(f"/tables/{table.pk + 1000}{page}")
        assert without_token(there.content) == without_token(nowhere.content)


def test_the_lobby_does_not_name_a_private_table() -> None:
    table = private()
    page = Client().get("/").content.decode()
    assert f"/tables/{table.pk}" not in page
    assert table.name not in page


def test_who_has_the_link_comes_in_sits_down_and_plays() -> None:
    table = private()
    program = Program(table.pk)
    answer = program.client.get(f"/private/{table.token}")
    assert answer.status_code == 302
    assert answer["Location"] == f"/tables/{table.pk}"
    program.sit(1)
    assert program.bet()["you"]["wagers"]
    assert program.client.get(f"/tables/{table.pk}").status_code == 200


@pytest.mark.parametrize("token", ["x", "None", "0", "a" * 43])
def test_a_link_that_was_never_given_leads_nowhere(token: str) -> None:
    private()
    assert Client().get(f"/private/{token}").status_code == 404


def test_the_token_is_on_no_page_but_the_hosts() -> None:
    table = private()
    guest, host = Client(), Client()
    guest.get(f"/private/{table.token}")
    assert table.host is not None
    host.force_login(table.host)
    path = f"/tables/{table.pk}"
    assert table.token not in guest.get(path).content.decode()
    assert table.token not in guest.get(f"{path}/state").content.decode()
    assert f"http://testserver/private/{table.token}" in host.get(path).content.decode()


@pytest.mark.parametrize("slug", list(GAMES))
def test_the_form_as_it_is_offered_opens_a_table(slug: str) -> None:
    client = Client()
    answer = client.post(f"/tables/new/{slug}", filled(client, slug))
    assert answer.status_code == 302
    table = Table.objects.get()
    assert answer["Location"] == f"/tables/{table.pk}"
    assert table.game == slug
    assert table.options == GAMES[slug].options().as_json()
    assert client.get(answer["Location"]).status_code == 200


@pytest.mark.parametrize("slug", list(GAMES))
def test_the_form_asks_for_every_house_option_in_the_words_of_its_declaration(slug: str) -> None:
    page = Client().get(f"/tables/new/{slug}")
    game = GAMES[slug]
    shown = {f.html_name: f.help_text for f in page.context["form"]}
    for declared in fields(game.options):
        if game.choice and declared.name == game.choice.option:
            assert f"option.{declared.name}" not in shown
        else:
            assert shown[f"option.{declared.name}"] == declared.metadata["help"]


def test_a_chosen_option_and_a_chosen_paytable_are_those_of_the_table() -> None:
    client = Client()
    form = client.get("/tables/new/blackjack").context["form"]
    name = next(f.html_name for f in form if f.html_name.startswith("paytable.bad_beat"))
    offered = dict(form.fields[name].choices)
    # What they have in common, 5 to 1 on a 19 or 20 that ties, is not said of each.
    best = "20 beaten 25:1, 19 beaten 15:1, 21 pushes 5:1, 19, 20 or 21 wins push (P5)"
    assert best in offered.values()
    other = next(v for v, words in offered.items() if words != best)
    wish = filled(client, "blackjack", **{"option.decks": "1", name: other})
    client.post("/tables/new/blackjack", wish)
    table = Table.objects.get()
    assert table.options["decks"] == 1
    assert table.paytables.get(spot="bad_beat").pk == int(other)


def test_a_paytable_that_is_not_approved_is_not_offered() -> None:
    retired = PaytableVersion.objects.filter(game="blackjack").exclude(code="P5").first()
    assert retired is not None
    PaytableVersion.objects.filter(pk=retired.pk).update(status="retired")
    client = Client()
    form = client.get("/tables/new/blackjack").context["form"]
    offered = {v for f in form.fields.values() for v, _ in getattr(f, "choices", ())}
    assert str(retired.pk) not in offered


@pytest.mark.parametrize(
    ("slug", "changes", "words"),
    [
        ("big-50", {"minimum": "50", "maximum": "10"}, "is above its maximum, 10."),
        ("big-50", {"minimum": "0"}, "25 or 25.50, from 0.01 to 1,000,000."),
        ("big-50", {"minimum": "ten"}, "An amount is a number like 25 or 25.50."),
        ("big-50", {"minimum": ""}, "An amount is a number like 25 or 25.50; here is none."),
        ("big-50", {"minimum": "1.005"}, "with two decimals at most."),
        ("big-50", {"seats": "many"}, "Seats: a whole number from 1 to 7."),
        ("big-50", {"unit": "3"}, "must be a multiple of the chip unit, 3,"),
        ("big-50", {"spot.range.maximum": "0.50"}, "is above its maximum, 0.50."),
        ("blackjack", {"aggregate_payout": "10"}, "The aggregate payout limit must cover"),
        ("big-50", {"seats": "8"}, "Seats: a whole number from 1 to 7."),
        ("big-50", {"maximum": "9" * 14}, "25 or 25.50, from 0.01 to 1,000,000."),
        ("big-50", {"profile": "none"}, "none is not one of the available choices"),
        ("blackjack", {"option.decks": "9"}, "9 is not one of the available choices"),
        (
            "big-draw",
            {"option.first_five": "with_big_draw", "option.blind_first_five": "on"},
            "set first_five to &#x27;free&#x27;",
        ),
    ],
)
def test_a_wish_that_cannot_be_granted_is_answered_in_words(
    slug: str, changes: dict[str, str], words: str
) -> None:
    client = Client()
    answer = client.post(f"/tables/new/{slug}", filled(client, slug, **changes))
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert not Table.objects.exists()


def test_what_a_host_says_of_amounts_and_bots_is_so_at_the_table() -> None:
    client = Client()
    changes = {
        "minimum": "2.50",
        "maximum": "50",
        "unit": "0.50",
        "bot_style": "book",
        "aggregate_payout": "10000",
        "spot.first_five.maximum": "25.50",
        "option.first_five_alone_minimum": "500",
    }
    answer = client.post("/tables/new/big-draw", filled(client, "big-draw", **changes))
    assert answer.status_code == 302
    table = Table.objects.get()
    assert (table.minimum, table.maximum, table.unit) == (250, 5000, 50)
    assert table.aggregate_payout == 10_000_00
    assert table.spot_limits == {"first_five": [250, 2550]}
    assert table.limits.of("first_five") == (250, 2550)
    assert table.options["first_five_alone_minimum"] == 500
    assert {bot_policy.style_at(table.pk, seat, table.bot_style) for seat in range(1, 6)} == {
        bot_policy.Style.BOOK
    }


def test_amounts_among_the_house_options_are_read_in_whole_units() -> None:
    form = Client().get("/tables/new/big-draw").context["form"]
    choices = form.fields["option.first_five_alone_minimum"].choices
    assert choices == [(100, "1.00"), (500, "5.00"), (1000, "10.00"), (2500, "25.00")]


def test_the_host_closes_the_table_and_then_it_is_gone() -> None:
    client = Client()
    client.post("/tables/new/big-50", filled(client, "big-50"))
    table = Table.objects.get()
    answer = client.post(f"/tables/{table.pk}/close", follow=True)
    assert "is closed." in answer.content.decode()
    assert client.get(f"/tables/{table.pk}").status_code == 404
    assert client.get(f"/private/{table.token}").status_code == 404


@pytest.mark.report("press Close the table")
def test_closing_a_table_is_asked_about_once() -> None:
    client = Client()
    client.post("/tables/new/big-50", filled(client, "big-50"))
    table = Table.objects.get()
    page = client.get(f"/tables/{table.pk}").content.decode()
    assert f'href="/tables/{table.pk}/host/close"' in page
    assert f"/tables/{table.pk}/close" not in page
    question = client.get(f"/tables/{table.pk}/host/close").content.decode()
    assert f'action="/tables/{table.pk}/close"' in question
    assert not Table.objects.get().closed


@pytest.mark.parametrize(
    ("who", "listed", "token", "solo"),
    [("link", False, True, False), ("lobby", True, False, False), ("alone", False, False, True)],
)
def test_the_host_says_who_may_come(who: str, listed: bool, token: bool, solo: bool) -> None:
    client = Client()
    answer = client.post("/tables/new/big-50", filled(client, "big-50", who=who, name="Zinnia"))
    table = Table.objects.get()
    assert (table.listed, bool(table.token), table.solo) == (listed, token, solo)
    assert ("Zinnia" in Client().get("/").content.decode()) is listed
    there = Client().get(f"/tables/{table.pk}").status_code
    assert there == (200 if listed else 404)
    assert client.get(answer["Location"]).status_code == 200
    if solo:
        assert table.chairs.get().user == table.host


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("x", "2 to 30 of the letters"),
        ("B\u200bad", "2 to 30 of the letters"),
        ("<b>bold</b>", "2 to 30 of the letters"),
        ("A1der", "There is a table called A1der already"),
        ("Hem lock", "There is a table called Hem lock already"),
    ],
)
def test_a_name_that_no_table_may_have_is_refused(name: str, words: str) -> None:
    client = Client()
    answer = client.post("/tables/new/big-50", filled(client, "big-50", name=name))
    assert answer.status_code == 422
    assert words in answer.content.decode()


def test_one_screen_asks_for_what_matters_and_folds_the_rest_away() -> None:
    form = Client().get("/tables/new").context["form"]
    assert [field.name for field in form.first()] == ["name", "minimum", "maximum", "seats", "bots"]
    folded = {field.name for _, fields in form.more() for field in fields}
    assert folded | {"name", "who", "pace", "minimum", "maximum", "seats", "bots"} == set(
        form.fields
    )


def test_something_wrong_under_more_opens_it() -> None:
    client = Client()
    answer = client.post("/tables/new/big-50", filled(client, "big-50", unit="none"))
    assert '<details class="more" open>' in answer.content.decode()


def test_a_guest_of_the_table_cannot_close_it(clock: Clock) -> None:
    table = private()
    program = Program(table.pk)
    program.client.get(f"/private/{table.token}")
    program.sit(1)
    answer = program.client.post(f"/tables/{table.pk}/close", follow=True)
    assert "Only the player who opened the table may close it." in answer.content.decode()
    assert program.state()["you"]["seat"] == 1
