from django.apps import AppConfig
from django.db.models.signals import post_migrate


class RolesConfig(AppConfig):
    name = "games.backoffice.roles"
    label = "roles"

    def ready(self) -> None:
        """The last of the apps: when it is told, the permissions of the others are there."""
        from games.backoffice.roles import grant

        post_migrate.connect(grant, sender=self, dispatch_uid="roles")
