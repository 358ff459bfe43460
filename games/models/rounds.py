"""Rounds: their inputs, their seats and the decisions."""

import uuid
from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.db import models

from accounts.models import Appended
from games.engine.options import Options
from games.engine.record import AnyGame
from games.models.paytables import PaytableVersion
from games.models.tables import Table
from games.registry import GAMES


class Round(models.Model):
    """One round: its inputs, from which everything about it can be replayed.

    The deck is not stored: it comes from the seeds. `shoe` is the round that opened the shoe, if
    this one is dealt from the rest of it, from card `start` on; `used` counts the cards it took.
    `shoe_in_play`: later rounds may be dealt from this round's shoe. `deck_digest` is what
    `games.tables.shoes.digest_of` made of the deck when it was dealt. `tallied`: it is included in
    the sums of `games.backoffice.holds`. `server_seed` (hex) is secret until nothing is dealt from
    it any more; pages read `revealed_seed` instead.
    """

    class Status(models.TextChoices):
        BETTING = "betting"
        PLAYING = "playing"
        SETTLED = "settled"
        VOID = "void"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    table = models.ForeignKey(Table, models.PROTECT, related_name="rounds")
    number = models.PositiveIntegerField()
    game = models.CharField(max_length=40)
    status = models.CharField(max_length=7, choices=Status, default=Status.BETTING)
    options = models.JSONField(default=dict)
    paytables = models.ManyToManyField(PaytableVersion, related_name="rounds")
    unit = models.PositiveIntegerField()
    button = models.PositiveSmallIntegerField()
    algorithm = models.CharField(max_length=40)
    server_seed = models.CharField(max_length=64)
    commitment = models.CharField(max_length=64)
    deck_digest = models.CharField(max_length=64, blank=True)
    shoe = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="dealt_on")
    start = models.PositiveSmallIntegerField(default=0)
    used = models.PositiveSmallIntegerField(default=0)
    shoe_in_play = models.BooleanField(default=False)
    opened = models.DateTimeField()
    dealt = models.DateTimeField(null=True)
    ended = models.DateTimeField(null=True)
    void_reason = models.CharField(max_length=200, blank=True)
    tallied = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar[list[str]] = ["-opened"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["table", "number"], name="one_round_per_number")
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["ended"],
                condition=models.Q(status="settled", tallied=False),
                name="rounds_to_tally",
            ),
            models.Index(fields=["-opened"], name="rounds_by_opening"),
            models.Index(fields=["status", "-opened"], name="rounds_by_status"),
            models.Index(fields=["commitment"], name="rounds_by_seal"),
        ]
        permissions = (
            ("void_round", "Can void a round, one that is settled with a second person"),
        )

    def __str__(self) -> str:
        return f"{self.game} {self.table_id}/{self.number}"

    @property
    def rules(self) -> AnyGame:
        """The game that was played."""
        return GAMES[self.game]

    @property
    def house_options(self) -> Options:
        """The house options in force."""
        options: Options = self.rules.options.read(self.options)
        return options

    @property
    def source(self) -> "Round":
        """The round whose seeds made the shoe: mostly this one."""
        return self.shoe or self

    @property
    def revealed_seed(self) -> str | None:
        """The server seed, once nothing is dealt from it any more."""
        return self.source.server_seed if self.over and not self.source.shoe_in_play else None

    @property
    def over(self) -> bool:
        """Whether every stake of the round has been paid or returned."""
        return self.status in (self.Status.SETTLED, self.Status.VOID)


class RoundSeat(models.Model):
    """One seat's part in a round: what was wagered, and at the end what was paid back. Cents.

    `game` and `table` are the round's, and `outcome` follows from its end: a history of a hundred
    thousand rounds is filtered by one index.
    """

    class Outcome(models.TextChoices):
        OPEN = "", "Not over"
        WON = "won"
        LOST = "lost"
        PUSH = "push"
        VOID = "void"

    round = models.ForeignKey(Round, models.PROTECT, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="played")
    game = models.CharField(max_length=40)
    table = models.ForeignKey(Table, models.PROTECT, related_name="+", db_index=False)
    client_seed = models.CharField(max_length=64)
    wagers = models.JSONField()
    staked = models.BigIntegerField()
    returned = models.BigIntegerField(null=True)
    results = models.JSONField(default=list)
    ended = models.DateTimeField(null=True)
    outcome = models.CharField(max_length=4, choices=Outcome, default=Outcome.OPEN, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["round", "seat"], name="one_part_per_seat_and_round")
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["user", "-ended", "-id", "game", "table", "outcome", "staked"],
                name="own_history",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.seat}"

    @property
    def wagered(self) -> int:
        """Cents staked before the cards; later raises may be the seat's secret."""
        return sum(self.wagers.values())

    @property
    def raised(self) -> int:
        """Cents staked since the cards."""
        return self.staked - self.wagered

    @property
    def may_hide(self) -> bool:
        """Whether the seat may add to its stake by decisions that others do not see at once."""
        return GAMES[self.game].secret_most(self.wagers) > 0

    @property
    def set_aside(self) -> int:
        """Cents that the seat may still add in secret, as far as others know: by setting them
        aside, what is free to be spent elsewhere does not depend on what the seat has decided."""
        secret = GAMES[self.game].secret_most(self.wagers)
        return 0 if self.ended else max(0, secret - self.raised)

    @property
    def net(self) -> int:
        """Cents won or lost; 0 while the round is in play."""
        return 0 if self.returned is None else self.returned - self.staked

    def end(self, now: datetime, *, void: bool) -> None:
        """Set when and how it ended; `returned` is already set. Not saved yet."""
        won, lost = self.net > 0, self.net < 0
        outcome = self.Outcome.WON if won else self.Outcome.LOST if lost else self.Outcome.PUSH
        self.outcome = self.Outcome.VOID if void else outcome
        self.ended = now


class RoundAction(Appended):
    """One decision of a round, in order."""

    round = models.ForeignKey(Round, models.PROTECT, related_name="actions")
    ordinal = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    action = models.JSONField()
    by_clock = models.BooleanField(default=False)
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["ordinal"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["round", "ordinal"], name="one_action_per_ordinal")
        ]

    def __str__(self) -> str:
        return f"{self.round_id}#{self.ordinal}"
