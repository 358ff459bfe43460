"""Templates as Python functions.

Django walks through a template at every rendering and looks each name up again: that took two
thirds of a push. The parts of a felt are drawn some hundred times a second, with the few tags and
filters that `_Function` knows, so each is translated once: `drawing` does what Django's engine does
(tests/tables/test_compiled.py draws all parts both ways). A page that includes one of them has
Django draw it.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, partial
from importlib import import_module
from typing import Any

from django.template import Engine, TemplateSyntaxError
from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.text import smart_split

from games.scenes import values

Drawing = Callable[[Mapping[str, Any]], str]

ART = "card_art"
"""The one name that a tag may use from the surrounding context."""

_TAGS = re.compile(r"({%.*?%}|{{.*?}})", re.DOTALL)
_ONE = r"""(?:"[^"]*"|'[^']*'|-?\d+|\w+(?:\.\w+)*)"""
_EXPRESSION = re.compile(rf"({_ONE})((?:\|\w+(?::{_ONE})?)*)")
_FILTER = re.compile(rf"\|(\w+)(?::({_ONE}))?")
_NAMED = re.compile(r"(\w+)=(.+)", re.DOTALL)
_CONSTANT = re.compile(r"-?\d+|True|False|None")
_LOOP = {
    "counter": "{n} + 1",
    "counter0": "{n}",
    "first": "{n} == 0",
    "last": "{n} == len({all}) - 1",
    "revcounter": "len({all}) - {n}",
    "revcounter0": "len({all}) - {n} - 1",
}
_COMPARED = {
    "==": "{0} == {1}",
    "!=": "{0} != {1}",
    "is": "{0} is {1}",
    "is not": "{0} is not {1}",
    "<": "less({0}, {1})",
    ">": "less({1}, {0})",
    "in": "within({0}, {1})",
    "not in": "not within({0}, {1})",
}


@cache
def drawing(*names: str) -> Drawing:
    """The first of these templates that exists, as a function of its named values. Raises
    TemplateSyntaxError for a template with anything that no part needs."""
    return _Function(Engine.get_default().select_template([*names]).name or "").made()


@dataclass(frozen=True)
class _Scope:
    """What the names in a piece of a template are in Python. alone: other names have no value.
    loop: the state of the surrounding loop, by the names in `_LOOP`."""

    names: Mapping[str, str] = field(default_factory=dict)
    alone: bool = False
    loop: Mapping[str, str] = field(default_factory=dict)

    def inner(self, **names: str) -> "_Scope":
        """The same with more names."""
        return replace(self, names={**self.names, **names})


class _Function:
    """The function that a template becomes, with everything it includes."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._lines: list[str] = []
        self._depth = 1
        self._given: dict[str, str] = {}
        self._globals: dict[str, Any] = {
            name: getattr(values, name)
            for name in ("look_up", "item", "less", "within", "listed", "blank", "filtered")
        } | {"text": values.text, "first_of": values.first_of, "drawing": drawing}

    def made(self) -> Drawing:
        """Translate the template."""
        _Template(self._name, self).write(_Scope())
        head = [f"    {local} = given.get({name!r})" for name, local in self._given.items()]
        start = ["def written(given):", "    out = []", "    write = out.append", *head]
        source = "\n".join([*start, *self._lines, "    return safe(''.join(out))"])
        self._globals["safe"] = SafeString
        # Made from the site's own templates, in which every name has become one of ours.
        exec(compile(source, f"<{self._name}>", "exec"), self._globals)  # noqa: S102
        made: Drawing = self._globals["written"]
        return made

    def line(self, text: str) -> None:
        """Add a line."""
        self._lines.append("    " * self._depth + text)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Indent the lines below a head."""
        self.line(head)
        self._depth += 1
        self.line("pass")
        yield
        self._depth -= 1

    def given(self, name: str) -> str:
        """The argument of this name."""
        return self._given.setdefault(name, f"given_{name}")

    def constant(self, value: object) -> str:
        """A name for a constant value."""
        name = f"constant_{len(self._globals)}"
        self._globals[name] = value
        return name

    def local(self, value: str) -> str:
        """A new local name for a value."""
        name = f"local_{len(self._lines)}"
        self.line(f"{name} = {value}")
        return name


