"""The staff's form for a table: the hosts' form, plus what only the house decides."""

from decimal import Decimal
from typing import Any

from django import forms

from games.backoffice.table_desk import Wish
from games.engine.record import AnyGame
from games.models import LimitsProfile, PaytableVersion
from games.web.forms import GameForm

PARTS = (
    ("The table", ("name", "visibility", "seats", "positions", "bots", "pace", "strict")),
    (
        "Limits, in whole units and cents",
        ("profile", "minimum", "maximum", "unit", "aggregate_payout"),
    ),
)
"""The groups of fields, besides house options and paytables."""


def _choices(field: forms.ChoiceField) -> dict[str, str]:
    """The choices of a field: keys, as a form sends them, and words."""
    choices: Any = field.choices
    return {str(key): str(words) for key, words in choices}


class TableForm(GameForm):
    """Everything about a table of one game that the house decides.

    `conflict`: somebody else has changed the table since.
    """

    conflict = False

    def __init__(self, game: AnyGame, *args: Any, **kwargs: Any) -> None:
        super().__init__(game, *args, **kwargs)
        self.fields["name"] = forms.CharField(label="Name", max_length=40)
        self.fields["visibility"] = forms.ChoiceField(
            label="Who finds it",
            initial="listed",
            choices=[
                ("listed", "Listed: everybody, in the lobby"),
                ("private", "Private: who has its link"),
            ],
        )
        self.fields["strict"] = forms.BooleanField(
            label="Strict pacing",
            required=False,
            help_text="At least five seconds from deal to deal, and nothing can be skipped.",
        )
        self.fields["bots"].help_text = "How many bots may fill empty seats (0 for none)."
        for field in self.fields.values():
            tick = isinstance(field.widget, forms.CheckboxInput)
            field.widget.attrs["class"] = "room-tick" if tick else "room-input"

    def start_from(
        self, columns: dict[str, Any], versions: list[PaytableVersion], seats: int
    ) -> None:
        """Fill the form with a table's current values; call it before the form is drawn, if it is
        not bound."""
        for name in ("name", "pace", "bots", "positions", "strict"):
            if name in self.fields:
                self.initial[name] = columns[name]
        for name in ("minimum", "maximum", "unit", "aggregate_payout"):
            cents = columns[name]
            self.initial[name] = None if cents is None else Decimal(cents) / 100
        self.initial["seats"] = seats
        self.initial["visibility"] = "listed" if columns["listed"] else "private"
        self._keep_profile(columns["profile_id"])
        for name, value in columns["options"].items():
            self.initial[f"option.{name}"] = value
        for name, field in self.fields.items():
            if name.startswith("paytable.") and isinstance(field, forms.ChoiceField):
                known = _choices(field)
                own = [str(v.pk) for v in versions if str(v.pk) in known]
                self.initial[name] = own[0] if own else field.initial

    def _keep_profile(self, slug: str) -> None:
        """A table may keep a limits profile that is no longer offered to new ones."""
        field = self.fields["profile"]
        assert isinstance(field, forms.ChoiceField)
        choices = _choices(field)
        if slug not in choices:
            choices[slug] = f"{LimitsProfile.objects.get(pk=slug).name} (no longer offered)"
            field.choices = list(choices.items())
        self.initial["profile"] = slug

    def parts(self) -> list[tuple[str, list[tuple[Any, str]]]]:
        """The fields under their headings, each with the table's current value if that is news."""
        groups: list[tuple[str, list[str]]] = [
            (title, [name for name in names if name in self.fields]) for title, names in PARTS
        ]
        for title, start in (("House options", "option."), ("Paytables", "paytable.")):
            groups.append((title, [name for name in self.fields if name.startswith(start)]))
        return [
            (title, [(self[name], self._theirs(name)) for name in names])
            for title, names in groups
            if names
        ]

    def _theirs(self, name: str) -> str:
        """The table's current value of a field, if somebody has changed it and the form differs."""
        if not self.conflict or name not in self.changed_data:
            return ""
        value, field = self.get_initial_for_field(self.fields[name], name), self.fields[name]
        if isinstance(field, forms.BooleanField):
            return "yes" if value else "no"
        if isinstance(field, forms.ChoiceField):
            return _choices(field).get(str(value), str(value))
        return "empty" if value is None else str(value)

    def wanted(self) -> Wish:
        """What was entered. Raises BadOption."""
        given = self.cleaned_data
        return Wish(
            **super().wish(),
            name=given["name"],
            strict=given["strict"],
            private=given["visibility"] == "private",
        )
