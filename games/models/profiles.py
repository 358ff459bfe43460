"""Limits profiles: what a law or a house says about every wager, as rows that tables point to."""

from typing import Any, ClassVar, NoReturn

from django.db import models

from games.engine.limits import Profile

_VALUES: dict[str, Profile] = {}
"""The engine's value of each profile used so far."""


def profile_of(slug: str | None) -> Profile:
    """The profile of a slug as the engine's value; rows never change, so each is read once.

    Raises LimitsProfile.DoesNotExist.
    """
    assert slug is not None, "every table has a profile"
    if slug not in _VALUES:
        _VALUES[slug] = LimitsProfile.objects.get(pk=slug).value
    return _VALUES[slug]


class LimitsProfile(models.Model):
    """What holds at every table under it. Cents; None where there is no such limit.

    Only whether it is `offered` to new tables ever changes: a changed law is a new profile that
    `supersedes` the old one, so that it is always known what a round was played under. `dated` is
    the day on which its source took effect.
    """

    slug = models.SlugField(
        primary_key=True, max_length=40, help_text="Short name, as in oregon-2027."
    )
    name = models.CharField(max_length=80, unique=True, help_text="As tables show it.")
    source = models.TextField(blank=True, help_text="Which text says so: paragraph and edition.")
    dated = models.DateField(
        "in force from", null=True, blank=True, help_text="The day from which the source holds."
    )
    max_wager = models.PositiveBigIntegerField("largest wager", null=True, blank=True)
    max_wagers = models.PositiveSmallIntegerField("wagers on one hand", null=True, blank=True)
    max_large_wagers = models.PositiveSmallIntegerField(
        "large wagers on one hand", null=True, blank=True
    )
    large_above = models.PositiveBigIntegerField("large is above", default=0)
    odds_cap = models.PositiveIntegerField(
        "odds cap", null=True, blank=True,
        help_text="At how much to 1 an aggregate payout limit counts odds at most.",
    )  # fmt: skip
    offered = models.BooleanField(default=True, help_text="Whether new tables may have it.")
    supersedes = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="successors",
        help_text="The profile whose place it takes: no new table may have that one any more, and "
        "tables that have it change to this one with their next round.",
    )  # fmt: skip
    created = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["created"]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert, or change whether it is offered; nothing else of a profile ever changes."""
        if not self._state.adding and set(kwargs.get("update_fields") or ["*"]) != {"offered"}:
            raise TypeError("A limits profile is never changed; add another one.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse: it must always be known what a round was played under."""
        raise TypeError("A limits profile is never deleted; offer it no more.")

    @property
    def value(self) -> Profile:
        """The profile as the engine knows it."""
        return Profile(
            slug=self.slug,
            name=self.name,
            source=self.source,
            dated=self.dated.isoformat() if self.dated else "",
            max_wager=self.max_wager,
            max_wagers=self.max_wagers,
            max_large_wagers=self.max_large_wagers,
            large_above=self.large_above,
            odds_cap=self.odds_cap,
        )
