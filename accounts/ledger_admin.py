"""The books in the admin: read and checked by staff with permission, written only by two people.

Every action goes through `accounts.chips`; these pages only ask.
"""

from collections.abc import Callable
from decimal import Decimal
from types import MappingProxyType
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import quote, unquote
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from accounts import audit, chips, ledger, untold
from accounts.adminbase import READING, ReadOnlyAdmin
from accounts.amounts import cents
from accounts.chips import ASK, DECIDE
from accounts.export_admin import ExportedAdmin
from accounts.models import Account, Entry, LedgerRequest, Transfer, User
from accounts.staff import Declined
from accounts.templatetags.money import money, signed


class TransferList(ChangeList):
    """The list of transfers, whose pages are found by their keys."""

    def url_for_result(self, result: Any) -> str:
        """Where a transfer is shown."""
        return reverse("admin:accounts_transfer_change", args=[quote(result.key)])


@admin.register(Transfer)
class TransferAdmin(ExportedAdmin):
    """Every movement of chips. Neither they nor their sides have numbers here: a gap would show
    that one is still hidden. Nor is the balance afterwards shown: it may contain a secret of
    another round."""

    folder = "admin/ledger"

    help_sentence = (
        "Every movement of chips, under the fact that caused it; its sides sum to zero. A raise "
        "in a round is here once the round is over."
    )
    list_display = ("created", "reason", "who", "key")
    search_fields = ("key", "ref")
    search_help_text = "A player's name, a round's id, or the key of a transfer."
    file_name = "transfers"
    columns = MappingProxyType({
        "created_utc": lambda side: side.transfer.created,
        "reason": lambda side: side.transfer.reason,
        "account": lambda side: str(side.account),
        "amount_cents": lambda side: side.amount,
        "ref": lambda side: side.transfer.ref,
        "key": lambda side: side.transfer.key,
    })  # fmt: skip

    def exported(self, request: HttpRequest) -> QuerySet[Entry]:
        """A line for every side of a transfer."""
        transfers = self.chosen(request).order_by().values("pk")
        sides = Entry.objects.filter(transfer__in=transfers)
        return sides.select_related("transfer", "account__user")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Transfer]:
        """Without transfers that are still secret."""
        shown = untold.shown(super().get_queryset(request))
        return shown.prefetch_related("entries__account__user")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Transfer], search_term: str
    ) -> tuple[QuerySet[Transfer], bool]:
        """A player's name finds their transfers, a round's id those of the round, and a key its
        own: there are millions of transfers, so parts of texts are not searched."""
        term = search_term.strip()
        if not term:
            return queryset, False
        if (user := User.named(term)) is not None:
            account = Account.objects.filter(user=user).first()
            return queryset.filter(entries__account=account), False
        return queryset.filter(Q(key=term) | Q(ref=term.lower())), False

    @admin.display(description="Players")
    def who(self, transfer: Transfer) -> str:
        """Whose chips moved."""
        sides = transfer.entries.all()
        return ", ".join(str(each.account) for each in sides if each.account.user_id) or "–"

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        """The list."""
        return TransferList

    def get_object(
        self, request: HttpRequest, object_id: str, from_field: str | None = None
    ) -> Transfer | None:
        """The transfer with a key."""
        return self.get_queryset(request).filter(key=unquote(object_id)).first()

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """A transfer and its sides."""
        if request.method not in READING:
            raise PermissionDenied
        transfer = self.row_shown(request, object_id)
        sides = transfer.entries.select_related("account__user").order_by("pk")
        return self.answer(
            request, "transfer.html", f"Transfer {transfer.key}", transfer=transfer, sides=sides
        )


