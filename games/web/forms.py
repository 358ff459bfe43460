"""The form for opening a table, built from what the game declares.

`GameForm` is what every table needs; other ways to open a table add their own fields.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import Field, fields
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.forms.boundfield import BoundField

from accounts.amounts import cents
from games.engine.game import Spot
from games.engine.limits import WASHINGTON, money
from games.engine.options import Options, choices_of
from games.engine.payout import payout_words
from games.engine.record import AnyGame
from games.models import BotStyle, Pace, PaytableVersion, Table
from games.tables.private_tables import (
    MOST_CENTS,
    NAME_LONGEST,
    Who,
    check_table_name,
    offered_paytables,
    offered_profiles,
)
from games.tables.refusals import Refused
from games.tables.setup import HOUSE_BOTS, felts

MOST_POSITIONS = 3
BOUNDS = ("minimum", "maximum")
FIRST = ("name", "who", "pace", "minimum", "maximum", "seats", "bots")
"""The fields a host sees first; the rest is under More."""
AMOUNTS = ("minimum", "maximum", "unit", "aggregate_payout")


def amount_field(
    label: str, initial: str = "", *, required: bool = True, help_text: str = ""
) -> forms.DecimalField:
    """A field for an amount in whole units, with two decimals."""
    field = forms.DecimalField(
        label=label,
        initial=Decimal(initial) if initial else None,
        required=required,
        help_text=help_text,
        min_value=Decimal("0.01"),
        max_value=Decimal(MOST_CENTS) / 100,
        decimal_places=2,
    )
    like = "An amount is a number like 25 or 25.50"
    bounds = f"from 0.01 to {money(MOST_CENTS)}"
    field.error_messages |= {
        "required": f"{like}; here is none.",
        "invalid": f"{like}.",
        "max_decimal_places": f"{like}, with two decimals at most.",
        **dict.fromkeys(("min_value", "max_value", "max_digits"), f"{like}, {bounds}."),
    }
    return field


def _count_field(least: int, most: int, initial: int, label: str, help_text: str = "") -> Any:
    field = forms.IntegerField(
        min_value=least, max_value=most, initial=initial, label=label, help_text=help_text
    )
    sentence = f"{label}: a whole number from {least} to {most}."
    wrong = ("required", "invalid", "min_value", "max_value")
    field.error_messages |= dict.fromkeys(wrong, sentence)
    return field


class GameForm(forms.Form):
    """The choices for a table of one game. Amounts are in whole units here."""

    def __init__(self, game: AnyGame, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.versions = {str(version.pk): version for version in offered_paytables(game)}
        self.fields.update(self._seating())
        self.fields.update(_limits())
        self.fields.update(self._options())
        self.fields.update(self._paytables())
        for field in self.fields.values():
            if not isinstance(field.widget, forms.CheckboxInput):
                field.widget.attrs["class"] = "input"

    def _seating(self) -> dict[str, forms.Field]:
        game = self.game
        found: dict[str, forms.Field] = {
            "pace": forms.ChoiceField(choices=Pace.choices, initial=Pace.NORMAL, label="Clock"),
            "seats": _count_field(1, game.max_seats, game.default_seats, "Seats"),
            "bots": _count_field(
                0,
                game.max_seats - 2,
                min(HOUSE_BOTS, game.max_seats - 2),
                "Bots",
                "How many bots may fill empty seats (0 for none).",
            ),
        }
        if game.several_positions:
            found["positions"] = _count_field(
                1, MOST_POSITIONS, 1, "Positions", "How many seats one player may bet at."
            )
        return found

    def _options(self) -> dict[str, forms.Field]:
        chosen_at_the_table = self.game.choice.option if self.game.choice else ""
        return {
            f"option.{declared.name}": option_field(declared)
            for declared in fields(self.game.options)
            if declared.name != chosen_at_the_table
        }

    def _paytables(self) -> dict[str, forms.Field]:
        """A choice for every spot and set of lines that has several paytables."""
        found: dict[str, forms.Field] = {}
        for spot in every_felt_spot(self.game):
            fitting = [v for v in self.versions.values() if _fits(v, spot.key, spot.lines)]
            if len(fitting) < 2:
                continue
            usual = next((v for v in fitting if v.code == spot.default_paytable), fitting[0])
            found[f"paytable.{spot.key}.{usual.code}"] = forms.ChoiceField(
                choices=[(str(v.pk), _version_words(v, spot, fitting)) for v in fitting],
                initial=str(usual.pk),
                label=f"{spot.name} pays by",
            )
        return found

    def rules(self) -> tuple[Options, list[PaytableVersion]]:
        """The house options and the paytables that were chosen. Raises BadOption."""
        given = self.cleaned_data
        options = {
            name.removeprefix("option."): value
            for name, value in given.items()
            if name.startswith("option.")
        }
        paytables = [self.versions[v] for name, v in given.items() if name.startswith("paytable.")]
        return self.game.options.read(options), paytables

    def wish(self) -> dict[str, Any]:
        """What was entered, as columns of the table in cents, with `options`, `paytables` and
        `seats`. Raises BadOption."""
        given = self.cleaned_data
        options, paytables = self.rules()
        return {
            "options": options,
            "paytables": paytables,
            **{key: cents(given[key]) for key in AMOUNTS},
            **{key: given[key] for key in ("profile", "pace", "seats", "bots")},
            "positions": given.get("positions", 1),
        }


class HostForm(GameForm):
    """The choices of a host, down to the limits of single spots and the style of the bots."""

    def __init__(self, game: AnyGame, *args: Any, **kwargs: Any) -> None:
        super().__init__(game, *args, **kwargs)
        own: dict[str, forms.Field] = {
            "name": forms.CharField(
                label="Name",
                max_length=NAME_LONGEST,
                required=False,
                help_text="Leave empty to name it after you.",
            ),
            "who": forms.ChoiceField(choices=Who.choices, initial=Who.LINK, label="Who can sit"),
            "bot_style": forms.ChoiceField(
                choices=BotStyle.choices, initial=BotStyle.MIXED, label="Bots play"
            ),
        }
        for spot in _opening_spots(game):
            for bound in BOUNDS:
                own[f"spot.{spot.key}.{bound}"] = amount_field(
                    f"{spot.name}, {bound}", required=False
                )
        for field in own.values():
            field.widget.attrs["class"] = "input"
        self.fields.update(own)

    def clean_name(self) -> str:
        """A valid table name, or none."""
        try:
            return self.cleaned_data["name"] and check_table_name(self.cleaned_data["name"])
        except Refused as error:
            raise forms.ValidationError(str(error)) from None

    def wish(self) -> dict[str, Any]:
        """What was entered, as `private_tables.open_hosted` takes it. Raises BadOption."""
        own = ("name", "who", "bot_style")
        wish = super().wish() | {name: self.cleaned_data[name] for name in own}
        return wish | {"spot_limits": self._spot_limits(wish)}

    def _spot_limits(self, wish: Mapping[str, Any]) -> dict[str, list[int]]:
        """Spots to minimum and maximum in cents; if only one of the two is given, the other is the
        table's."""
        found = {}
        for spot in _opening_spots(self.game):
            given = [cents(self.cleaned_data[f"spot.{spot.key}.{bound}"]) for bound in BOUNDS]
            if any(given):
                bounds = zip(given, BOUNDS, strict=True)
                found[spot.key] = [own or wish[bound] for own, bound in bounds]
        return found

    def first(self) -> list[BoundField]:
        """The fields a host sees first, except those with buttons instead."""
        return [self[name] for name in FIRST if name not in ("who", "pace")]

    def more(self) -> list[tuple[str, Sequence[BoundField]]]:
        """The fields that few hosts change, in groups with headings."""
        starts = {
            "House options": "option.",
            "Paytables": "paytable.",
            "Limits of single spots": "spot.",
        }
        table = [name for name in self.fields if "." not in name and name not in FIRST]
        groups = {"The table": table} | {
            title: [name for name in self.fields if name.startswith(start)]
            for title, start in starts.items()
        }
        return [(title, [self[name] for name in names]) for title, names in groups.items() if names]

    @property
    def more_is_wrong(self) -> bool:
        """Whether one of the folded fields has an error."""
        return any(name not in FIRST for name in self.errors if name != NON_FIELD_ERRORS)


