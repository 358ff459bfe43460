"""The real site in processes of its own, on the test database: started and killed at will."""

import fcntl
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from django.db import connection

from config import BASE_DIR
from tests import settings

COLLECT = "import django; django.setup(); from config import start; start.collect_static()"
SECONDS_TO_START = 30
SECONDS_TO_STOP = 10


def site_environment() -> dict[str, str]:
    """The environment in which a process runs the site on this run's test database and layer.

    The settings are the site's own, not the tests'. Secret key, VAR_DIR and Redis come from
    `tests.settings`, which has put them into this process's environment.
    """
    name = str(connection.settings_dict["NAME"])
    if settings.BACKEND == "services":
        database_url = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()
    else:
        database_url = f"sqlite:///{name}"
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": database_url,
        "PYTHONUNBUFFERED": "1",
    }


@dataclass
class Server:
    """One daphne process; `start` after `stop` or `kill` brings it back at the same address.

    `log_path` collects what every process of this server printed.
    """

    environment: dict[str, str]
    log_path: Path
    port: int = 0
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    @property
    def url(self) -> str:
        """Address of the site, without a slash at its end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws_url(self) -> str:
        """The same address for sockets."""
        return f"ws://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Starts the process and returns once it answers.

        Raises RuntimeError with the log when it ends or stays silent instead.
        """
        with socket.create_server(("127.0.0.1", self.port), backlog=128) as listener:
            self.port = listener.getsockname()[1]
            command = [sys.executable, "-m", "daphne", "--fd", str(listener.fileno())]
            with self.log_path.open("ab") as log:
                self.process = subprocess.Popen(
                    [*command, "config.asgi:application"],
                    cwd=BASE_DIR,
                    env=self.environment,
                    pass_fds=[listener.fileno()],
                    stdout=log,
                    stderr=subprocess.STDOUT,
                )
        self._wait_for_answer(self.process)

    def _wait_for_answer(self, process: subprocess.Popen[bytes]) -> None:
        deadline = time.monotonic() + SECONDS_TO_START
        while process.poll() is None and time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=SECONDS_TO_START):
                    return
            except urllib.error.HTTPError:
                break  # it answers, with an error: it will not get better
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.05)
        self.kill()
        raise RuntimeError(f"The site did not start:\n{self.log()}")

    def stop(self) -> None:
        """Ends the process as an operator would, with SIGTERM."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """Ends the process as a power cut would, with SIGKILL."""
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> None:
        if self.process is None:
            return
        self.process.send_signal(how)
        try:
            self.process.wait(SECONDS_TO_STOP)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None

    def log(self) -> str:
        """All that the server has printed."""
        return self.log_path.read_text()


def collect_static() -> None:
    """Gives this run's VAR_DIR the static files as `make setup` collects them.

    They are kept between runs, since compressing them takes longer than most tests.
    """
    kept = BASE_DIR / "var" / "test"
    kept.mkdir(parents=True, exist_ok=True)
    with (kept / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        subprocess.run(
            [sys.executable, "-c", COLLECT],
            cwd=BASE_DIR,
            env={**site_environment(), "VAR_DIR": str(kept)},
            check=True,
        )
    static = settings.TEST_DIR / "static"
    if not static.is_symlink():
        static.rmdir()
        static.symlink_to(kept / "static")
