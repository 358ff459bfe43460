"""The history in a browser: it goes on by itself, proves a deal, and fits every window."""

import json
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, Route, expect

from accounts.guests import new_guest
from accounts.models import User
from games.history.listing import PAGE
from games.models import Round, RoundSeat
from games.tables import services
from tests.support.browser import hear
from tests.support.felt import check_page, log_in, open_table, step_at, wager
from tests.support.server import Server


@pytest.fixture
def user(server: Server) -> User:
    """Somebody who has played one round of Big 50 alone."""
    user, table = new_guest(timezone.now()), open_table("big-50", solo=True)
    services.sit(table.pk, user, 1, timezone.now())
    wager(table, user, range=5_00, poker_hand=1_00, ready=True)
    services.act(table.pk, user, step_at(table, user), {"action": "reveal"}, timezone.now())
    return user


@pytest.fixture
def signed_in(context: BrowserContext, server: Server, user: User) -> Page:
    log_in(context, server.url, user)
    return context.new_page()


def copies(part: RoundSeat, count: int) -> None:
    """More rounds like one that was played, each a minute older: their rows."""
    for number in range(1, count + 1):
        ended = part.round.opened - timedelta(minutes=number)
        round = Round.objects.get(pk=part.round_id)
        round.pk, round.number = uuid4(), 1000 + number
        round.opened = round.dealt = round.ended = ended
        round.save(force_insert=True)
        row = RoundSeat.objects.get(pk=part.pk)
        row.pk, row.round, row.ended = None, round, ended
        row.save(force_insert=True)


def test_older_rounds_come_when_they_are_scrolled_to(signed_in: Page, user: User) -> None:
    copies(RoundSeat.objects.get(user=user), 2 * PAGE)
    signed_in.goto("/history/")
    rows = signed_in.locator(".rounds time")
    expect(rows).to_have_count(PAGE)
    check_page(signed_in)  # scrolls nothing
    signed_in.get_by_role("link", name="Older rounds").scroll_into_view_if_needed()
    expect(rows).to_have_count(2 * PAGE)
    signed_in.get_by_role("link", name="Older rounds").scroll_into_view_if_needed()
    expect(rows).to_have_count(2 * PAGE + 1)
    expect(signed_in.get_by_role("link", name="Older rounds")).to_have_count(0)
    links = signed_in.locator(".rounds a").evaluate_all("all => all.map(one => one.href)")
    assert len(set(links)) == 2 * PAGE + 1


@pytest.mark.report("open the history in another time zone")
def test_times_are_the_readers_own_and_utc_on_hover(
    new_context: Callable[..., BrowserContext], server: Server, user: User
) -> None:
    context = new_context(timezone_id="Asia/Tokyo")
    log_in(context, server.url, user)
    page = context.new_page()
    page.goto("/history/")
    ended = RoundSeat.objects.get(user=user).ended
    assert ended is not None
    there = ended.astimezone(ZoneInfo("Asia/Tokyo"))
    time = page.locator(".rounds time")
    expect(time).to_have_text(f"{there:%H:%M}")
    expect(time).to_have_attribute("title", f"{ended:%-d %B %Y, %H:%M:%S} UTC")
    expect(page.locator(".filters")).to_contain_text("Times and days are in GMT+9")
    page.reload()  # the server knows the zone by now
    expect(page.locator(".day h3")).to_contain_text(f"{there:%-d %B}")


Change = Callable[[dict[str, Any]], None]
CHANGES: dict[str, Change] = {
    "The server seed is not the one that was sealed.": lambda r: r.update(server_seed="0" * 64),
    "These are not the cards that the seeds give.": lambda r: r.update(client_seeds={"1": "x"}),
    "The server seed is not revealed.": lambda r: r.update(server_seed=None),
}
"""What is done to a record on its way, and what the browser says of it."""


def altered(change: Change, route: Route) -> None:
    """Answers with the record, changed."""
    record = route.fetch().json()
    change(record)
    route.fulfill(json=record)


def test_a_deal_is_verified_in_the_browser_and_an_altered_record_is_not(
    signed_in: Page, user: User
) -> None:
    page, part = signed_in, RoundSeat.objects.get(user=user)
    page.goto(f"/history/{part.round_id}")
    button, said = page.get_by_role("button", name="Check in this browser"), page.locator(".said")
    button.click()
    expect(said).to_have_text("✓ Verified. The seal holds, and the seeds give these cards.")
    hear(page, "Verified.")
    check_page(page)
    for sentence, change in CHANGES.items():
        page.route("**/*.json", partial(altered, change))
        button.click()
        expect(said).to_have_text(f"✕ Failed. {sentence}")
        hear(page, f"Failed. {sentence}")
        page.unroute("**/*.json")


def test_a_round_is_shared_and_verified_by_somebody_without_an_account(
    signed_in: Page, user: User, new_context: Callable[..., BrowserContext]
) -> None:
    part = RoundSeat.objects.get(user=user)
    signed_in.goto(f"/history/{part.round_id}")
    signed_in.get_by_role("button", name="Make a link").click()
    link = signed_in.get_by_role("textbox", name="Link").input_value()
    page = new_context().new_page()
    page.goto(link)
    page.get_by_role("button", name="Check in this browser").click()
    expect(page.locator(".said")).to_contain_text("✓ Verified.")
    check_page(page)
    proof = json.loads(page.request.get(f"{link}.json").text())
    assert proof["client_seeds"] == {"1": user.client_seed}
    signed_in.get_by_role("button", name="Revoke the link").click()
    expect(signed_in.get_by_role("button", name="Make a link")).to_be_visible()
    answer = page.reload()
    assert answer is not None
    assert answer.status == 404


def test_a_seed_is_set_on_an_accessible_page(signed_in: Page, user: User) -> None:
    signed_in.goto("/fairness")
    check_page(signed_in)
    signed_in.get_by_role("textbox", name="Your seed").fill("my lucky seed")
    signed_in.get_by_role("button", name="Set my seed").click()
    expect(signed_in.get_by_text("Your seed is set.")).to_be_visible()
    assert User.objects.get(pk=user.pk).client_seed == "my lucky seed"
