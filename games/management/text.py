"""Input and output of commands: files of a sensible size, text that the terminal can show."""

import sys

from django.core.management.base import OutputWrapper

from games.engine.errors import BadRecord

LARGEST = 1_000_000
"""The most bytes read of a record: far more than the longest round has."""


def read_file(name: str) -> bytes:
    """The text of a round record; ``-`` is standard input. Raises BadRecord."""
    try:
        if name == "-":
            text = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with open(name, "rb") as file:
                text = file.read(LARGEST + 1)
    except OSError as error:
        raise BadRecord(f"This cannot be read: {error.strerror}.") from None
    if len(text) > LARGEST:
        raise BadRecord(f"This is no round record: it has more than {LARGEST:,} bytes.")
    return text


def printable(text: str, stream: OutputWrapper) -> str:
    """Text that the stream can encode and that a terminal only displays: JSON may contain
    characters that no encoding has, and some that move the cursor."""
    shown = "".join(c if c.isprintable() or c == "\n" else _escaped(c) for c in text)
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return shown.encode(encoding, "backslashreplace").decode(encoding)


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
