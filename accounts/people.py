"""The people who work here: invited, given roles, deactivated. Only superusers do this.

Nobody chooses a colleague's password: people who are invited set their own, by a link that works
once. If somebody is locked out, a superuser sets a password, and its owner reads that at each
log-in until they have chosen their own.

Services take `by`: the user who acts, or their request. They raise PermissionDenied for anyone but
a superuser, and `Declined` with a sentence if something cannot be done.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from allauth.account.adapter import get_adapter
from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest

from accounts import audit
from accounts.models import StaffMember, User
from accounts.staff import By, Declined


@dataclass(frozen=True)
class Newcomer:
    """A person to invite. `email` is "" if unknown."""

    username: str
    name: str
    email: str
    roles: Iterable[Group]
    superuser: bool = False


def superuser(by: By) -> User:
    """The superuser who acts. Raises PermissionDenied for anyone else."""
    user = by.user if isinstance(by, HttpRequest) else by
    if not isinstance(user, User) or not user.is_active or not user.is_superuser:
        raise PermissionDenied("Only a superuser decides who works here.")
    return user


def invite(by: By, newcomer: Newcomer, now: datetime) -> StaffMember:
    """Make an account without a password. Its owner sets one by the link of `invitation`."""
    superuser(by)
    first, _, last = newcomer.name.strip().partition(" ")
    with transaction.atomic():
        person = StaffMember.objects.create(
            username=newcomer.username, first_name=first, last_name=last, email=newcomer.email,
            is_staff=True, is_superuser=newcomer.superuser, date_joined=now,
        )  # fmt: skip
        person.set_unusable_password()
        person.save(update_fields=["password"])
        person.groups.set(newcomer.roles)
        audit.record(by, audit.INVITED, person, after=audit.snapshot(person))
    return person


def invitation(request: HttpRequest, person: StaffMember) -> str:
    """The address where somebody sets their first password: it works once, and for
    PASSWORD_RESET_TIMEOUT."""
    if person.has_usable_password():
        raise Declined(f"{person.username} has a password already.")
    key = f"{user_pk_to_url_str(person)}-{default_token_generator.make_token(person)}"
    return str(get_adapter(request).get_reset_password_from_key_url(key))


def send_invitation(request: HttpRequest, person: StaffMember) -> str:
    """Mail the link where a person sets their password. Returns it if it cannot be mailed, for a
    superuser to pass on, else ""."""
    inviter, link = superuser(request), invitation(request, person)
    if not (settings.SENDS_MAIL and person.email):
        return link
    context = {"person": person, "inviter": inviter, "link": link,
               "days": settings.PASSWORD_RESET_TIMEOUT // 86_400}  # fmt: skip
    get_adapter(request).send_mail("account/email/invitation", person.email, context)
    return ""


def set_password(by: By, user: User, password: str, now: datetime) -> None:
    """Set a password for somebody who is locked out. Their sessions end, it is logged, and they are
    notified."""
    setter = superuser(by)
    if user.pk == setter.pk:
        raise Declined("Change your own password on your own page, where you give the old one.")
    with transaction.atomic():
        user.set_password(password)
        user.password_set_by, user.password_set_at = setter, now
        user.save(update_fields=["password", "password_set_by", "password_set_at"])
        audit.record(by, audit.NEW_PASSWORD, user)


def deactivate(by: By, person: StaffMember, reason: str) -> None:
    """Disable somebody's access. All their sessions end; what they did stays."""
    actor = superuser(by)
    if not reason.strip():
        raise Declined("Give a reason: superusers and auditors read it.")
    with transaction.atomic():
        people = StaffMember.objects.select_for_update().in_bulk()
        person = people[person.pk]
        if person.pk == actor.pk:
            raise Declined("You cannot deactivate yourself: somebody else must.")
        check_superusers(people.values(), without=person)
        person.is_active = False
        person.save(update_fields=["is_active"])
        audit.record(by, audit.DEACTIVATED, person, reason=reason.strip())


def reactivate(by: By, person: StaffMember) -> None:
    """Restore somebody's access, in the roles they had."""
    superuser(by)
    with transaction.atomic():
        person = StaffMember.objects.select_for_update().get(pk=person.pk)
        person.is_active = True
        person.save(update_fields=["is_active"])
        audit.record(by, audit.REACTIVATED, person)


def check_superusers(people: Iterable[StaffMember], without: StaffMember) -> None:
    """Raises Declined if nobody would be left who can invite others."""
    if not any(p.is_superuser and p.is_active for p in people if p.pk != without.pk):
        raise Declined("This is the only superuser: make another one first.")
