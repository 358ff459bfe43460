"""Tables, their chairs and their spectators."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.engine.limits import Limits
from games.engine.record import AnyGame
from games.models.paytables import PaytableVersion
from games.models.profiles import LimitsProfile, profile_of
from games.registry import GAMES


class Phase(models.TextChoices):
    """How far a table is with its round."""

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


class BotStyle(models.TextChoices):
    """How the bots of a table play; see `games.tables.bot_policy`."""

    MIXED = "mixed", "Each its own way"
    BOOK = "book", "By the book: best play"
    HUNCH = "hunch", "Sometimes guesses (weaker)"


class Table(models.Model):
    """A table: what is played, under which limits, and the state of the round.

    `version` counts every visible change. `deadline` is the time from which any reader may let the
    clock play; None if nothing is due. `bets_until`: when betting closes unless everyone is ready
    earlier. `bots_at` is the same for the bots' next move. `talk` are the last phrases said; see
    `games.tables.chat`. `news` are the last events at the table other than cards, each with its
    `round`, `ms` and `words`; they name no card. `notice`: a sentence in `words` that everyone
    reads until round number `round` is over; {} for none.

    `follows`: the closed table whose rounds have the cards that are dealt here, number by number,
    with their house options. Nothing is dealt after round number `last_round`. `layout` is what a
    seat wagers in every round, spot to cents, {} if that is the player's choice; `total` is how
    many cents in all, if only that is fixed.

    `host`: the player whose table it is; a solo table is available to nobody else. The house's solo
    table, which has no host, is the model for those that players get. `barred`: the ids of users
    whom the host has removed. `host_paused`: the host has paused the table.

    `paused`: no round opens; `closing`: the table closes when its round is over. `pending` is what
    changes with the next round (see `games.tables.pending_changes`), and `revision` counts the
    staff's changes.
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
    profile = models.ForeignKey(
        LimitsProfile, models.PROTECT, default="washington", related_name="tables"
    )
    aggregate_payout = models.PositiveBigIntegerField(null=True, blank=True)
    solo = models.BooleanField(default=False)
    positions = models.PositiveSmallIntegerField(
        default=1, help_text="How many betting positions one player may have, where rules allow it."
    )
    pace = models.CharField(max_length=7, choices=Pace, default=Pace.NORMAL)
    listed = models.BooleanField(default=True)
    bots = models.PositiveSmallIntegerField(
        default=0,
        help_text="How many bots may fill empty seats (0 for none).",
    )
    bot_style = models.CharField(max_length=5, choices=BotStyle, default=BotStyle.MIXED)
    token = models.CharField(
        max_length=43, blank=True, db_index=True, help_text="What the link to a private table says."
    )
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="hosted"
    )
    strict = models.BooleanField(
        default=False,
        help_text="Five seconds at least from deal to deal, and nothing is skipped.",
    )
    follows = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, editable=False, related_name="followers"
    )
    last_round = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    layout = models.JSONField(default=dict, blank=True, editable=False)
    total = models.PositiveIntegerField(null=True, blank=True, editable=False)
    barred = models.JSONField(default=list, blank=True, editable=False)
    host_paused = models.BooleanField(default=False, editable=False)
    paused = models.BooleanField(default=False)
    closing = models.BooleanField(default=False)
    closed = models.BooleanField(default=False)
    pending = models.JSONField(default=dict, blank=True)
    revision = models.PositiveIntegerField(default=0)
    empty_since = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="Since when nobody sits at a host's table."
    )
    watching = models.PositiveIntegerField(
        default=0, help_text="Spectators, when they were last counted."
    )

    phase = models.CharField(max_length=8, choices=Phase, default=Phase.WAITING)
    version = models.PositiveBigIntegerField(default=0)
    deadline = models.DateTimeField(null=True, blank=True, db_index=True)
    bets_until = models.DateTimeField(null=True, blank=True)
    bots_at = models.DateTimeField(null=True, blank=True)
    company_until = models.DateTimeField(null=True, blank=True)
    talk = models.JSONField(default=list, blank=True)
    news = models.JSONField(default=list, blank=True)
    notice = models.JSONField(default=dict, blank=True)
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
    def dealt_out(self) -> bool:
        """Whether this table's last round is being played or over."""
        return self.last_round is not None and self.round_number >= self.last_round

    @property
    def limits(self) -> Limits:
        """The table's limits within what the rules allow."""
        return Limits(
            minimum=self.minimum,
            maximum=self.maximum,
            unit=self.unit,
            spots={spot: (low, high) for spot, (low, high) in self.spot_limits.items()},
            profile=profile_of(self.profile_id),
            aggregate_payout=self.aggregate_payout,
        )


TIME_BANK = 30
"""The time bank, in seconds, with which a seat begins."""


class Chair(models.Model):
    """One betting position of a table and its player.

    `position` counts the seats of one player at the table, from 1: as many as the table allows.
    `wagers` is the layout while betting is open. `untaken`: why wagers were not taken at a deal, in
    `words` for the player alone, with the `round` of that deal; {} for none. `moves` counts what
    the seat has done in this round; it is part of the step that every action names. `misses` counts
    the decisions in a row that the clock played; `out_since` is since when the player sits out, for
    that reason or by choice; with `out_next` they sit out from the next round on. `time_bank` is in
    seconds; `own_until` and `own_time` say which of the seat's own times runs after the common
    deadline. `extras` are the times (epoch seconds) of the extra times in the last hour.
    `linked_until`: the player's page counts as connected until then; `away`: everyone has seen that
    it is not (see `games.tables.presence`).
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
    untaken = models.JSONField(default=dict, blank=True)
    ready = models.BooleanField(default=False)
    leaving = models.BooleanField(default=False)
    position = models.PositiveSmallIntegerField(default=1)
    moves = models.PositiveIntegerField(default=0)
    misses = models.PositiveSmallIntegerField(default=0)
    out_since = models.DateTimeField(null=True, blank=True)
    out_next = models.BooleanField(default=False)
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
        """Whether a bot has this chair."""
        return self.user is not None and self.user.is_bot

    @property
    def sits_out(self) -> bool:
        """Whether nobody waits for its player any more, because the clock has played for them too
        often or they asked to sit out."""
        return self.out_since is not None

    @property
    def is_waited_for(self) -> bool:
        """Whether the deal waits for its player to be ready: not if they are away and have bet
        nothing."""
        return bool(self.wagers) or not self.away


class Watcher(models.Model):
    """One page or program that watches a table, until the time it last reported."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="watchers")
    name = models.CharField(max_length=120, unique=True, help_text="The socket's own name.")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="+"
    )
    until = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.table_id}/{self.name}"
