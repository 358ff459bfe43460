"""Gets the site ready and starts it: what `make setup` and `make play` run inside `.venv`."""

import argparse
import json
import os
import secrets
import socket
import sys
from pathlib import Path

import django
from django.contrib.staticfiles.apps import StaticFilesConfig
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.db import connection

from config import BASE_DIR, VAR_DIR


def main() -> None:
    """Runs the command line: everything, or with `--setup-only` everything except the start."""
    parser = argparse.ArgumentParser(prog="python -m config.start", description=__doc__)
    parser.add_argument("--setup-only", action="store_true", help="do not start the site")
    setup_only = parser.parse_args().setup_only
    os.chdir(BASE_DIR)
    if setup_only:
        set_up()
        print("Cardroom is set up: `make play` starts it.")
        return
    host, port = read_address()
    # First, since a second start must not reset the clocks of a running site.
    check_free(host, port)
    set_up()
    call_command("resume_tables")
    connection.close()
    start(host, port)


def read_address() -> tuple[str, int]:
    """Host and port from HOST and PORT, by default 127.0.0.1 and 8000."""
    text = os.environ.get("PORT", "8000")
    if not (text.isdecimal() and 0 < int(text) < 65536):
        sys.exit(f"PORT is {text!r}; it must be a number from 1 to 65535.")
    return os.environ.get("HOST", "127.0.0.1"), int(text)


def check_free(host: str, port: int) -> None:
    """Exit with one sentence if the site cannot listen on `host` and `port`."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM
        )[0]
        with socket.socket(family, kind, protocol) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            listener.listen()
    except OSError as error:
        sys.exit(
            f"Cannot listen on port {port} of {host} ({error.strerror}): "
            f"stop what runs there, or choose another with PORT= or HOST=."
        )


def set_up() -> None:
    """Writes the secret key once, then brings database, paytables, tables and files up to date.

    The exact figures are only requested here: a worker computes them once the site runs.
    """
    write_secret_key()
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    django.setup()
    call_command("migrate", verbosity=0)
    call_command("load_paytables")
    call_command("open_tables")
    call_command("queue_odds")
    collect_static()


def write_secret_key() -> None:
    """Writes `var/secret_key`, readable by its owner only, unless it exists."""
    VAR_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        file = os.open(VAR_DIR / "secret_key", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    with os.fdopen(file, "w") as key:
        key.write(secrets.token_urlsafe(64) + "\n")


def collect_static() -> None:
    """Collects and compresses the static files, unless none has been added or changed since the
    last time."""
    if not is_collected(VAR_DIR / "static"):
        call_command("collectstatic", interactive=False, verbosity=0)


def is_collected(folder: Path) -> bool:
    """Whether a folder has the current static files."""
    found = {
        name: storage.path(name)
        for finder in get_finders()
        for name, storage in finder.list(StaticFilesConfig.ignore_patterns)
    }
    sources = [BASE_DIR / "requirements.txt", *map(Path, found.values())]
    manifest = folder / "staticfiles.json"
    return (
        manifest.exists()
        and manifest.stat().st_mtime > max(source.stat().st_mtime for source in sources)
        and found.keys() <= json.loads(manifest.read_text("utf-8"))["paths"].keys()
    )


def start(host: str, port: int) -> None:
    """Print the site's address, then become the process that serves it."""
    wildcard = host in ("0.0.0.0", "::")  # noqa: S104 (compared, not bound)
    name = "localhost" if wildcard else f"[{host}]" if ":" in host else host
    print(f"Cardroom is at http://{name}:{port}/ (Ctrl-C stops it).")
    print("`make admin` makes you an administrator; the administration is at /admin/ there.")
    if wildcard and "ALLOWED_HOSTS" not in os.environ:
        print("From other machines: name this one's addresses in ALLOWED_HOSTS=a,b first.")
    sys.stdout.flush()
    serve = [sys.executable, "-m", "config.serve", "--bind", host, "--port", str(port)]
    os.execv(sys.executable, [*serve, "config.asgi:application"])  # noqa: S606 (no shell)


if __name__ == "__main__":
    main()
