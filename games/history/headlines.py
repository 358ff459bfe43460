"""Finished rounds in a line each: what happened in words, with the cards it happened with.

A line is made of what the seat saw in the end, when a page first lists the round, and kept.
"""

import logging
from collections.abc import Sequence

from django.db.models import prefetch_related_objects

from accounts.models import User
from games.engine.view import View, listed
from games.models import Headline, RoundSeat
from games.registry import KITS
from games.tables.finished_round import AHEAD, Played, played

log = logging.getLogger(__name__)

AT_ONCE = 500
"""Of how many rounds that were never listed a search makes the lines first, the newest of them."""


def of_parts(parts: Sequence[RoundSeat]) -> list[Headline]:
    """The lines of finished parts, in their order."""
    known = {one.round_seat_id: one for one in Headline.objects.filter(round_seat__in=parts)}
    missing = [part for part in parts if part.pk not in known]
    prefetch_related_objects(missing, *(f"round__{ahead}" for ahead in AHEAD))
    made = [_made(part) for part in missing]
    # Another page may list the same rounds at this moment.
    Headline.objects.bulk_create(made, ignore_conflicts=True)
    known |= {one.round_seat_id: one for one in made}
    return [known[part.pk] for part in parts]


def make_missing(user: User) -> None:
    """Make the lines of a player's rounds that have none, so that a search finds them."""
    parts = RoundSeat.objects.filter(user=user, ended__isnull=False, headline=None)
    newest = parts.select_related("round__table", "round__shoe").order_by("-ended")[:AT_ONCE]
    of_parts(list(newest))


def _made(part: RoundSeat) -> Headline:
    try:
        return headline(played(part.round), part)
    except Exception:  # one round that nobody can read must not keep the others from the list
        log.exception("round %s has no line", part.round_id)
        return Headline(round_seat=part, title=f"Round {part.round.number}")


def headline(found: Played, part: RoundSeat) -> Headline:
    """A finished part in a line, not saved."""
    view = found.view(part.seat)
    own = view.seat(part.seat)
    return Headline(
        round_seat=part,
        title=_title(found, view, part.seat)[:200],
        hands=[[card for card in hand.cards if card] for hand in own.hands] if own else [],
        against=_against(view),
        pays=_pays(found, view, part.seat)[:200],
    )


def _against(view: View) -> list[str]:
    """The dealer's cards that count in the end."""
    dealers = (pile.hand for pile in view.piles if pile.key == "dealer")
    return [
        card
        for hand in dealers
        for card, mark in zip(hand.cards, hand.marks or [""] * len(hand.cards), strict=True)
        if card and mark != "gone"
    ]


def _title(found: Played, view: View, seat: int) -> str:
    round = found.round
    if round.void_reason:
        return f"Void: {round.void_reason}"
    title = KITS[round.game].title(view, seat) if found.replay else ""
    return title or f"Round {round.number}"


def _pays(found: Played, view: View, seat: int) -> str:
    """``"Range pays 3 to 2"``: what won by a paytable."""
    spots = {spot.key: spot for spot in found.round.rules.spots(found.round.house_options)}
    return listed(
        [
            f"{spots[result.spot].name} pays {result.pays.replace(':', ' to ')}"
            for result in view.results
            if result.seat == seat and result.net > 0 and result.pays and spots[result.spot].lines
        ]
    )
