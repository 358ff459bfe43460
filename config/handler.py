"""How a request is answered: entirely in one thread of a pool.

Every view and middleware of the site is synchronous. Django's own handler starts a thread for each
request and crosses between it and the event loop at every middleware, and on SQLite a new thread
means a new connection: together more work than most answers.
"""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from typing import Any

from asgiref.sync import sync_to_async
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.http.response import FileResponse, HttpResponseBadRequest
from django.template.loader import render_to_string
from django.urls import set_script_prefix

from games.runtime.threads import PAGES, TABLES

AT_A_TABLE = ("/tables/", "/healthz")
"""The path prefixes of requests that use the tables' threads; a proxy asks for the health of
these."""
BESIDE = "/coach"
"""The path endings of requests at a table that may wait for a computation."""


class Handler(ASGIHandler):
    """Django's, except that nothing is asynchronous between a request's body and its answer.

    Threads are reused, and so are their database connections (CONN_MAX_AGE).
    """

    def __init__(self) -> None:
        self.load_middleware(is_async=False)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request. Work already begun is finished even if the visitor has gone."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        with closing(body):
            threads = _threads_for(scope["path"])
            in_thread: Any = partial(sync_to_async, thread_sensitive=False, executor=threads)
            response = await in_thread(self._respond)(scope, body)
            try:
                await self.send_response(response, send)
            finally:
                if response.streaming:
                    await in_thread(response.close)()

    def _respond(self, scope: Any, body: Any) -> Any:
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        try:
            request, refusal = self.create_request(scope, body)
        except (ValueError, LookupError):  # headers that cannot be read
            request, refusal = None, HttpResponseBadRequest(render_to_string("400.html"))
        response: Any = refusal if request is None else self.get_response(request)
        response._handler_class = self.__class__  # the sender of request_finished
        if isinstance(response, FileResponse):
            response.block_size = self.chunk_size
        if not response.streaming:
            response.close()  # gives the database connection back
        return response


def _threads_for(path: str) -> ThreadPoolExecutor:
    at_a_table = path.startswith(AT_A_TABLE) and not path.endswith(BESIDE)
    return TABLES if at_a_table else PAGES
