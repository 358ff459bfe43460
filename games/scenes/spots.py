"""The spots of a felt as a viewer sees them: limits, paytables, stakes, results."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from games.engine.game import Spot
from games.engine.payout import payout_words
from games.engine.paytable import Paytable
from games.engine.view import ResultView, View, listed
from games.models import Chair
from games.tables.selectors import Snapshot


@dataclass(frozen=True)
class LineScene:
    """A line of a paytable in words and what it pays: ``"5:1"``.

    hit: it settled a wager of the viewer. held: the viewer's hand makes it.
    """

    line: str
    words: str
    pays: str
    hit: bool
    held: bool


@dataclass(frozen=True)
class Outcome:
    """The results of one spot or hand, added up, in cents.

    kind: the class that a felt shows; ``"half"``: lost, and a part was returned. words: its lines.
    pays: the odds, "" if several wagers are added up.
    """

    net: int
    stake: int
    returned: int
    kind: Literal["win", "push", "half", "lose"]
    words: str
    pays: str


@dataclass(frozen=True)
class SpotScene:
    """A spot with its limits, the viewer's stake (all in cents) and the result, once nothing lies
    on it any more.

    opening, requires: as in `Spot`. odds: as printed on the felt. code, lines: of its paytable, ""
    and () without one.
    """

    key: str
    name: str
    opening: bool
    requires: str | None
    minimum: int
    maximum: int
    odds: str
    code: str
    lines: tuple[LineScene, ...]
    stake: int = 0
    result: Outcome | None = None


def spots_shown(snap: Snapshot, chair: Chair | None, view: View | None) -> tuple[SpotScene, ...]:
    """The spots of a felt as a viewer sees them.

    chair: the viewer's, None for a spectator. view: None before the deal.
    """
    own = view.seat(chair.seat) if view and chair else None
    wagers = own.wagers if own else chair.wagers if chair else {}
    seen = view.results if view else ()
    results = [result for result in seen if chair and result.seat == chair.seat]
    held = frozenset(hand.line for hand in own.hands if hand.line) if own else frozenset()
    return tuple(
        _spot(
            snap,
            spot,
            int(wagers.get(spot.key, 0)),
            tuple(result for result in results if result.spot == spot.key),
            held,
        )
        for spot in snap.spots
    )


def _spot(
    snap: Snapshot,
    spot: Spot,
    stake: int,
    results: tuple[ResultView, ...],
    held: frozenset[str],
) -> SpotScene:
    """One spot, made once for all viewers who see the same on it."""
    return snap.once(
        ("spot", spot.key, stake, results, held),
        partial(_spot_with, snap, spot, stake, results, held),
    )


def _spot_with(
    snap: Snapshot, spot: Spot, stake: int, results: Sequence[ResultView], held: Collection[str]
) -> SpotScene:
    if not (stake or results or held):
        return _printed(snap, spot)
    printed = _spot(snap, spot, 0, (), frozenset())
    lines = _lit(printed.lines, {result.line for result in results}, held)
    if left := lying(stake, results):
        return replace(printed, lines=lines, stake=left)
    return replace(printed, lines=lines, stake=stake, result=outcome(results))


def _lit(
    lines: tuple[LineScene, ...], hit: Collection[str], held: Collection[str]
) -> tuple[LineScene, ...]:
    """The lines, with some marked as hit or held."""
    return tuple(
        replace(line, hit=line.line in hit, held=line.line in held)
        if line.line in hit or line.line in held
        else line
        for line in lines
    )


def lying(stake: int, results: Sequence[ResultView]) -> int:
    """Cents still on a spot after these of its results: one of several hands may be over."""
    return max(stake - sum(result.stake for result in results), 0)


def _printed(snap: Snapshot, spot: Spot) -> SpotScene:
    """What the felt prints about a spot for everyone."""
    low, high = snap.table.limits.of(spot.key)
    paytable = snap.paytables.get(spot.key)
    return SpotScene(
        key=spot.key,
        name=spot.name,
        opening=spot.opening,
        requires=spot.requires,
        minimum=max(low, spot.minimum),
        maximum=high,
        odds=_odds(spot, paytable),
        code=paytable.code if paytable else "",
        lines=lines_shown(spot, paytable),
    )


def _odds(spot: Spot, paytable: Paytable | None) -> str:
    if paytable is None:
        return spot.pays
    words = [payout_words(payout) for payout in paytable.lines.values()]
    return words[0] if len(words) == 1 else f"to {words[0]}"


def lines_shown(spot: Spot, paytable: Paytable | None) -> tuple[LineScene, ...]:
    """The lines of a paytable, () without one; none marked as hit or held."""
    if paytable is None:
        return ()
    return tuple(
        LineScene(line, spot.lines[line], payout_words(payout), hit=False, held=False)
        for line, payout in paytable.lines.items()
    )


def outcome(results: Sequence[ResultView]) -> Outcome | None:
    """The results of one spot, its hands added up; None if there are none yet."""
    if not results:
        return None
    net = sum(result.net for result in results)
    returned = sum(result.returned for result in results)
    partly = returned and len(results) == 1
    return Outcome(
        net=net,
        stake=sum(result.stake for result in results),
        returned=returned,
        kind="win" if net > 0 else "push" if net == 0 else "half" if partly else "lose",
        words=listed([result.words for result in results]),
        pays=results[0].pays if len(results) == 1 else "",
    )
