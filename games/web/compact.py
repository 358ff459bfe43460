"""Templates laid out for people, and loaded without their layout.

White space costs bytes in every push of a table, and a template written without it has lines of two
thousand characters. So a template is written with one element per line, and each line break, with
the white space around it, is dropped when the template is loaded, except:

* between words it is a space, and also between words and an element of running text
  (``<b>``, ``<a>`` and the like) beside them;
* before an attribute it is a space, but not before a tag of Django: an attribute that depends on
  something brings its own, ``{% if on %} hidden{% endif %}``;
* in ``<pre>``, ``<textarea>``, ``<script>``, ``<style>``, ``{% blocktranslate %}`` and
  ``{% verbatim %}`` it stays as it is.

White space without a line break always stays: a space that two tags need between them is in their
line. Django's comments are removed first.
"""

import re
from collections.abc import Generator, Iterator
from enum import Enum, auto

from django.template import Origin, TemplateSyntaxError
from django.template.loaders import filesystem

RUNNING = frozenset(
    (
        *("a", "abbr", "b", "cite", "code", "del", "em", "i", "ins", "kbd", "mark", "q", "s"),
        *("small", "span", "strong", "sub", "sup", "time", "u", "var"),
    )
)
"""The elements of running text."""

VERBATIM = frozenset(("pre", "script", "style", "textarea"))
"""The elements whose white space is part of their content."""


class Loader(filesystem.Loader):
    """Loads the site's own templates; those of packages are loaded as they are."""

    def get_contents(self, origin: Origin) -> str:
        """The text of a template, compact, except for mails."""
        text = super().get_contents(origin)
        return compact(text) if str(origin.name).endswith(".html") else text


def compact(template: str) -> str:
    """A template without its layout.

    Raises TemplateSyntaxError if it ends within a tag of HTML: it must have been misread.
    """
    out: list[str] = []
    last, broken = _Kind.TAG, False
    for kind, text in _pieces(_COMMENT.sub("", template)):
        if kind is _Kind.BREAK:
            broken = True
            continue
        if broken and (kind is _Kind.ATTRIBUTE or (last, kind) in _SPACED):
            out.append(" ")
        out.append(text)
        last, broken = kind, False
    return "".join(out)


class _Kind(Enum):
    """What a piece of a template means for the line break before or after it."""

    WORDS = auto()
    STARTS = auto()  # a tag that starts an element of running text
    ENDS = auto()  # one that ends it
    TAG = auto()  # any other tag, of HTML or Django, and the quotes around a value
    ATTRIBUTE = auto()
    BREAK = auto()


_SPACED = frozenset(
    ((_Kind.WORDS, _Kind.WORDS), (_Kind.WORDS, _Kind.STARTS), (_Kind.ENDS, _Kind.WORDS))
)
"""The pairs between which a line break is a space."""

_COMMENT = re.compile(r"{#.*?#}|{%\s*comment\b.*?%}.*?{%\s*endcomment\s*%}", re.DOTALL)
_BOTH = (
    r"(?P<whole>{%\s*(?P<name>verbatim|blocktrans(?:late)?)\b.*?%}.*?{%\s*end(?P=name)\b.*?%})"
    r"|(?P<tag>{%.*?%})|(?P<value>{{.*?}})|(?P<gap>\s*\n\s*)"
)
_TEXT = re.compile(
    _BOTH + r"|<(?P<start>[a-zA-Z]\w*)|</(?P<end>\w+)[^>]*>|(?P<other><!.*?>)|[^\s<{]+|.", re.DOTALL
)
_IN_TAG = re.compile(_BOTH + r"|(?P<close>/?>)|[^\s{\"'/>]+|.", re.DOTALL)


def _pieces(template: str) -> Iterator[tuple[_Kind, str]]:
    """A template in pieces, each with its kind."""
    at = 0
    while found := _TEXT.match(template, at):
        text, at = found[0], found.end()
        if element := found["start"]:
            yield _Kind.STARTS if element in RUNNING else _Kind.TAG, text
            at = yield from _attributes(template, at)
            if element in VERBATIM:
                held = template[at:].partition(f"</{element}")[0]
                yield _Kind.TAG, held
                at += len(held)
        elif found["end"]:
            yield _Kind.ENDS if found["end"] in RUNNING else _Kind.TAG, text
        elif found["gap"]:
            yield _Kind.BREAK, text
        else:
            yield _Kind.TAG if found["tag"] or found["other"] else _Kind.WORDS, text


def _attributes(template: str, at: int) -> Generator[tuple[_Kind, str], None, int]:
    """The pieces of a tag after its name; returns where the tag ends."""
    quote = ""
    while found := _IN_TAG.match(template, at):
        text, at = found[0], found.end()
        if found["gap"]:
            yield _Kind.BREAK, text
        elif found["tag"]:
            yield _Kind.TAG, text
        elif quote:
            quote = "" if text == quote else quote
            yield _Kind.WORDS if quote else _Kind.TAG, text
        elif found["close"]:
            yield _Kind.TAG, text
            return at
        elif text in "\"'":
            quote = text
            yield _Kind.TAG, text
        else:
            yield _Kind.ATTRIBUTE, text
    raise TemplateSyntaxError(f"A tag has no end: {template[-60:]!r}")
