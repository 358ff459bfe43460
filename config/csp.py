"""The content security policy: strict everywhere, except for what the admin's theme needs."""

from typing import Any

from csp.middleware import CSPMiddleware, PolicyParts
from django.http import HttpRequest
from django.urls import reverse

ADMIN = {
    "script-src": ["'self'", "'unsafe-eval'"],  # Alpine evaluates the expressions of its attributes
    "style-src": ["'self'", "'unsafe-inline'"],  # and writes the theme's colours into the page
}


class PolicyMiddleware(CSPMiddleware):
    """The settings' policy, relaxed for the pages of the admin only."""

    def get_policy_parts(
        self, request: HttpRequest, response: Any, report_only: bool = False
    ) -> PolicyParts:
        """The parts of a response's policy."""
        parts = super().get_policy_parts(request, response, report_only)
        if request.path_info.startswith(reverse("admin:index")):
            parts.replace = {**(parts.replace or {}), **ADMIN}
        return parts
