"""What the lobby lists."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from heapq import nsmallest
from itertools import groupby
from math import cos, pi, sin
from operator import attrgetter

from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.engine.limits import money
from games.engine.view import listed
from games.kit import Kit
from games.models import Phase, RoundSeat
from games.odds_reports.costs import Cost
from games.registry import GAMES, KITS
from games.scenes.fragments import Html, message
from games.tables.headlines import MOST_HANDS, ShownHand, last_hands
from games.tables.selectors import outlines
from games.tables.summary import Outline

MOST_SHOWN = 12
"""How many tables of a game the lobby shows; beyond that it says how many more there are."""

Hands = Mapping[int, tuple[ShownHand, ...]]

_PHASES: Mapping[str, str] = {
    Phase.WAITING: "Open",
    Phase.CHOOSING: "Choosing",
    Phase.BETTING: "Betting",
    Phase.PLAYING: "Playing",
    Phase.SHOWING: "Results",
}


class Listing:
    """The open shared tables as last read, and what the page shows of them, which is the same for
    everyone. It begins empty."""

    def __init__(self) -> None:
        self._tables: dict[str, dict[int, Outline]] = {game: {} for game in GAMES}
        self._shown: dict[str, Html] = {game: {} for game in GAMES}

    def look(self, table_ids: Collection[int] | None = None) -> str:
        """Read some tables, or all. Returns what has changed on the page, as a push: the parts that
        differ, and the list of a game if a table has come or gone; "" for nothing."""
        found = outlines(table_ids)
        changed = [game for game in self._tables if self._takes(game, found, table_ids)]
        best = {game: _best(self._tables[game].values()) for game in changed}
        live = [table.id for rows in best.values() for table in rows if table.taken]
        hands = last_hands(live, MOST_HANDS) if live else {}
        return "".join(self._laid_out(game, rows, hands) for game, rows in best.items())

    def _takes(
        self, game: str, found: Mapping[int, Outline], table_ids: Collection[int] | None
    ) -> bool:
        """Store what was read of a game's tables; returns whether anything is new."""
        tables = self._tables[game]
        seen = tables.keys() if table_ids is None else tables.keys() & set(table_ids)
        now = {pk: outline for pk, outline in found.items() if outline.game == game}
        if {pk: tables[pk] for pk in seen} == now:
            return False
        for pk in seen - now.keys():
            del tables[pk]
        tables.update(now)
        return True

    def _laid_out(self, game: str, rows: Sequence[Outline], hands: Hands) -> str:
        """Show these tables of a game as they are now; returns the changes as a push."""
        before = self._shown[game]
        more = len(self._tables[game]) - len(rows)
        shown = self._shown[game] = _parts(game, rows, more, hands)
        if list(shown) == list(before):
            return message(shown, before)
        return message({f"tables-{game}": _items(shown)})

    @property
    def html(self) -> SafeString:
        """The lists of all games, as the page has them."""
        return format_html_join(
            "",
            '<ul id="tables-{}" aria-label="{}">{}</ul>',
            ((slug, GAMES[slug].name, _items(shown)) for slug, shown in self._shown.items()),
        )

    @property
    def whole(self) -> str:
        """The same as a push."""
        return message({"tables": self.html})


def _best(tables: Collection[Outline]) -> list[Outline]:
    """The tables of a game to show: those with people or bots first, each group in the order in
    which they were opened."""
    best = nsmallest(MOST_SHOWN, tables, key=_order)
    return sorted(best, key=lambda table: (not table.taken, table.id))


def _parts(game: str, rows: Sequence[Outline], more: int, hands: Hands) -> Html:
    """What the lobby shows of a game's tables: their rows, and how many more there are."""
    shown: Html = {f"table-{table.id}": _row_html(table, hands.get(table.id, ())) for table in rows}
    if more:
        shown[f"more-{game}"] = format_html(
            '<p class="more muted">And {} more table{} of {}: “Join a table” finds you a seat.</p>',
            more, "" if more == 1 else "s", GAMES[game].name,
        )  # fmt: skip
    return shown


def _order(table: Outline) -> tuple[bool, int, int]:
    """Sort tables as `games.tables.seating` tries them: tables with a free seat first (a bot's
    counts), then those with the most people. Tables you can only watch come last."""
    return table.paused or _is_full(table), -table.people, table.id


def _is_full(table: Outline) -> bool:
    return table.people >= table.chairs


def _items(shown: Html) -> SafeString:
    # Both are safe: ids without characters to escape, and our own templates' output.
    return format_html_join("", '<li id="{}">{}</li>', shown.items())


