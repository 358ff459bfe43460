"""JSON text, read as strictly as a round record needs."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from games.engine.errors import BadRecord, echoed


@contextmanager
def depth_refused() -> Iterator[None]:
    """Inside this block, a value nested too deeply to read raises BadRecord."""
    try:
        yield
    except RecursionError:
        raise BadRecord("This cannot be read: it is nested too deeply.") from None


@depth_refused()
def read_json(text: bytes) -> object:
    """The value in JSON text in UTF-8. Raises BadRecord saying why it is not valid JSON.

    Stricter than Python's reader: duplicate keys in an object, NaN and Infinity are refused, since
    two readers of such a text could understand it differently.
    """
    try:
        return json.loads(
            text.decode("utf-8-sig"), object_pairs_hook=_unique, parse_constant=_no_number
        )
    except BadRecord:
        raise
    except UnicodeDecodeError as error:
        raise BadRecord(f"This is no JSON: byte {error.start} is not UTF-8 text.") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise BadRecord(f"This is no JSON: {error.msg} at {where}.") from None
    except ValueError:
        raise BadRecord("This cannot be read: a number in it has too many digits.") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, value in pairs:
        if key in values:
            raise BadRecord(f"The key {echoed(key)} is twice in one object.")
        values[key] = value
    return values


def _no_number(name: str) -> NoReturn:
    raise BadRecord(f"This is no JSON: {name} is no number.")
