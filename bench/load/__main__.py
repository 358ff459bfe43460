"""Lets clients play at many tables for a while and prints the results: `make load`.

Exit code 1 if anything was wrong, or a request got no answer.
"""

import sys

from bench.load import house
from bench.load.computing import Computing
from bench.load.run import arguments, played
from bench.load.tally import as_text


def main() -> int:
    """Run and report."""
    parser = arguments(__doc__)
    parser.add_argument("--computing", action="store_true", help="have odds computed all the while")
    asked = parser.parse_args()
    if asked.backend == "embedded" and asked.processes > 1:
        parser.error("--processes: the embedded site is one process.")
    backend = house.embedded() if asked.backend == "embedded" else house.on_services()
    beside = Computing(asked.seconds + asked.tables * asked.seats / asked.arrive)
    with backend as variables:
        keep_on = beside.keep_on if asked.computing else None
        report, tally = played(asked, variables, keep_on, metered=True)
    print(as_text(report | {"odds computed": beside.answered}))
    return 1 if tally.wrong or tally.errors else 0


if __name__ == "__main__":
    sys.exit(main())
