"""The spots of a felt as a viewer sees them: limits, paytables, stakes, results."""

from collections.abc import Sequence
from typing import Any

from games.engine.game import Spot
from games.engine.payout import payout_words
from games.engine.paytable import Paytable
from games.engine.view import ResultView, View, listed
from games.models import Chair
from games.tables.selectors import Snapshot


def spot_shown(
    snap: Snapshot, spot: Spot, chair: Chair | None, view: View | None
) -> dict[str, Any]:
    """A spot with its limits and paytable, the viewer's stake and, in the end, the result.

    chair: the viewer's, None for who only watches. view: None before the deal.
    """
    results = [
        r
        for r in (view.results if view else ())
        if chair and (r.seat, r.spot) == (chair.seat, spot.key)
    ]
    printed = snap.once(("spot", spot.key), lambda: _printed(snap, spot))
    own: dict[str, Any] = {
        "stake": _stake(spot.key, chair, view),
        "result": outcome(results),
    }
    held = _held(chair, view)
    if results or held:
        own["lines"] = lines_shown(spot, snap.paytables.get(spot.key), results, held)
    return printed | own


def _printed(snap: Snapshot, spot: Spot) -> dict[str, Any]:
    """What the felt says of a spot to everybody."""
    low, high = snap.table.limits.of(spot.key)
    paytable = snap.paytables.get(spot.key)
    return {
        "key": spot.key,
        "name": spot.name,
        "opening": spot.opening,
        "requires": spot.requires,
        "minimum": max(low, spot.minimum),
        "maximum": high,
        "odds": _odds(spot, paytable),
        "code": paytable.code if paytable else "",
        "lines": lines_shown(spot, paytable),
    }


def _stake(spot: str, chair: Chair | None, view: View | None) -> int:
    if chair is None:
        return 0
    own = view.seat(chair.seat) if view else None
    wagers = chair.wagers if own is None else own.wagers
    return int(wagers.get(spot, 0))


def _odds(spot: Spot, paytable: Paytable | None) -> str:
    if paytable is None:
        return spot.pays
    words = [payout_words(payout) for payout in paytable.lines.values()]
    return words[0] if len(words) == 1 else f"to {words[0]}"


def _held(chair: Chair | None, view: View | None) -> frozenset[str]:
    """The lines that the viewer's own hands make, as far as he sees them."""
    own = view.seat(chair.seat) if view and chair else None
    return frozenset(hand.line for hand in own.hands if hand.line) if own else frozenset()


def lines_shown(
    spot: Spot,
    paytable: Paytable | None,
    results: Sequence[ResultView] = (),
    held: frozenset[str] = frozenset(),
) -> list[dict[str, Any]]:
    """The lines of a paytable. hit: a wager was settled by it; held: the viewer's hand makes it."""
    hit = {result.line for result in results}
    if paytable is None:
        return []
    return [
        {
            "line": line,
            "words": spot.lines[line],
            "pays": payout_words(payout),
            "hit": line in hit,
            "held": line in held,
        }
        for line, payout in paytable.lines.items()
    ]


def outcome(results: list[ResultView]) -> dict[str, Any] | None:
    """The results of one spot, its hands added up, with the class a felt shows."""
    if not results:
        return None
    net = sum(result.net for result in results)
    stake = sum(result.stake for result in results)
    returned = sum(result.returned for result in results)
    partly = returned and len(results) == 1
    kind = "win" if net > 0 else "push" if net == 0 else "half" if partly else "lose"
    return {
        "net": net,
        "stake": stake,
        "returned": returned,
        "kind": kind,
        "words": listed([result.words for result in results]),
        "pays": results[0].pays if len(results) == 1 else "",
    }
