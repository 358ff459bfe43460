"""What browsers may cache of the pages shown to a session."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers


class NothingKept:
    """Keeps browsers from caching pages of somebody with a session, unless the page sets its own
    caching: the next person at the browser finds nothing by going back."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on, and mark the answer."""
        response = self.get_response(request)
        has_session = settings.SESSION_COOKIE_NAME in request.COOKIES
        if has_session and not response.has_header("Cache-Control"):
            add_never_cache_headers(response)
        return response
