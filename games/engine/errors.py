"""Every way an input can be wrong; each error says what is wrong and what is accepted."""

_MOST = 20
"""How many characters of an input an error repeats: enough to find the mistake."""


def brief(text: str) -> str:
    """A name from an input, shortened if it is long."""
    return text if len(text) <= _MOST else f"{text[:_MOST]}…"


def echoed(value: object) -> str:
    """An input as errors quote it: its Python repr, shortened if it is long."""
    if isinstance(value, str):
        return repr(brief(value))
    text = repr(value)
    return text if len(text) <= 2 * _MOST else f"{text[: 2 * _MOST]}…"


class GameError(ValueError):
    """Base of all errors the engine raises for bad input; ``str(error)`` is for people."""


class BadCard(GameError):
    """Text that is not a card, or a card that occurs more often than in the shoe."""


class DeckTooShort(GameError):
    """The deck ran out before the round was over."""


class BadOption(GameError):
    """A house option that does not exist, has the wrong type, or does not go with the others."""


class BadPaytable(GameError):
    """A paytable with a missing, unknown or unreadable line, or one for another game or spot."""


class BadWager(GameError):
    """A stake that is not a positive number of cents, or a spot that takes no wagers."""


class WagerRefused(BadWager):
    """A well-formed wager that a table limit refuses.

    ``limit`` is the limit's key, which programs can rely on.
    """

    def __init__(self, limit: str, sentence: str) -> None:
        super().__init__(sentence)
        self.limit = limit


class BadLimits(GameError):
    """Limits that no wager could meet, or that the law does not allow."""


class IllegalAction(GameError):
    """An action that the rules do not allow this seat at this moment."""


class BadRecord(GameError):
    """A round record that is malformed."""
