"""What single games add to pages: their styles, and filters for their own templates."""

from collections.abc import Sequence

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.kit import DrillKind
from games.registry import KITS

register = template.Library()

for kit in KITS.values():
    for function in kit.filters:
        if function.__name__ in register.filters:
            raise ValueError(f"Two games have a filter {function.__name__!r}: rename one of them.")
        register.filter(function)


@register.simple_tag
def drills_of(slug: str) -> Sequence[DrillKind]:
    """The kinds of decisions of a game that can be practised."""
    return KITS[slug].drills


@register.simple_tag
def game_styles(slug: str) -> SafeString:
    """The link to the style sheet of a game, if it has one."""
    name = KITS[slug].stylesheet
    return format_html('<link rel="stylesheet" href="{}">', static(name)) if name else SafeString()
