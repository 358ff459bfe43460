"""The administration works under the same policy as every page: nothing inline, no eval."""

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from tests.support.server import Server


@pytest.fixture
def administrator(server: Server) -> User:
    return User.objects.create_superuser("boss", password="three green chips")


def test_an_administrator_signs_in_and_adds_a_user(page: Page, administrator: User) -> None:
    page.goto("/admin/")
    page.get_by_label("Username").fill("boss")
    page.get_by_label("Password").fill("three green chips")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("heading", name="Site administration")).to_be_visible()
    page.get_by_role("link", name="Groups").click()
    page.get_by_role("link", name="Add group").click()
    page.get_by_label("Name:").fill("Dealers")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("was added successfully")).to_be_visible()
