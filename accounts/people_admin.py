"""The people who work here, in the administration: every action goes through `accounts.people`."""

from typing import Any

from allauth.account.adapter import get_adapter
from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.views.decorators.http import require_POST
from unfold.decorators import display

from accounts import people, second_factor
from accounts.adminbase import Confirmation, ReadOnly, RoomAdmin, TickList
from accounts.models import StaffMember, User
from accounts.people import Newcomer
from accounts.signals import renamed
from accounts.staff import Declined


class InvitationForm(forms.Form):
    """A person who will work here."""

    name = forms.CharField(label="Name", max_length=150)
    username = forms.CharField(
        label="Name to sign in with", max_length=20,
        help_text="People who also play here have another account for that.",
    )  # fmt: skip
    email = forms.EmailField(label="E-mail address")
    roles = forms.ModelMultipleChoiceField(
        Group.objects.order_by("name"), label="Roles", required=False, widget=TickList()
    )
    superuser = forms.BooleanField(
        label="Superuser", required=False,
        help_text="Decides who works here, and may do everything, but not approve their own work.",
    )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        email = self.fields["email"]
        email.required = settings.SENDS_MAIL
        email.help_text = (
            "The link to set a password is sent there."
            if settings.SENDS_MAIL
            else "This site sends no mail: you are shown the link, and hand it on."
        )
        for name in ("name", "username", "email"):
            self.fields[name].widget.attrs["class"] = "room-input"
        self.fields["superuser"].widget.attrs["class"] = "room-tick"

    def clean_username(self) -> str:
        """A name that is free and does not look like anyone's."""
        return str(get_adapter().clean_username(self.cleaned_data["username"]))

    def newcomer(self) -> Newcomer:
        """The person entered."""
        given = self.cleaned_data
        return Newcomer(
            given["username"], given["name"], given["email"], given["roles"], given["superuser"]
        )


