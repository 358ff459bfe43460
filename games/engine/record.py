"""The round record: a round's inputs as one JSON object, and `replay`, the only way to get a state.

The format is ``cardroom-round/1``. History, crash recovery, verification, export and tests all go
through `read_record` and `replay`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from games.engine.cards import Card, check_deck, codes_of, parse_cards
from games.engine.errors import BadRecord, BadWager, GameError, echoed
from games.engine.game import Action, Game, Seat, Setup, Spot, SpotResult, read_action
from games.engine.options import Options
from games.engine.paytable import Paytable, read_paytable

FORMAT = "cardroom-round/1"

AnyGame = Game[Any, Any]
PaytableSource = Callable[[str, Spot, str], Paytable]
"""Finds the paytable of a game's spot by its code. Raises BadPaytable."""

MOST_CENTS = 10**12
"""The largest stake accepted: far above any table's, and its winnings still fit into 64 bits."""

FAIRNESS = (
    "round", "table", "commitment", "server_seed", "client_seeds", "algorithm", "shoe",
    "verified", "faults",
)  # fmt: skip
"""The fields that prove the deal in a record of a round dealt on the site."""

REMARKS = ("id", "name", "title", "note", "comment", "description", "source")
"""Fields that people may add to a record; they have no effect."""

FIELDS = (
    "format", "game", "rules", "paytables", "button", "chip_unit", "seats", "deck", "actions",
    "results", "void", *FAIRNESS, *REMARKS,
)  # fmt: skip


@dataclass(frozen=True)
class Record:
    """A round's inputs, checked and typed. `void` is the reason why a round was voided, or None."""

    game: AnyGame
    setup: Setup[Any]
    actions: tuple[tuple[Seat, Action], ...] = ()
    void: str | None = None


@dataclass(frozen=True)
class Replay:
    """A replayed record: the state, the seats that have to act, and the results once it is
    settled."""

    record: Record
    state: Any
    waiting_on: tuple[Seat, ...]
    results: tuple[SpotResult, ...]

    @property
    def settled(self) -> bool:
        """Whether every wager has its result."""
        return bool(self.results)

    @property
    def net(self) -> dict[Seat, int]:
        """Cents won or lost by seat over all its spots."""
        totals = dict.fromkeys(self.record.setup.seats if self.results else (), 0)
        for result in self.results:
            totals[result.seat] += result.net
        return totals

    def line(self, seat: Seat, spot: str) -> str:
        """The line of a seat's wager on a spot, on its first hand; "" without one."""
        return next((r.line for r in self.results if (r.seat, r.spot) == (seat, spot)), "")

    def as_json(self) -> dict[str, Any]:
        """The JSON that the replay command prints."""
        return {
            "game": self.record.game.slug,
            "settled": self.settled,
            "waiting_on": list(self.waiting_on),
            "results": [result.as_json() for result in self.results],
            "net": {str(seat): cents for seat, cents in self.net.items()},
            "hands": dict(self.record.game.hands(self.state)),
            "void": self.record.void,
        }


def replay(record: Record) -> Replay:
    """Deal and play a record. Raises GameError naming the action that is wrong."""
    game = record.game
    state = game.deal(record.setup)
    for number, (seat, action) in enumerate(record.actions, 1):
        try:
            state = game.act(state, seat, action)
        except GameError as error:
            raise type(error)(f"Action {number}: {error}") from error
    if record.void is not None:
        return Replay(record, state, (), _returned_stakes(record, state))
    waiting = tuple(sorted(game.waiting_on(state)))
    return Replay(record, state, waiting, () if waiting else game.settle(state))


def _returned_stakes(record: Record, state: Any) -> tuple[SpotResult, ...]:
    """A void round returns every stake once: by spot as wagered, and raises as ``raised``."""
    results = []
    committed = record.game.committed(state)
    for seat in reversed(record.setup.seats):
        wagers = record.setup.wagers[seat]
        results += [SpotResult(seat, spot, cents, cents, "void") for spot, cents in wagers.items()]
        raised = committed[seat] - sum(wagers.values())
        if raised:
            results.append(SpotResult(seat, "raised", raised, raised, "void"))
    return tuple(results)


