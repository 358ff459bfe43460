"""What an error report may show."""

from collections.abc import ItemsView
from types import FrameType
from typing import Any

from django.http import HttpRequest
from django.views.debug import SafeExceptionReporterFilter


class NoVariablesFilter(SafeExceptionReporterFilter):
    """Leaves local variables and posted values out of every error report, DEBUG or not.

    A frame of a running round holds the whole shoe; no report may carry it.
    """

    def get_traceback_frame_variables(
        self, request: HttpRequest | None, tb_frame: FrameType
    ) -> ItemsView[str, Any]:
        """No variables, for any frame."""
        return dict[str, Any]().items()

    def get_post_parameters(self, request: HttpRequest | None) -> dict[str, Any]:
        """No posted values."""
        return {}
