from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        """Log-ins are written down from the start, and bring along what a guest preferred."""
        from accounts import preferences
        from accounts.audit import watch_log_ins

        watch_log_ins()
        preferences.connect()
