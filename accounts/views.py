"""Becoming a guest, and the pages of an account."""

import logging
from collections.abc import Callable

from allauth.account.decorators import reauthentication_required
from allauth.core import ratelimit
from allauth.core.exceptions import ImmediateHttpResponse
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from redis.exceptions import RedisError

from accounts import audit, deleting, refills
from accounts.exports import export
from accounts.guests import new_guest
from accounts.models import User
from accounts.statements import statement
from accounts.templatetags.money import money
from accounts.visitors import logged_in

log = logging.getLogger(__name__)

LOG_INS = ("accounts:login", "account_login", "mfa_login_webauthn")


def safe_next(request: HttpRequest) -> str:
    """The form's next address, if it belongs to this site; else the lobby."""
    target = request.POST.get("next", "")
    own = url_has_allowed_host_and_scheme(target, {request.get_host()}, request.is_secure())
    if own and target.startswith("/"):  # anything else would be looked up as a view's name
        return target
    return str(settings.LOGIN_REDIRECT_URL)


def ensure_player(request: HttpRequest) -> User:
    """The user who is logged in; a visitor is made a guest and logged in.

    Raises ImmediateHttpResponse, an answer with status 429, if the visitor's address has made too
    many guests.
    """
    if isinstance(request.user, User):
        return request.user
    if refusal := _too_many_guests(request):
        raise ImmediateHttpResponse(refusal)
    user = new_guest(timezone.now())
    login(request, user)
    return user


def _too_many_guests(request: HttpRequest) -> HttpResponse | None:
    """The refusal of an address that has made too many. If the counters are unavailable, people can
    still become guests; log-ins wait until they are back."""
    try:
        refusal: HttpResponse | None = ratelimit.consume_or_429(request, action="guest")
    except RedisError as error:
        log.warning("guests could not be counted: %s", error)
        return None
    return refusal


def too_many(request: HttpRequest) -> HttpResponse:
    """The 429 of a rate limit; for a log-in, the audit log records it."""
    match = request.resolver_match
    if match and match.view_name in LOG_INS:
        audit.log_in_refused(request, {"login": request.POST.get("login", "")})
    return render(request, "429.html", status=429)


@require_POST
def guest(request: HttpRequest) -> HttpResponse:
    """Make a guest and log the visitor in as it; a user who is logged in stays the same."""
    ensure_player(request)
    return redirect(safe_next(request))


@require_safe
@never_cache
@login_required
def account(request: HttpRequest) -> HttpResponse:
    """The balance and where it comes from, with links to everything else about an account."""
    user = logged_in(request)
    context = {
        "statement": statement(user, request.GET.get("page")),
        "no_refill": refills.why_not(user, timezone.now()),
        "refill_top": refills.TOP,
    }
    return render(request, "accounts/account.html", context)


@require_POST
@login_required
def refill(request: HttpRequest) -> HttpResponse:
    """Ask for chips; the account page says whether there were any."""
    try:
        refills.refill(logged_in(request), timezone.now())
    except refills.NoRefill as error:
        messages.error(request, str(error))
    else:
        messages.success(request, f"You have {money(refills.TOP)} again.")
    return redirect("accounts:account")


@require_POST
@never_cache
@login_required
def take_away(request: HttpRequest) -> HttpResponse:
    """Everything about the user, as a file."""
    refusal: HttpResponse | None = ratelimit.consume_or_429(request, action="export")
    if refusal:
        return refusal
    response = JsonResponse(export(logged_in(request)), json_dumps_params={"indent": 1})
    response["Content-Disposition"] = 'attachment; filename="cardroom.json"'
    return response


def _has_password(request: HttpRequest) -> bool:
    return not logged_in(request).is_guest


View = Callable[[HttpRequest], HttpResponse]

reauthenticated: Callable[[View], View] = reauthentication_required(
    enabled=_has_password, app="allauth.account"
)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
@reauthenticated
def delete(request: HttpRequest) -> HttpResponse:
    """What deleting the account means; once confirmed, delete it."""
    if request.method != "POST":
        return render(request, "accounts/delete.html")
    try:
        deleting.delete(logged_in(request), timezone.now())
    except deleting.NotYet as error:
        messages.error(request, str(error))
        return redirect("accounts:delete")
    logout(request)
    messages.success(request, "The account is deleted.")
    return redirect(settings.LOGOUT_REDIRECT_URL)
