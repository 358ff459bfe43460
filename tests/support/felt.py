"""Players at a table in real browsers: sitting down, and what must hold of every page they see."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, Request, WebSocket, expect

from accounts import ledger
from accounts.guests import new_guest
from accounts.models import User
from games.engine.cards import DECK, code_of, name_of, parse_card
from games.engine.options import Options
from games.models import Chair, Pace, PaytableVersion, Table
from games.registry import GAMES
from games.tables import services, setup
from games.tables.locked_table import step_of
from tests.support.browser import sign_in
from tests.support.deals import Codes, seal_wanted

DESK, PHONE = (1440, 900), (375, 812)
SIZES = (DESK, PHONE)

AXE = Axe().axe_script
GRAVE = """
(but) => axe.run(but ? { exclude: but } : document, { resultTypes: ["violations"], preload: false })
  .then(({ violations }) => violations
    .filter((broken) => ["serious", "critical"].includes(broken.impact))
    .map((broken) => [broken.id, broken.nodes[0].html]))
"""
"""A function: what is gravely wrong with a page, but for what a selector finds. Nothing is loaded
for it: that would tell only of media that play by themselves, which is no grave fault to Axe."""

CSRF_TOKEN = "t" * 32


def open_table(game: str, *, options: Options | None = None, **fields: Any) -> Table:
    """Opens a table of a game, without a clock unless `fields` say otherwise."""
    if not PaytableVersion.objects.exists():
        setup.load_paytables(timezone.now())
    chosen = {"pace": Pace.UNTIMED, **fields}
    return setup.open_table(GAMES[game], "Alder", options=options, **chosen)


@dataclass
class Player:
    """Somebody with a seat, and the browser that looks at it."""

    user: User
    seat: int
    table: Table
    page: Page

    @property
    def cents(self) -> int:
        """What the books say this player has."""
        return ledger.balance_of(self.user)

    def spot(self, key: str) -> Any:
        """A betting spot on the felt."""
        return self.page.locator(f"#spot-{key}")

    def own_cards(self) -> list[str]:
        """The names of the player's own cards that lie open."""
        return named(self.page, "#mine .hand img")

    def bet(self, **units: int) -> None:
        """Puts chips on spots by click, in whole units, and waits until the page shows them."""
        for spot, amount in units.items():
            for chip in (100, 25, 5, 1):
                count, amount = divmod(amount, chip)
                if count:
                    self.page.locator(f"#chip-{chip}").click()
                for _ in range(count):
                    self.spot(spot).click()
        expect(self.page.locator("[data-total]")).to_have_text(f"{sum(units.values())}.00")

    def bet_for_sure(self, **units: int) -> None:
        """The same, and waits until the site has them."""
        self.bet(**units)
        wanted = {spot: 100 * amount for spot, amount in units.items()}
        while self.table.chairs.get(user=self.user).wagers != wanted:
            self.page.wait_for_timeout(50)

    def deal(self) -> None:
        """Says ready, and waits for the cards."""
        self.page.locator("#go").click()
        expect(self.page.locator("#pulse")).not_to_have_attribute("data-phase", "betting")

    def tab_to(self, name: str) -> None:
        """Moves the focus forward to an element, as the Tab key does."""
        for _ in range(60):
            if self.page.evaluate("document.activeElement.id") == name:
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not come to #{name}")

    def act(self, name: str) -> None:
        """Presses a button of the dock."""
        self.page.locator("#acts").get_by_role("button", name=name).click()

    def expect_state(self, state: str) -> None:
        """Waits until the page shows the table in this state and has the answer to what it posted:
        where the socket was quicker, the answer may exchange a button under the mouse."""
        expect(self.page.locator("#pulse")).to_have_attribute("data-phase", state)
        expect(self.page.locator(":is(form, #acts).htmx-request")).to_have_count(0)

    def expect_balance(self, cents: int) -> None:
        """The page and the books both say so many cents."""
        expect(self.page.locator("#purse")).to_have_attribute("data-cents", str(cents))
        assert self.cents == cents


