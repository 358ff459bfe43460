"""Times as people read them: in UTC, which they say, until the page's script shows them locally."""

from datetime import UTC, datetime

from django import template
from django.utils.dateformat import format as formatted
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

FORMS = {
    "clock": "H:i",
    "seconds": "H:i:s",
    "day": "j F Y",
    "short": "j M, H:i",
    "full": "j F Y, H:i",
}
"""The formats of times, by the names that templates and static/js/moments.js use."""


@register.simple_tag
def moment(at: datetime, form: str = "full", *, said: bool = False) -> SafeString:
    """A time as an element that the page's script turns into local time; UTC is its title.

    said: whether the page names the zone elsewhere (see `zone_name`).
    """
    utc = at.astimezone(UTC)
    plain = said or form == "day"
    return format_html(
        '<time datetime="{}" title="{} UTC" data-moment="{}"{}>{}{}</time>',
        f"{utc:%Y-%m-%dT%H:%M:%SZ}",
        formatted(utc, "j F Y, H:i:s"),
        form,
        SafeString(" data-plain") if plain else "",
        formatted(utc, FORMS[form]),
        "" if plain else " UTC",
    )


@register.simple_tag
def zone_name() -> SafeString:
    """The name of the zone that the times of this page are in."""
    return SafeString("<span data-zone-name>UTC</span>")
