"""How every page looks, and what its foot says."""

from django.conf import settings
from django.http import HttpRequest


def notices(request: HttpRequest) -> dict[str, str]:
    """`age_notice` and `help_line`, as the settings have them."""
    return {"age_notice": settings.AGE_NOTICE, "help_line": settings.HELP_LINE}
