"""How people want the site to look, sound and play: stored with a member's account, and in the
session of everyone else.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest

from accounts.models import User

SESSION_KEY = "preferences"

USUAL = "usual"
"""The deck of people who have not chosen one."""
DECKS = {
    USUAL: "Automatic",
    "four": "Four colours",
    "two": "Two colours",
    "safe": "Colour-blind safe",
}
PACES = {"normal": "Normal", "fast": "Fast", "off": "No motion"}
THEMES = {"system": "As the device", "light": "Light", "dark": "Dark"}
SOUNDS = {"deal": "Cards", "chip": "Chips", "turn": "Your turn", "win": "Wins"}
"""The sounds, each with a volume from 0 to 100."""
TABLE_KEYS = {
    "b": "Go to the first bet",
    "u": "Undo the last chip",
    "x": "Clear the bets",
    "e": "Rebet",
    "c": "Screen reader: your cards",
    "v": "Screen reader: the dealer's cards",
    "n": "Screen reader: the balance",
    "t": "Screen reader: the time left",
    "l": "Screen reader: the last result",
}
"""The keys of every table that are a letter or a digit, and what they do."""

KEYS = dict(TABLE_KEYS)
"""These, and the games' own keys, which their app adds while the site starts."""


def add_keys(keys: Mapping[str, str]) -> None:
    """Add keys and what they do; an existing key gets both meanings."""
    for key, words in keys.items():
        known = KEYS.get(key, words).split("; ")
        KEYS[key] = "; ".join(known if words in known else [*known, words])


class NotAccepted(ValueError):
    """The preferences are invalid; `problems` has a sentence for each field."""

    def __init__(self, problems: Mapping[str, str]) -> None:
        super().__init__(" ".join(problems.values()))
        self.problems = dict(problems)


@dataclass(frozen=True)
class Preferences:
    """What somebody prefers. `keys_changed`: a table's key to the one that is pressed instead.
    `introduced`: the introductions that need not be shown again, by name."""

    deck: str = USUAL
    letters: bool = False
    pace: str = "normal"
    theme: str = "system"
    sounds: bool = False
    volumes: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(SOUNDS, 60))
    keys: bool = True
    keys_changed: Mapping[str, str] = field(default_factory=dict)
    introduced: Sequence[str] = ()

    @classmethod
    def read(cls, kept: Mapping[str, Any]) -> "Preferences":
        """From stored values; missing and unknown ones get their defaults."""
        usual = cls()
        known = {name: value for name, value in kept.items() if name in asdict(usual)}
        volumes = dict(usual.volumes) | dict(known.pop("volumes", {}))
        known["introduced"] = tuple(known.get("introduced", ()))
        mine = replace(usual, **known, volumes={name: volumes[name] for name in SOUNDS})
        try:
            return checked(mine)
        except NotAccepted:
            return usual

    def as_json(self) -> dict[str, Any]:
        """The values that `read` reads back."""
        return asdict(self)

    def key_for(self, key: str) -> str:
        """The key to press instead of a table's key."""
        return self.keys_changed.get(key, key)

    @property
    def presses(self) -> dict[str, str]:
        """What each changed key does: a table's key, or "" for nothing."""
        if not self.keys_changed:
            return {}
        free = dict.fromkeys(self.keys_changed, "")
        return free | {pressed: key for key, pressed in self.keys_changed.items()}

    @property
    def audible(self) -> dict[str, int]:
        """The volumes of audible sounds: none while sounds are off."""
        return {name: loud for name, loud in self.volumes.items() if loud} if self.sounds else {}


def checked(mine: Preferences) -> Preferences:
    """The same. Raises NotAccepted for invalid preferences."""
    problems = {
        name: f"{getattr(mine, name)!r} is not one of the choices: {', '.join(choices)}."
        for name, choices in (("deck", DECKS), ("pace", PACES), ("theme", THEMES))
        if getattr(mine, name) not in choices
    }
    for name, loud in mine.volumes.items():
        if not isinstance(loud, int) or not 0 <= loud <= 100:
            problems[f"volume-{name}"] = f"A volume is a whole number from 0 to 100, not {loud!r}."
    return _with_checked_keys(mine, problems)


def _with_checked_keys(mine: Preferences, problems: dict[str, str]) -> Preferences:
    """The same without unchanged keys. Raises NotAccepted if there are problems."""
    pressed: dict[str, str] = {}
    for key in KEYS:
        own = mine.key_for(key)
        if not (isinstance(own, str) and len(own) == 1 and own.isprintable() and own not in " ?"):
            problems[f"key-{key}"] = (
                f"A key is one letter, digit or sign other than a space or ?, not {own!r}."
            )
        elif own in pressed:
            problems[f"key-{key}"] = (
                f"{own.upper()} is taken by “{KEYS[pressed[own]]}”. Choose another key."
            )
        pressed.setdefault(own, key)
    if problems:
        raise NotAccepted(problems)
    changed = {key: own for key, own in mine.keys_changed.items() if key in KEYS and own != key}
    return replace(mine, keys_changed=changed)


def of_form(data: Mapping[str, str]) -> Preferences:
    """From the fields of the settings page. Raises NotAccepted with a sentence for each invalid
    one."""
    volumes: dict[str, Any] = {}
    for name in SOUNDS:
        text = data.get(f"volume-{name}", "")
        short = text.isascii() and text.isdigit() and len(text) <= 3
        volumes[name] = int(text) if short else text[:40]
    keys = {key: data.get(f"key-{key}", key).strip().lower() for key in KEYS}
    return checked(
        Preferences(
            deck=data.get("deck", ""),
            letters="letters" in data,
            pace=data.get("pace", ""),
            theme=data.get("theme", ""),
            sounds="sounds" in data,
            volumes=volumes,
            keys="keys" in data,
            keys_changed=keys,
        )
    )


def of(user: object, session: SessionBase | None) -> Preferences:
    """The preferences of the user, or otherwise of the visitor with this session."""
    if isinstance(user, User) and not user.is_guest and user.preferences:
        return Preferences.read(user.preferences)
    return Preferences.read(session.get(SESSION_KEY, {}) if session is not None else {})


def introduce(request: HttpRequest, name: str) -> None:
    """Store that an introduction need not be shown again."""
    mine = of(request.user, request.session)
    if name not in mine.introduced:
        keep(request, replace(mine, introduced=(*mine.introduced, name)))


def keep(request: HttpRequest, mine: Preferences) -> None:
    """Store a member's preferences in the account; everyone else's in the session."""
    if _is_member(request.user) and isinstance(request.user, User):
        request.user.preferences = mine.as_json()
        request.user.save(update_fields=["preferences"])
        request.session.pop(SESSION_KEY, None)
    else:
        request.session[SESSION_KEY] = mine.as_json()


def _is_member(user: object) -> bool:
    return isinstance(user, User) and not user.is_guest


def adopt(request: HttpRequest, user: User, **_: object) -> None:
    """A member who has just signed in keeps their preferences as a guest, unless the account has
    its own."""
    if not _is_member(user) or SESSION_KEY not in request.session:
        return
    kept = request.session.pop(SESSION_KEY)
    if not user.preferences:
        user.preferences = kept
        user.save(update_fields=["preferences"])


def connect() -> None:
    """Adopt at every log-in from here on. Called while the site starts."""
    user_logged_in.connect(adopt, dispatch_uid="accounts.preferences")
