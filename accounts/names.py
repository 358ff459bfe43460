"""Which names members may have: plain letters, so that no two names look alike."""

import re

from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.db.models import Func, Value
from django.db.models.functions import Lower, Replace

SHORTEST, LONGEST = 2, 20
_SHAPE = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])", re.ASCII)
_LOOKS_LIKE = str.maketrans({"0": "o", "1": "i", "l": "i", "3": "e", "5": "s", "7": "t", "4": "a"})
_RESERVED = ("guest", "gone", "bot", "dealer", "house", "cardroom", "admin", "administrator")
"""Names that the site itself uses: members cannot have them, with or without a number."""


def check_name(name: str) -> None:
    """Raises ValidationError, with a sentence, for a name that no member may have."""
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(
            f"A name has {SHORTEST} to {LONGEST} letters; this one has {len(name)}.", "length"
        )
    if not _SHAPE.fullmatch(name):
        raise ValidationError(
            "Use letters A to Z, digits, and dots, hyphens or underscores between them. No spaces.",
            "letters",
        )
    if _plain(name) in {_plain(word) for word in _RESERVED}:
        raise ValidationError(
            f"{name} looks like the name of staff or of a guest. Choose another name.",
            "reserved",
        )


def _plain(name: str) -> str:
    """A name reduced to how it looks at a glance, without a number at its end: ``Gue5t_12`` is
    ``guest``."""
    letters = re.sub(r"[._-]", "", name.lower())
    return re.sub(r"\d+$", "", letters).translate(_LOOKS_LIKE)


def looks_taken(name: str, but: int | None = None) -> bool:
    """Whether somebody's name looks like this one: I, l and 1 are alike, and so are O and 0.

    but: the id of a user who may already have it.
    """
    wanted, folded = name.lower(), Lower("username")
    found: Func = folded
    for letter, alike in (("l", "i"), ("1", "i"), ("0", "o")):
        wanted = wanted.replace(letter, alike)
        found = Replace(found, Value(letter), Value(alike))
    people = get_user_model().objects.all()
    if but is not None:
        people = people.exclude(pk=but)
    return people.annotate(read_as=found).filter(read_as=wanted).exists()


VALIDATORS = [check_name]
"""The validators of the sign-up form (ACCOUNT_USERNAME_VALIDATORS)."""
