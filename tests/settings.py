"""The site's settings as the tests run them.

TEST_BACKEND=embedded (the default) runs on SQLite and the in-memory channel layer;
TEST_BACKEND=services on PostgreSQL and Redis at TEST_DATABASE_URL and TEST_REDIS_URL.
`.env` is overruled: a test never meets a real database.
"""

import os
import tempfile
from pathlib import Path

from tests.support import services

BACKENDS = ("embedded", "services")
BACKEND = os.environ.get("TEST_BACKEND", "embedded")
if BACKEND not in BACKENDS:
    raise SystemExit(f"TEST_BACKEND is {BACKEND!r}; it can be {' or '.join(BACKENDS)}.")

# What this run writes; tests/conftest.py makes it and takes it away again.
TEST_DIR = Path(tempfile.gettempdir(), f"cardroom-test-{os.getpid()}")

SERVICES = {
    # A test database need not outlive its server: nobody waits for the disk.
    "PGOPTIONS": "-c synchronous_commit=off",
    "DATABASE_URL": services.DATABASE_URL,
    "REDIS_URL": services.REDIS_URL,
    "REDIS_PREFIX": f"cardroom-test-{os.getpid()}",
}
EMBEDDED = {"DATABASE_URL": "sqlite://:memory:", "REDIS_URL": ""}
os.environ.update(SERVICES if BACKEND == "services" else EMBEDDED)
os.environ.update(
    SECRET_KEY="a key for tests only, long enough and with many different letters",
    VAR_DIR=str(TEST_DIR),
    DEBUG="off",
    HTTPS="off",
    EMAIL_URL="",
    GUESTS_PER_MINUTE="0",  # every test comes from one address
    ODDS_WORKER="off",  # a process that outlives its test would meet the next one's database
    STAFF_SECOND_FACTOR="off",  # people of the staff are made as a test needs them
    LOBBY_BOTS="off",  # nobody comes to a test's table whom it has not asked
    SWEEPS="off",  # the site would play at tables whose time is the test's own
    ALLOWED_HOSTS="localhost,127.0.0.1,testserver",
)

from config.settings import *  # noqa: E402, F403 (the environment must be set first)
from config.settings import DATABASES, STORAGES  # noqa: E402

DATABASES["default"]["TEST"] = {
    # One of its own for each run, so that two runs on one machine do not meet. On SQLite a file,
    # since threads and server processes must open it too.
    "NAME": f"test_cardroom_{os.getpid()}" if BACKEND == "services" else f"{TEST_DIR}/test.sqlite3"
}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
