"""Carries what a table's page and the site send each other over the socket, and loses or keeps back
what a test says."""

import json
import re
from typing import Any

from playwright.sync_api import BrowserContext, WebSocketRoute


class Courier:
    """For the pages that a browser opens from now on.

    forms: what they have sent of their forms. What comes next may be: `lost` on the way, `cut` off
    with the socket, or done, with an answer that is `held`.
    """

    def __init__(self, context: BrowserContext) -> None:
        self.forms: list[dict[str, Any]] = []
        self.lost = self.cut = self.holds = False
        self.held: list[tuple[WebSocketRoute, str]] = []
        context.route_web_socket(re.compile("/ws/tables/"), self._carry)

    def release(self) -> None:
        """Hand over what was held."""
        self.holds = False
        for page, text in self.held:
            page.send(text)

    def _carry(self, page: WebSocketRoute) -> None:
        site = page.connect_to_server()
        page.on_message(lambda text: self._from_page(page, site, str(text)))
        site.on_message(lambda text: self._from_site(page, str(text)))

    def _from_page(self, page: WebSocketRoute, site: WebSocketRoute, text: str) -> None:
        message = json.loads(text)
        if "form" in message:
            self.forms.append(message)
            if self.cut:
                page.close(code=1013)
                site.close()
            if self.cut or self.lost:
                return
        site.send(text)

    def _from_site(self, page: WebSocketRoute, text: str) -> None:
        message = json.loads(text)
        if self.holds and message.get("id") and "status" in message:
            self.held.append((page, text))
        else:
            page.send(text)
