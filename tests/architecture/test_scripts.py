"""The site's scripts are modules: no globals, no order kept by hand, nothing found one trip after
another."""

import json
import re
import urllib.request
from pathlib import Path
from urllib.parse import urljoin

import pytest

from accounts.templatetags.scripts import imported
from config import BASE_DIR
from tests.support import node
from tests.support.felt import open_table
from tests.support.server import Server

SCRIPTS = sorted((BASE_DIR / "static" / "js").rglob("*.js"))
NAMES = {str(path.relative_to(BASE_DIR / "static")) for path in SCRIPTS}
PAGES = {name for name in NAMES if name.startswith("js/pages/")}
TEMPLATES = sorted((BASE_DIR / "templates").rglob("*.html"))
CLASSIC = {
    "vendor/htmx/htmx.min.js",
    "vendor/htmx/hx-ws.min.js",
    "mfa/js/webauthn-json.js",  # these three come with allauth
    "mfa/js/webauthn.js",
    "account/js/onload.js",
}
"""The scripts of others, which are no modules."""

GLOBAL = re.compile(
    r"\b(?:window|globalThis|self)(?:\.\w+|\[[^\]]+\])\s*(?:[-+*/|&?]{0,2}=(?![=>])|\+\+|--)"
    r"|\bassign\((?:window|globalThis|self)\b"
    r"|\bdefineProperty\((?:window|globalThis|self)\b"
)


def relative(path: Path) -> str:
    return str(path.relative_to(BASE_DIR))


def test_no_template_loads_a_classic_script_of_ours() -> None:
    elements = {
        (relative(path), element)
        for path in TEMPLATES
        for element in re.findall(r"<script\b[^>]*>", path.read_text().replace("%}", "%)"))
        if not re.search(r'type="(application/json|module)"', element)
    }
    loaded = {(path, re.search(r'{% static "([^"]+)" %\)', element)) for path, element in elements}
    assert {found[1] if found else path for path, found in loaded} == CLASSIC


def test_every_page_module_is_loaded_by_a_template_and_every_other_by_a_page() -> None:
    loaded = {
        name
        for path in TEMPLATES
        for name in re.findall(r'{% module "([^"]+)" %}', path.read_text())
    }
    assert loaded == PAGES
    assert {other for page in PAGES for other in imported(page)} == NAMES - PAGES


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_no_script_assigns_a_global(path: Path) -> None:
    assert not GLOBAL.search(path.read_text())


@pytest.mark.parametrize(
    "text",
    [
        "window.cardroom = {};",
        "window.cardroom ||= {};",
        "globalThis['cardroom'] = 1;",
        "self.count += 1;",
        "window.count++;",
        "Object.assign(window, { say });",
        "Object.defineProperty(globalThis, 'say', { value: 1 });",
    ],
)
def test_such_an_assignment_would_be_found(text: str) -> None:
    assert GLOBAL.search(text)


@pytest.mark.parametrize(
    "text",
    ["if (window.crypto === null) go();", "if (!globalThis.htmx) wait();", "window.focus();"],
)
def test_reading_a_global_is_no_assignment(text: str) -> None:
    assert not GLOBAL.search(text)


def test_no_line_of_a_script_is_longer_than_of_a_python_module() -> None:
    """The formatter breaks code, and leaves comments as they are."""
    scripts = [*SCRIPTS, *sorted((BASE_DIR / "tests" / "js").glob("*.js"))]
    long = [
        f"{relative(path)}:{number}"
        for path in scripts
        for number, line in enumerate(path.read_text().splitlines(), start=1)
        if len(line) > 100
    ]
    assert not long


def test_the_packages_for_the_scripts_are_pinned_and_come_from_the_public_registry() -> None:
    package = json.loads((BASE_DIR / "package.json").read_text())
    locked = json.loads((BASE_DIR / "package-lock.json").read_text())["packages"]
    assert "dependencies" not in package
    assert package["engines"]["node"] == f">={node.OLDEST}"
    for name, version in package["devDependencies"].items():
        assert locked[f"node_modules/{name}"]["version"] == version
    for path, entry in locked.items():
        assert not path or entry["integrity"].startswith("sha512-"), path
        assert entry.get("resolved", "https://registry.npmjs.org/").startswith(
            "https://registry.npmjs.org/"
        )


@pytest.mark.django_db(transaction=True)
def test_a_table_page_names_every_module_that_its_modules_import(server: Server) -> None:
    """By the hashed name, so that each is kept for years, fetched at once, and run once."""
    page_url = f"{server.url}/tables/{open_table('big-50').pk}"
    with urllib.request.urlopen(page_url, timeout=10) as response:
        page = response.read().decode()
    links = re.findall(r'<link rel="modulepreload" href="([^"]+)">', page)
    sources = re.findall(r'<script type="module" src="([^"]+)">', page)
    assert sources
    named = {urljoin(page_url, path) for path in [*links, *sources]}
    for url in named:
        assert re.search(r"\.[0-9a-f]{12}\.js$", url)
        with urllib.request.urlopen(url, timeout=10) as response:
            assert "immutable" in response.headers["Cache-Control"]
            source = response.read().decode()
        wanted = re.findall(r'(?:^|[};\s])(?:from|import)\s*"([^"]+)"', source)
        assert {urljoin(url, path) for path in wanted} <= named, url
