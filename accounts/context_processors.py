"""What every page shows about its player and the site."""

from django.conf import settings
from django.http import HttpRequest

from accounts import ledger
from accounts.models import User


def purse(request: HttpRequest) -> dict[str, int]:
    """`purse_cents`: the balance of the user who is logged in."""
    user = getattr(request, "user", None)
    return {"purse_cents": ledger.balance_of(user)} if isinstance(user, User) else {}


def mail(request: HttpRequest) -> dict[str, bool]:
    """`sends_mail`: whether the site can send mail."""
    return {"sends_mail": settings.SENDS_MAIL}
