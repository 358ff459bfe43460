"""Paytables in the admin: drafts, which makers edit, and versions, which never change.

Every action goes through `drafts` and `workflow` of `games.backoffice.paytables`; these pages only
ask.
"""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import partial
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.text import slugify
from django.views.decorators.http import require_POST, require_safe

from accounts.adminbase import READING, ReadOnlyAdmin, RoomAdmin
from accounts.spreadsheets import as_csv
from games.admin.columns import WagerColumn
from games.admin.filters import GameFilter, WagerFilter
from games.admin.paytable_pages import draft_values, heading, version_values
from games.backoffice.paytables import drafts, workflow
from games.backoffice.paytables.drafts import Conflict, Edit, given_of
from games.backoffice.paytables.files import COLUMNS, BadImport, as_toml, read
from games.backoffice.paytables.letters import (
    APPROVE,
    EARLIEST,
    LARGEST,
    Letter,
    attach,
    read_letter,
)
from games.backoffice.paytables.standing import known_of
from games.models import PaytableDraft, PaytableVersion, PlannedActivation
from games.tables.refusals import Refused
from games.templatetags.odds import minus

FOLDER = "admin/paytables"


def _page_of(row: PaytableDraft | PaytableVersion) -> str:
    return reverse(f"admin:games_{row._meta.model_name}_change", args=[row.pk])


def _exported(row: PaytableDraft | PaytableVersion, kind: str) -> HttpResponse:
    lines = [(line, text or "lose") for line, text in row.lines]
    if kind == "csv":
        text = "".join(as_csv(COLUMNS, [[(row, *line) for line in lines]]))
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
            *((f"<int:object_id>/export.{kind}", kind,
               require_safe(partial(self.export, kind=kind)))
              for kind in ("toml", "csv")),
            *more,
        ]  # fmt: skip
        name = f"games_{self.opts.model_name}"
        return [
            path(route, self.admin_site.admin_view(view), name=f"{name}_{key}")
            for route, key, view in own
        ]


@admin.register(PaytableDraft)
class PaytableDraftAdmin(WagerColumn, PaytablePages):
    """Paytables that are being written."""

    help_sentence = (
        "Paytables that are being written. A maker edits the lines and submits them; from then on "
        "nobody can change them, and somebody else approves."
    )
    list_display = ("wager", "code", "revision", "edited_by", "edited")
    list_filter = (GameFilter, WagerFilter)
    search_fields = ("code", "title")

    def get_urls(self) -> list[URLPattern]:
        """Adds the figures of typed lines, and files."""
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
        """Save, and submit if that was pressed; if refused, the form comes back as typed."""
        edit = _edit_in(request, draft)
        revision = _number(request.POST.get("revision"))
        try:
            draft = drafts.save(request, draft.pk, revision, edit, timezone.now())
            edit = replace(edit, source=draft.source)  # others need another report
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
        """The figures of the lines in a form, without saving."""
        draft = self.row_shown(request, object_id)
        lines = _edit_in(request, draft).lines
        asked = request.POST.get("asked", "")
        values = draft_values(draft, lines, timezone.now(), asked=asked)
        return TemplateResponse(
            request, f"{FOLDER}/figures.html", {**values, "draft": draft, "live": True}
        )


