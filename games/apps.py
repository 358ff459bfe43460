from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        """The accounts get their answers."""
        from games.members import connect

        connect()
