"""Signing in and up: what the site does differently from allauth."""

from typing import Any, ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.account.signals import email_added
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.contrib.auth import HASH_SESSION_KEY
from django.core.exceptions import ValidationError
from django.db import transaction
from django.dispatch import receiver
from django.http import HttpRequest
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone

from accounts import audit, ledger, second_factor
from accounts.guests import welcome
from accounts.limits import when
from accounts.middleware import guest_of
from accounts.models import User
from accounts.names import looks_taken
from accounts.signals import leaving, renamed
from accounts.templatetags.money import money

NO_MATCH = "The name or address and the password do not match. Passwords are case-sensitive."


class Adapter(DefaultAccountAdapter):
    """Guests become members with the same user row; signing in leaves the guest behind."""

    error_messages: ClassVar[dict[str, Any]] = DefaultAccountAdapter.error_messages | {
        "account_inactive": "This account is closed.",
        "cannot_remove_primary_email": "Choose another address to use first.",
        "duplicate_email": "You already have this address.",
        "email_password_mismatch": NO_MATCH,
        "enter_current_password": "That is not your password.",
        "incorrect_code": "That code is not right, or has been used. Wait for the next one.",
        "incorrect_password": "That is not your password.",
        "invalid_password_reset": "This link has been used, or is too old. Ask for another one.",
        "max_email_addresses": "You may have %d addresses. Remove one first.",
        "too_many_login_attempts": "Too many attempts have failed. Try again in five minutes.",
        "username_password_mismatch": NO_MATCH,
        "username_taken": "That name is taken. Choose another one.",
    }

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Refuse a log-in after too many guesses, and record it in the audit log."""
        try:
            super().pre_authenticate(request, **credentials)
        except ValidationError:
            audit.log_in_refused(request, credentials)
            raise

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """The key under which guesses at a name are counted: the name, and the address they come
        from."""
        name = super()._get_login_attempts_cache_key(request, **credentials)
        return f"{name}:{self.get_client_ip(request)}"

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """A valid name that does not look like anyone else's."""
        name: str = super().clean_username(username, shallow=shallow)
        if not shallow and looks_taken(name):
            raise ValidationError(self.error_messages["username_taken"], "username_taken")
        return name

    def new_user(self, request: HttpRequest) -> User:
        """The guest who signs up, or somebody new."""
        return guest_of(request) or User()

    def save_user(self, request: HttpRequest, user: Any, form: Any, commit: bool = True) -> User:
        """Make a member: from the guest, who keeps everything, or from a stranger, who gets the
        first chips."""
        with transaction.atomic():
            if user.pk is None:
                member: User = super().save_user(request, user, form, commit)
                welcome(member, timezone.now())
                return member
            guest = User.objects.select_for_update().get(pk=user.pk)
            if not guest.is_guest:  # of two forms sent at once, the other was first
                raise ImmediateHttpResponse(redirect("accounts:account"))
            guest.is_guest = False
            saved: User = super().save_user(request, guest, form, commit)
        renamed.send(sender=User, user=saved, now=timezone.now())
        return saved

    def login(self, request: HttpRequest, user: Any) -> None:
        """Sign in. A guest who has become this member keeps the session; otherwise the guest's
        seats are given up."""
        guest = guest_of(request)
        came = user.last_login
        if guest is not None and guest.pk == user.pk:
            request.session.cycle_key()
            request.session[HASH_SESSION_KEY] = user.get_session_auth_hash()
            messages.success(
                request, f"You are now {user.username}, with your balance, seat and history."
            )
        super().login(request, user)
        if guest is not None and guest.pk == user.pk:
            user.last_login = came  # their playing session goes on
            user.save(update_fields=["last_login"])
        if user.password_set_by_id is not None:
            messages.warning(request, _set_by_another(user))
        if guest is not None and guest.pk != user.pk:
            leave_behind(request, guest)

    def set_password(self, user: Any, password: str) -> None:
        """The owner sets their password: from now on nobody else knows it."""
        user.password_set_by = user.password_set_at = None
        super().set_password(user, password)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Back to the account page."""
        return reverse("mfa_index")


def _set_by_another(user: User) -> str:
    """What an account's owner reads until they have set their own password."""
    assert user.password_set_by is not None
    assert user.password_set_at is not None
    return (
        f"{user.password_set_by.username} set your password on {when(user.password_set_at)}. Please"
        " choose one that nobody else knows, and if you didn't ask for this, say so."
    )


def leave_behind(request: HttpRequest, guest: User) -> None:
    """Give up a guest's seats, leave their chips with the guest, and say so."""
    leaving.send(sender=User, user=guest, now=timezone.now(), for_good=False)
    left = money(ledger.balance_of(guest))
    messages.info(
        request,
        f"{guest.display_name} has left the table, and the {left} stay behind: chips never go from"
        " one player to another.",
    )


@receiver(email_added)
def use_the_first(sender: object, email_address: EmailAddress, **_: object) -> None:
    """A user's only address is the one in use, verified or not."""
    email_address.set_as_primary(conditional=True)


class SecondFactorAdapter(DefaultMFAAdapter):
    """What authenticators know about the site and its players."""

    error_messages: ClassVar[dict[str, Any]] = DefaultMFAAdapter.error_messages | {
        "incorrect_code": Adapter.error_messages["incorrect_code"],
        "cannot_delete_authenticator": "People who work here need one. Add another one first.",
        "cannot_generate_recovery_codes": "Codes come with a passkey or an app. Add one first.",
    }

    def can_delete_authenticator(self, authenticator: Authenticator) -> bool:
        """Whether this is not the last one of somebody who must have one."""
        return not second_factor.is_last(authenticator)

    def get_totp_label(self, user: Any) -> str:
        """A player's name, never an address."""
        return str(user.username)

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """The site, as a browser shows it when a passkey is created."""
        entity: dict[str, str] = super().get_public_key_credential_rp_entity()
        return entity | {"name": "Cardroom"}

    def get_public_key_credential_user_entity(self, user: Any) -> dict[str, Any]:
        """The player, as a browser lists the passkey."""
        entity: dict[str, Any] = super().get_public_key_credential_user_entity(user)
        return entity | {"name": user.username}

    def generate_authenticator_name(self, user: Any, type: Any) -> str:  # noqa: A002 (allauth's name)
        """The name of a passkey until its owner changes it."""
        count = Authenticator.objects.filter(user=user, type=type).count()
        return f"Passkey {count + 1}" if count else "Passkey"