def read_record(raw: object, games: Mapping[str, AnyGame], paytables: PaytableSource) -> Record:
    """Check a record's JSON and type it. Raises GameError saying what is wrong."""
    if not isinstance(raw, Mapping):
        raise BadRecord("A round record is a JSON object.")
    if raw.get("format", FORMAT) != FORMAT:
        raise BadRecord(f"The format {echoed(raw['format'])} is unknown; this reads {FORMAT!r}.")
    _check_keys(raw, FIELDS, "A round record")
    game = find_game(raw.get("game"), games)
    options = game.options.read(raw.get("rules", {}))
    wagers = read_wagers(raw.get("seats"), game, options)
    deck = _deck(raw.get("deck"), game.decks(options))
    setup = Setup(
        options=options,
        paytables=read_paytables(raw.get("paytables", {}), game, options, paytables),
        wagers=wagers,
        deck=deck,
        button=_button(raw.get("button"), wagers, game),
        unit=_positive(raw.get("chip_unit", 100), "chip_unit"),
    )
    void = raw.get("void")
    if void is not None and not isinstance(void, str):
        raise BadRecord(f"'void' is the reason as text, or null, not {echoed(void)}.")
    results = raw.get("results", [])
    if not isinstance(results, list) or not all(isinstance(one, Mapping) for one in results):
        raise BadRecord(
            f"'results' is a list of objects, one per settled spot, not {echoed(results)}."
        )
    return Record(game, setup, _actions(raw.get("actions", [])), void)


def _check_keys(raw: Mapping[str, Any], known: tuple[str, ...], what: str) -> None:
    # Ignoring a misspelt key would give a round that nobody meant.
    for key in raw:
        if key not in known:
            raise BadRecord(f"{what} has no {echoed(key)}; it has {', '.join(known)}.")


def find_game(slug: object, games: Mapping[str, AnyGame]) -> AnyGame:
    """The game with that slug. Raises BadRecord listing the games that exist."""
    if not isinstance(slug, str) or slug not in games:
        raise BadRecord(f"The game {echoed(slug)} is unknown; this site plays {', '.join(games)}.")
    return games[slug]


def _deck(text: object, decks: int) -> tuple[Card, ...]:
    if not isinstance(text, str):
        raise BadRecord(f"The deck is text with cards in dealing order, not {echoed(text)}.")
    cards = parse_cards(text)
    check_deck(cards, decks)
    return cards


def _positive(value: object, name: str) -> int:
    if type(value) is not int or value <= 0:
        raise BadRecord(f"{name} is a positive whole number, not {echoed(value)}.")
    return value


def _button(button: object, wagers: Mapping[Seat, Any], game: AnyGame) -> Seat:
    if button is None:
        return min(wagers)
    if type(button) is not int or not 1 <= button <= game.max_seats:
        raise BadRecord(
            f"The button is at a seat from 1 to {game.max_seats}, not at {echoed(button)}."
        )
    return button


def read_wagers(raw: object, game: AnyGame, options: Options) -> dict[Seat, dict[str, int]]:
    """Read a record's seats. Raises BadRecord or BadWager naming seat, spot and reason."""
    if not isinstance(raw, list) or not raw:
        raise BadRecord("'seats' is a list with at least one seat and its wagers.")
    wagers: dict[Seat, dict[str, int]] = {}
    for entry in raw:
        if not isinstance(entry, Mapping) or not isinstance(entry.get("wagers"), Mapping):
            raise BadRecord('A seat is an object like {"seat": 1, "wagers": {"spot": cents}}.')
        _check_keys(entry, ("seat", "wagers"), "A seat")
        seat = entry.get("seat")
        if type(seat) is not int or not 1 <= seat <= game.max_seats:
            raise BadRecord(
                f"Seat {echoed(seat)} does not exist; {game.name} has 1 to {game.max_seats}."
            )
        if seat in wagers:
            raise BadRecord(f"Seat {seat} is in the record twice.")
        try:
            wagers[seat] = check_spots(entry["wagers"], game.spots(options))
        except BadWager as error:
            raise BadWager(f"Seat {seat}: {error}") from None
    return wagers


