"""The real site, in its own process, as a browser or program meets it."""

import asyncio
import re
import urllib.request
from collections.abc import Callable

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.support.server import Server


def get(url: str) -> tuple[str, dict[str, str]]:
    """The body and the headers (names in lower case) of a page."""
    with urllib.request.urlopen(url, timeout=10) as response:
        headers = {name.lower(): value for name, value in response.headers.items()}
        return response.read().decode(), headers


def test_it_comes_back_at_the_same_address_after_a_power_cut(
    servers: Callable[[int], list[Server]],
) -> None:
    (server,) = servers(1)
    url = server.url
    server.kill()
    server.start()
    assert server.url == url
    assert get(f"{url}/healthz")[0] == "ok\n"


@pytest.mark.services
def test_two_processes_share_one_database(servers: Callable[[int], list[Server]]) -> None:
    first, second = servers(2)
    assert first.port != second.port
    assert get(f"{first.url}/healthz")[0] == get(f"{second.url}/healthz")[0] == "ok\n"


def test_a_static_file_has_a_hashed_name_and_is_kept_for_years(server: Server) -> None:
    page, _ = get(f"{server.url}/accounts/login/")
    path = re.search(r"/static/css/base\.[0-9a-f]{12}\.css", page)
    assert path
    _, headers = get(f"{server.url}{path[0]}")
    assert headers["cache-control"] == "max-age=315360000, public, immutable"


def test_a_socket_from_another_site_is_refused(server: Server) -> None:
    async def open_one() -> None:
        async with connect(f"{server.ws_url}/", origin="https://elsewhere.example"):  # type: ignore[arg-type]
            pass

    with pytest.raises(InvalidStatus, match="403"):
        asyncio.run(open_one())


def test_no_page_is_without_a_policy(server: Server) -> None:
    for path in ("/healthz", "/admin/login/"):
        assert "content-security-policy" in get(f"{server.url}{path}")[1]
