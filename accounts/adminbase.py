"""What every page of the admin has: a sentence of help, and a line in the audit log for every
change. Pages of rows that nobody may change are `ReadOnlyAdmin`s.

A page gives its sentence in `help_sentence`; `templates/admin/base_site.html` shows it.
"""

from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db import models, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.decorators import method_decorator
from django.utils.functional import cached_property
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe
from unfold.admin import ModelAdmin

from accounts import audit, stale


class TickList(forms.CheckboxSelectMultiple):
    """A checkbox for each choice. The admin's own two lists need a wide screen and a mouse."""

    def __init__(self) -> None:
        super().__init__(attrs={"class": "room-ticks"})

    def render(self, name: str, *args: Any, **kwargs: Any) -> SafeString:
        """The boxes, as a group with a name."""
        boxes = super().render(name, *args, **kwargs)
        label = name.replace("_", " ").capitalize()
        return format_html('<div role="group" aria-label="{}">{}</div>', label, boxes)


_DATES = {"year", "iso_year", "quarter", "month", "week", "week_day", "iso_week_day", "day"}
UNREAD = _DATES | {"hour", "minute", "second", "range", "regex", "iregex"}
"""Lookups that no list offers, and whose values may make a database fail."""

READING = ("GET", "HEAD")
"""The methods that only read a page."""


LONGEST = 200
"""How many lines of the audit log a history shows."""


class UpToDate(forms.BaseModelForm):  # type: ignore[type-arg]  # generic in its stub alone
    """Mixed into a row's form: refuses it if somebody else has changed the row since."""

    conflict = False

    def clean(self) -> Any:
        """Read the row again, and lock it."""
        cleaned = super().clean()
        if news := stale.news(self):
            self.conflict = True
            self.add_error(None, " ".join(
                ["Somebody else has changed this since you opened the page.", *news,
                 "Your entries are still in the form: compare them, and save again."]
            ))  # fmt: skip
        return cleaned


NO_REASON = "Give a reason; this page says who reads it."


@dataclass(frozen=True)
class Confirmation:
    """What a page says before an action that cannot be undone: what will happen, in order; who
    reads the reason; the button's label; the way out, and a milder action if there is one.

    `readers` "": no reason is required. `milder`: the sentence and its link.
    """

    title: str
    happens: Sequence[str]
    button: str
    back: str
    stay: str
    readers: str = ""
    milder: tuple[str, str] | None = None


class Listed(Paginator[Any]):
    """The pages of a list, up to its first `MOST` rows. Nobody opens the forty-thousandth page, and
    a database reads every row for it, as it does to count them.

    `more`: whether there are rows beyond.
    """

    MOST = 10_000

    @cached_property
    def count(self) -> int:
        """How many rows the pages have."""
        return min(self._counted, self.MOST)

    @property
    def more(self) -> bool:
        """Whether there are rows that no page has."""
        return self._counted > self.MOST

    @cached_property
    def _counted(self) -> int:
        rows: Any = self.object_list
        counted: int = rows.order_by().values("pk")[: self.MOST + 1].count()
        return counted


