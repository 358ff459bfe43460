"""What the lobby lists."""

import time
from collections.abc import Mapping
from functools import cache
from math import cos, pi, sin
from typing import Any

from django.template.loader import render_to_string

from games.engine.limits import money
from games.models import Phase, Table
from games.play.selectors import open_tables
from games.process.sharing import together
from games.rules import GAMES

_PHASES: Mapping[str, str] = {
    Phase.WAITING: "Open",
    Phase.CHOOSING: "Choosing",
    Phase.BETTING: "Betting",
    Phase.PLAYING: "Playing",
    Phase.SHOWING: "Results",
}


def lobby_rows() -> list[dict[str, Any]]:
    """The shared tables with their seats taken and free, as plain values."""
    return [
        _row(table, table.taken, table.people, table.chair_count)
        for table in open_tables().filter(solo=False)
    ]


HOLDS = 0.9
"""Seconds for which a reading of the lobby is good enough for whoever asks."""

_read: tuple[float, str] = (-HOLDS, "")
"""When the list was read last, and as what."""


async def lobby_html() -> str:
    """The list as a push, read about once a second however many ask."""
    read_at, html = _read
    fresh = time.monotonic() - read_at < HOLDS
    return html if fresh else await together("lobby", _read_html)


def _read_html() -> str:
    global _read
    inner = render_to_string("games/parts/lobby_tables.html", {"rows": lobby_rows()})
    html = f'<hx-partial hx-target="#tables" hx-swap="innerMorph">{inner}</hx-partial>'
    _read = (time.monotonic(), html)
    return html


def _row(table: Table, taken: int, people: int, chairs: int) -> dict[str, Any]:
    return {
        "id": table.pk,
        "name": table.name,
        "game": table.game,
        "game_name": table.rules.name,
        "limits": f"{money(table.minimum)} – {money(table.maximum)}",
        "taken": taken,
        "seats": chairs,
        "bots": taken - people,
        "full": people >= chairs,
        "phase": "Paused" if table.paused else _PHASES[table.phase],
        "glyph": [
            {"taken": seat < taken, "x": x, "y": y} for seat, (x, y) in enumerate(_arc(chairs))
        ],
    }


@cache
def _arc(seats: int) -> tuple[tuple[str, str], ...]:
    """Where the seats of a table glyph stand: on a half ellipse of 26 by 23 around (31, 9)."""
    angles = [pi * seat / max(seats - 1, 1) for seat in range(seats)]
    return tuple((f"{31 + 26 * cos(a):.1f}", f"{8.7 + 23 * sin(a):.1f}") for a in angles)


WORDS: Mapping[str, tuple[str, str]] = {
    "big-50": (
        "Five cards and no decisions: bet on the hand, the colour or the total.",
        "Tc Qd Ks",
    ),
    "big-raise": ("Two cards against the dealer. Fold, or raise up to four times.", "As Ts"),
    "big-draw": ("Hold and draw; the button picks five-card draw or deuces wild.", "2s 2h Jd"),
    "blackjack": ("With a side wager for the day your 20 is beaten.", "Ah Kc"),
}
"""What the lobby says of a game, and the cards it shows with it."""


def game_cards() -> list[dict[str, Any]]:
    """The games this site plays, as the lobby and the rules list them."""
    return [
        {"slug": game.slug, "name": game.name, "words": words, "cards": cards.split()}
        for game in GAMES.values()
        for words, cards in (WORDS.get(game.slug, ("", "As Ks")),)
    ]
