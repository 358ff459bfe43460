"""Keys as the player has set them."""

from django import template

from accounts.preferences import Preferences

register = template.Library()


@register.filter
def as_pressed(key: str, mine: Preferences | str) -> str:
    """``P`` -> ``W`` for somebody who presses W instead; keys with a longer name stay. mine: the
    `Preferences`, or nothing if there are none."""
    if not isinstance(mine, Preferences) or len(key) > 1:
        return key
    return mine.key_for(key.lower()).upper()
