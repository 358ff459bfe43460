"""The filters of the history, and a player's own seed."""

from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Any

from django import forms
from django.core.validators import RegexValidator

from accounts.amounts import cents
from accounts.models import User
from accounts.zones import moment_in
from games.history.listing import Wanted, tables_of
from games.registry import GAMES

RESULTS = [  # of `RoundSeat.Outcome`
    ("won", "Won"),
    ("lost", "Lost"),
    ("push", "Even"),
    ("void", "Void"),
]
DAYS = [("1", "Today"), ("7", "Last 7 days"), ("30", "Last 30 days")]
"""The ranges offered as buttons, in days including today."""

MOST = 10**9
"""The largest amount, in whole units, that may be entered."""


def _choice(label: str, everything: str, choices: list[tuple[str, str]]) -> forms.ChoiceField:
    named = ", ".join(words for _, words in choices)
    return forms.ChoiceField(
        label=label,
        required=False,
        choices=[("", everything), *choices],
        error_messages={"invalid_choice": f"{label}: there is no “%(value)s”; choose {named}."},
    )


def _day(label: str) -> forms.DateField:
    return forms.DateField(
        label=label,
        required=False,
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput({"type": "date"}),
        error_messages={"invalid": f"{label} is a day like 2026-03-01."},
    )


def _amount(label: str) -> forms.DecimalField:
    words = f"{label} is an amount like 25 or 12.50, up to {MOST:,}."
    field = forms.DecimalField(
        label=label,
        required=False,
        min_value=0,
        max_value=MOST,
        decimal_places=2,
        widget=forms.NumberInput({"inputmode": "decimal", "step": "0.01"}),
    )
    codes = ("invalid", "min_value", "max_value", "max_decimal_places", "max_digits")
    field.error_messages |= dict.fromkeys(codes, words)
    for validator in field.validators:
        if hasattr(validator, "message"):
            validator.message = words
    return field


class HistoryForm(forms.Form):
    """Which rounds are listed. Days are those of `zone`, inclusive."""

    LINE = ("game", "table", "result", "days", "words")
    """The filters that are always visible; the others unfold."""

    def __init__(
        self, user: User, *args: Any, now: datetime, zone: tzinfo = UTC, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self._now, self._zone = now, zone
        games = [(slug, game.name) for slug, game in GAMES.items()]
        tables = [(str(t.pk), f"{t.name}, {t.rules.name}") for t in tables_of(user)]
        self.fields |= {
            "game": _choice("Game", "All games", games),
            "table": _choice("Table", "All tables", tables),
            "result": _choice("Result", "All results", RESULTS),
            "days": _choice("Days", "All days", DAYS),
            "words": forms.CharField(
                label="Find a hand",
                required=False,
                max_length=60,
                widget=forms.TextInput(
                    {"type": "search", "placeholder": "Find a hand: full house, 20 beaten …"}
                ),
            ),
            "since": _day("From"),
            "until": _day("To"),
            "at_least": _amount("Staked at least"),
            "at_most": _amount("Staked at most"),
        }
        for field in self.fields.values():
            field.widget.attrs["class"] = "input"

    def line(self) -> list[forms.BoundField]:
        """The fields that are always visible."""
        return [self[name] for name in self.LINE]

    def more(self) -> list[forms.BoundField]:
        """The fields that unfold."""
        return [field for field in self if field.name not in self.LINE]

    def wants_more(self) -> bool:
        """Whether one of the fields that unfold is filled in."""
        return any(self.data.get(field.name) for field in self.more())

    def clean(self) -> dict[str, Any]:
        """Refuse ranges that contradict themselves."""
        given = super().clean() or {}
        since, until = given.get("since"), given.get("until")
        if since and until and until < since:
            self.add_error("until", f"To is {since.isoformat()}, the day given as From, or later.")
        least, most = given.get("at_least"), given.get("at_most")
        if least is not None and most is not None and most < least:
            self.add_error("at_most", f"Staked at most is {least} or more, like Staked at least.")
        return given

    def wanted(self) -> Wanted:
        """The selection of a valid form."""
        given = self.cleaned_data
        return Wanted(
            game=given["game"],
            table=int(given["table"]) if given["table"] else None,
            outcome=given["result"],
            ended_from=max(
                filter(None, (self._moment("since", time.min), self._back())), default=None
            ),
            ended_until=self._moment("until", time.max),
            at_least=cents(given["at_least"]),
            at_most=cents(given["at_most"]),
            words=given["words"],
        )

    def _moment(self, field: str, at: time) -> datetime | None:
        day: date | None = self.cleaned_data[field]
        return None if day is None else moment_in(self._zone, day, at)

    def _back(self) -> datetime | None:
        """When the range of the last days began."""
        if not self.cleaned_data["days"]:
            return None
        today = self._now.astimezone(self._zone).date()
        first = today - timedelta(days=int(self.cleaned_data["days"]) - 1)
        return moment_in(self._zone, first, time.min)


class ClientSeedForm(forms.Form):
    """The seed a player mixes into every deal."""

    client_seed = forms.CharField(
        label="Your seed",
        max_length=64,
        validators=[RegexValidator(r"^[\x20-\x7e]+\Z", "")],
        widget=forms.TextInput(
            {"class": "input mono", "autocomplete": "off", "spellcheck": "false"}
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        words = (
            "A seed has 1 to 64 characters: letters without accents, digits, spaces and the signs "
            "of a plain keyboard."
        )
        field = self.fields["client_seed"]
        field.error_messages["required"] = words
        for validator in field.validators:
            if hasattr(validator, "message"):
                validator.message = words
