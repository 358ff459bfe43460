from django.apps import AppConfig
from django.db.models.signals import post_migrate


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        """Connect the accounts, add the games' keys; give a new database its limits profiles."""
        from accounts.preferences import add_keys
        from games.account_hooks import connect
        from games.registry import KITS
        from games.tables.setup import have_profiles

        connect()
        for kit in KITS.values():
            add_keys(kit.keys)
        post_migrate.connect(have_profiles, sender=self, dispatch_uid="profiles")
