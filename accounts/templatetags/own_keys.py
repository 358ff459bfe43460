"""Keys as their player presses them."""

from django import template

from accounts.preferences import Preferences

register = template.Library()
_ROW = "1 to 5"


@register.filter
def as_pressed(keys: str, mine: Preferences | str) -> str:
    """``1 2 P`` -> ``1 2 W`` for who presses W in place of P; ``1 to 5`` is written out when need
    be. mine: the `Preferences`, or nothing where there are none."""
    if not isinstance(mine, Preferences):
        return keys
    written = keys.replace(_ROW, "1 2 3 4 5")
    own = " ".join(
        mine.key_for(key.lower()).upper() if len(key) == 1 else key for key in written.split()
    )
    return keys if own == written else own
