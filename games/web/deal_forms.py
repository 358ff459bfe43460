"""The form that begins a round of real cards: options, paytables, seats and their wagers."""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from django import forms
from django.forms.boundfield import BoundField

from accounts.amounts import cents
from games.engine.game import Spot
from games.history.hands_dealt import LONGEST_NAME
from games.kit import Kit
from games.printed_paytables import fitting
from games.web.forms import amount_field, every_felt_spot, option_field


class DealForm(forms.Form):
    """The terms of a round of real cards. Amounts are in whole units here."""

    def __init__(self, kit: Kit, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kit, self.game = kit, kit.rules
        for declared in fields(self.game.options):
            self.fields[f"option.{declared.name}"] = option_field(declared)
        self.fields.update(self._paytables())
        if self.game.choice is not None:
            seats = [(seat, f"Seat {seat}") for seat in self._seat_numbers()]
            self.fields["button"] = forms.TypedChoiceField(
                label="Button",
                choices=[("", "The lowest seat"), *seats],
                coerce=int,
                required=False,
                empty_value=None,
            )
        for seat in self._seat_numbers():
            self.fields.update(self._seat(seat))
        for field in self.fields.values():
            if not isinstance(field.widget, forms.CheckboxInput):
                field.widget.attrs["class"] = "input"

    def _seat_numbers(self) -> range:
        return range(1, self.game.max_seats + 1)

    def _spots(self) -> list[Spot]:
        """The spots that may be wagered on before the cards, each once."""
        found = {spot.key: spot for spot in self.game.every_spot() if spot.opening}
        return list(found.values())

    def _seat(self, seat: int) -> dict[str, forms.Field]:
        own: dict[str, forms.Field] = {
            f"seat.{seat}.name": forms.CharField(
                label="Name", max_length=LONGEST_NAME, required=False
            )
        }
        for spot in self._spots():
            first = "10" if seat == 1 and spot.key == self.kit.main_bet else ""
            own[f"seat.{seat}.{spot.key}"] = amount_field(spot.name, first, required=False)
        return own

    def _paytables(self) -> dict[str, forms.Field]:
        """A choice for every spot and set of lines that has several paytables."""
        found: dict[str, forms.Field] = {}
        for spot in every_felt_spot(self.game):
            tables = list(fitting(self.kit.slug, spot))
            if len(tables) > 1:
                found[f"paytable.{spot.key}.{spot.default_paytable}"] = forms.ChoiceField(
                    choices=[(one.code, one.code) for one in tables],
                    initial=spot.default_paytable,
                    label=f"{spot.name} pays by",
                    required=False,
                )
        return found

    def setup(self) -> dict[str, Any]:
        """What was entered, as `games.models.HandDealt` keeps it. Nothing is checked yet."""
        given = self.cleaned_data
        options = {
            name.removeprefix("option."): value
            for name, value in given.items()
            if name.startswith("option.")
        }
        seats = [self._wagers(given, seat) for seat in self._seat_numbers()]
        return {
            "options": options,
            "paytables": self._chosen(options, given),
            "button": given.get("button"),
            "seats": [one for one in seats if one["wagers"]],
        }

    def _chosen(self, options: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, str]:
        """The paytable codes of the spots that exist under these options."""
        spots = self.game.spots(self.game.options.read(options))
        names = {spot.key: f"paytable.{spot.key}.{spot.default_paytable}" for spot in spots}
        return {key: given[name] for key, name in names.items() if given.get(name)}

    def _wagers(self, given: Mapping[str, Any], seat: int) -> dict[str, Any]:
        stakes = {spot.key: cents(given[f"seat.{seat}.{spot.key}"]) for spot in self._spots()}
        return {
            "seat": seat,
            "name": given[f"seat.{seat}.name"].strip(),
            "wagers": {key: stake for key, stake in stakes.items() if stake},
        }

    def seats(self) -> Iterator[tuple[int, list[BoundField]]]:
        """The fields of each seat."""
        for seat in self._seat_numbers():
            yield seat, [self[name] for name in self.fields if name.startswith(f"seat.{seat}.")]

    def house(self) -> list[BoundField]:
        """The fields of the options, the paytables and the button."""
        return [self[name] for name in self.fields if not name.startswith("seat.")]