@admin.register(Account)
class AccountAdmin(ReadOnlyAdmin):
    """Every place where chips are, and the check of all books."""

    help_sentence = (
        "Every place where chips are: players, tables' banks and wagers in play. A raise counts in "
        "these balances once its round is over. The audit goes through all transfers and says "
        "where they do not add up."
    )
    list_display = ("__str__", "kind", "chips")
    list_select_related = ("user",)
    fields = ("kind", "user", "chips")
    readonly_fields = ("chips",)
    list_filter = ("kind",)
    search_fields = ("name", "user__username")
    folder = "admin/ledger"
    change_list_template = "admin/ledger/accounts.html"

    @admin.display(description="Balance", ordering="shown")
    def chips(self, account: Account) -> str:
        """The balance in units, as others see it."""
        return money(account.shown)

    def get_urls(self) -> list[URLPattern]:
        """The audit."""
        view = self.admin_site.admin_view(require_POST(self.audit))
        return [path("audit", view, name="accounts_account_audit"), *super().get_urls()]

    def audit(self, request: HttpRequest) -> HttpResponse:
        """Check all books now; the check and its result are recorded."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        found = ledger.audit()
        audit.record(request, "audited the ledger", after={"differences": len(found)})
        return self.answer(
            request,
            "audit.html",
            "Ledger audit",
            found=found[:200],
            count=len(found),
            transfers=untold.shown(Transfer.objects.all()).count(),
            at=timezone.now(),
        )


class AskForm(forms.Form):
    """A request for chips. The amount is in units, with cents."""

    player = forms.CharField(label="Player", max_length=150, help_text="The name to log in with.")
    kind = forms.ChoiceField(label="What it is", choices=LedgerRequest.Kind.choices)
    amount = forms.DecimalField(
        label="Amount", max_digits=9, decimal_places=2,
        help_text="With a minus sign to take chips.",
    )  # fmt: skip
    reason = forms.CharField(label="Reason", max_length=200)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs["class"] = "room-input"

    def clean_player(self) -> User:
        """The user of that name."""
        name = self.cleaned_data["player"]
        user = User.named(name)
        if user is None or user.is_bot or not user.is_active:
            raise forms.ValidationError(f"Nobody is called {name!r}. Give the name of a player.")
        return user

    @property
    def cents(self) -> int:
        """The amount in cents."""
        return cents(Decimal(self.cleaned_data["amount"]))


@admin.register(LedgerRequest)
class LedgerRequestAdmin(ReadOnlyAdmin):
    """Grants and corrections, by two people."""

    folder = "admin/ledger"

    help_sentence = (
        "Chips given to a player or taken from them: one of the staff asks with a reason, another "
        "one approves or refuses; only then does any chip move."
    )
    list_display = ("requested", "kind", "account", "chips", "reason", "requested_by", "status")
    list_filter = ("status", "kind")
    search_fields = ("reason", "account__name", "account__user__username")
    list_select_related = ("account__user", "requested_by")

    @admin.display(description="Chips", ordering="cents")
    def chips(self, asked: LedgerRequest) -> str:
        """The amount with its sign."""
        return signed(asked.cents)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Who may ask."""
        return request.user.has_perm(ASK)

    def get_urls(self) -> list[URLPattern]:
        """Adds the decision."""
        view = self.admin_site.admin_view(require_POST(self.decide))
        own = path("<int:request_id>/decide", view, name="accounts_ledgerrequest_decide")
        return [own, *super().get_urls()]

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Ask for chips."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        form = AskForm(request.POST or None, initial={"player": request.GET.get("player", "")})
        if form.is_valid():
            given = form.cleaned_data
            try:
                asked = chips.ask(
                    request, given["player"], given["kind"], form.cents, given["reason"],
                    timezone.now(),
                )  # fmt: skip
            except Declined as error:
                form.add_error(None, str(error))
            else:
                messages.success(request, "You have asked. Somebody else approves or refuses.")
                return redirect(_page_of(asked))
        status = 422 if form.errors else 200
        return self.answer(request, "ask.html", "Ask for chips", status, form=form)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """The request, and the buttons for the second person."""
        asked = self.get_object(request, object_id)
        if asked is None:
            raise Http404
        if not self.has_view_permission(request, asked) or request.method not in READING:
            raise PermissionDenied
        waiting = asked.status == LedgerRequest.Status.WAITING
        own = asked.requested_by_id == request.user.pk
        receives = asked.account.user_id == request.user.pk
        return self.answer(
            request, "request.html", "Chips by two persons",
            asked=asked, own=own, waiting=waiting, balance=asked.account.shown,
            may_decide=waiting and request.user.has_perm(DECIDE) and (own or not receives),
        )  # fmt: skip

    def decide(self, request: HttpRequest, request_id: int) -> HttpResponse:
        """Approve or refuse."""
        deeds: dict[str, tuple[Callable[..., LedgerRequest], str]] = {
            "approve": (chips.approve, "It is booked."),
            "refuse": (chips.refuse, "It is refused; nothing is booked."),
        }
        if (chosen := deeds.get(request.POST.get("act", ""))) is None:
            raise Http404
        deed, done = chosen
        try:
            deed(request, request_id, timezone.now())
        except Declined as error:
            messages.error(request, str(error))
        else:
            messages.success(request, done)
        return redirect(reverse("admin:accounts_ledgerrequest_change", args=[request_id]))


def _page_of(asked: LedgerRequest) -> str:
    return reverse("admin:accounts_ledgerrequest_change", args=[asked.pk])
