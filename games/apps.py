from datetime import datetime

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        """A break takes the seats that are had; the accounts get their answers."""
        from accounts.limits import break_begun
        from accounts.models import User
        from games.members import connect
        from games.seating import leave_all

        def on_break(user: User, now: datetime, **_: object) -> None:
            leave_all(user, now)

        break_begun.connect(on_break, weak=False, dispatch_uid="games.leave_all")
        connect()