class StakesForm(forms.Form):
    """The stakes of a table, changed by its host."""

    def __init__(self, table: Table, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        wanted = table.pending.get("columns", {})
        for bound in BOUNDS:
            field = amount_field(f"{bound.capitalize()} per spot")
            field.initial = Decimal(wanted.get(bound, getattr(table, bound))) / 100
            field.widget.attrs["class"] = "input num"
            self.fields[bound] = field

    def wish(self) -> dict[str, int]:
        """Minimum and maximum in cents."""
        return {bound: cents(self.cleaned_data[bound]) or 0 for bound in BOUNDS}


def _opening_spots(game: AnyGame) -> list[Spot]:
    """The spots that take wagers before the cards, on any of the game's felts."""
    return [spot for spot in game.every_spot() if spot.opening]


def every_felt_spot(game: AnyGame) -> Iterator[Any]:
    """The spots with a paytable, once for every set of lines that they may have."""
    seen: list[tuple[str, frozenset[str]]] = []
    for options in game.options.every():
        for spots in felts(game, options):
            for spot in spots:
                facts = (spot.key, frozenset(spot.lines))
                if spot.lines and facts not in seen:
                    seen.append(facts)
                    yield spot


def _fits(version: PaytableVersion, spot: str, lines: Mapping[str, str]) -> bool:
    return version.spot == spot and set(version.value.lines) == set(lines)


def _version_words(version: PaytableVersion, spot: Spot, others: Sequence[PaytableVersion]) -> str:
    """What sets a paytable apart from the others: ``"20 beaten 25:1, 19 beaten 20:1 (L1)"``.

    Its code, and its version after the first, are how its maker and the house call it."""
    differ = [
        f"{words} {payout_words(version.value.lines[line])}"
        for line, words in spot.lines.items()
        if len({other.value.lines[line] for other in others}) > 1
    ]
    code = version.code if version.number == 1 else f"{version.code}, version {version.number}"
    return f"{', '.join(differ) or version.title or 'Paytable'} ({code})"


def _limits() -> dict[str, forms.Field]:
    return {
        "profile": forms.ChoiceField(
            choices=list(offered_profiles().items()),
            initial=WASHINGTON.slug,
            label="Limits of",
        ),
        "minimum": amount_field("Minimum per spot", "1.00"),
        "maximum": amount_field("Maximum per spot", "100.00"),
        "unit": amount_field("Chip unit", "1.00", help_text="Bets are multiples of this."),
        "aggregate_payout": amount_field(
            "Aggregate payout limit",
            required=False,
            help_text="The most that one round pays in all. Leave empty for no limit.",
        ),
    }


def option_field(declared: Field[Any]) -> forms.Field:
    """The field of one house option, with the help text it was declared with."""
    help_text, words = declared.metadata["help"], declared.metadata["choices"]
    label = declared.name.replace("_", " ").capitalize()
    if isinstance(declared.default, bool):
        return forms.BooleanField(
            required=False, initial=declared.default, label=label, help_text=help_text
        )
    values = choices_of(declared)
    named = words if isinstance(words, Mapping) else {}
    if declared.metadata["cents"]:
        named = {value: f"{int(value) / 100:,.2f}" for value in values}
    return forms.TypedChoiceField(
        choices=[(value, named.get(value, value)) for value in values],
        coerce=int if isinstance(declared.default, int) else str,
        initial=declared.default,
        label=label,
        help_text=help_text,
    )
