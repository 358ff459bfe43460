"""Whether the site is well, for monitors and for people who look after it."""

from ipaddress import ip_address

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.backoffice.health import health as parts_of_health


@require_safe
@never_cache
def health(request: HttpRequest) -> HttpResponse:
    """200 when every part is well, else 503; staff, and requests from the machine itself, also see
    what is wrong. (A proxy asks `/healthz`, which is about one process.)"""
    parts = parts_of_health(timezone.now())
    well = all(part.well for part in parts)
    lines = ["well" if well else "not well"]
    if _is_local(request) or _is_staff(request):
        lines += [f"{'ok ' if part.well else 'BAD'} {part.name}: {part.words}" for part in parts]
    text = "\n".join(lines) + "\n"
    return HttpResponse(text, "text/plain; charset=utf-8", status=200 if well else 503)


def _is_local(request: HttpRequest) -> bool:
    """Whether the request comes from this machine and not through a proxy."""
    if "X-Forwarded-For" in request.headers or "Forwarded" in request.headers:
        return False
    try:
        return ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False


def _is_staff(request: HttpRequest) -> bool:
    try:
        return request.user.is_authenticated and request.user.is_staff
    except DatabaseError:  # without a database nobody can be identified
        return False
