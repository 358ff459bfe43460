"""Which pages are for whom: guests, who are neither strangers nor have a password, and staff
without the second factor that they need."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts import second_factor
from accounts.models import User

ENTRANCES = frozenset(
    {
        "account_login",
        "account_signup",
        "account_reset_password",
        "account_reset_password_done",
        "account_reset_password_from_key",
        "account_reset_password_from_key_done",
        "account_confirm_email",
        "account_inactive",
        "mfa_authenticate",
        "mfa_login_webauthn",
        "accounts:login",
    }
)
"""The pages to sign in or up. On these a guest counts as a stranger."""
OPEN = ("account_logout", "accounts:")
"""The other account pages for guests; the rest is about passwords, which guests don't have."""
WAYS_OUT = ("admin:login", "admin:logout", "admin:jsi18n")
ROOMS = ("account_", "mfa_", "usersessions_")


class GuestMiddleware:
    """Moves a guest's user to `request.guest` on the pages to sign in or up, and redirects guests
    from pages for members only to the sign-up form."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: object
    ) -> HttpResponse | None:
        """Check where the request goes and who makes it."""
        match = request.resolver_match
        name = match.view_name if match else ""
        if not name.startswith((*ROOMS, "accounts:login")):
            return None
        user = request.user
        if not isinstance(user, User) or not user.is_guest:
            return None
        if name in ENTRANCES:
            visitor: Any = request
            visitor.guest, visitor.user = user, AnonymousUser()
            return None
        if name.startswith(OPEN):
            return None
        messages.info(request, "A guest has no password to keep safe. Create an account first.")
        return redirect("account_signup")


def guest_of(request: HttpRequest) -> User | None:
    """The guest who made this request, if it was one."""
    guest: User | None = getattr(request, "guest", None)
    return guest


class SecondFactorFirst:
    """Redirects staff who need a second factor from every page of the administration to where they
    set it up."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: object
    ) -> HttpResponse | None:
        """Check where the request goes and who makes it."""
        match, user = request.resolver_match, request.user
        if match is None or match.view_name in WAYS_OUT or match.namespace != "admin":
            return None
        if not isinstance(user, User) or not second_factor.is_missing(user):
            return None
        messages.warning(
            request,
            "People who work here sign in with a second factor. Add a passkey or an authenticator "
            "app, and keep the recovery codes: then the administration opens.",
        )
        return redirect("mfa_index")
