"""Approval letters: PDFs, checked, stored with the version they approve, never changed.

A letter covers the version it is attached to and no other.
"""

import hashlib
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import PurePath

from django.db import transaction

from accounts import audit
from accounts.models import User
from accounts.staff import By, acting
from games.models import ApprovalLetter, PaytableVersion
from games.tables.refusals import Refused

APPROVE = "games.approve_paytableversion"

LARGEST = 480 * 1024
"""The most bytes of a letter: what the server accepts in one request, minus the form around it."""

EARLIEST = date(1990, 1, 1)
"""The earliest date of an approval of a printed paytable: none of these games is older."""

_TRAILER = 1024
"""How many of its last bytes must contain a PDF's end mark (ISO 32000-1, annex H, note 18)."""


@dataclass(frozen=True)
class Letter:
    """An uploaded PDF."""

    name: str
    content: bytes


def read_letter(name: str, content: bytes) -> Letter:
    """Read an uploaded file as a letter. Raises Refused if it is not a PDF, is cut off or too
    large."""
    if len(content) > LARGEST:
        raise Refused(
            f"The letter is larger than {LARGEST // 1024} KB. Scan it again, in black and white."
        )
    if not content.startswith(b"%PDF-"):
        raise Refused("The letter is not a PDF.")
    if b"%%EOF" not in content[-_TRAILER:]:
        raise Refused("The letter is cut off: it has no end. Export or scan it again.")
    plain = "".join(letter for letter in PurePath(name).name if letter.isprintable())
    return Letter(plain[-120:] or "letter.pdf", content)


def check_approval(
    version: PaytableVersion, reference: str, dated: date | None, now: datetime
) -> tuple[str, date]:
    """The reference and date of an approval. Raises Refused without a reference, or with a date on
    which these lines cannot have been approved: before they were written, or after today."""
    if not reference.strip():
        raise Refused("Give the reference of the approval, for example the letter's number.")
    first = version.drafted.date() if version.drafted else EARLIEST
    if dated is None or not first <= dated <= now.date():
        raise Refused(
            f"Give the date of the approval: from {first}, when these lines were written, to "
            f"{now.date()}."
            if version.drafted
            else f"Give the date of the approval: from {first} to {now.date()}."
        )
    return reference.strip()[:120], dated


def attach(
    by: By, version_id: int, letter: Letter, reference: str, dated: date | None, now: datetime
) -> ApprovalLetter:
    """Attach a letter to a version, including one loaded from its maker's printed paytable."""
    user = acting(by, APPROVE)
    assert isinstance(user, User)
    with transaction.atomic():
        version = PaytableVersion.objects.get(pk=version_id)
        words, day = check_approval(version, reference, dated, now)
        digest = hashlib.sha256(letter.content).hexdigest()
        if version.letters.filter(digest=digest).exists():
            raise Refused("This letter is attached already.")
        kept = ApprovalLetter.objects.create(
            version=version, reference=words, dated=day, name=letter.name, digest=digest,
            size=len(letter.content), content=letter.content, by=user, at=now,
        )  # fmt: skip
        after = {"reference": words, "dated": str(day), "name": letter.name, "sha256": digest}
        audit.record(by, "attached a letter", version, after=after)
    return kept
