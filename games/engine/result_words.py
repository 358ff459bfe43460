"""Results in words, shared by every game's view."""

from collections.abc import Iterable, Mapping

from games.engine.cards import codes_of
from games.engine.game import Offer, Spot, SpotResult
from games.engine.limits import money
from games.engine.payout import payout_words
from games.engine.paytable import LOSE, Paytable
from games.engine.view import Event, OfferView, ResultView

PLAIN_LINES = {
    "lose": "loses", "win": "wins", "push": "pushes", "void": "void: stake returned",
}  # fmt: skip
"""The lines of a spot without a paytable, the same in every game, in words."""


def line_words(line: str, spot: Spot | None) -> str:
    """A line in words."""
    own = {**spot.endings, **spot.lines} if spot is not None else {}
    return own.get(line) or PLAIN_LINES.get(line, line.replace("_", " "))


def result_view(
    result: SpotResult, spots: tuple[Spot, ...], paytables: Mapping[str, Paytable]
) -> ResultView:
    """A result with its line in words and what the line pays."""
    spot = next((spot for spot in spots if spot.key == result.spot), None)
    paytable = paytables.get(result.spot)
    pays = ""
    if paytable is not None and result.line != LOSE and result.line in paytable.lines:
        pays = payout_words(paytable.pays(result.line))
    return ResultView(
        result.seat, result.spot, result.stake, result.returned, result.net,
        result.line, line_words(result.line, spot), pays, result.hand,
    )  # fmt: skip


def offer_views(offers: Iterable[Offer]) -> tuple[OfferView, ...]:
    """Offers with cards as codes."""
    return tuple(
        OfferView(
            offer.action,
            None if offer.amounts is None else tuple(offer.amounts),
            None if offer.discard_from is None else codes_of(offer.discard_from),
            offer.cost,
        )
        for offer in offers
    )


def result_event(result: SpotResult, spots: tuple[Spot, ...]) -> Event:
    """The event in which the dealer takes, pays or leaves one wager."""
    spot = next((spot for spot in spots if spot.key == result.spot), None)
    name = spot.name if spot is not None else result.spot.replace("_", " ")
    kind = "pay" if result.net > 0 else "take" if result.net < 0 else "push"
    place = f"seat-{result.seat}" + (f".{result.hand}" if result.hand else "")
    ending = {
        "pay": f"wins {money(result.net)}",
        "take": f"loses {money(-result.net)}",
        "push": "gets the stake back",
    }[kind]
    if kind == "take" and result.returned:
        ending += f" ({money(result.returned)} returned)"
    who = f"Seat {result.seat}" + (f", hand {result.hand + 1}" if result.hand is not None else "")
    words = f"{who}: {name} {ending}{_reason(result.line, spot)}."
    return Event(kind, place, words, spot=result.spot, stake=result.stake, net=result.net)


def _reason(line: str, spot: Spot | None) -> str:
    """The line as the end of a sentence; empty if it would only repeat who won."""
    if line in ("win", "lose", "push"):
        return ""
    words = line_words(line, spot)
    return f", {words[0].lower()}{words[1:]}"
