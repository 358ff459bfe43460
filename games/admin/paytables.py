"""Paytables in the admin: drafts, which makers edit, and versions, which nobody changes.

Every act goes through `drafts` and `workflow` of `games.backoffice.paytables`; these pages only
ask.
"""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.views.decorators.http import require_POST

from accounts.adminbase import READING, ReadOnlyAdmin, RoomAdmin
from accounts.spreadsheets import MARK
from games.admin.paytable_pages import draft_values, heading, version_values
from games.backoffice.paytables import drafts, workflow
from games.backoffice.paytables.drafts import Conflict, Edit, given_of
from games.backoffice.paytables.files import BadImport, as_csv, as_toml, read
from games.models import PaytableDraft, PaytableVersion
from games.tables.refusals import Refused

FOLDER = "admin/paytables"


def _page_of(row: PaytableDraft | PaytableVersion) -> str:
    return reverse(f"admin:games_{row._meta.model_name}_change", args=[row.pk])


def _exported(row: PaytableDraft | PaytableVersion, kind: str) -> HttpResponse:
    lines = [(line, text or "lose") for line, text in row.lines]
    if kind == "csv":
        text = MARK + as_csv(game=row.game, spot=row.spot, code=row.code, lines=lines)
    else:
        text = as_toml(
            game=row.game,
            spot=row.spot,
            code=row.code,
            lines=lines,
            title=row.title,
            source=row.source,
            printed=row.printed,
        )
    name = f"{row.game}.{row.spot}.{row.code}.{kind}"
    mime = "text/csv" if kind == "csv" else "application/toml"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type=f"{mime}; charset=utf-8", headers=headers)


class PaytablePages(RoomAdmin):
    """What the pages of drafts and of versions have in common."""

    folder = FOLDER

    def export(self, request: HttpRequest, object_id: int, kind: str) -> HttpResponse:
        """A paytable as a file."""
        return _exported(self.row_shown(request, object_id), kind)

    def _urls(self, *more: tuple[str, str, Callable[..., HttpResponse]]) -> list[URLPattern]:
        own = [
            *((f"<int:object_id>/export.{kind}", kind, partial(self.export, kind=kind))
              for kind in ("toml", "csv")),
            *more,
        ]  # fmt: skip
        name = f"games_{self.opts.model_name}"
        return [
            path(route, self.admin_site.admin_view(view), name=f"{name}_{key}")
            for route, key, view in own
        ]


