from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils import timezone


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        """The accounts get their answers, and every database its limits profiles."""
        from games.members import connect

        connect()
        post_migrate.connect(_load_profiles, sender=self, dispatch_uid="limits profiles")


def _load_profiles(**kwargs: Any) -> None:
    from games.setup import load_profiles

    load_profiles(timezone.now())
