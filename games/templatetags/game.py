"""The filters that games have for templates of their own (`Kit.filters`)."""

from django import template

from games.registry import KITS

register = template.Library()

for kit in KITS.values():
    for function in kit.filters:
        if function.__name__ in register.filters:
            raise ValueError(f"Two games have a filter {function.__name__!r}: rename one of them.")
        register.filter(function)
