"""What commands read and write: files of a sensible size, text that the terminal can take."""

import sys

from django.core.management.base import OutputWrapper

from games.engine.errors import BadRecord

LARGEST = 1_000_000
"""Bytes of a record that are read: far more than the longest round has."""


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
    """Text that the stream can take: JSON may hold characters that no encoding has."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)
