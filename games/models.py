"""The rows of the card room: paytable versions, tables and their chairs, rounds and their actions.

Rows know how to become the engine's values; what happens to them is in `games.tables`
and `games.rounds`.
"""

import uuid
from typing import Any, ClassVar, NoReturn

from django.conf import settings
from django.db import models

from accounts.models import Appended
from games.engine.limits import PROFILES, Limits
from games.engine.options import Options
from games.engine.payout import parse_payout
from games.engine.paytable import Paytable
from games.engine.record import AnyGame
from games.rules import GAMES


class VersionRows(models.QuerySet["PaytableVersion"]):
    """Versions, of which nothing but the status ever changes."""

    def update(self, **kwargs: Any) -> int:
        """Change the status; refuse anything else."""
        if set(kwargs) != {"status"}:
            raise TypeError("A paytable version is never changed; load a new version.")
        return super().update(**kwargs)

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse."""
        raise TypeError("Paytable versions are never changed; load new versions.")

    def delete(self) -> NoReturn:
        """Refuse."""
        raise TypeError("A paytable version is never deleted; retire it.")


class PaytableVersion(models.Model):
    """A paytable as it pays, in one immutable version. A change of the lines is a new version."""

    class Status(models.TextChoices):
        DRAFT = "draft"
        SUBMITTED = "submitted"
        APPROVED = "approved"
        ACTIVE = "active"
        RETIRED = "retired"

    game = models.CharField(max_length=40)
    spot = models.CharField(max_length=40)
    code = models.CharField(max_length=40)
    number = models.PositiveIntegerField()
    title = models.CharField(max_length=120, blank=True)
    source = models.TextField(blank=True)
    lines = models.JSONField(help_text="Pairs of line and payout, best first.")
    printed = models.JSONField(default=dict, blank=True)
    digest = models.CharField(max_length=64, db_index=True)
    status = models.CharField(max_length=9, choices=Status, default=Status.DRAFT)
    created = models.DateTimeField()

    objects = VersionRows.as_manager()

    class Meta:
        ordering: ClassVar[list[str]] = ["game", "spot", "code", "-number"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["game", "spot", "code", "number"], name="one_paytable_version_per_number"
            )
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.spot} {self.code} v{self.number}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert, or change the status; nothing else of a version ever changes."""
        if not self._state.adding and set(kwargs.get("update_fields") or ["*"]) != {"status"}:
            raise TypeError("A paytable version is never changed; load a new version.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse: rounds are replayed by their versions for ever."""
        raise TypeError("A paytable version is never deleted; retire it.")

    @property
    def value(self) -> Paytable:
        """The paytable the engine pays by."""
        return paytable_of(self)


_PAYTABLES: dict[int, Paytable] = {}


def paytable_of(version: PaytableVersion) -> Paytable:
    """The engine's value of a version; versions never change, so each is made once."""
    if version.pk not in _PAYTABLES or _PAYTABLES[version.pk].digest != version.digest:
        _PAYTABLES[version.pk] = Paytable(
            game=version.game,
            spot=version.spot,
            code=version.code,
            lines={line: parse_payout(text) for line, text in version.lines},
            title=version.title,
            source=version.source,
            printed=version.printed,
        )
    return _PAYTABLES[version.pk]


class Phase(models.TextChoices):
    """Where a table is between two rounds."""

    WAITING = "waiting", "Waiting for players"
    CHOOSING = "choosing", "The button chooses"
    BETTING = "betting", "Betting"
    PLAYING = "playing", "Playing"
    SHOWING = "showing", "Results"


class Pace(models.TextChoices):
    """How long the clocks of a table run."""

    NORMAL = "normal", "Normal"
    LEARNER = "learner", "Learner: three times as long"
    UNTIMED = "untimed", "No clock"


class Table(models.Model):
    """A table: what is played, under which limits, and where the round stands.

    `version` counts every change anyone could see. `deadline` is the moment from which anybody who
    looks may let the clock play; None when nothing is due. `bots_at` is the same for the bots' next
    move. `talk` are the last phrases that were said; see `games.talk`.
    """

    name = models.CharField(max_length=40)
    game = models.CharField(max_length=40, db_index=True)
    options = models.JSONField(default=dict, blank=True)
    paytables = models.ManyToManyField(PaytableVersion, related_name="tables")
    minimum = models.PositiveIntegerField(default=100, help_text="Cents.")
    maximum = models.PositiveIntegerField(default=10_000, help_text="Cents.")
    unit = models.PositiveIntegerField(default=100, help_text="Chip unit in cents.")
    spot_limits = models.JSONField(
        default=dict, blank=True, help_text="Spot to minimum and maximum in cents."
    )
    profile = models.CharField(max_length=20, default="washington")
    aggregate_payout = models.PositiveBigIntegerField(null=True, blank=True)
    solo = models.BooleanField(default=False)
    positions = models.PositiveSmallIntegerField(
        default=1, help_text="How many betting positions one player may have, where rules allow it."
    )
    pace = models.CharField(max_length=7, choices=Pace, default=Pace.NORMAL)
    listed = models.BooleanField(default=True)
    bots = models.PositiveSmallIntegerField(
        default=0, help_text="At most how many bots fill seats that nobody has; see games.bots."
    )
    token = models.CharField(
        max_length=43, blank=True, db_index=True, help_text="What the link to a private table says."
    )
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="hosted"
    )
    closed = models.BooleanField(default=False)
    watching = models.PositiveIntegerField(
        default=0, help_text="Spectators, when they were last counted."
    )

    phase = models.CharField(max_length=8, choices=Phase, default=Phase.WAITING)
    version = models.PositiveBigIntegerField(default=0)
    deadline = models.DateTimeField(null=True, blank=True, db_index=True)
    bots_at = models.DateTimeField(null=True, blank=True)
    talk = models.JSONField(default=list, blank=True)
    button = models.PositiveSmallIntegerField(default=1)
    round_number = models.PositiveIntegerField(default=0)
    round = models.OneToOneField(
        "Round", models.PROTECT, null=True, blank=True, related_name="current_at"
    )

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def rules(self) -> AnyGame:
        """The game played here."""
        return GAMES[self.game]

    @property
    def limits(self) -> Limits:
        """What the table accepts of what the rules allow."""
        return Limits(
            minimum=self.minimum,
            maximum=self.maximum,
            unit=self.unit,
            spots={spot: (low, high) for spot, (low, high) in self.spot_limits.items()},
            profile=PROFILES[self.profile],
            aggregate_payout=self.aggregate_payout,
        )


