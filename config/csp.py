"""The content security policy: strict everywhere, but for what the admin's theme needs."""

from typing import Any

from csp.middleware import CSPMiddleware, PolicyParts
from django.http import HttpRequest
from django.urls import reverse

ADMIN = {
    "script-src": ["'self'", "'unsafe-eval'"],  # Alpine evaluates the expressions of its attributes
    "style-src": ["'self'", "'unsafe-inline'"],  # and writes the colours of the theme into the page
}


class PolicyMiddleware(CSPMiddleware):
    """The settings' policy, loosened for the pages of the admin and for no other."""

    def get_policy_parts(
        self, request: HttpRequest, response: Any, report_only: bool = False
    ) -> PolicyParts:
        """What the policy of a response is made of."""
        parts = super().get_policy_parts(request, response, report_only)
        if request.path_info.startswith(reverse("admin:index")):
            parts.replace = {**(parts.replace or {}), **ADMIN}
        return parts
