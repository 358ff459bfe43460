"""The forms of the accounts that differ from allauth's."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import SignupForm as _SignupForm
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.names import LONGEST


class SignupForm(_SignupForm):
    """A name and a password; an address for those who want one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].widget.attrs["maxlength"] = LONGEST

    def try_save(self, request: HttpRequest) -> tuple[Any, HttpResponse | None]:
        """Save everything, or nothing if somebody has taken the name since it was checked."""
        try:
            with transaction.atomic():
                saved: tuple[Any, HttpResponse | None] = super().try_save(request)
                return saved
        except IntegrityError:
            messages.error(request, get_adapter().error_messages["username_taken"])
            return None, redirect(request.get_full_path())


class AddPasskeyForm(AddWebAuthnForm):
    """A passkey signs in by itself, unless its owner wants it as a second step."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["passwordless"].initial = True