@admin.register(PaytableVersion)
class PaytableVersionAdmin(WagerColumn, ReadOnlyAdmin, PaytablePages):
    """Every version of every paytable, with its status."""

    help_sentence = (
        "Every version of every paytable. A version is never changed: for other lines, draft a new "
        "one."
    )
    list_display = ("wager", "paytable", "status", "edge", "reference", "since", "on_tables")
    list_filter = (GameFilter, "status", WagerFilter)
    search_fields = ("code", "title", "digest")

    def get_urls(self) -> list[URLPattern]:
        """Adds the steps of a version, and files."""
        act = ("<int:object_id>/act", "act", require_POST(self.act))
        letter = (
            "<int:object_id>/letters/<int:letter_id>.pdf",
            "letter",
            require_safe(self.letter),
        )
        return [*self._urls(act, letter), *super().get_urls()]

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """The list, with what is known about each version on the page."""
        listed = super().get_changelist_instance(request)
        known = known_of(listed.result_list)
        for version in listed.result_list:
            version.known = known[version.pk]
        return listed

    @admin.display(description="Paytable", ordering="code")
    def paytable(self, version: PaytableVersion) -> str:
        """Code and number."""
        return f"{version.code}, version {version.number}"

    @admin.display(description="Edge")
    def edge(self, version: Any) -> str:
        """The exact edge, if it has been computed."""
        edge = version.known.edge
        return "–" if edge is None else minus(f"{edge:.4f}\N{NO-BREAK SPACE}%")

    @admin.display(description="Approval")
    def reference(self, version: Any) -> str:
        """The reference of its approval."""
        return str(version.known.reference)

    @admin.display(description="In force since")
    def since(self, version: Any) -> str:
        """The day (UTC) on which it began to pay, or will."""
        since, planned = version.known.since, version.known.planned
        if planned:
            return f"planned for {planned:%Y-%m-%d}"
        return f"{since:%Y-%m-%d}" if since else "–"

    @admin.display(description="Tables")
    def on_tables(self, version: Any) -> str:
        """The open tables that pay by it."""
        return str(version.known.tables)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """A version: its lines and figures, the steps it has taken and the possible next ones."""
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
            may_approve=request.user.has_perm(APPROVE) and not own,
            may_activate=request.user.has_perm(workflow.ACTIVATE),
            first=(version.drafted.date() if version.drafted else EARLIEST).isoformat(),
            today=timezone.now().date().isoformat(),
            steps=version.steps.select_related("by"),
            letters=version.letters.defer("content").select_related("by"),
            plan=PlannedActivation.objects.filter(version=version).first(),
            whole=version.is_whole,
            **heading(version),
            **version_values(version, timezone.now()),
        )

    def act(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Take a version one step further."""
        version = self.row_shown(request, object_id)
        post, now = request.POST, timezone.now()
        page = _page_of(version)
        try:
            done = self._done(request, version, post.get("act", ""), now)
        except Refused as error:
            messages.error(request, str(error))
        else:
            messages.success(request, done)
        return redirect(page)

    def _done(self, request: HttpRequest, version: PaytableVersion, act: str, now: datetime) -> str:
        """Take the step, and return its result in words. Raises Refused."""
        post, pk = request.POST, version.pk
        reason, reference = post.get("reason", ""), post.get("reference", "")
        match act:
            case "approve":
                when, letter = _date(post.get("approved_on", "")), _letter(request)
                workflow.approve(request, pk, reference, when, now, letter=letter)
                return "It is approved; it pays when it is activated."
            case "attach":
                letter = _letter(request)
                if letter is None:
                    raise Refused("Choose the PDF of the letter.")
                attach(request, pk, letter, reference, _date(post.get("approved_on", "")), now)
                return "The letter is attached."
            case "reject":
                draft = workflow.reject(request, pk, reason, now)
                return f"It is rejected; its lines are in {draft} again."
            case "plan":
                planned = workflow.plan(request, pk, _moment(post.get("due", "")), now)
                return f"It becomes active on {planned.due:%Y-%m-%d at %H:%M} UTC."
            case "unplan":
                workflow.unplan(request, pk, now)
                return "The planned activation is taken back."
            case "activate":
                workflow.activate(request, pk, now)
                return "It is active: tables pay by it from their next round on."
            case "retire":
                workflow.retire(request, pk, reason, now)
                return "It is retired."
        raise Refused(
            f"There is no step {act!r}; the steps are approve, attach, reject, plan, unplan, "
            "activate and retire."
        )

    def letter(self, request: HttpRequest, object_id: int, letter_id: int) -> HttpResponse:
        """A letter as a download: a browser must not open an uploaded file on this site."""
        version = self.row_shown(request, object_id)
        letter = version.letters.filter(pk=letter_id).first()
        if letter is None:
            raise Http404
        name = slugify(f"{version.code} {version.number} {letter.reference}")
        headers = {"Content-Disposition": f'attachment; filename="{name}.pdf"'}
        return HttpResponse(letter.content, content_type="application/pdf", headers=headers)


def _edit_in(request: HttpRequest, draft: PaytableDraft) -> Edit:
    """The contents of a draft's form, for the draft's own lines."""
    post = request.POST
    return Edit(
        code=post.get("code", draft.code).strip(),
        title=post.get("title", draft.title),
        source=post.get("source", draft.source),
        lines={line: post.get(f"line.{line}", text).strip()[:40] for line, text in draft.lines},
    )


def _handed_in(request: HttpRequest) -> str:
    """The text of an import: the file if there is one, else what was pasted. A file that is not
    text becomes a text that no reader accepts."""
    file = request.FILES.get("file")
    if file is None:
        return str(request.POST.get("text", ""))
    text = file.read(256 * 1024)
    marked = text.startswith((BOM_UTF16_LE, BOM_UTF16_BE))  # as spreadsheets save "Unicode text"
    return str(text, "utf-16" if marked else "utf-8", "replace")


def _number(text: Any) -> int:
    return int(text) if str(text).isdecimal() and len(str(text)) < 10 else 0


def _letter(request: HttpRequest) -> Letter | None:
    """The uploaded letter, None without one. Raises Refused for a file that is not a letter."""
    file = request.FILES.get("letter")
    if file is None:
        return None
    return read_letter(file.name or "", file.read(LARGEST + 1))


def _moment(text: str) -> datetime | None:
    """A date and time from a form, as UTC."""
    try:
        moment = parse_datetime(text)
    except ValueError:
        return None
    return moment and (moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment)


def _date(text: str) -> date | None:
    try:
        return parse_date(text)
    except ValueError:
        return None
