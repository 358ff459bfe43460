"""Refusals and their reasons: any service may refuse, and every view passes the reason on."""


class Refused(Exception):
    """A request that is refused; ``str(error)`` says why, and what to do instead."""


class Stale(Refused):
    """A request based on an outdated state of the table."""

    def __init__(self, words: str = "The table has moved on; this is how it looks now.") -> None:
        super().__init__(words)
