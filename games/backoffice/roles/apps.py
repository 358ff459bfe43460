from django.apps import AppConfig
from django.db.models.signals import post_migrate


class RolesConfig(AppConfig):
    name = "games.backoffice.roles"
    label = "roles"

    def ready(self) -> None:
        """The last of the apps: when `migrate` reaches it, the others' permissions exist."""
        from games.backoffice.roles import grant

        post_migrate.connect(grant, sender=self, dispatch_uid="roles")
