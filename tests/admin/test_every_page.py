"""What holds on every page of the administration: moments have their zone, refusals are the staff's
own."""

import re
from typing import Any
from uuid import UUID

import pytest
from django.urls import reverse

from tests.admin.access import fill, patterns
from tests.admin.staff import member
from tests.admin.test_access import one_of_each
from tests.support.clients import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(120)]

MOMENT = re.compile(r"\b\d{1,2}:\d{2}(?::\d{2})?\b|\b(?:a\.m\.|p\.m\.|noon|midnight)")
"""A time of day."""
ZONED = re.compile(r"\d{1,2}:\d{2}(?::\d{2})?\s+UTC\b")
TAG = re.compile(r"<[^>]*>")
HIDDEN = re.compile(r"<(script|style|svg|option|time)\b.*?</\1>", re.DOTALL)
"""What nobody reads, and moments that say their zone themselves."""


def test_every_moment_has_its_zone() -> None:
    rows = one_of_each()
    boss = client_of(member("superuser"))
    counted, bare = 0, []
    for name, _, takes in patterns():
        answer = boss.get(reverse(f"admin:{name}", kwargs=fill(name, takes, rows)))
        if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
            continue
        text = " ".join(TAG.sub(" ", HIDDEN.sub(" ", answer.content.decode())).split())
        counted += len(ZONED.findall(text))
        left = ZONED.sub("", text)
        bare += [(name, left[max(0, m.start() - 40) : m.end() + 12]) for m in MOMENT.finditer(left)]
    assert counted > 20
    assert not bare, "\n".join(map(str, bare))


def test_every_refusal_is_a_page_of_the_administration() -> None:
    """Of who has no role, and of a row that is not there."""
    rows = one_of_each()
    nobody, boss = client_of(member("staff")), client_of(member("superuser"))
    refused = 0
    for name, _, takes in patterns():
        given = fill(name, takes, rows)
        gone = {key: GONE.get(key, value) for key, value in given.items()}
        tries = [(nobody, given), *([(boss, gone)] if gone != given else [])]
        for client, values in tries:
            answer = client.get(reverse(f"admin:{name}", kwargs=values))
            if answer.status_code in (403, 404):
                refused += 1
                page = answer.content.decode()
                assert "Cardroom administration" in page, (name, answer.status_code)
                assert "To the lobby" not in page, name
    assert refused > 100


GONE: dict[str, Any] = {
    "object_id": 10**6, "request_id": 10**6, "letter_id": 10**6, "alarm_id": 10**6,
    "round_id": UUID(int=7),
}  # fmt: skip
