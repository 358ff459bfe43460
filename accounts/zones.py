"""The time zone of a visitor's browser.

A cookie set by the site's script (static/js/moments.js) names it. Pages show every time in it;
stored, exported and compared times are UTC.
"""

from datetime import UTC, date, datetime, time, tzinfo
from zoneinfo import ZoneInfo

from django.http import HttpRequest

COOKIE = "zone"


def zone_of(request: HttpRequest) -> tzinfo:
    """The visitor's zone; UTC if the browser has not named one, or named an invalid one."""
    name = request.COOKIES.get(COOKIE, "")
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # unknown, malformed, or the name of a folder
        return UTC


def moment_in(zone: tzinfo, day: date, at: time) -> datetime:
    """A time of day in a zone, in UTC; the earliest or latest possible for days out of range."""
    try:
        return datetime.combine(day, at, zone).astimezone(UTC)
    except OverflowError:
        return datetime.combine(day, at, UTC)
