"""Fixtures for every test: which backend runs, the site in its own process, and browsers.

`server` is the whole site on the test database; `servers` starts as many more as a test wants.
`page` and `context` are Playwright's, at the address of `server`.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from django.test import TransactionTestCase
from playwright.sync_api import BrowserContext, Playwright
from pytest_django import DjangoDbBlocker, Settings

from config.settings import PASSWORD_HASHERS
from tests.settings import BACKEND, TEST_DIR
from tests.support.browser import LISTEN, system_chromium
from tests.support.failures import write_failures
from tests.support.flush import flush_quickly
from tests.support.server import Server, start_all
from tests.support.site import collect_static, site_environment

hypothesis.settings.register_profile(
    "ci",
    print_blob=True,
    deadline=None,  # two cores are often busy with another test
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("ci")

BACKENDS = {
    "embedded": "SQLite and the in-memory channel layer",
    "services": "PostgreSQL and Redis",
}
DATABASE_FIXTURES = {"db", "transactional_db"}
PURE = frozenset(Path(__file__).with_name(name) for name in ("engine", "rules", "odds"))
"""Folders whose tests meet no backend: on the services they are not even read."""


def pytest_configure() -> None:
    """Makes the folder that this run writes to, with an empty place for the static files; and has
    the database emptied the quick way after each test."""
    (TEST_DIR / "static").mkdir(parents=True)
    flush_quickly()


def pytest_unconfigure() -> None:
    """Takes the folder away, whatever the tests left there."""
    shutil.rmtree(TEST_DIR, ignore_errors=True)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Writes down which tests failed, where `python -m tests` asks for it."""
    write_failures(terminalreporter)


def pytest_report_header() -> str:
    """Says which backend the tests run on."""
    return f"backend: {BACKENDS[BACKEND]}"


def touches_backend(item: pytest.Item) -> bool:
    """Whether a test meets the database or the channel layer, so that both backends matter."""
    if any(item.get_closest_marker(name) for name in ("django_db", "backend", "services")):
        return True
    if DATABASE_FIXTURES.intersection(getattr(item, "fixturenames", ())):
        return True
    return issubclass(getattr(item, "cls", None) or object, TransactionTestCase)


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leaves the pure folders out where none of their tests would run."""
    return True if BACKEND == "services" and collection_path in PURE else None


def runs_here(item: pytest.Item) -> bool:
    """Whether a test is one of the backend that runs."""
    if BACKEND == "services":
        return touches_backend(item)
    if PURE.intersection(item.path.parents) and touches_backend(item):
        raise pytest.UsageError(f"{item.nodeid} meets a backend: it must leave the pure folders.")
    return item.get_closest_marker("services") is None


def place_of(item: pytest.Item) -> tuple[bool, bool]:
    """Where a test comes among the others."""
    return (
        "playwright" in getattr(item, "fixturenames", ()),
        item.get_closest_marker("timeout") is None,
    )


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves each backend its own tests, with the longest first, and browsers for the end.

    The longest are those that a limit of their own says so of: begun last, they would keep one
    process busy while the other has nothing left. A browser keeps an event loop running in this
    thread, so no async test can follow it.
    """
    chosen: list[pytest.Item] = []
    left: list[pytest.Item] = []
    for item in items:
        (chosen if runs_here(item) else left).append(item)
    config.hook.pytest_deselected(items=left)
    items[:] = sorted(chosen, key=place_of)


@pytest.fixture(scope="session")
def site(
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Server]:
    """The site in one process for all tests of this run."""
    with django_db_blocker.unblock():
        environment = site_environment()
    collect_static()
    running = Server(environment, tmp_path_factory.mktemp("site") / "log")
    running.start()
    yield running
    running.stop()


@pytest.fixture
def site_passwords(settings: Settings) -> None:
    """Passwords set in the test are hashed so that the site, in its own process, can check them."""
    settings.PASSWORD_HASHERS = PASSWORD_HASHERS


@pytest.fixture
def server(transactional_db: None, site_passwords: None, site: Server) -> Server:
    """The site in its own process, on the test database, which is empty again after each test."""
    return site


@pytest.fixture
def servers(
    transactional_db: None,
    site_passwords: None,
    site: Server,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Callable[[int], list[Server]]]:
    """Call it with a number to start so many processes of the site on one database.

    More than one needs the `services` marker: the in-memory layer is one process's own.
    """
    started: list[Server] = []

    def start(count: int) -> list[Server]:
        more = [
            Server(site_environment(), tmp_path_factory.mktemp("server") / "log")
            for _ in range(count)
        ]
        started.extend(more)
        start_all(more)
        return more

    yield start
    for server in started:
        server.kill()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Launches the system's Chromium when there is one."""
    chromium = system_chromium()
    return {**browser_type_launch_args, **({"executable_path": chromium} if chromium else {})}


@pytest.fixture(scope="session")
def playwright(playwright: Playwright) -> Iterator[Playwright]:
    """Playwright, whose event loop in this thread must not keep the tests from the database."""
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    yield playwright
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any], server: Server) -> dict[str, Any]:
    """Opens browsers at the site's address, so that `page.goto("/")` is the lobby; without service
    workers, whose requests Playwright's routes do not see."""
    return {**browser_context_args, "base_url": server.url, "service_workers": "block"}


@pytest.fixture
def new_context(
    new_context: Callable[..., BrowserContext],
) -> Iterator[Callable[..., BrowserContext]]:
    """Opens one more browser profile; the test fails if any page breaks its policy or a script."""
    faults: list[str] = []

    def opened(**options: Any) -> BrowserContext:
        context = new_context(**options)
        context.add_init_script(LISTEN)
        context.on("weberror", lambda error: faults.append(str(error.error)))
        context.on(
            "console",
            lambda message: (
                faults.append(message.text) if "Content Security Policy" in message.text else None
            ),
        )
        return context

    yield opened
    assert faults == []
