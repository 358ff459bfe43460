"""The form by which a player opens a table: made of what the game itself declares."""

from collections.abc import Iterator, Mapping
from dataclasses import Field, fields
from typing import Any

from django import forms

from games.engine.limits import WASHINGTON
from games.engine.options import choices_of
from games.engine.record import AnyGame
from games.hosting import offered_paytables, offered_profiles
from games.models import Pace, PaytableVersion
from games.setup import HOUSE_BOTS, felts

MOST_POSITIONS = 3


class HostForm(forms.Form):
    """What a host may decide about a table of one game. Amounts are in whole units here."""

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
            "seats": forms.IntegerField(
                min_value=1, max_value=game.max_seats, initial=game.default_seats, label="Seats"
            ),
            "bots": forms.IntegerField(
                min_value=0,
                max_value=game.max_seats - 2,
                initial=min(HOUSE_BOTS, game.max_seats - 2),
                label="Bots",
                help_text="At most how many keep you company in seats that nobody has; 0: none.",
            ),
        }
        if game.several_positions:
            found["positions"] = forms.IntegerField(
                min_value=1,
                max_value=MOST_POSITIONS,
                initial=1,
                label="Positions",
                help_text="How many seats one player may bet at.",
            )
        return found

    def _options(self) -> dict[str, forms.Field]:
        chosen_at_the_table = self.game.choice.option if self.game.choice else ""
        return {
            f"option.{declared.name}": _option_field(declared)
            for declared in fields(self.game.options)
            if declared.name != chosen_at_the_table
        }

    def _paytables(self) -> dict[str, forms.Field]:
        """A choice for every spot and every set of lines that it may have, where there is one."""
        found: dict[str, forms.Field] = {}
        for spot in every_felt_spot(self.game):
            fitting = [v for v in self.versions.values() if _fits(v, spot.key, spot.lines)]
            if len(fitting) < 2:
                continue
            usual = next((v for v in fitting if v.code == spot.default_paytable), fitting[0])
            found[f"paytable.{spot.key}.{usual.code}"] = forms.ChoiceField(
                choices=[(str(v.pk), _version_words(v)) for v in fitting],
                initial=str(usual.pk),
                label=f"{spot.name} pays by",
            )
        return found

    def wish(self) -> dict[str, Any]:
        """What was asked for, as `hosting.open_private` takes it. Raises BadOption."""
        given = self.cleaned_data
        options = {
            name.removeprefix("option."): value
            for name, value in given.items()
            if name.startswith("option.")
        }
        paytables = [self.versions[v] for name, v in given.items() if name.startswith("paytable.")]
        return {
            "options": self.game.options.read(options),
            "paytables": paytables,
            "minimum": given["minimum"] * 100,
            "maximum": given["maximum"] * 100,
            **{key: given[key] for key in ("profile", "pace", "seats", "bots")},
            "positions": given.get("positions", 1),
        }


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


def _version_words(version: PaytableVersion) -> str:
    title = f": {version.title}" if version.title else ""
    return f"{version.code}, version {version.number}{title}"


def _limits() -> dict[str, forms.Field]:
    return {
        "minimum": forms.IntegerField(min_value=1, initial=1, label="Minimum a spot"),
        "maximum": forms.IntegerField(min_value=1, initial=100, label="Maximum a spot"),
        "profile": forms.ChoiceField(
            choices=list(offered_profiles().items()),
            initial=WASHINGTON.slug,
            label="Limits of",
        ),
    }


def _option_field(declared: Field[Any]) -> forms.Field:
    """The field of one house option, with the help text it was declared with."""
    help_text, words = declared.metadata["help"], declared.metadata["choices"]
    label = declared.name.replace("_", " ").capitalize()
    if isinstance(declared.default, bool):
        return forms.BooleanField(
            required=False, initial=declared.default, label=label, help_text=help_text
        )
    named = words if isinstance(words, Mapping) else {}
    return forms.TypedChoiceField(
        choices=[(value, named.get(value, value)) for value in choices_of(declared)],
        coerce=int if isinstance(declared.default, int) else str,
        initial=declared.default,
        label=label,
        help_text=help_text,
    )
