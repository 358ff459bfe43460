"""The real site on this run's test database, for processes of its own."""

import fcntl
import os
import subprocess
import sys
from urllib.parse import urlsplit

from django.db import connection

from config import BASE_DIR
from tests import settings

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
