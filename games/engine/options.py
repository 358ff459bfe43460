"""House options: what the makers leave to the house, as typed values with defaults.

A game declares a frozen dataclass derived from `Options`, each field made with `option`.
Validation, forms and help texts all come from that declaration.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import Field, asdict, dataclass, field, fields
from typing import Any, Self

from games.engine.errors import BadOption, echoed


@dataclass(frozen=True)
class Options:
    """Base of every game's house options. `check` refuses combinations that make no sense."""

    def check(self) -> None:
        """Raise BadOption for values that cannot be combined."""

    @classmethod
    def read(cls, raw: object) -> Self:
        """Make options from a mapping; missing ones get their defaults. Raises BadOption."""
        if not isinstance(raw, Mapping):
            raise BadOption(f"House options are an object of names and values, not {echoed(raw)}.")
        known = {declared.name: declared for declared in fields(cls)}
        for name, value in raw.items():
            if name not in known:
                accepted = ", ".join(known) or "none"
                raise BadOption(
                    f"There is no house option {echoed(name)}; this game has: {accepted}."
                )
            _check_value(known[name], value)
        options = cls(**raw)
        options.check()
        return options

    @classmethod
    def every(cls) -> Iterator[Self]:
        """All valid options that differ from the defaults in at most one value."""
        yield cls()
        for declared in fields(cls):
            for choice in choices_of(declared):
                if choice != declared.default:
                    options = cls(**{declared.name: choice})
                    try:
                        options.check()
                    except BadOption:
                        continue
                    yield options

    def as_json(self) -> dict[str, Any]:
        """Every option by name, including defaults; `read` reads it back."""
        return asdict(self)


def option(
    default: bool | int | str,
    help: str,
    *,
    choices: Sequence[int | str] | Mapping[str, str] = (),
    cents: bool = False,
) -> Any:
    """Declare one house option.

    `choices` lists the accepted values, or maps them to words for people; a bool needs none.
    `cents`: the values are amounts, shown in whole units.
    """
    return field(default=default, metadata={"help": help, "choices": choices, "cents": cents})


def choices_of(declared: Field[Any]) -> tuple[bool | int | str, ...]:
    """The accepted values of a declared option."""
    if isinstance(declared.default, bool):
        return (True, False)
    return tuple(declared.metadata["choices"])


def _check_value(declared: Field[Any], value: object) -> None:
    accepted = choices_of(declared)
    # True == 1 in Python, but "true" decks are a mistake worth refusing.
    if type(value) is not type(declared.default) or value not in accepted:
        words = ", ".join(json.dumps(choice) for choice in accepted)
        raise BadOption(
            f"House option {declared.name} cannot be {echoed(value)}; accepted: {words}."
        )
