"""Lists of the administration that can be exported as files, with the current filters."""

from functools import partial
from typing import Any, ClassVar

from django.contrib.admin.options import IncorrectLookupParameters
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import (
    Http404,
    HttpRequest,
    HttpResponseBadRequest,
    HttpResponseBase,
    StreamingHttpResponse,
)
from django.urls import URLPattern, path
from django.views.decorators.http import require_GET

from accounts import audit
from accounts.adminbase import ReadOnlyAdmin
from accounts.spreadsheets import FORMS, Columns, in_pages, streamed

EXPORTED = "exported"


class ExportedAdmin(ReadOnlyAdmin):
    """A list that anyone who may view it can export; every export is in the audit log."""

    columns: ClassVar[Columns]
    file_name: ClassVar[str]
    """The file's name, without its extension."""
    list_before_template = "admin/parts/export.html"

    def get_urls(self) -> list[URLPattern]:
        """Adds the file, as CSV and as NDJSON."""
        view = self.admin_site.admin_view(require_GET(self.export))
        name = f"{self.opts.app_label}_{self.opts.model_name}_export"
        return [path("export.<str:form>", view, name=name), *super().get_urls()]

    def export(self, request: HttpRequest, form: str) -> HttpResponseBase:
        """The filtered rows. The header X-Rows says how many, for the progress bar of the page that
        fetches the file."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        if form not in FORMS:
            raise Http404
        try:
            rows = self.exported(request)
        except IncorrectLookupParameters:
            return HttpResponseBadRequest("The filters of this address cannot be read.")
        count, (writer, kind) = rows.count(), FORMS[form]
        name = f"{self.file_name}.{form}"
        audit.record(
            request, EXPORTED, after={"file": name, "rows": count, "filters": request.GET.dict()}
        )
        headers = {"Content-Disposition": f'attachment; filename="{name}"', "X-Rows": str(count)}
        made = partial(writer, self.columns, in_pages(rows))
        return StreamingHttpResponse(streamed(made), content_type=kind, headers=headers)

    def exported(self, request: HttpRequest) -> QuerySet[Any]:
        """What the file has lines for. Raises IncorrectLookupParameters."""
        return self.chosen(request)

    def chosen(self, request: HttpRequest) -> QuerySet[Any]:
        """The rows of the list. Raises IncorrectLookupParameters."""
        rows: QuerySet[Any] = self.get_changelist_instance(request).get_queryset(request)
        return rows
