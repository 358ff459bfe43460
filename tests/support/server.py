"""A process that serves the site: started and killed at will."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from config import BASE_DIR

SECONDS_TO_START = 30
SECONDS_TO_STOP = 10


@dataclass
class Server:
    """One process of the site; `start` after `stop` or `kill` brings it back at the same address.

    `application` is the ASGI application it serves. `log_path` collects what every process of
    this server printed.
    """

    environment: dict[str, str]
    log_path: Path
    port: int = 0
    application: str = "config.asgi:application"
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
        if self.port:
            # As after a real restart, nobody can connect before it listens.
            self.process = self._run("--bind", "127.0.0.1", "--port", str(self.port))
        else:
            with socket.create_server(("127.0.0.1", 0), backlog=128) as listener:
                self.port = listener.getsockname()[1]
                self.process = self._run("--fd", str(listener.fileno()), fd=listener.fileno())
        self._wait_for_answer(self.process)

    def _run(self, *where: str, fd: int | None = None) -> subprocess.Popen[bytes]:
        with self.log_path.open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "config.serve", *where, self.application],
                cwd=BASE_DIR,
                env=self.environment,
                pass_fds=[] if fd is None else [fd],
                stdout=log,
                stderr=subprocess.STDOUT,
            )

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

    def processor_seconds(self) -> float:
        """Processor time that the running process has taken so far; 0 when none runs."""
        if self.process is None:
            return 0.0
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory_mb(self) -> float:
        """Megabytes of memory that the running process has; 0 when none runs."""
        if self.process is None:
            return 0.0
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        kilobytes = next(line.split()[1] for line in status.splitlines() if "VmRSS" in line)
        return round(int(kilobytes) / 1000, 1)

    def log(self) -> str:
        """All that the server has printed."""
        return self.log_path.read_text()


def start_all(servers: Iterable[Server]) -> None:
    """Starts several at once, and returns once all of them answer."""
    with ThreadPoolExecutor() as pool:
        list(pool.map(Server.start, servers))
