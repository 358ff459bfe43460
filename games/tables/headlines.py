"""A finished round in a line: what happened in words, with the cards it happened with.

A line is made from what the seat saw at the end. The history stores the lines that it has listed.
"""

import logging
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import F, prefetch_related_objects

from games.engine.view import View, listed
from games.models import Headline, Round, RoundSeat
from games.registry import KITS
from games.tables.finished_round import AHEAD, Played, played

log = logging.getLogger(__name__)

MOST_HANDS = 2
"""How many hands of a round are shown in a list of several rounds."""


def lines_of(
    parts: Sequence[RoundSeat], known: Iterable[Headline] = (), at_hand: Played | None = None
) -> list[Headline]:
    """The lines of finished parts, in their order: known or stored ones, otherwise new ones that
    are not saved. at_hand: a round that need not be read for this."""
    found = {one.round_seat_id: one for one in known}
    if unknown := [part for part in parts if part.pk not in found]:
        stored = Headline.objects.filter(round_seat__in=unknown)
        found |= {one.round_seat_id: one for one in stored}
    missing = [part for part in parts if part.pk not in found]
    unread = [part for part in missing if at_hand is None or part.round_id != at_hand.round.pk]
    prefetch_related_objects(unread, *(f"round__{ahead}" for ahead in AHEAD))
    found |= {part.pk: _made(part, None if part in unread else at_hand) for part in missing}
    return [found[part.pk] for part in parts]


def _made(part: RoundSeat, at_hand: Played | None) -> Headline:
    try:
        return headline(at_hand or played(part.round), part)
    except Exception:  # one unreadable round must not break the list
        log.exception("round %s has no line", part.round_id)
        return Headline(round_seat=part, title=f"Round {part.round.number}")


@dataclass(frozen=True)
class ShownHand:
    """A hand of a finished round as everyone at the table saw it: the codes of its cards and of the
    dealer's, what happened, and what it won or lost in cents."""

    cards: tuple[str, ...]
    against: tuple[str, ...]
    title: str
    net: int


def last_hands(table_ids: Collection[int], most: int) -> dict[int, tuple[ShownHand, ...]]:
    """For each table, the hands of its last finished round, the biggest winners first. Cards that
    were never turned over are left out. The number of queries does not depend on the number of
    tables."""
    finished = Round.objects.filter(
        table__in=table_ids, ended__isnull=False, void_reason="",
        number__gte=F("table__round_number") - 1,
    ).order_by("number")  # fmt: skip
    last = {row["table"]: row["pk"] for row in finished.values("table", "pk")}
    unread = [key for key in last.values() if key not in _SHOWN]
    rounds = Round.objects.filter(pk__in=unread).select_related("table", "shoe")
    for round in rounds.prefetch_related(*AHEAD):
        while len(_SHOWN) >= _MOST_SHOWN:
            del _SHOWN[next(iter(_SHOWN))]
        _SHOWN[round.pk] = _shown(round)
    return {table: _SHOWN.get(key, ())[:most] for table, key in last.items()}


_SHOWN: dict[UUID, tuple[ShownHand, ...]] = {}
"""The hands of rounds that this process has shown in the lobby: a finished round does not
change."""
_MOST_SHOWN = 512


def _shown(round: Round) -> tuple[ShownHand, ...]:
    try:
        found = played(round)
        view = found.view(None)
    except Exception:  # one unreadable round must not break the lobby
        log.exception("round %s cannot be read", round.pk)
        return ()
    return shown_hands(round, view, found.parts)


def shown_hands(round: Round, view: View, parts: Iterable[RoundSeat]) -> tuple[ShownHand, ...]:
    """The hands of a finished round as a spectator saw it, the biggest winners first; none if they
    cannot be put in words, which must not break a page."""
    try:
        hands = [_shown_hand(round.game, view, part) for part in parts]
    except Exception:
        log.exception("the hands of round %s cannot be shown", round.pk)
        return ()
    return tuple(sorted(filter(None, hands), key=lambda hand: -hand.net))


def _shown_hand(game: str, view: View, part: RoundSeat) -> ShownHand | None:
    """A seat's first hand; None if a spectator did not see all of it."""
    own = view.seat(part.seat)
    cards = own.hands[0].cards if own and own.hands else ()
    if not cards or not all(cards):
        return None
    codes = tuple(card for card in cards if card)
    title = KITS[game].title(view, part.seat)
    return ShownHand(codes, tuple(_against(view)), title, part.net or 0)


def headline(found: Played, part: RoundSeat) -> Headline:
    """A finished part as a line, not saved."""
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
    """The dealer's cards that count at the end."""
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
    """``"Range pays 3 to 2"``: what a paytable's line paid."""
    spots = {spot.key: spot for spot in found.round.rules.spots(found.round.house_options)}
    return listed(
        [
            f"{spots[result.spot].name} pays {result.pays.replace(':', ' to ')}"
            for result in view.results
            if result.seat == seat and result.net > 0 and result.pays and spots[result.spot].lines
        ]
    )