def check_spots(raw: Mapping[str, object], spots: tuple[Spot, ...]) -> dict[str, int]:
    """The wagers of one seat in the order of the spots. Raises BadWager.

    Knows only the rules; `games.engine.limits` knows what a table allows.
    """
    opening = {spot.key: spot for spot in spots if spot.opening}
    for key, stake in raw.items():
        if key not in opening:
            raise BadWager(
                f"There is no wager on {echoed(key)}; the spots are {', '.join(opening)}."
            )
        if type(stake) is not int or not 0 < stake <= MOST_CENTS:
            raise BadWager(
                f"The stake on {key} is a positive whole number of cents up to {MOST_CENTS}, "
                f"not {echoed(stake)}."
            )
        spot = opening[key]
        least = spot.minimum_alone if len(raw) == 1 else spot.minimum
        if stake < least:
            alone = " alone" if stake >= spot.minimum else ""
            raise BadWager(f"The stake on {key}{alone} is at least {least} cents, not {stake}.")
        if spot.requires is not None and spot.requires not in raw:
            other = opening[spot.requires].name
            raise BadWager(f"A wager on {spot.name} needs one on {other} too.")
    if not raw:
        raise BadWager(f"At least one wager is needed; the spots are {', '.join(opening)}.")
    wagers: dict[str, int] = {}
    for key in opening:
        stake = raw.get(key)
        if isinstance(stake, int):
            wagers[key] = stake
    return wagers


def read_paytables(
    raw: object, game: AnyGame, options: Options, source: PaytableSource
) -> dict[str, Paytable]:
    """The paytable of every spot that has one: given, or the game's default. Raises BadPaytable."""
    if not isinstance(raw, Mapping):
        raise BadRecord(f"'paytables' maps spots to codes or paytables, not {echoed(raw)}.")
    paying = {spot.key: spot for spot in game.spots(options) if spot.lines}
    for key in raw:
        if key not in paying:
            raise BadRecord(
                f"{echoed(key)} has no paytable; these spots have: {', '.join(paying)}."
            )
    chosen = {}
    for key, spot in paying.items():
        wanted = raw.get(key, spot.default_paytable)
        if isinstance(wanted, str):
            chosen[key] = source(game.slug, spot, wanted)
        else:
            chosen[key] = read_paytable(wanted, game.slug, key, tuple(spot.lines))
    return chosen


def _actions(raw: object) -> tuple[tuple[Seat, Action], ...]:
    if not isinstance(raw, list):
        raise BadRecord("'actions' is a list.")
    actions = []
    for number, entry in enumerate(raw, 1):
        seat = entry.get("seat") if isinstance(entry, Mapping) else None
        if type(seat) is not int:
            like = '{"seat": 1, "action": "stand"}'
            raise BadRecord(f"Action {number} is an object like {like}, not {echoed(entry)}.")
        _check_keys(entry, ("seat", "action", "amount", "discard"), f"Action {number}")
        try:
            actions.append((seat, read_action(entry)))
        except GameError as error:
            raise type(error)(f"Action {number}: {error}") from None
    return tuple(actions)


def write_record(record: Record, results: tuple[SpotResult, ...] = ()) -> dict[str, Any]:
    """A record as JSON values; `read_record` reads it back. Paytables are written out whole, so
    that the record means the same wherever it is read."""
    setup = record.setup
    raw: dict[str, Any] = {
        "format": FORMAT,
        "game": record.game.slug,
        "rules": setup.options.as_json(),
        "paytables": {
            spot: {"game": table.game, "spot": spot, "code": table.code, "lines": table.as_lines()}
            for spot, table in setup.paytables.items()
        },
        "button": setup.button,
        "chip_unit": setup.unit,
        "seats": [{"seat": seat, "wagers": dict(setup.wagers[seat])} for seat in setup.seats],
        "deck": " ".join(codes_of(setup.deck)),
        "actions": [{"seat": seat} | action.as_json() for seat, action in record.actions],
        "results": [result.as_json() for result in results],
    }
    return raw if record.void is None else raw | {"void": record.void}
