"""The time zone that a visitor's browser says it is in.

A cookie of the site's own script (static/js/moments.js) names it. Pages show every moment in it;
what is kept, exported and compared is UTC.
"""

from datetime import UTC, date, datetime, time, tzinfo
from zoneinfo import ZoneInfo

from django.http import HttpRequest

COOKIE = "zone"


def zone_of(request: HttpRequest) -> tzinfo:
    """The visitor's zone; UTC while the browser has not said, or says what is none."""
    name = request.COOKIES.get(COOKIE, "")
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # unknown, malformed, or the name of a folder
        return UTC


def moment_in(zone: tzinfo, day: date, at: time) -> datetime:
    """A moment of a day in a zone, in UTC; the first or last there is for days without one."""
    try:
        return datetime.combine(day, at, zone).astimezone(UTC)
    except OverflowError:
        return datetime.combine(day, at, UTC)
