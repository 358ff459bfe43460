"""The staff's own pages for what is not theirs and what is not there, and times with their zone."""

import pytest
from django.test import Client

from tests.accounts.people import member as player_named
from tests.accounts.people import words
from tests.admin.drafts import staff
from tests.support.clients import client_of

pytestmark = pytest.mark.django_db


@pytest.mark.report("404 and 403 inside the administration")
@pytest.mark.parametrize(
    ("path", "status", "title"),
    [
        ("/admin/games/table/", 403, "This is not part of your role"),
        ("/admin/games/paytabledraft/999/export.csv", 404, "There is nothing here"),
        ("/admin/nowhere/", 404, "There is nothing here"),
    ],
)
def test_404_and_403_inside_the_administration_are_the_staffs(
    path: str, status: int, title: str
) -> None:
    """The players' page sent people of the staff to the lobby."""
    answer = client_of(staff("maker")).get(path)
    assert answer.status_code == status
    page = words(answer)
    assert title in page
    assert "Cardroom administration" in page
    assert "To the lobby" not in page


def test_others_learn_nothing_of_the_administration() -> None:
    anna = Client()
    anna.force_login(player_named())
    for path in ("/admin/nowhere/", "/admin/login/"):
        assert "Cardroom administration" not in words(anna.get(path))
    assert "To the lobby" in words(client_of(staff("maker")).get("/nowhere"))
