"""The browser of the tests: the system's Chromium if it is or may be there, else Playwright's."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import BrowserContext, sync_playwright

ADVICE = (
    "The browser tests need Chromium: install your system's `chromium` package, "
    "or run `.venv/bin/playwright install --with-deps chromium`."
)


def system_chromium() -> str | None:
    """Path of the system's own Chromium, if there is one."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


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
        _try(*sudo, "apt-get", "install", "--yes", "--quiet", "chromium")
    if not system_chromium():
        _try(sys.executable, "-m", "playwright", "install", "chromium")
    return None if system_chromium() or _playwrights_own().exists() else ADVICE


def sign_in(context: BrowserContext, url: str, session_key: str) -> None:
    """Gives a browser the session with this key, as if its user had signed in at `url`."""
    context.add_cookies([{"name": "sessionid", "value": session_key, "url": url}])


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