class RoomAdmin(ModelAdmin):
    """A page of the admin. Everything it adds, changes or deletes is written into the audit log."""

    help_sentence: ClassVar[str] = ""
    folder: ClassVar[str] = ""
    """The folder of the templates for the page's own forms."""
    compressed_fields = True
    list_filter_submit = True
    change_form_before_template = "admin/parts/as_of.html"
    list_per_page = 25  # each row takes the theme about five milliseconds
    show_full_result_count = False
    paginator: type = Listed
    list_after_template = "admin/parts/listed.html"

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """A bulk action and its line in the log happen together or not at all."""
        with transaction.atomic() if request.method == "POST" else nullcontext():
            page: HttpResponse = super().changelist_view(request, extra_context)
            return page

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """A list can be filtered by what it shows or offers, and by rows that its own refer to. Not
        by other columns: with a filter on a hidden one, such as a seed or a table's link, somebody
        could read it letter by letter. And not by rows that refer to its own: some of them may
        still be hidden."""
        column, filters = lookup.split("__")[0], self.get_list_filter(request)
        if lookup.rpartition("__")[2] in UNREAD:
            return False
        named = {"pk", self.opts.pk.name, *self.get_list_display(request)}
        named |= {each[0] if isinstance(each, tuple) else each for each in filters}
        named |= {getattr(each, "parameter_name", None) for each in filters}
        own = {field.name for field in self.opts.concrete_fields if not field.is_relation}
        belonging = {field.name for field in self.opts.related_objects}
        if column not in named and column in own | belonging:
            return False
        return bool(super().lookup_allowed(lookup, value, request))

    def formfield_for_manytomany(
        self, db_field: Any, request: HttpRequest | None = None, **kwargs: Any
    ) -> forms.ModelMultipleChoiceField[Any] | None:
        """Multiple choices are checkboxes."""
        kwargs["widget"] = TickList()
        field: forms.ModelMultipleChoiceField[Any] | None = super().formfield_for_manytomany(
            db_field, request, **kwargs
        )
        return field

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """No menu beside the boxes: their rows have their own pages."""
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if db_field.many_to_many and field is not None:
            field.widget = getattr(field.widget, "widget", field.widget)
        return field

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> type[forms.ModelForm[Any]]:
        """The form of a row; for an existing row, one that detects stale values."""
        form: type[forms.ModelForm[Any]] = super().get_form(request, obj, change=change, **kwargs)
        return form if obj is None else type("UpToDateForm", (UpToDate, form), {})

    def changeform_view(self, *args: Any, **kwargs: Any) -> HttpResponse:
        """A stale form is answered as a conflict."""
        page: HttpResponse = super().changeform_view(*args, **kwargs)
        if isinstance(page, TemplateResponse) and page.context_data:
            shown = page.context_data.get("adminform")
            if getattr(getattr(shown, "form", None), "conflict", False):
                page.status_code = 409
        return page

    @method_decorator(require_safe)
    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: Any = None
    ) -> HttpResponse:
        """What the audit log has about a row, for everyone who may see the row."""
        row = self.row_shown(request, object_id)
        return self.answer(
            request, "admin/history.html", f"History: {row}", row=row,
            entries=[(entry, audit.differences(entry)) for entry in audit.about(row)[:LONGEST]],
            longest=LONGEST,
        )  # fmt: skip

    def remember(self, request: HttpRequest, row: models.Model) -> None:
        """Keep a row's values before it is saved, for the line in the audit log."""
        was = type(row)._default_manager.get(pk=row.pk)
        request.audit_before = audit.snapshot(was)  # type: ignore[attr-defined]  # read below

    def save_model(self, request: HttpRequest, obj: models.Model, form: Any, change: bool) -> None:
        """Save, and remember the row's previous values; its many-to-many fields come later."""
        if change:
            self.remember(request, obj)
        super().save_model(request, obj, form, change)

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """Django's own history, and the audit log."""
        audit.record(request, audit.ADDED, obj, after=audit.snapshot(obj))
        return super().log_addition(request, obj, message)

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """Django's own history, and the audit log with the differences."""
        obj.refresh_from_db()
        now = audit.snapshot(obj)
        before, after = audit.changes(getattr(request, "audit_before", now), now)
        audit.record(request, audit.CHANGED, obj, before=before, after=after)
        return super().log_change(request, obj, message)

    def log_deletions(self, request: HttpRequest, queryset: Iterable[Any]) -> Any:
        """Django's own history, and the audit log with the deleted values."""
        rows = list(queryset)
        for row in rows:
            audit.record(request, audit.DELETED, row, before=audit.snapshot(row))
        return super().log_deletions(request, rows)

    def row_shown(self, request: HttpRequest, object_id: Any) -> Any:
        """The row in an address. Raises Http404, or PermissionDenied if the user may not view
        it."""
        row = self.get_object(request, str(object_id))
        if row is None:
            raise Http404
        if not self.has_view_permission(request, row):
            raise PermissionDenied
        return row

    def answer(
        self, request: HttpRequest, template: str, title: str, status: int = 200, **values: Any
    ) -> TemplateResponse:
        """One of our own pages in the admin, with its own heading."""
        context = self.admin_site.each_context(request)
        context |= {"opts": self.opts, "title": title, "own_heading": True}
        path = template if "/" in template else f"{self.folder}/{template}"
        return TemplateResponse(request, path, context | values, status=status)

    def confirm(self, request: HttpRequest, asked: Confirmation, **values: Any) -> TemplateResponse:
        """The page before an action that cannot be undone. `error`: why it was just refused."""
        status = 422 if values.get("error") else 200
        return self.answer(
            request, "admin/confirm.html", asked.title, status, ask=asked,
            reason=request.POST.get("reason", ""), **values,
        )  # fmt: skip


class ReadOnly:
    """Shows rows; adds, changes and deletes none."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False


class ReadOnlyAdmin(ReadOnly, RoomAdmin):
    """Lists and shows rows to staff who may view them."""
