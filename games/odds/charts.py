"""Best play for printing: charts of decisions and lists, as plain JSON.

A *sheet* is one of three:

- ``{"charts": [...], "title", "words", "pick", "legend"}``: tables of decisions. A chart has
  ``key``, ``name`` (what is picked), ``caption``, ``columns``, ``rows`` (pairs of a head and its
  cells) and ``notes`` (pairs of a head and a sentence). A cell is a mark of the legend, which is
  pairs of a mark and its words, or several marks with a slash between, explained in a note.
  ``pick`` says what is chosen where one chart at a time is enough; it is "" where all are printed.
- ``{"holds": [...], "title", "words"}``: cards to hold, the best first, each with ``words``,
  ``example`` and ``held`` (codes of cards), ``share`` and ``value``.
- ``{"changes": [...], "title", "words"}``: hands that a side wager makes one play otherwise:
  ``hand``, ``up``, ``without`` and ``beside`` (what is best without it and beside it) and
  ``least``, how large a part of the main wager it has to be for that.

A game without decisions has no sheets.
"""

from typing import Any

Sheet = dict[str, Any]


def rank(code: str) -> str:
    """A text's rank codes as printed on cards: ``"T"`` -> ``"10"``."""
    return code.replace("T", "10")
