"""Who a request comes from."""

from django.http import HttpRequest

from accounts.models import User


def logged_in(request: HttpRequest) -> User:
    """The user of a request that has passed `login_required` or the admin's check."""
    assert isinstance(request.user, User)
    return request.user
