"""What is refused, and why: any service may refuse, and every view passes the reason on."""


class Refused(Exception):
    """A request that is refused; ``str(error)`` says why, and what the player can do instead."""


class Stale(Refused):
    """A request made on a picture of the table that is out of date."""

    def __init__(self, words: str = "The table has moved on; this is how it looks now.") -> None:
        super().__init__(words)
