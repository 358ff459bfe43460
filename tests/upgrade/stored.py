"""The database that an earlier version has made: brought forward, loaded, and asked."""

import lzma
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, transaction

from accounts.models import User
from config import BASE_DIR
from games.history.exports import records, table
from games.history.listing import own_rounds
from games.models import Round
from tests.settings import TEST_DIR
from tests.support.flush import delete_rows
from tests.upgrade import kept
from tests.upgrade.house import MEMBERS

MADE_ANEW = ("contenttypes", "auth.permission", "sessions", "admin.logentry")
"""What migrating writes by itself, under other keys in every database; and what ends with it."""


BRING_FORWARD = """
import sys
import django
from django.core.management import call_command
django.setup()
_, rows, *left_out = sys.argv
call_command("migrate", verbosity=0)
call_command("dumpdata", use_natural_foreign_keys=True, exclude=left_out, output=rows, verbosity=0)
"""


def load() -> None:
    """Put the rows of the stored database in the place of all that there are."""
    rows = _brought_forward()
    with transaction.atomic():
        tables = connection.introspection.django_table_names(only_existing=True)
        with connection.cursor() as cursor:
            for statement in delete_rows(connection.ops, no_style(), tables):
                cursor.execute(statement)
        call_command("loaddata", str(rows), verbosity=0)


def _brought_forward() -> Path:
    """A file of the rows after this version's migrations, made once in a run.

    They migrate in a process of their own, in a file of their own, whatever the tests run on.
    """
    rows, file = TEST_DIR / "stored.json", TEST_DIR / "stored.sqlite3"
    if rows.exists():
        return rows
    file.write_bytes(lzma.decompress(kept.STORED.read_bytes()))
    settings = {"DJANGO_SETTINGS_MODULE": "config.settings", "DATABASE_URL": f"sqlite:///{file}"}
    subprocess.run(
        [sys.executable, "-c", BRING_FORWARD, str(rows), *MADE_ANEW],
        cwd=BASE_DIR,
        env={**os.environ, **settings},
        check=True,
    )
    return rows


def over() -> list[Round]:
    """The rounds that are over, in the order in which they were opened."""
    return [round for round in Round.objects.order_by("opened", "pk") if round.over]


def verdicts() -> str:
    """What `verify_round` says of every round that is over."""
    return kept.answer("verify_round", *(round.pk for round in over()))


def exports() -> Iterator[tuple[str, str]]:
    """The history of every member as files: name and text."""
    for name in MEMBERS:
        rows = own_rounds(User.objects.get(username=name))
        for form, made in (("csv", table), ("ndjson", records)):
            yield f"{name}.{form}", "".join(made(rows))


def answers() -> dict[str, str]:
    """All that is kept about the stored database: name and text."""
    return {"verify_round.txt": verdicts(), **dict(exports())}