def seated(
    context: BrowserContext, url: str, table: Table, seat: int, *, by_press: bool = False
) -> Player:
    """A new guest sits down, and looks at the table in this browser profile.

    by_press: on the felt's own button, instead of by the post that it sends, which is quicker.
    """
    user = new_guest(timezone.now())
    user.client_seed = f"seed of seat {seat}"  # so that a test's deals are the same in every run
    user.save(update_fields=["client_seed"])
    Table.objects.filter(pk=table.pk, solo=True).update(host=user)  # as when they press Play solo
    log_in(context, url, user)
    own = f"/tables/{table.pk}?seat={seat}"
    if not by_press:
        _post_seat(context, url, table, seat)
    page = context.new_page()
    if by_press:
        page.goto(f"/tables/{table.pk}")
        page.get_by_role("button", name=f"Sit down at seat {seat}").click()
        page.wait_for_url(f"**{own}")  # until then a reload would be crossed
    else:
        page.goto(own)
    expect(page.locator("#purse")).to_be_visible()
    return Player(user, seat, table, page)


def _post_seat(context: BrowserContext, url: str, table: Table, seat: int) -> None:
    """Sends what the button of a free seat sends. Through the site, so that all who look see it."""
    context.add_cookies([{"name": "csrftoken", "value": CSRF_TOKEN, "url": url}])
    answer = context.request.post(
        f"{url}/tables/{table.pk}/sit",
        form={"seat": seat, "csrfmiddlewaretoken": CSRF_TOKEN},
        max_redirects=0,
    )
    assert answer.status == 302, answer.text()


def all_showing(*everybody: Player) -> None:
    """Waits until every page shows the results, which stay then: a busy machine may take longer to
    look at them than a table leaves them open."""
    first, *others = everybody
    first.expect_state("showing")
    stop_clock(first.table)
    for player in others:
        player.expect_state("showing")


def stop_clock(table: Table) -> None:
    """What lies open at a table stays open until somebody acts."""
    Table.objects.filter(pk=table.pk).update(deadline=None)


@dataclass
class Companion:
    """Somebody with a seat and no page, who posts what a program does: all who look see it."""

    user: User
    table: Table
    context: BrowserContext
    url: str

    def bet(self, **cents: int) -> None:
        """Puts a layout on the felt, and says ready."""
        self._post("bets", wagers=cents, ready=True)

    def act(self, action: str, **more: Any) -> None:
        """Makes a decision."""
        self._post("act", action=action, **more)

    def state(self) -> dict[str, Any]:
        """The scene, as a program reads it."""
        answer = self.context.request.get(f"{self.url}/tables/{self.table.pk}/state")
        scene: dict[str, Any] = answer.json()
        return scene

    def time_is_up(self) -> None:
        """What the clock of the table runs down to is now, and somebody looks."""
        Table.objects.filter(pk=self.table.pk).update(deadline=timezone.now())
        assert self.context.request.get(f"{self.url}/tables/{self.table.pk}/state").ok

    def _post(self, door: str, **fields: Any) -> None:
        answer = self.context.request.post(
            f"{self.url}/tables/{self.table.pk}/{door}",
            data={"step": step_at(self.table, self.user), **fields},
            headers={"X-CSRFToken": CSRF_TOKEN},
        )
        assert answer.ok, answer.text()


def companion(context: BrowserContext, url: str, table: Table, seat: int) -> Companion:
    """A new guest sits down, and opens no page."""
    user = new_guest(timezone.now())
    log_in(context, url, user)
    _post_seat(context, url, table, seat)
    return Companion(user, table, context, url)


def neighbour(table: Table, seat: int) -> User:
    """Somebody who sits down without any page hearing of it until it looks by itself."""
    user = new_guest(timezone.now())
    services.sit(table.pk, user, seat, timezone.now())
    return user


def step_at(table: Table, user: User) -> str:
    """What the next request of a player who sits at a table must name."""
    chair = Chair.objects.select_related("table").get(table=table, user=user)
    return step_of(chair.table, chair)


