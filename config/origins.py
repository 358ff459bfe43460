"""Who may open a socket: pages of this site, and programs that name it as their origin."""

from io import BytesIO
from typing import Any
from urllib.parse import SplitResult, urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest
from django.utils.http import is_same_domain

PORTS = {"http": 80, "https": 443}

Origin = tuple[str, str, int | None]
"""Scheme, host and port."""


class SameOrigin:
    """Accepts a socket from an `Origin` that may also post to the site, by Django's own rule
    (`CsrfViewMiddleware`): the scheme, host and port of the request itself, or one of
    CSRF_TRUSTED_ORIGINS. Anything else, and a missing origin, is refused with 403.

    A browser sends a site's cookies to all its ports, and a socket needs no token: a page that
    somebody else serves at another port could play with its visitor's chips.
    """

    def __init__(self, application: Any) -> None:
        self._application = application
        self._deny: Any = WebsocketDenier.as_asgi()

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        """Hand the socket on, or refuse it."""
        chosen = self._application if is_own(scope) else self._deny
        return await chosen(scope, receive, send)


def is_own(scope: dict[str, Any]) -> bool:
    """Whether this site opens the socket."""
    scheme = "https" if scope.get("scheme") == "wss" else "http"
    request = ASGIRequest({**scope, "type": "http", "method": "GET", "scheme": scheme}, BytesIO())
    origin = _origin(request.META.get("HTTP_ORIGIN", ""))
    if origin is None:
        return False
    try:
        own = _origin(f"{request.scheme}://{request.get_host()}")
    except DisallowedHost:
        own = None
    return origin == own or any(_fits(origin, each) for each in settings.CSRF_TRUSTED_ORIGINS)


def _origin(text: str) -> Origin | None:
    """The origin that a text names, None if it names none."""
    try:
        parts = urlsplit(text)
        port = parts.port or PORTS.get(parts.scheme)
    except ValueError:
        return None
    named = parts.hostname is not None and parts == SplitResult(*parts[:2], "", "", "")
    return (parts.scheme, parts.hostname or "", port) if named else None


def _fits(origin: Origin, trusted: str) -> bool:
    """Whether an origin is a trusted one; ``https://*.example.com`` trusts all its subdomains."""
    pattern = _origin(trusted.replace("://*.", "://."))
    if pattern is None:
        return False
    scheme, host, port = pattern
    return (scheme, port) == (origin[0], origin[2]) and is_same_domain(origin[1], host)
