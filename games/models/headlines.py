"""What the history calls the rounds of its players."""

from django.db import models

from games.models.rounds import RoundSeat


class Headline(models.Model):
    """A player's part in a finished round in one line, made when it is first listed.

    `title`: see `games.kit.Title`; the history's search uses it. `hands` are the codes of the
    player's cards, one list per hand, and `against` those of the dealer. `pays`: what a paytable
    paid, in words.
    """

    round_seat = models.OneToOneField(RoundSeat, models.CASCADE, related_name="headline")
    title = models.CharField(max_length=200)
    hands = models.JSONField(default=list)
    against = models.JSONField(default=list)
    pays = models.CharField(max_length=200, blank=True)

    def __str__(self) -> str:
        return self.title
