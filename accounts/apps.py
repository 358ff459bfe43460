from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        """Log-ins are written down from the start, and bring along what a guest preferred; sessions
        end with the password that proved them."""
        from accounts import preferences, sessions
        from accounts.audit import watch_log_ins

        watch_log_ins()
        preferences.connect()
        sessions.connect()
