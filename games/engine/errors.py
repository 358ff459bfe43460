"""Every way an input can be wrong; each error names what was wrong and what would do."""

_MOST = 20
"""So many characters of what was put in does an error repeat: enough to find the mistake by."""


def brief(text: str) -> str:
    """A name that was put in, cut where it is long."""
    return text if len(text) <= _MOST else f"{text[:_MOST]}…"


def echoed(value: object) -> str:
    """What was put in, as errors name it: as Python writes it, and cut where it is long."""
    if isinstance(value, str):
        return repr(brief(value))
    text = repr(value)
    return text if len(text) <= 2 * _MOST else f"{text[: 2 * _MOST]}…"


class GameError(ValueError):
    """Base of all errors the engine raises for bad input; ``str(error)`` is for people."""


class BadCard(GameError):
    """Text that is no card, or a card that occurs more often than the shoe holds it."""


class DeckTooShort(GameError):
    """The deck ran out before the round was over."""


class BadOption(GameError):
    """A house option that does not exist, has the wrong type, or does not go with the others."""


class BadPaytable(GameError):
    """A paytable with a missing, unknown or unreadable line, or one for another game or spot."""


class BadWager(GameError):
    """A stake that is no positive number of cents, or a spot that may not be wagered on."""


class WagerRefused(BadWager):
    """A well-formed wager that a table limit refuses.

    ``limit`` is the name of the limit, a key that programs can rely on.
    """

    def __init__(self, limit: str, sentence: str) -> None:
        super().__init__(sentence)
        self.limit = limit


class BadLimits(GameError):
    """Limits that no wager could meet, or that the law does not allow a table to have."""


class IllegalAction(GameError):
    """An action that the rules do not allow this seat at this moment."""


class BadRecord(GameError):
    """A round record that is malformed."""
