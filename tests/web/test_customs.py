"""What browsers, telephones, search engines and people's habits look for, and find."""

import json
import struct

import pytest
from django.test import Client

from games.models import Table
from tests.accounts.people import member
from tests.tables.room import Room

pytestmark = pytest.mark.django_db

BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.mark.report(
    "`/daily/`, `/stats/`, `/fairness/`, `/tables/1/`, `/accounts/settings/`, `/odds/published/`"
)
@pytest.mark.parametrize(
    "path",
    [
        "/daily/",
        "/stats/",
        "/fairness/",
        "/tables/1/",
        "/accounts/settings/",
        "/odds/published/",
        "/rules/big-50/sheet/",
    ],
)
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_an_address_with_a_slash_too_many_leads_to_the_one_without(path: str, method: str) -> None:
    answer = Client().generic(method, f"{path}?a=1&b=%2F", QUERY_STRING="a=1&b=%2F")
    assert answer.status_code == 301
    assert answer.headers["Location"] == f"{path[:-1]}?a=1&b=%2F"


@pytest.mark.parametrize(
    "path",
    ["/no-such-place/", "/daily//", "//evil.example/", "//evil.example/daily/", "/\\evil.example/"],
)
def test_no_other_address_leads_anywhere(path: str) -> None:
    assert Client().get("/", PATH_INFO=path).status_code == 404


def test_what_is_posted_to_an_address_with_a_slash_too_many_goes_nowhere() -> None:
    assert Client().post("/daily/").status_code == 404


def test_a_page_that_is_gone_is_not_looked_for_elsewhere() -> None:
    assert Client().get("/rules/faro").status_code == 404
    assert Client().get("/rules/").status_code == 200


@pytest.mark.report("`/robots.txt`, `/favicon.ico`, apple-touch-icon, manifest")
def test_robots_are_told_to_leave_tables_and_accounts_alone() -> None:
    answer = Client().get("/robots.txt")
    assert answer.headers["Content-Type"].startswith("text/plain")
    rules = b"".join(answer).decode().splitlines()
    assert "User-agent: *" in rules
    assert {"Disallow: /tables/", "Disallow: /accounts/"} <= set(rules)


def size_of(png: bytes) -> tuple[int, ...]:
    """Width and height of a PNG (RFC 2083: the signature, then the chunk IHDR)."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    return struct.unpack(">II", png[16:24])


@pytest.mark.report("`/robots.txt`, `/favicon.ico`, apple-touch-icon, manifest")
def test_the_icons_that_are_asked_for_by_custom_are_there() -> None:
    assert size_of(b"".join(Client().get("/apple-touch-icon.png"))) == (180, 180)
    icon = b"".join(Client().get("/favicon.ico"))
    assert struct.unpack("<HHH", icon[:6]) == (0, 1, 3)  # an icon, in three sizes


@pytest.mark.report("`/robots.txt`, `/favicon.ico`, apple-touch-icon, manifest")
def test_the_site_can_be_installed() -> None:
    page = Client().get("/").content.decode()
    assert '<link rel="manifest" href="/site.webmanifest">' in page
    assert '<link rel="apple-touch-icon" href="/apple-touch-icon.png">' in page
    answer = Client().get("/site.webmanifest")
    assert answer.headers["Content-Type"] == "application/manifest+json"
    app = json.loads(b"".join(answer))
    assert (app["name"], app["start_url"], app["display"]) == ("Cardroom", "/", "standalone")
    assert app["theme_color"] == "#0e3b2e"
    assert {icon["sizes"] for icon in app["icons"]} == {"192x192", "512x512"}
    assert {icon["purpose"] for icon in app["icons"]} == {"any", "maskable"}
    for icon in app["icons"]:
        width, height = size_of(b"".join(Client().get(icon["src"])))
        assert f"{width}x{height}" == icon["sizes"]


@pytest.mark.report("`/.well-known/change-password`")
def test_a_password_manager_finds_where_a_password_is_changed() -> None:
    client = Client()
    client.force_login(member())
    answer = client.get("/.well-known/change-password")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/accounts/password/change/")
    assert client.get(answer.headers["Location"]).status_code == 200


@pytest.mark.report("GET an address that only takes posts (`/solo/blackjack`)")
@pytest.mark.parametrize(
    ("path", "page"),
    [
        ("/solo/blackjack", "/"),
        ("/play/blackjack", "/"),
        ("/tables/{table}/sit", "/tables/{table}"),
        ("/accounts/refill", "/accounts/"),
    ],
)
def test_an_address_that_only_takes_posts_says_where_to_go(path: str, page: str) -> None:
    table = Room.open("blackjack").table_id
    answer = Client(headers=BROWSER).get(path.format(table=table))
    assert answer.status_code == 405
    assert answer.headers["Allow"] == "POST"
    assert "A button leads here" in answer.content.decode()
    assert f'<a class="btn" href="{page.format(table=table)}">' in answer.content.decode()
    assert Table.objects.count() == 1


@pytest.mark.parametrize(
    "headers", [{}, {"accept": "application/json"}, BROWSER | {"hx-request": "true"}]
)
def test_a_program_keeps_its_empty_answer(headers: dict[str, str]) -> None:
    answer = Client(headers=headers).get("/solo/blackjack")
    assert (answer.status_code, answer.content) == (405, b"")
