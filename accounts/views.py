"""Coming in and going out."""

from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from accounts.guests import new_guest
from accounts.models import User


def safe_next(request: HttpRequest) -> str:
    """Where the form asks to go next, when that is on this site; else the lobby."""
    target = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(target, {request.get_host()}, request.is_secure()):
        return target
    return str(settings.LOGIN_REDIRECT_URL)


def ensure_player(request: HttpRequest) -> User:
    """The user who is logged in; a visitor is made a guest and logged in."""
    if isinstance(request.user, User):
        return request.user
    user = new_guest(timezone.now())
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    return user


@require_POST
def guest(request: HttpRequest) -> HttpResponse:
    """Make a guest and log the visitor in as it; a user who is logged in stays who he is."""
    ensure_player(request)
    return redirect(safe_next(request))
