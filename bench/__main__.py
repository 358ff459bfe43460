"""Prints one JSON object with every figure of docs/performance.md."""

import json
import sys

from bench import site

with site.temporary() as home:
    from bench import (
        actions,
        browser,
        engine,
        history,
        live,
        lobby,
        odds,
        pages,
        proof,
        protection,
        settle,
        sharing,
        staff,
    )

    figures = engine.measure() | odds.measure() | protection.measure()
    figures |= sharing.measure() | proof.measure()
    figures |= live.measure(home) | actions.measure() | pages.measure(home) | history.measure(home)
    figures |= settle.measure() | browser.measure(home)
    figures |= lobby.measure()  # late: it leaves many tables open
    figures |= staff.measure()

json.dump(figures, sys.stdout, indent=2)
sys.stdout.write("\n")