def wager(table: Table, user: User, *, ready: bool = False, **cents: int) -> None:
    """Puts a layout on the felt for a player without a browser; no page hears of it."""
    step = step_at(table, user)
    services.place(table.pk, user, step, cents, ready=ready, now=timezone.now())


def log_in(context: BrowserContext, url: str, user: User) -> None:
    """Gives a browser profile a session of this user."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    assert session.session_key is not None
    sign_in(context, url, session.session_key)


def players(table: Table) -> dict[int, User]:
    """Who sits at a table, by seat."""
    chairs = Chair.objects.filter(table=table, user__isnull=False).select_related("user")
    return {chair.seat: chair.user for chair in chairs if chair.user is not None}


def sealed(table: Table, wanted: Callable[[Codes], bool], *, near: int = 1) -> Codes:
    """The deck of the round that is open at a table: the first of the tests that is `wanted`.

    To be called before anybody wagers; all who sit must wager then. near: see `seal_wanted`.
    """
    return seal_wanted(table.pk, players(table), wanted, near=near)


def named(page: Page, selector: str) -> list[str]:
    """The names of the cards whose pictures a selector finds."""
    alts = page.locator(selector).evaluate_all("images => images.map(image => image.alt)")
    return [re.sub(r", (red|black)$", "", alt).lower() for alt in alts]


def names(codes: Iterable[str]) -> list[str]:
    """Codes as the names that a page gives the cards."""
    return [name_of(parse_card(code)) for code in codes]


def check_page(page: Page, action: str = "", *, alike: str = "") -> None:
    """What holds of every page at a desk and on a phone: it is accessible, nothing scrolls
    sideways, and the action (a selector) is in the window. Leaves the window at desk size.

    alike: a selector of what a long page has at both sizes alike; it is read on the phone alone.
    """
    for width, height in (PHONE, DESK):
        page.set_viewport_size({"width": width, "height": height})
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE)
        but = alike if (width, height) == DESK else ""
        assert page.evaluate(GRAVE, but) == [], f"at {width} x {height}"
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if action:
            box = page.locator(action).first.bounding_box()
            assert box is not None
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= height


@dataclass
class Wire:
    """All that one page is sent of a table: the frames of its sockets and every answer's body."""

    page: Page
    sent: list[str] = field(default_factory=list)
    frames: int = 0

    def __post_init__(self) -> None:
        self.page.on("websocket", self._listen)
        self.page.on("requestfinished", self._read)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)

    def _hear(self, payload: str | bytes) -> None:
        self.frames += 1
        self.sent.append(str(payload))

    def wait_for_frame(self) -> None:
        """Returns once a socket has brought something, which may have been before."""
        while not self.frames:
            self.page.wait_for_timeout(50)

    def _read(self, request: Request) -> None:
        answer = request.response()
        if answer is None or 300 <= answer.status < 400:
            return
        if answer.headers.get("content-type", "").startswith(("text/html", "application/json")):
            self.sent.append(answer.text())

    def tells_of(self, codes: Iterable[str]) -> list[str]:
        """Which of these cards can be found in what was sent and in the page as it is now with all
        its attributes, by code, picture or name."""
        found = {code for text in [*self.sent, self.page.content()] for code in _mentioned(text)}
        return [code for code in codes if code in found]


_NAMES = {name_of(card): code_of(card) for card in DECK}
_MENTION = re.compile(
    rf"/([2-9TJQKA][SHDC])\.|[\"' ;]((?-i:[2-9TJQKA][SHDCshdc]))(?=[\"' &])|({'|'.join(_NAMES)})",
    re.IGNORECASE,
)


def _mentioned(text: str) -> Iterator[str]:
    """The codes of the cards that a text has as pictures (``/JH.``), in quotes, or by name."""
    for picture, quoted, name in _MENTION.findall(text):
        code = picture or quoted
        yield code[0].upper() + code[1].lower() if code else _NAMES[name.lower()]


Browsers = Callable[..., BrowserContext]
"""The fixture `new_context`."""
