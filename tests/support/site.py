"""The real site on this run's test database, for processes of its own."""

import fcntl
import os
import subprocess
import sys
from urllib.parse import urlsplit

from django.db import connection

from config import BASE_DIR, start
from tests import settings

KEPT = BASE_DIR / "var" / "test"
"""What outlives a run."""
COLLECT = "import django; django.setup(); from config import start; start.collect_static()"


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


def collect_static() -> None:
    """Gives this run's VAR_DIR the static files as `make setup` collects them.

    They are kept between runs, since compressing them takes longer than most tests.
    """
    keep_static()
    static = settings.TEST_DIR / "static"
    if not static.is_symlink():
        static.rmdir()
        static.symlink_to(KEPT / "static")


def keep_static() -> None:
    """Collects the static files for all runs, unless that was done since they have changed; of
    several processes one does it, and the others wait for it."""
    KEPT.mkdir(parents=True, exist_ok=True)
    with (KEPT / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if start.is_collected(KEPT / "static"):
            return
        subprocess.run(
            [sys.executable, "-c", COLLECT],
            cwd=BASE_DIR,
            env={
                **os.environ,
                "DJANGO_SETTINGS_MODULE": "config.settings",
                "VAR_DIR": str(KEPT),
            },
            check=True,
        )


if __name__ == "__main__":
    keep_static()