class _Template:
    """One template of a function: what it has loaded, and how far it has been read."""

    def __init__(self, name: str, function: _Function) -> None:
        self._name = name
        self._function = function
        engine = Engine.get_default()
        self._pieces = iter(_TAGS.split(str(engine.get_template(name).source)))
        self._filters: dict[str, Any] = {}
        for library in engine.template_builtins:
            self._filters |= library.filters
        self._tags: dict[str, Any] = {}

    def write(self, scope: _Scope, *ends: str) -> tuple[str, list[str]]:
        """Translate up to one of these tags, or to the end of the template. Returns the tag."""
        for piece in self._pieces:
            if piece.startswith("{{"):
                self._write(self._value(piece[2:-2].strip(), scope, shown=True))
            elif piece.startswith("{%"):
                tag, *bits = smart_split(piece[2:-2].strip())
                if tag in ends:
                    return tag, bits
                scope = self._tag(tag, bits, scope) or scope
            elif piece:
                self._function.line(f"write({piece!r})")
        if ends:
            raise self._error(f"without {ends}")
        return "", []

    def _error(self, what: str) -> TemplateSyntaxError:
        return TemplateSyntaxError(f"{self._name}: {what}")

    def _write(self, value: str) -> None:
        self._function.line(f"write(text({value}))")

    def _tag(self, tag: str, bits: list[str], scope: _Scope) -> _Scope | None:
        """Translate a tag, up to its end if it has one. Returns the scope of what follows, which
        may be a new one."""
        known: dict[str, Callable[[list[str], _Scope], _Scope | None]] = {
            "load": self._load,
            "if": self._if,
            "for": self._for,
            "with": self._with,
            "include": self._include,
            "firstof": self._firstof,
            "url": partial(self._call, reverse),
            "static": partial(self._call, static),
        }
        if tag in known:
            return known[tag](bits, scope)
        if tag not in self._tags:
            raise self._error(f"no part has the tag {tag}")
        self._own(self._tags[tag], bits, scope)
        return None

    def _load(self, bits: list[str], scope: _Scope) -> None:
        engine = Engine.get_default()
        for name in bits:
            self._filters |= engine.template_libraries[name].filters
            self._tags |= vars(import_module(engine.libraries[name]))

    def _if(self, bits: list[str], scope: _Scope) -> None:
        word, tag = "if", "if"
        while tag != "endif":
            head = "else:" if tag == "else" else f"{word} {self._condition(bits, scope)}:"
            with self._function.block(head):
                tag, bits = self.write(scope, "elif", "else", "endif")
            word = "elif"

    def _condition(self, bits: list[str], scope: _Scope) -> str:
        """Django's words for conditions are Python's, with the same precedence."""
        left, words = [*bits], []
        while left:
            word = left.pop(0)
            if word in ("and", "or", "not"):
                words.append(word)
                continue
            value = self._value(word, scope)
            sign = left.pop(0) if left and left[0] not in ("and", "or") else ""
            if sign in ("is", "not") and left[:1] in (["not"], ["in"]):
                sign = f"{sign} {left.pop(0)}"
            if sign and (sign not in _COMPARED or not left):
                raise self._error(f"no part has the condition {bits}")
            if sign:
                value = f"({_COMPARED[sign].format(value, self._value(left.pop(0), scope))})"
            words.append(value)
        return " ".join(words)

    def _for(self, bits: list[str], scope: _Scope) -> None:
        function, backward = self._function, bits[3:] == ["reversed"]
        name, word, rows = bits[:3]
        if word != "in" or bits[3:] not in ([], ["reversed"]):
            raise self._error(f"no part has the loop {bits}")
        rows = function.local(f"listed({self._value(rows, scope)})")
        if backward:
            rows = function.local(f"{rows}[::-1]")
        n, one = f"n_{rows}", f"one_{rows}"
        loop = {key: f"({how.format(n=n, all=rows)})" for key, how in _LOOP.items()}
        with function.block(f"for {n}, {one} in enumerate({rows}):"):
            tag, _ = self.write(replace(scope.inner(**{name: one}), loop=loop), "empty", "endfor")
        if tag == "empty":
            with function.block(f"if not {rows}:"):
                self.write(scope, "endfor")

    def _with(self, bits: list[str], scope: _Scope) -> None:
        self.write(self._inner(bits, scope), "endwith")

    def _inner(self, bits: Sequence[str], scope: _Scope) -> _Scope:
        return scope.inner(**self._named(bits, scope))

    def _named(self, bits: Sequence[str], scope: _Scope) -> dict[str, str]:
        """The values of ``name=value`` by name."""
        found = [_NAMED.fullmatch(bit) for bit in bits]
        named = {one[1]: self._value(one[2], scope, shown=True) for one in found if one}
        if len(named) < len(bits):
            raise self._error(f"no part names values as in {bits}")
        return {
            name: value if value.isidentifier() else self._function.local(value)
            for name, value in named.items()
        }

    def _include(self, bits: list[str], scope: _Scope) -> None:
        name, *bits = bits
        alone = bits[-1:] == ["only"]
        more = self._named(bits[1 : -1 if alone else None], scope)
        inner = _Scope(more, alone=True) if alone else scope.inner(**more)
        if name[0] in "\"'":
            _Template(name[1:-1], self._function).write(inner)
            return
        pairs = ", ".join(f"{key!r}: {value}" for key, value in inner.names.items())
        given = f"{{{'' if inner.alone else '**given, '}{pairs}}}"
        self._function.line(f"write(drawing({self._value(name, scope)})({given}))")

    def _firstof(self, bits: list[str], scope: _Scope) -> _Scope | None:
        name = bits[-1] if bits[-2:-1] == ["as"] else ""
        shown = [self._value(bit, scope) for bit in (bits[:-2] if name else bits)]
        value = f"first_of({', '.join(shown)})"
        if name:
            return scope.inner(**{name: self._function.local(f"text({value})")})
        self._write(value)
        return None

    def _call(self, function: Callable[..., str], bits: list[str], scope: _Scope) -> None:
        """A URL: of a page and its arguments, or of a static file."""
        first, *more = (self._value(bit, scope, shown=True) for bit in bits)
        arguments = [first, f"args=[{', '.join(more)}]"] if more else [first]
        self._write(f"{self._function.constant(function)}({', '.join(arguments)})")

    def _own(self, function: Any, bits: list[str], scope: _Scope) -> None:
        """One of the site's own tags, which writes what its function returns."""
        plain = [self._value(bit, scope, shown=True) for bit in bits if not _NAMED.fullmatch(bit)]
        named = self._named(bits[len(plain) :], scope)
        context = f"{{{ART!r}: {self._path(ART, scope)}}}"
        arguments = [context, *plain, *(f"{name}={value}" for name, value in named.items())]
        self._write(f"{self._function.constant(function)}({', '.join(arguments)})")

    def _value(self, text: str, scope: _Scope, *, shown: bool = False) -> str:
        """A value with its filters. shown: a missing value is an empty text, to filters too."""
        found = _EXPRESSION.fullmatch(text)
        if found is None:
            raise self._error(f"no part has the value {text}")
        value = self._one(found[1], scope)
        if found[2] and shown and "." in found[1]:
            value = f"blank({value})"
        for name, argument in _FILTER.findall(found[2]):
            more = [self._one(argument, scope)] if argument else []
            value = self._filtered(name, value, more)
        return value

    def _filtered(self, name: str, value: str, more: list[str]) -> str:
        if name not in self._filters:
            raise self._error(f"no filter {name} is loaded")
        filter_ = self._filters[name]
        if getattr(filter_, "expects_localtime", False):
            raise self._error(f"no part has the filter {name}")
        if getattr(filter_, "needs_autoescape", False):
            filter_ = partial(filter_, autoescape=True)
        function, arguments = self._function.constant(filter_), ", ".join([value, *more])
        if getattr(self._filters[name], "is_safe", False):
            return f"filtered({function}, {arguments})"
        return f"{function}({arguments})"

    def _one(self, text: str, scope: _Scope) -> str:
        if text[0] in "\"'":
            return self._function.constant(SafeString(text[1:-1]))
        if _CONSTANT.fullmatch(text):
            return text
        return self._path(text, scope)

    def _path(self, text: str, scope: _Scope) -> str:
        name, *path = text.split(".")
        if name == "forloop":
            return scope.loop[path[0]]
        value = scope.names.get(name)
        if value is None:
            value = "None" if scope.alone else self._function.given(name)
        for step in path:
            value = f"item({value}, {step})" if step.isdecimal() else f"look_up({value}, {step!r})"
        return value
