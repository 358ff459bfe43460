"""People of the house, each in one role, and their clients."""

from typing import Any

from django.contrib.auth.models import Group
from django.test import Client

from accounts.models import User
from accounts.stale import as_of


def member(role: str, name: str = "") -> User:
    """Somebody of the staff in a role; "superuser" and "staff" (no role at all) are known too."""
    name = name or role
    if role == "superuser":
        return User.objects.create_superuser(name, password="three green chips")
    user = User.objects.create_user(name, password="three green chips", is_staff=True)
    if role != "staff":
        user.groups.add(Group.objects.get(name=role))
    return user


def filled(client: Client, path: str) -> dict[str, Any]:
    """What the form of a row would send unchanged."""
    context = client.get(path).context
    form = context["adminform"].form
    values = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in values.items() if value not in (None, False)}
    return sent | {"as_of": as_of(form)}
