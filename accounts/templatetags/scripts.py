"""The site's own scripts: modules, loaded with everything they import."""

import posixpath
import re
from functools import cache
from pathlib import Path

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()

IMPORT = re.compile(r"""^(?:import|export)\s(?:[^"';]*\sfrom\s)?"(\.[^"]+)";$""", re.MULTILINE)


@cache
def imported(name: str) -> tuple[str, ...]:
    """The modules that a module imports, and those that they import: names of static files.

    Each comes once and no module imports itself. Raises FileNotFoundError for a missing module.
    """
    found, waiting = {name}, [name]
    for module in waiting:  # grows during the loop
        for path in IMPORT.findall(_source(module)):
            other = posixpath.normpath(posixpath.join(posixpath.dirname(module), path))
            if other not in found:
                found.add(other)
                waiting.append(other)
    return tuple(waiting[1:])


@register.simple_tag
def module(name: str) -> SafeString:
    """The script element of a module, after links that fetch all its imports at once.

    Without the links a browser would find each import only in the file that names it, one round
    trip after another. name: of a static file, such as ``js/pages/table.js``.
    """
    links = format_html_join(
        "", '<link rel="modulepreload" href="{}">', ((static(other),) for other in imported(name))
    )
    return format_html('{}<script type="module" src="{}"></script>', links, static(name))


def _source(name: str) -> str:
    path = finders.find(name)
    if not isinstance(path, str):
        raise FileNotFoundError(f"There is no static file {name}.")
    return Path(path).read_text()
