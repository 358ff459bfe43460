"""Plays rounds and reports whether the messages to another seat's sockets depend on a hidden
decision: `bench.load.duel` says how. Prints JSON; exit code 1 if something reveals it.

    python -m bench.load.leaks --rounds 500
    TEST_BACKEND=services python -m bench.load.leaks --rounds 500
"""

import argparse
import asyncio
import json
import os
import shutil
import sys


def main() -> int:
    """Play, and print the findings."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split(":")[0])
    parser.add_argument("--rounds", type=int, default=500, help="of each game")
    parser.add_argument("--seed", type=int, default=1, help="of the decisions")
    asked = parser.parse_args()
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    django.setup()
    from django.test.runner import DiscoverRunner

    from bench.load.duel import GAMES, leaks, play, report
    from tests.settings import BACKEND, TEST_DIR

    TEST_DIR.mkdir(parents=True)
    runner = DiscoverRunner(verbosity=0, interactive=False)
    databases, sentences = runner.setup_databases(), []
    try:
        for game in GAMES:
            found = asyncio.run(play(game, asked.rounds, asked.seed))
            print(json.dumps({"game": game, "backend": BACKEND, "seed": asked.seed}))
            for line in report(found):
                print(json.dumps(line))
            sentences += leaks(found)
    finally:
        runner.teardown_databases(databases)
        shutil.rmtree(TEST_DIR, ignore_errors=True)
    print("\n".join(sentences), file=sys.stderr)
    return 1 if sentences else 0


if __name__ == "__main__":
    sys.exit(main())
