"""Who must have a second factor: staff, if the setting says so.

STAFF_SECOND_FACTOR is "on", "off", or "auto": on if DEBUG is off and more than one person works
here, since only then does a second person's approval mean something.
"""

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.db.models import QuerySet

from accounts.models import StaffMember, User

FACTORS = {Authenticator.Type.WEBAUTHN: "Passkey", Authenticator.Type.TOTP: "Authenticator app"}
"""What counts as one, with its name. Recovery codes are for when one of these is lost."""


def of(user: User) -> list[str]:
    """The second factors of a user, in words."""
    kinds = {factor.type for factor in user.authenticator_set.all()}  # type: ignore[attr-defined]  # allauth's
    return [words for kind, words in FACTORS.items() if kind in kinds]


def is_required() -> bool:
    """Whether staff must have one."""
    if settings.STAFF_SECOND_FACTOR != "auto":
        return bool(settings.STAFF_SECOND_FACTOR == "on")
    return not settings.DEBUG and len(StaffMember.objects.filter(is_active=True)[:2]) > 1


def is_missing(user: User) -> bool:
    """Whether a user must set one up before anything else."""
    return user.is_staff and not _factors(user).exists() and is_required()


def is_last(factor: Authenticator) -> bool:
    """Whether somebody who must have a second factor would be without one."""
    if factor.type not in FACTORS or not factor.user.is_staff:
        return False
    return not _factors(factor.user).exclude(pk=factor.pk).exists() and is_required()


def _factors(user: User) -> QuerySet[Authenticator]:
    found: QuerySet[Authenticator] = Authenticator.objects.filter(user=user, type__in=FACTORS)
    return found