@lru_cache(maxsize=1024)
def _row_html(table: Outline, hands: tuple[ShownHand, ...]) -> SafeString:
    return render_to_string("games/parts/lobby_table.html", {"row": _row(table), "hands": hands})


@dataclass(frozen=True)
class GlyphSeat:
    """A seat in the picture of a table, and its place there."""

    taken: bool
    x: str
    y: str


@dataclass(frozen=True)
class Row:
    """A table as the lobby shows it. taken, bots: seats. full: no seat is free there."""

    id: int
    name: str
    game_name: str
    limits: str
    taken: int
    seats: int
    bots: int
    full: bool
    phase: str
    glyph: tuple[GlyphSeat, ...]


def _row(table: Outline) -> Row:
    return Row(
        id=table.id,
        name=table.name,
        game_name=GAMES[table.game].name,
        limits=f"Bets {money(table.minimum)} – {money(table.maximum)}",
        taken=table.taken,
        seats=table.chairs,
        bots=table.taken - table.people,
        full=_is_full(table),
        phase="Paused" if table.paused else _PHASES[table.phase],
        glyph=tuple(
            GlyphSeat(seat < table.taken, x, y) for seat, (x, y) in enumerate(_arc(table.chairs))
        ),
    )


@cache
def _arc(seats: int) -> tuple[tuple[str, str], ...]:
    """The places of the seats in a table's picture: on a half ellipse of 26 by 23 around (31,
    9)."""
    angles = [pi * seat / max(seats - 1, 1) for seat in range(seats)]
    return tuple((f"{31 + 26 * cos(a):.1f}", f"{8.7 + 23 * sin(a):.1f}") for a in angles)


def shown_in_front() -> Kit | None:
    """The game whose highlight the lobby's front shows: the first that has one."""
    return next((kit for kit in KITS.values() if kit.highlight), None)


@dataclass(frozen=True)
class Start:
    """Where the button on the lobby's front leads: a game, at a table of one's own or with others.
    again: whether the viewer has played it before."""

    slug: str
    name: str
    solo: bool
    again: bool

    @property
    def address(self) -> str:
        """The name of the address that sits its visitor down."""
        return "games:solo" if self.solo else "games:play"


def start_for(user_id: int | None) -> Start:
    """Back to what somebody played last; on a first visit, to a game that most people know."""
    # A daily deal is not among them: it is played once.
    played = RoundSeat.objects.filter(user=user_id, table__follows=None, game__in=GAMES)
    last = played.order_by("-pk").values_list("game", "table__solo").first() if user_id else None
    if last is not None:
        slug, solo = last
        return Start(slug, GAMES[slug].name, solo, again=True)
    first = next((kit for kit in KITS.values() if kit.well_known), next(iter(KITS.values())))
    return Start(first.slug, first.rules.name, solo=False, again=False)


@dataclass(frozen=True)
class GameCard:
    """A game as the lobby and the rules list it: with a sentence and codes of cards. costs: what
    its bets cost, in words, "" if no figure is known yet."""

    slug: str
    name: str
    words: str
    cards: tuple[str, ...]
    costs: str = ""


def game_cards() -> list[GameCard]:
    """The games this site plays."""
    return [GameCard(slug, kit.rules.name, kit.sentence, kit.cards) for slug, kit in KITS.items()]


def priced(cards: Iterable[GameCard], costs: Mapping[str, Sequence[Cost]]) -> list[GameCard]:
    """The same games, each with the cost of its bets."""
    return [replace(card, costs=cost_words(costs[card.slug])) for card in cards]


def cost_words(costs: Sequence[Cost]) -> str:
    """``"Of every 100 bet, this costs 5.2 and that costs 12.3."``; "" for nothing. Where the button
    chooses the game, by game."""
    if not costs or costs[0].side:
        return cost_words_by_side(costs)
    return f"Of every 100 bet, {listed([_cost_words(cost) for cost in costs])}."


def cost_words_by_side(costs: Iterable[Cost]) -> str:
    """``"Of every 100 bet at one, this costs 5.2; at the other, it costs 3."``; "" for none."""
    sides = [
        f"at {side}, {listed([_cost_words(cost) for cost in alike])}"
        for side, alike in groupby(costs, key=attrgetter("side"))
    ]
    return f"Of every 100 bet {'; '.join(sides)}." if sides else ""


def _cost_words(cost: Cost) -> str:
    return f"{cost.name} {cost.of_100}"