TIME_BANK = 30
"""Seconds of its own that a seat begins with."""


class Chair(models.Model):
    """One betting position of a table and who has it.

    `position` counts the seats of one player at the table, from 1: as many as the table allows.
    `wagers` is the layout for the round that is being bet on. `moves` counts what the seat has done
    in this round; it is part of the step that every action names. `misses` counts the
    decisions in a row that the clock played, `out_since` is when that sat the player out.
    `time_bank` is in seconds; `own_until` and `own_time` say which time of the seat's own runs
    after the common deadline. `extras` are the moments (epoch seconds) of the extra times of the
    last hour. `linked_until`: the player's page counts as connected until then; `away`: everybody
    has been told that it is not (see `games.presence`).
    """

    class OwnTime(models.TextChoices):
        NONE = "", "None"
        BANK = "bank", "Time bank"
        EXTRA = "extra", "Extra time for a lost connection"

    table = models.ForeignKey(Table, models.CASCADE, related_name="chairs")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="chairs"
    )
    seen_at = models.DateTimeField(null=True, blank=True)
    wagers = models.JSONField(default=dict, blank=True)
    last_wagers = models.JSONField(default=dict, blank=True)
    ready = models.BooleanField(default=False)
    leaving = models.BooleanField(default=False)
    position = models.PositiveSmallIntegerField(default=1)
    moves = models.PositiveIntegerField(default=0)
    misses = models.PositiveSmallIntegerField(default=0)
    out_since = models.DateTimeField(null=True, blank=True)
    rounds_here = models.PositiveIntegerField(default=0)
    time_bank = models.PositiveSmallIntegerField(default=TIME_BANK, help_text="Seconds.")
    own_time = models.CharField(max_length=5, choices=OwnTime, default=OwnTime.NONE, blank=True)
    own_until = models.DateTimeField(null=True, blank=True)
    extras = models.JSONField(default=list, blank=True)
    linked_until = models.DateTimeField(null=True, blank=True)
    away = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar[list[str]] = ["seat"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["table", "seat"], name="one_chair_per_seat"),
            models.UniqueConstraint(
                fields=["table", "user", "position"], name="one_seat_per_user_table_and_position"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.seat}"

    @property
    def is_bot(self) -> bool:
        """Whether a bot has it."""
        return self.user is not None and self.user.is_bot


