"""Makes what is kept of the version that is checked out; README.md beside it says when.

`python -m tests.upgrade.make` writes the answers of commands that need no database anew, and
those about the database that is kept; with `--database` that database first.
"""

import argparse
import json
import lzma
import os
import shutil
import sqlite3

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.db import connection  # noqa: E402

from config.settings import PASSWORD_HASHERS  # noqa: E402
from tests.settings import TEST_DIR  # noqa: E402
from tests.upgrade import house, kept, stored  # noqa: E402


def main() -> None:
    """Makes the database, if it is asked for, and then the answers."""
    parser = argparse.ArgumentParser(prog="python -m tests.upgrade.make", description=__doc__)
    parser.add_argument("--database", action="store_true", help="a new database too")
    with_database = parser.parse_args().database
    TEST_DIR.mkdir()
    try:
        connection.creation.create_test_db(verbosity=0, serialize=False)
        if with_database:
            make_database()
        else:
            stored.load()
        make_answers()
    finally:
        connection.close()
        shutil.rmtree(TEST_DIR)


def make_database() -> None:
    """Fill a database, and keep it; its passwords are hashed as the site hashes them."""
    settings.PASSWORD_HASHERS = PASSWORD_HASHERS
    house.fill()
    connection.close()
    whole = TEST_DIR / "whole.sqlite3"
    with sqlite3.connect(connection.settings_dict["NAME"]) as filled:
        filled.execute("VACUUM INTO ?", [str(whole)])
    kept.STORED.write_bytes(lzma.compress(whole.read_bytes(), preset=9 | lzma.PRESET_EXTREME))


def make_answers() -> None:
    """Keep what every command says now."""
    for name, command in kept.COMMANDS.items():
        kept.write(f"{name}.txt", kept.answer(*command))
    cases = sorted(str(path.relative_to(kept.CASES)) for path in kept.CASES.rglob("*.json"))
    replays = {path: kept.case(path) for path in cases if not path.endswith("reasons.json")}
    kept.write("replay.json", json.dumps(replays, indent=1))
    kept.write("advise.json", json.dumps({path: kept.advice(path) for path in kept.OPEN}, indent=1))
    for name, text in stored.answers().items():
        kept.write(f"stored/{name}", text)


if __name__ == "__main__":
    main()
