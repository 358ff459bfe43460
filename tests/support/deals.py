"""Rounds whose cards a test knows before they are dealt."""

import os
from collections.abc import Callable
from hashlib import sha256
from itertools import count
from uuid import UUID

from django.db import transaction

from accounts.models import User
from games.engine.cards import Card, codes_of
from games.engine.shuffle import commitment, deal_message, shuffled
from games.models import Round, RoundSeat, Table
from games.tables.shoes import deck_of

Codes = tuple[str, ...]


def seal_wanted(
    table_id: int, players: dict[int, User], wanted: Callable[[Codes], bool], *, near: int = 1
) -> Codes:
    """Put the first deal of the tests that is `wanted` in the place of the round that is open.

    players: who will have wagers in it, by seat. near: the number where the search begins, to find
    a rare deal sooner; where none lies there any more, the search is longer and no less right.
    Returns the codes of the deck in dealing order.
    """
    client_seeds = {seat: user.client_seed for seat, user in players.items()}
    open_round = Round.objects.get(current_at=table_id)
    decks = open_round.rules.decks(open_round.house_options)
    for number in count(near):
        round_id = _round_id(number)
        message = deal_message(str(round_id), client_seeds)
        deck = codes_of(shuffled(_seed(number), message, decks))
        if wanted(deck) and not Round.objects.filter(pk=round_id).exists():
            seal(table_id, number, players)
            return deck
    raise AssertionError("count() never ends")


def _round_id(number: int) -> UUID:
    """The id of deal `number` of the test that runs: no other test's, since the site, which serves
    them all, remembers the rounds that it has dealt."""
    test, _, _ = os.environ["PYTEST_CURRENT_TEST"].partition(" (")
    return UUID(bytes=sha256(f"{test} {number}".encode()).digest()[:16])


def _seed(number: int) -> bytes:
    return sha256(str(number).encode()).digest()


def seal(table_id: int, number: int, players: dict[int, User]) -> tuple[Card, ...]:
    """Put deal `number` of the tests in the place of the round that is open for bets at a table.

    players: who will have wagers in it, by seat. Returns the deck in dealing order. The same test,
    number and client seeds give the same deck in every run, since the round's id and server seed
    are made of the test's name and the number.
    """
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=table_id)
        sealed = table.round
        assert sealed is not None
        assert sealed.dealt is None
        paytables = list(sealed.paytables.all())
        Table.objects.filter(pk=table_id).update(round=None)
        sealed.delete()
        seed = _seed(number)
        sealed.pk = _round_id(number)
        sealed.server_seed, sealed.commitment = seed.hex(), commitment(seed)
        sealed.save(force_insert=True)
        sealed.paytables.set(paytables)
        Table.objects.filter(pk=table_id).update(round=sealed)
    parts = [
        RoundSeat(round=sealed, seat=seat, user=user, client_seed=user.client_seed)
        for seat, user in players.items()
    ]
    return deck_of(Round.objects.get(pk=sealed.pk), parts)
