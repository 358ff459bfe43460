"""Rounds that players deal from real cards, kept as rows: no chips, no table and no seal.

They are read and written only here, so that no page of the site's own rounds can show one by
mistake.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import User
from games.by_hand.dealing import SOURCE, Dealing, Decided, Keyed, Move
from games.by_hand.following import Over, following, with_action, with_card
from games.engine.cards import Card, code_of, parse_card
from games.engine.errors import GameError
from games.engine.game import Action, Setup, read_action
from games.engine.record import read_paytables, read_wagers, write_record
from games.kit import Kit
from games.models import HandDealt
from games.printed_paytables import printed
from games.registry import GAMES
from games.tables.refusals import Refused

MOST_KEPT = 200
"""How many rounds of a player are kept; the oldest are deleted."""
LONGEST_NAME = 20
BEHIND = "The round has moved on. This is how it is now."


def current_of(user: User) -> HandDealt | None:
    """The round that a player is dealing."""
    return HandDealt.objects.filter(user=user, current=True).first()


def kept_of(user: User) -> list[HandDealt]:
    """The finished rounds of a player, newest first."""
    return list(HandDealt.objects.filter(user=user, ended__isnull=False).order_by("-ended", "-pk"))


def begin(user: User, kit: Kit, setup: Mapping[str, Any], now: datetime) -> HandDealt:
    """Open a round. setup: see `HandDealt`. Raises Refused for a setup that cannot be dealt."""
    read_setup(kit.slug, setup)
    with transaction.atomic():
        _put_away(user)
        return HandDealt.objects.create(user=user, game=kit.slug, setup=setup, begun=now)


def next_round(user: User, now: datetime) -> HandDealt:
    """Open the next round with the same seats and wagers. Raises Refused while one is in play."""
    with transaction.atomic():
        row = _locked(user)
        if row.ended is None:
            raise Refused("This round is not over yet.")
        _put_away(user)
        return HandDealt.objects.create(
            user=user, game=row.game, number=row.number + 1, setup=row.setup, begun=now
        )


def stop(user: User) -> None:
    """Put the cards away: an unfinished round is deleted."""
    with transaction.atomic():
        _put_away(user)


def _put_away(user: User) -> None:
    HandDealt.objects.filter(user=user, current=True, ended__isnull=True).delete()
    HandDealt.objects.filter(user=user, current=True).update(current=False)
    kept = HandDealt.objects.filter(user=user).order_by("-ended", "-pk")
    HandDealt.objects.filter(pk__in=list(kept.values_list("pk", flat=True)[MOST_KEPT:])).delete()


def key(user: User, at: int, card: Card, now: datetime) -> HandDealt:
    """Key the next card. at: how many moves the player has seen. Raises Refused, saying why not."""
    return _moved(user, at, now, lambda dealing: with_card(dealing, card))


def decide(user: User, at: int, action: Action, now: datetime) -> HandDealt:
    """Enter the decision that is due. Raises Refused."""
    return _moved(user, at, now, lambda dealing: with_action(dealing, action))


def undo(user: User, at: int, now: datetime) -> HandDealt:
    """Go back one card or decision; does nothing at the start. Raises Refused."""
    return _moved(user, at, now, Dealing.back)


def _moved(user: User, at: int, now: datetime, deed: Callable[[Dealing], Dealing]) -> HandDealt:
    with transaction.atomic():
        row = _locked(user)
        if at != len(row.moves):
            raise Refused(BEHIND)
        try:
            after = deed(dealing_of(row))
            coming = following(after)
        except GameError as error:
            raise Refused(str(error)) from error
        row.moves = [_as_json(move) for move in after.moves]
        row.record = _record(row, after) if isinstance(coming, Over) else None
        row.ended = now if isinstance(coming, Over) else None
        row.save(update_fields=["moves", "record", "ended"])
    return row


def _locked(user: User) -> HandDealt:
    row = HandDealt.objects.select_for_update().filter(user=user, current=True).first()
    if row is None:
        raise Refused("You have no round of real cards. Begin one first.")
    return row


def dealing_of(row: HandDealt) -> Dealing:
    """A row as a round."""
    setup, names = read_setup(row.game, row.setup)
    return Dealing(GAMES[row.game], setup, names, tuple(map(_read_move, row.moves)))


def read_setup(slug: str, raw: Mapping[str, Any]) -> tuple[Setup[Any], dict[int, str]]:
    """A round's setup, and the names of the seats. Raises Refused."""
    game = GAMES[slug]
    try:
        options = game.options.read(raw["options"])
        seats = [{"seat": one["seat"], "wagers": one["wagers"]} for one in raw["seats"]]
        wagers = read_wagers(seats, game, options)
        tables = read_paytables(raw["paytables"], game, options, printed)
    except GameError as error:
        raise Refused(str(error)) from error
    button = raw.get("button") or min(wagers)
    names = {one["seat"]: one["name"] for one in raw["seats"] if one.get("name")}
    return Setup(options, tables, wagers, (), button), names


def _record(row: HandDealt, dealing: Dealing) -> dict[str, Any]:
    """A finished round as a record that says where its cards come from."""
    record = dealing.record()
    coming = following(dealing)
    assert isinstance(coming, Over)
    raw = write_record(record, coming.results) | {"source": SOURCE}
    if dealing.names:
        raw["note"] = ", ".join(dealing.called(seat) for seat in sorted(dealing.names))
    return raw


def _as_json(move: Move) -> dict[str, Any]:
    if isinstance(move, Keyed):
        return {"place": move.place, "card": code_of(move.card), "to": move.to}
    return {"seat": move.seat, **move.action.as_json()}


def _read_move(raw: Mapping[str, Any]) -> Move:
    if "card" in raw:
        return Keyed(raw["place"], parse_card(raw["card"]), raw["to"])
    return Decided(raw["seat"], read_action(raw))
