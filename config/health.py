"""The health check: whether a proxy should send this process requests."""

from threading import Event

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse

PLAIN = "text/plain; charset=utf-8"

ending = Event()
"""Set once the process has been asked to end; for a while it still serves requests."""


def healthz(request: HttpRequest) -> HttpResponse:
    """200 `ok` if the database answers; 503 if it does not, or if the process is ending."""
    if ending.is_set():
        return HttpResponse("ending\n", PLAIN, status=503)
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return HttpResponse("database does not answer\n", PLAIN, status=503)
    return HttpResponse("ok\n", PLAIN)
