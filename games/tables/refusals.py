"""What is not granted, and why: any service may say no, and every door passes it on."""


class Refused(Exception):
    """A request that cannot be granted; ``str(error)`` tells the player why and what would do."""


class Stale(Refused):
    """A request made on a picture of the table that is no longer true."""

    def __init__(self, words: str = "The table has moved on; here is how it stands now.") -> None:
        super().__init__(words)