@admin.register(PaytableDraft)
class PaytableDraftAdmin(PaytablePages):
    """Paytables that are being written."""

    help_sentence = (
        "Paytables that are being written. A maker edits the lines and submits them; from then on "
        "nobody can change them, and somebody else approves."
    )
    list_display = ("game", "spot", "code", "revision", "edited_by", "edited")
    list_filter = ("game", "spot")
    search_fields = ("code", "title")

    def get_urls(self) -> list[URLPattern]:
        """The figures of what is typed, and files."""
        figures = ("<int:object_id>/figures", "figures", require_POST(self.figures))
        return [*self._urls(figures), *super().get_urls()]

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Begin a draft with the lines of a version, or with a file."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        versions = PaytableVersion.objects.exclude(status=PaytableVersion.Status.SUBMITTED)
        values: dict[str, Any] = {
            "versions": versions.order_by("game", "spot", "code", "-number"),
            "begin": request.GET.get("from", ""),
            "text": _handed_in(request),
            "faults": [],
        }
        if request.method == "POST" and request.POST.get("act") == "copy":
            version = versions.filter(pk=_number(request.POST.get("version"))).first()
            if version is not None:
                return self._begun(request, given_of(version))
            values["faults"] = ["Choose the version to begin with."]
        elif request.method == "POST":
            try:
                given = read(values["text"])
            except BadImport as error:
                values["faults"] = error.faults
            else:
                if request.POST.get("act") == "create":
                    return self._begun(request, given)
                values |= {"given": given, "lines": given.lines.items()}
        status = 422 if values["faults"] else 200
        return self.answer(request, "begin.html", "New draft", status, **values)

    def _begun(self, request: HttpRequest, given: Any) -> HttpResponse:
        draft = drafts.start(request, given, timezone.now())
        return redirect(_page_of(draft))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """The lines of a draft, with their figures beside them."""
        draft = self.get_object(request, object_id)
        if draft is None:
            messages.warning(request, drafts.GONE)
            return redirect("admin:games_paytabledraft_changelist")
        if not self.has_view_permission(request, draft):
            raise PermissionDenied
        if request.method == "POST":
            return self._saved(request, draft)
        return self._draft_page(request, draft, dict(draft.lines))

    def _saved(self, request: HttpRequest, draft: PaytableDraft) -> HttpResponse:
        """Save, and submit when that was pressed; what is refused comes back as it was typed."""
        edit = _edit_in(request, draft)
        revision = _number(request.POST.get("revision"))
        try:
            draft = drafts.save(request, draft.pk, revision, edit, timezone.now())
            if request.POST.get("act") == "submit":
                reason = request.POST.get("reason", "")
                version = workflow.submit(request, draft.pk, draft.revision, reason, timezone.now())
                messages.success(request, f"{version} is submitted. Somebody else approves it.")
                return redirect(_page_of(version))
        except Conflict as error:
            return self._draft_page(
                request, error.draft, edit.lines, edit=edit, problem=str(error), status=409,
                theirs=dict(error.draft.lines),
            )  # fmt: skip
        except Refused as error:
            return self._draft_page(
                request, draft, edit.lines, edit=edit, problem=str(error), status=422
            )
        messages.success(request, f"Revision {draft.revision} is saved.")
        return redirect(_page_of(draft))

    def _draft_page(
        self,
        request: HttpRequest,
        draft: PaytableDraft,
        lines: Any,
        *,
        edit: Edit | None = None,
        status: int = 200,
        **values: Any,
    ) -> HttpResponse:
        shown = edit or Edit(draft.code, draft.title, draft.source, lines)
        return self.answer(
            request,
            "draft.html",
            f"Draft of {draft.code}",
            status,
            draft=draft,
            edit=shown,
            reason=request.POST.get("reason", ""),
            may_edit=self.has_change_permission(request, draft),
            may_delete=self.has_delete_permission(request, draft),
            **heading(draft),
            **draft_values(draft, lines, timezone.now()),
            **values,
        )

    def figures(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """The figures of the lines as they stand in a form, which saves nothing."""
        draft = self.row_shown(request, object_id)
        lines = _edit_in(request, draft).lines
        asked = request.POST.get("asked", "")
        values = draft_values(draft, lines, timezone.now(), asked=asked)
        return TemplateResponse(
            request, f"{FOLDER}/figures.html", {**values, "draft": draft, "live": True}
        )


@admin.register(PaytableVersion)
class PaytableVersionAdmin(ReadOnlyAdmin, PaytablePages):
    """Every version of every paytable, with its status."""

    help_sentence = (
        "Every version of every paytable. A version is never changed: whoever wants other lines "
        "drafts a new one."
    )
    list_display = ("game", "spot", "code", "number", "status", "title")
    list_filter = ("game", "status", "spot")
    search_fields = ("code", "title", "digest")

    def get_urls(self) -> list[URLPattern]:
        """The steps of a version, and files."""
        act = ("<int:object_id>/act", "act", require_POST(self.act))
        return [*self._urls(act), *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """A version: its lines and figures, the steps it took and those that it may take next."""
        version = self.row_shown(request, object_id)
        if request.method not in READING:
            raise PermissionDenied
        own = request.user.pk in workflow.makers_of(version)
        return self.answer(
            request,
            "version.html",
            f"{version.code}, version {version.number}",
            version=version,
            own=own,
            may_draft=request.user.has_perm(drafts.ADD),
            may_approve=request.user.has_perm(workflow.APPROVE) and not own,
            may_activate=request.user.has_perm(workflow.ACTIVATE),
            today=timezone.now().date().isoformat(),
            steps=version.steps.select_related("by"),
            **heading(version),
            **version_values(version, timezone.now()),
        )

    def act(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Take a version one step on."""
        version = self.row_shown(request, object_id)
        post, now = request.POST, timezone.now()
        page = _page_of(version)
        try:
            match post.get("act"):
                case "approve":
                    when = _date(post.get("approved_on", ""))
                    reference = post.get("reference", "")
                    workflow.approve(request, version.pk, reference, when, now)
                    done = "It is approved; it pays when it is activated."
                case "reject":
                    reason = post.get("reason", "")
                    draft = workflow.reject(request, version.pk, reason, now)
                    done = f"It is rejected; its lines are in {draft} again."
                case "activate":
                    workflow.activate(request, version.pk, now)
                    done = "It is active: tables pay by it from their next round on."
                case "retire":
                    workflow.retire(request, version.pk, post.get("reason", ""), now)
                    done = "It is retired."
                case other:
                    raise Refused(
                        f"There is no step {other!r}; the steps are approve, reject, activate and "
                        "retire."
                    )
        except Refused as error:
            messages.error(request, str(error))
        else:
            messages.success(request, done)
        return redirect(page)


def _edit_in(request: HttpRequest, draft: PaytableDraft) -> Edit:
    """What the form of a draft has, for the lines that the draft has."""
    post = request.POST
    return Edit(
        code=post.get("code", draft.code).strip(),
        title=post.get("title", draft.title),
        source=post.get("source", draft.source),
        lines={line: post.get(f"line.{line}", text).strip()[:40] for line, text in draft.lines},
    )


def _handed_in(request: HttpRequest) -> str:
    """The text of an import: the file when there is one, else what was pasted. A file that is no
    text comes as one that no reader takes."""
    file = request.FILES.get("file")
    if file is None:
        return str(request.POST.get("text", ""))
    text = file.read(256 * 1024)
    marked = text.startswith((BOM_UTF16_LE, BOM_UTF16_BE))  # as spreadsheets save "Unicode text"
    return str(text, "utf-16" if marked else "utf-8", "replace")


def _number(text: Any) -> int:
    return int(text) if str(text).isdecimal() and len(str(text)) < 10 else 0


def _date(text: str) -> date | None:
    try:
        return parse_date(text)
    except ValueError:
        return None
