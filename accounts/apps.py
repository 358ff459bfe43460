from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        """Connect the signals: log-ins are recorded, and take over a guest's preferences; sessions
        end when their password changes."""
        from accounts import preferences, sessions
        from accounts.audit import watch_log_ins

        watch_log_ins()
        preferences.connect()
        sessions.connect()
