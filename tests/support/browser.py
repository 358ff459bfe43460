"""The browser of the tests: the system's Chromium if it is or may be there, else Playwright's."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from time import monotonic

from playwright.sync_api import BrowserContext, Page, sync_playwright

PATIENCE = 20
"""Seconds that a page gets to show or say what it should: a busy machine may need some, and where
all goes well nobody waits for them."""

LISTEN = """
window.spoken = [];
document.addEventListener("DOMContentLoaded", () => {
  const polite = document.getElementById("polite");
  if (!polite) return;
  const listen = () => { if (polite.textContent) spoken.push(polite.textContent); };
  new MutationObserver(listen).observe(polite, { childList: true, subtree: true });
  listen();
});
"""
"""A script: keeps all that a page tells a screen reader. On the page the next words replace it."""

ADVICE = (
    "The browser tests need Chromium: install your system's `chromium` package, "
    "or run `.venv/bin/playwright install --with-deps chromium`."
)


PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser")
"""What the system's Chromium may be called. The first is the same browser without its windows, and
so costs less processor time."""


def system_chromium() -> str | None:
    """Path of the system's own Chromium, if there is one."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


def install() -> str | None:
    """Makes sure that there is a browser to test with.

    Returns None, or the sentence that says what to install when neither Debian's package manager
    nor Playwright's download brought one.
    """
    if system_chromium() or _playwrights_own().exists():
        return None
    if _may_use_apt():
        sudo = [] if os.geteuid() == 0 else ["sudo", "-n"]
        _try(*sudo, "apt-get", "update", "--quiet")
        for package in PROGRAMS[:2]:
            if not system_chromium():
                _try(*sudo, "apt-get", "install", "--yes", "--quiet", package)
    if not system_chromium():
        _try(sys.executable, "-m", "playwright", "install", "chromium")
    return None if system_chromium() or _playwrights_own().exists() else ADVICE


def sign_in(context: BrowserContext, url: str, session_key: str) -> None:
    """Gives a browser the session with this key, as if its user had signed in at `url`."""
    context.add_cookies([{"name": "sessionid", "value": session_key, "url": url}])


def wait_until(page: Page, condition: str) -> None:
    """Waits until an expression of JavaScript is true. Playwright's own waiting evaluates it in the
    page once it has to try again, and there the site's policy forbids that."""
    end = monotonic() + PATIENCE
    while not page.evaluate(f"Boolean({condition})"):
        assert monotonic() < end, condition
        page.wait_for_timeout(50)


def spoken(page: Page) -> list[str]:
    """All that a page has said to a screen reader since it was loaded."""
    return list(page.evaluate("spoken"))


def hear(page: Page, words: str | re.Pattern[str]) -> None:
    """Waits until a page has said certain words: not before those that it was last heard to say."""
    wanted = words if isinstance(words, re.Pattern) else re.compile(re.escape(words))
    since, end = int(page.evaluate("window.heard ?? 0")), monotonic() + PATIENCE
    while True:
        said = spoken(page)
        heard = [place for place, text in enumerate(said) if wanted.search(text)]
        if later := [place for place in heard if place >= since]:
            page.evaluate("place => { window.heard = place; }", later[0])
            return
        assert monotonic() < end, f"{wanted.pattern!r} is not in {said[since:]}"
        page.wait_for_timeout(50)


def _playwrights_own() -> Path:
    with sync_playwright() as playwright:
        return Path(playwright.chromium.executable_path)


def _may_use_apt() -> bool:
    if not shutil.which("apt-get"):
        return False
    return os.geteuid() == 0 or (bool(shutil.which("sudo")) and _try("sudo", "-n", "true"))


def _try(*command: str) -> bool:
    print("installing a browser:", *command, flush=True)
    return subprocess.run(command, check=False, stdin=subprocess.DEVNULL).returncode == 0
