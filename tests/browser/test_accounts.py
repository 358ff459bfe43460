"""Coming in by name, by passkey, and from a guest's seat; and the pages of an account."""

from playwright.sync_api import BrowserContext, Page, expect

from accounts.models import User
from tests.support.felt import check_page, open_table, seated
from tests.support.server import Server

PASSWORD = "three green chips"
BY_NAME = "localhost"
"""A passkey belongs to a site with a name, which an address is not."""


def sign_up(page: Page, button: str) -> None:
    page.get_by_label("Name").fill("Anna")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("The same password again").fill(PASSWORD)
    page.get_by_role("button", name=button).click()


def test_a_guest_keeps_seat_and_chips_with_one_form(
    context: BrowserContext, server: Server
) -> None:
    player = seated(context, server.url, open_table("big-50"), 2, by_press=True)
    page = player.page
    page.goto("/accounts/")
    check_page(page)
    page.get_by_role("link", name="Create an account").click()
    check_page(page)
    sign_up(page, "Create the account")
    expect(page.get_by_text("You are now Anna")).to_be_visible()
    page.goto(f"/tables/{player.table.pk}")
    expect(page.get_by_role("button", name="Ready")).to_be_visible()
    player.expect_balance(1_000_00)
    assert User.objects.get(username="Anna").pk == player.user.pk


def test_a_passkey_is_added_and_signs_in_alone(context: BrowserContext, server: Server) -> None:
    page = context.new_page()
    devices = context.new_cdp_session(page)
    devices.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    devices.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    site = server.url.replace("127.0.0.1", BY_NAME)
    page.goto(f"{site}/accounts/signup/")
    sign_up(page, "Create the account")
    page.goto(f"{site}/accounts/2fa/")
    check_page(page)
    page.get_by_role("link", name="Add a passkey").click()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()
    page.get_by_role("button", name="Add it").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    check_page(page)
    page.goto(f"{site}/accounts/logout/")
    page.get_by_role("button", name="Sign out").click()
    page.goto(f"{site}/accounts/login/")
    check_page(page, "main .btn--go")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url(f"{site}/")
    expect(page.get_by_role("link", name="Account")).to_be_visible()
