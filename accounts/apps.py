from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        """Log-ins are written down from the start."""
        from accounts.audit import watch_log_ins

        watch_log_ins()
