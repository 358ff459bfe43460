"""Starting the site: what stands in the way is said in one sentence."""

import os
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from config import BASE_DIR, start
from tests.support.site import KEPT, keep_static


def test_a_taken_port_is_named_with_what_to_do() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(SystemExit) as ended:
            start.check_free("127.0.0.1", port)
    assert str(ended.value) == (
        f"Cannot listen on port {port} of 127.0.0.1 (Address already in use): "
        "stop what runs there, or choose another with PORT= or HOST=."
    )


def test_a_free_port_is_no_obstacle() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    start.check_free("127.0.0.1", port)


def test_a_host_that_is_not_here_is_named() -> None:
    with pytest.raises(SystemExit, match=r"Cannot listen on port 8000 of 192\.0\.2\.1 \("):
        start.check_free("192.0.2.1", 8000)


def test_it_listens_on_8000_of_this_machine_unless_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HOST", raising=False)
    monkeypatch.delenv("PORT", raising=False)
    assert start.read_address() == ("127.0.0.1", 8000)
    monkeypatch.setenv("HOST", "::1")
    monkeypatch.setenv("PORT", "8123")
    assert start.read_address() == ("::1", 8123)


@pytest.mark.parametrize("port", ["http", "", "0", "65536", "-1", "8000.5"])
def test_a_port_that_is_none_is_refused(port: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", port)
    with pytest.raises(SystemExit, match="it must be a number from 1 to 65535"):
        start.read_address()


def test_the_secret_key_is_written_once_for_its_owner_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start, "VAR_DIR", tmp_path / "var")
    start.write_secret_key()
    file = tmp_path / "var" / "secret_key"
    first = file.read_text()
    start.write_secret_key()
    assert file.read_text() == first
    assert len(first.strip()) > 50
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def make_venv(tmp_path: Path, python: str) -> subprocess.CompletedProcess[str]:
    """Runs bin/make-venv in an empty folder with a Python of our own."""
    fake = tmp_path / "python3"
    fake.write_text(python)
    fake.chmod(0o755)
    return subprocess.run(
        [BASE_DIR / "bin" / "make-venv"],
        cwd=tmp_path,
        env={**os.environ, "PYTHON": str(fake)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_too_old_a_python_is_named(tmp_path: Path) -> None:
    old = '#!/bin/sh\n[ "$1" = --version ] && echo "Python 3.9.2" && exit\nexit 1\n'
    ended = make_venv(tmp_path, old)
    assert ended.returncode == 1
    assert ended.stderr == (
        "Python 3.9.2 is too old: install Python 3.11 or newer, or name one with PYTHON=.\n"
    )


def test_a_python_without_its_venv_module_is_told_from_an_old_one(tmp_path: Path) -> None:
    bare = f'#!/bin/sh\ncase "$*" in *ensurepip*) exit 1;; esac\nexec {sys.executable} "$@"\n'
    ended = make_venv(tmp_path, bare)
    assert ended.returncode == 1
    assert "install its venv module (Debian: apt-get install python3-venv)" in ended.stderr
    assert ended.stderr.count("\n") == 1
    assert not (tmp_path / ".venv").exists()


def test_no_python_at_all_is_said(tmp_path: Path) -> None:
    ended = subprocess.run(
        [BASE_DIR / "bin" / "make-venv"],
        cwd=tmp_path,
        env={**os.environ, "PYTHON": "no-such-python"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 1
    assert ended.stderr == (
        "There is no no-such-python on this machine: install Python 3.11 or newer.\n"
    )


@pytest.mark.parametrize(("password", "asks"), [("", True), ("Xq7-plum", False)])
def test_an_administrator_is_made_without_asking_when_all_is_said(
    password: str, asks: bool
) -> None:
    ended = subprocess.run(
        ["make", "--dry-run", "admin"],
        cwd=BASE_DIR,
        env={**os.environ, "DJANGO_SUPERUSER_PASSWORD": password},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "createsuperuser" in ended.stdout
    assert ("--noinput" not in ended.stdout) == asks
    assert "Xq7-plum" not in ended.stdout


def test_what_is_collected_is_not_collected_again() -> None:
    """Packages bring hidden files that are never collected."""
    keep_static()
    assert start.is_collected(KEPT / "static")
