from django.apps import AppConfig
from django.db.models.signals import post_migrate


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        """The accounts get their answers, and a new database its limits profiles."""
        from games.account_hooks import connect
        from games.tables.setup import have_profiles

        connect()
        post_migrate.connect(have_profiles, sender=self, dispatch_uid="profiles")
