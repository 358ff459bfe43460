"""Rounds whose cards a test knows before they are dealt."""

from hashlib import sha256
from uuid import UUID

from django.db import transaction

from accounts.models import User
from games.desk import deck_of
from games.engine.cards import Card
from games.engine.shuffle import commitment
from games.models import Round, RoundSeat, Table


def seal(table_id: int, number: int, players: dict[int, User]) -> tuple[Card, ...]:
    """Put deal `number` of the tests in the place of the round that is open for bets at a table.

    players: who will have wagers in it, by seat. Returns the deck in dealing order. The same number
    and client seeds give the same deck in every run, since the round's id and server seed are made
    of the number.
    """
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=table_id)
        sealed = table.round
        assert sealed is not None
        assert sealed.dealt is None
        paytables = list(sealed.paytables.all())
        Table.objects.filter(pk=table_id).update(round=None)
        sealed.delete()
        seed = sha256(str(number).encode()).digest()
        sealed.pk = UUID(int=number)
        sealed.server_seed, sealed.commitment = seed.hex(), commitment(seed)
        sealed.save(force_insert=True)
        sealed.paytables.set(paytables)
        Table.objects.filter(pk=table_id).update(round=sealed)
    parts = [
        RoundSeat(round=sealed, seat=seat, user=user, client_seed=user.client_seed)
        for seat, user in players.items()
    ]
    return deck_of(Round.objects.get(pk=sealed.pk), parts)
