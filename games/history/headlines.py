"""The lines of a player's rounds, stored when a page first lists them."""

from collections.abc import Sequence

from accounts.models import User
from games.models import Headline, RoundSeat
from games.tables.headlines import lines_of

AT_ONCE = 500
"""How many unlisted rounds, newest first, get their lines before a search."""


def of_parts(parts: Sequence[RoundSeat]) -> list[Headline]:
    """The lines of finished parts, in their order."""
    lines = lines_of(parts)
    # Another page may list the same rounds at this moment.
    made = [line for line in lines if line.pk is None]
    Headline.objects.bulk_create(made, ignore_conflicts=True)
    return lines


def make_missing(user: User) -> None:
    """Make the lines of a player's rounds that have none, so that a search finds them."""
    parts = RoundSeat.objects.filter(user=user, ended__isnull=False, headline=None)
    newest = parts.select_related("round__table", "round__shoe").order_by("-ended")[:AT_ONCE]
    of_parts(list(newest))
