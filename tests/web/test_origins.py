"""Who may open a socket: scheme, host and port are those by which the site is asked for it."""

import pytest
from pytest_django import Settings

from config.origins import is_own

HERE = "http://127.0.0.1:8000"


def scope(origin: str | None, host: str = "127.0.0.1:8000", **headers: str) -> dict[str, object]:
    """A socket that is asked for as an ASGI server says it."""
    sent = {"host": host, **{name.replace("_", "-"): text for name, text in headers.items()}}
    if origin is not None:
        sent["origin"] = origin
    pairs = [(name.encode(), text.encode("latin-1")) for name, text in sent.items()]
    return {"type": "websocket", "path": "/ws/lobby", "query_string": b"", "headers": pairs}


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        (HERE, "127.0.0.1:8000"),
        ("http://localhost:8000", "localhost:8000"),
        ("http://localhost", "localhost"),
        ("http://localhost", "localhost:80"),
        ("http://localhost:80", "localhost"),
    ],
)
def test_a_page_of_the_site_may(origin: str, host: str) -> None:
    assert is_own(scope(origin, host))


@pytest.mark.parametrize(
    "origin",
    [
        None, "", "null", "http://127.0.0.1:9999", "http://127.0.0.1", "https://127.0.0.1:8000",
        "ws://127.0.0.1:8000", "http://localhost:8000", "http://127.0.0.1.example:8000",
        "//127.0.0.1:8000", "127.0.0.1:8000", "http://127.0.0.1:8000/", "http://127.0.0.1:8000?x",
        "http://127.0.0.1:port",
        "http://[::1", "http://evil.example, http://127.0.0.1:8000", "http://127.0.0.1:8000\xff",
    ],
)  # fmt: skip
def test_any_other_page_may_not(origin: str | None) -> None:
    assert not is_own(scope(origin))


def test_a_host_that_the_site_does_not_have_makes_no_origin_right() -> None:
    """A name of somebody else's that leads to this machine."""
    assert not is_own(scope("http://evil.example:8000", "evil.example:8000"))


def test_behind_a_proxy_that_says_so_the_site_is_https(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["cardroom.example"]
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    by_tls = {"host": "cardroom.example", "x_forwarded_proto": "https"}
    assert is_own(scope("https://cardroom.example", **by_tls))
    assert not is_own(scope("http://cardroom.example", **by_tls))
    assert not is_own(scope("https://cardroom.example:8443", **by_tls))
    assert not is_own(scope("https://cardroom.example", "cardroom.example"))


def test_trusted_origins_may_whatever_a_proxy_makes_of_host_and_scheme(settings: Settings) -> None:
    """As for posts: a proxy speaks TLS and says nothing of it, or calls the site its own way."""
    settings.CSRF_TRUSTED_ORIGINS = ["https://cardroom.example", "https://*.rooms.example:8443"]
    for host in ("127.0.0.1:8000", "unknown.example"):
        assert is_own(scope("https://cardroom.example", host))
        assert is_own(scope("https://cardroom.example:443", host))
        assert is_own(scope("https://a.rooms.example:8443", host))
        assert not is_own(scope("http://cardroom.example", host))
        assert not is_own(scope("https://cardroom.example:8443", host))
        assert not is_own(scope("https://a.cardroom.example", host))
        assert not is_own(scope("https://a.rooms.example", host))


def test_what_names_the_host_for_posts_names_it_here(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["cardroom.example"]
    settings.USE_X_FORWARDED_HOST = True
    assert is_own(scope("http://cardroom.example", x_forwarded_host="cardroom.example"))
    assert not is_own(scope(HERE, x_forwarded_host="cardroom.example"))