class Watcher(models.Model):
    """One page or program that looks at a table, until it says so again."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="watchers")
    name = models.CharField(max_length=120, unique=True, help_text="The socket's own name.")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="+"
    )
    until = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.table_id}/{self.name}"


class Round(models.Model):
    """One round: its inputs, from which everything about it can be replayed.

    The deck is not stored: it comes from the seeds. `shoe` is the round that opened the shoe, when
    this one is dealt from what an earlier round left of it, from card `start` on; `used` counts
    the cards it took. `shoe_in_play`: later rounds may be dealt from this round's shoe.
    `server_seed` (hex) is secret until then; everything that shows it reads `revealed_seed`.
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
    shoe = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="dealt_on")
    start = models.PositiveSmallIntegerField(default=0)
    used = models.PositiveSmallIntegerField(default=0)
    shoe_in_play = models.BooleanField(default=False)
    opened = models.DateTimeField()
    dealt = models.DateTimeField(null=True)
    ended = models.DateTimeField(null=True)
    void_reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["-opened"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["table", "number"], name="one_round_per_number")
        ]

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
        """True when every stake of the round has found its end."""
        return self.status in (self.Status.SETTLED, self.Status.VOID)


class RoundSeat(models.Model):
    """One seat's part in a round: what was wagered, and in the end what came back. Cents."""

    round = models.ForeignKey(Round, models.PROTECT, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="played")
    client_seed = models.CharField(max_length=64)
    wagers = models.JSONField()
    staked = models.BigIntegerField()
    returned = models.BigIntegerField(null=True)
    results = models.JSONField(default=list)
    ended = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["round", "seat"], name="one_part_per_seat_and_round")
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["user", "-ended"], name="own_history"),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.seat}"

    @property
    def net(self) -> int:
        """Cents won or lost; 0 while the round runs."""
        return 0 if self.returned is None else self.returned - self.staked


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


class OddsReport(models.Model):
    """Exact figures that a worker process computes once: what is asked, and what came out.

    `digest` is of the question and of `version`, the code that answers it. `worker` has the report
    until `claimed_until`, and puts that moment off while it lives; then anybody may claim it.
    """

    class Status(models.TextChoices):
        WAITING = "waiting"
        DONE = "done"
        FAILED = "failed"

    digest = models.CharField(max_length=64, unique=True)
    version = models.CharField(max_length=64)
    question = models.JSONField()
    status = models.CharField(max_length=7, choices=Status, default=Status.WAITING)
    answer = models.JSONField(null=True)
    error = models.TextField(blank=True)
    worker = models.CharField(max_length=80, blank=True)
    claimed_until = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    asked = models.DateTimeField()
    ended = models.DateTimeField(null=True)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["version", "status", "asked"], name="waiting_reports"),
        ]

    def __str__(self) -> str:
        return f"{self.question.get('game')} {self.digest[:12]}"
