"""Addresses that are nearly right: with an extra slash, or opened although only forms post
there."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.urls import is_valid_path, reverse
from django.utils.encoding import escape_uri_path
from django.utils.http import escape_leading_slashes

READING = ("GET", "HEAD")


class SignPosts:
    """Helps readers find the page: redirects an address with an extra slash to the one without, if
    that exists; and links from an address that only takes posts to the page it belongs to.

    Programs keep the bare answer of the second kind: they do not ask for HTML.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on, and check the answer."""
        response = self.get_response(request)
        if request.method not in READING:
            return response
        if response.status_code == 404 and (address := _without_slash(request)):
            return HttpResponsePermanentRedirect(address)
        if response.status_code == 405 and _is_browser(request):
            page = render(request, "405.html", {"page": _page_above(request)}, status=405)
            page["Allow"] = response["Allow"]
            return page
        return response


def _without_slash(request: HttpRequest) -> str:
    """The address without its last slash, with its query; "" if there is none."""
    path = request.path_info
    if request.resolver_match or not path.endswith("/") or not is_valid_path(path[:-1]):
        return ""
    query = request.META.get("QUERY_STRING", "")
    address = escape_leading_slashes(escape_uri_path(request.path[:-1]))
    return f"{address}?{query}" if query else address


def _is_browser(request: HttpRequest) -> bool:
    """Whether the answer fills a window: htmx would not show such a page."""
    accepted = request.headers.get("Accept", "")
    return "text/html" in accepted and "HX-Request" not in request.headers


def _page_above(request: HttpRequest) -> str:
    """The nearest existing address above: for ``/tables/7/sit`` the table, else the lobby."""
    path = request.path_info
    while path := path.rpartition("/")[0]:
        for found in (path, f"{path}/"):
            if is_valid_path(found):
                return found
    return reverse("games:lobby")
