"""Shoes: where the deck of a round comes from, and when its seed may be known.

Most rounds have a shoe of their own. With a cut card, a shoe is shuffled and sealed for the round
that opens it and used by the rounds that follow, until the cut card comes out; its seed stays
secret until then, since it gives away the cards to come. At a table that follows another one, each
round is dealt from the whole shoe of the other table's round of the same number; its seed stays
secret until nobody is dealt from it any more.
"""

import hashlib
import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.db.models import F, Q

from games.engine.cards import Card, codes_of
from games.engine.shuffle import ALGORITHM, SEED_BYTES, commitment, dealt
from games.models import Round, RoundSeat, Table


def sealed(table: Table, now: datetime) -> Round:
    """Make the table's next round: from the shoe in play, or from a fresh one, sealed."""
    if table.follows_id is not None:
        shoe = Round.objects.get(table_id=table.follows_id, number=table.round_number)
        return _made(table, now, shoe=shoe, options=shoe.options)
    previous = table.round
    start = _goes_on_at(table, previous)
    if previous is not None and start is not None:
        return _made(table, now, shoe=previous.source, start=start)
    end(table)
    seed = secrets.token_bytes(SEED_BYTES)
    in_play = table.rules.cut_card(table.rules.options.read(table.options)) is not None
    return _made(table, now, seed=seed, shoe_in_play=in_play)


def end(table: Table) -> None:
    """Nothing more is dealt from a table's shoe in play: its seed may be revealed."""
    shoe = None if table.round is None else table.round.source
    if shoe is not None and shoe.table_id == table.pk and shoe.shoe_in_play:
        Round.objects.filter(pk=shoe.pk).update(shoe_in_play=False)
        shoe.shoe_in_play = False


def lay_out(table: Table, all_options: Iterable[dict[str, Any]], now: datetime) -> list[Round]:
    """Seal a closed table's rounds for others to follow, starting with its first; one for each of
    these house options."""
    rounds = []
    for number, options in enumerate(all_options, table.round_number + 1):
        table.round_number = number
        seed = secrets.token_bytes(SEED_BYTES)
        rounds.append(_made(table, now, seed=seed, options=options, shoe_in_play=True))
    table.save(update_fields=["round_number"])
    return rounds


def lay_open(table: Table) -> None:
    """Nobody follows a table any more: the seeds of its rounds may be revealed."""
    Round.objects.filter(table=table).update(shoe_in_play=False)


def is_followed(round: Round) -> bool:
    """Whether others are still dealt the cards of this round."""
    return round.source.table_id != round.table_id and round.source.shoe_in_play


def followed() -> Q:
    """The same as a filter of rounds."""
    return Q(shoe__shoe_in_play=True) & ~Q(shoe__table=F("table"))


def _goes_on_at(table: Table, previous: Round | None) -> int | None:
    """The place in the last round's shoe from which the next round is dealt; None to shuffle
    again."""
    if previous is None or previous.options != table.options or not previous.source.shoe_in_play:
        return None
    cut_card = table.rules.cut_card(previous.house_options)
    start = previous.start + previous.used
    return None if cut_card is None or start >= cut_card else start


def _made(
    table: Table,
    now: datetime,
    *,
    seed: bytes = b"",
    shoe: Round | None = None,
    start: int = 0,
    options: dict[str, Any] | None = None,
    shoe_in_play: bool = False,
) -> Round:
    return Round.objects.create(
        table=table,
        number=table.round_number,
        game=table.game,
        options=table.options if options is None else options,
        unit=table.unit,
        button=table.button,
        algorithm=ALGORITHM,
        server_seed=seed.hex(),
        commitment=commitment(seed) if shoe is None else shoe.commitment,
        shoe=shoe,
        start=start,
        shoe_in_play=shoe_in_play,
        opened=now,
    )


def deck_of(round: Round, parts: Sequence[RoundSeat]) -> tuple[Card, ...]:
    """The deck in dealing order: what is left of the shoe, then, if that is not enough, the cards
    dealt before, reshuffled. Secret until the seed is revealed: replay it, never show it."""
    source = round.source
    seats = parts if round.shoe is None else source.seats.all()
    return _dealt(
        bytes.fromhex(source.server_seed),
        str(source.pk),
        tuple(client_seeds(seats).items()),
        round.rules.decks(round.house_options),
        str(round.pk),
        round.start,
    )


@lru_cache(maxsize=256)
def _dealt(
    seed: bytes,
    shoe: str,
    seeds: tuple[tuple[int, str], ...],
    decks: int,
    round_id: str,
    start: int,
) -> tuple[Card, ...]:
    """A round is replayed at every step, so that six decks are shuffled only once."""
    return dealt(seed, shoe, dict(seeds), decks, round_id=round_id, start=start)


def digest_of(deck: Sequence[Card]) -> str:
    """SHA-256 of a deck in dealing order, its codes separated by spaces: recorded at the deal, so
    that seeds altered later are noticed."""
    return hashlib.sha256(" ".join(codes_of(deck)).encode()).hexdigest()


def client_seeds(seats: Iterable[RoundSeat]) -> dict[int, str]:
    """The client seeds that a deal mixes in, by seat."""
    return {part.seat: part.client_seed for part in seats}