class PersonForm(forms.ModelForm[StaffMember]):
    """A person's name and roles. Their access is changed on a separate page."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        words = {
            "username": ("Name to sign in with", ""),
            "groups": ("Roles", "What they may do: docs/administration.md has it page by page."),
            "is_superuser": ("Superuser", "Decides who works here, and may do everything else."),
        }
        for name, (label, help_text) in words.items():
            if name in self.fields:
                self.fields[name].label, self.fields[name].help_text = label, help_text

    def clean_is_superuser(self) -> bool:
        """Somebody must be left who can invite others."""
        wanted = bool(self.cleaned_data["is_superuser"])
        if self.instance.is_superuser and not wanted:
            try:
                people.check_superusers(StaffMember.objects.all(), without=self.instance)
            except Declined as error:
                raise ValidationError(str(error)) from None
        return wanted


@admin.register(StaffMember)
class PersonAdmin(ReadOnly, RoomAdmin):
    """The people who work here. Superusers change them; auditors read."""

    folder = "admin/people"
    help_sentence = (
        "The people who work here, and as what. Only a superuser can invite or deactivate somebody "
        "or change a role, and nobody ever chooses a colleague's password."
    )
    form = PersonForm
    list_display = ("username", "email", "roles", "last_seen", "factor", "state")
    list_filter = ("is_active", "groups")
    search_fields = ("username", "first_name", "last_name", "email")
    ordering = ("-is_active", "username")
    fields = ("username", "first_name", "last_name", "email", "groups", "is_superuser", "standing",
              "factors", "last_seen", "date_joined")  # fmt: skip
    readonly_fields = ("standing", "factors", "last_seen", "date_joined")
    change_form_outer_before_template = "admin/people/acts.html"
    actions = None

    def get_queryset(self, request: HttpRequest) -> QuerySet[StaffMember]:
        """With their roles and second factors."""
        rows: QuerySet[StaffMember] = super().get_queryset(request)
        return rows.prefetch_related("groups", "authenticator_set")

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Superusers invite."""
        return bool(request.user.is_superuser)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Superusers decide."""
        return bool(request.user.is_superuser)

    @admin.display(description="Role")
    def roles(self, person: StaffMember) -> str:
        """All of them."""
        names = [group.name for group in person.groups.all()]
        return ", ".join([*(["superuser"] if person.is_superuser else []), *names]) or "none"

    @admin.display(description="Last log-in", ordering="last_login")
    def last_seen(self, person: StaffMember) -> str:
        """To the minute."""
        return f"{person.last_login:%Y-%m-%d %H:%M} UTC" if person.last_login else "Never"

    @admin.display(description="Second factor")
    def factors(self, person: StaffMember) -> str:
        """What they sign in with in addition to the password."""
        return ", ".join(second_factor.of(person)) or "None"

    @admin.display(description="State")
    def standing(self, person: StaffMember) -> str:
        """Whether they have access."""
        if not person.is_active:
            return "Deactivated"
        return "Active" if person.has_usable_password() else "Invited"

    @display(description="Second factor", label={"None": "danger"})  # type: ignore[untyped-decorator]  # unfold's
    def factor(self, person: StaffMember) -> str:
        """The same, tinted."""
        return self.factors(person)

    @display(description="State", label={"Active": "success", "Invited": "warning"})  # type: ignore[untyped-decorator]  # unfold's
    def state(self, person: StaffMember) -> str:
        """The same, tinted."""
        return self.standing(person)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Save, and show a new name at the tables at once."""
        super().save_model(request, obj, form, change)
        if change and "username" in form.changed_data:
            renamed.send(sender=User, user=obj, now=timezone.now())

    def get_urls(self) -> list[URLPattern]:
        """Adds what a superuser does for one person."""
        own = (
            ("deactivate", self.deactivate),
            ("reactivate", require_POST(self.reactivate)),
            ("invite", require_POST(self.invite_again)),
        )
        urls = [
            path(f"<int:object_id>/{name}", self.admin_site.admin_view(view),
                 name=f"accounts_staffmember_{name}")
            for name, view in own
        ]  # fmt: skip
        return [*urls, *super().get_urls()]

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Invite somebody."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        form = InvitationForm(request.POST or None)
        if form.is_valid():
            person = people.invite(request, form.newcomer(), timezone.now())
            return self._invited(request, person)
        status = 422 if form.errors else 200
        return self.answer(request, "invite.html", "Invite a person", status, form=form)

    def _invited(self, request: HttpRequest, person: StaffMember) -> HttpResponse:
        """Say where the link has gone, or show it."""
        if link := people.send_invitation(request, person):
            return self.answer(
                request, "link.html", "Invitation", person=person, link=link,
                days=settings.PASSWORD_RESET_TIMEOUT // 86_400,
            )  # fmt: skip
        messages.success(request, f"{person.username} is invited: the link went to {person.email}.")
        return redirect(_page_of(person))

    def invite_again(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """A new link for somebody who has set no password yet."""
        person = self._person(request, object_id)
        try:
            return self._invited(request, person)
        except Declined as error:
            messages.error(request, str(error))
            return redirect(_page_of(person))

    def _person(self, request: HttpRequest, object_id: int) -> StaffMember:
        """The person in an address, for a superuser."""
        people.superuser(request)
        person: StaffMember = self.row_shown(request, object_id)
        return person

    def deactivate(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Confirm first, then disable somebody's access."""
        person, error = self._person(request, object_id), ""
        if request.method == "POST":
            try:
                people.deactivate(request, person, request.POST.get("reason", ""))
            except Declined as declined:
                error = str(declined)
            else:
                messages.success(request, f"{person.username} can no longer sign in.")
                return redirect(_page_of(person))
        name = person.username
        asked = Confirmation(
            title=f"Deactivate {name}?",
            happens=(
                f"{name} is signed out everywhere, at once, and can no longer sign in.",
                "What they asked for and did not decide yet waits for somebody else.",
                "Everything they did stays in the audit log under their name.",
                "You can reactivate the account later, with the same roles.",
            ),
            readers="Superusers and auditors read this; the person does not.",
            button=f"Deactivate {name}",
            back=_page_of(person),
            stay="Keep the account",
        )
        return self.confirm(request, asked, error=error)

    def reactivate(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Restore somebody's access."""
        person = self._person(request, object_id)
        people.reactivate(request, person)
        messages.success(request, f"{person.username} can sign in again.")
        return redirect(_page_of(person))


def _page_of(person: StaffMember) -> str:
    return reverse("admin:accounts_staffmember_change", args=[person.pk])
