"""The forms of play limits, with a sentence for each value that they do not accept."""

import re
from typing import Any

from django import forms

from accounts.amounts import typed
from accounts.limits import BREAKS, LEAST_MINUTES, MOST_MINUTES, REMINDERS
from accounts.models import PlayLimits
from accounts.templatetags.money import money

_MOST_LOSS = 1_000_000_00
_REMIND = {15: "15 min", 30: "30 min", 60: "60 min", 0: "Off"}
_BREAK = {"day": "24 hours", "week": "7 days"}


class LimitsForm(forms.Form):
    """A day's limits and the reminders; an empty field is no limit."""

    loss = forms.CharField(required=False, label="Daily loss limit")
    minutes = forms.CharField(required=False, label="Daily time limit, in minutes")
    remind = forms.TypedChoiceField(
        coerce=int,
        choices=[(minutes, _REMIND[minutes]) for minutes in REMINDERS],
        label="Remind me every",
        error_messages={
            "required": "Choose how often to be reminded: 15, 30 or 60 minutes, or off.",
            "invalid_choice": "Choose 15, 30, 60 or off, not %(value)s.",
        },
    )

    @classmethod
    def of(cls, own: PlayLimits) -> "LimitsForm":
        """The form filled in with the last values entered, in force or not yet."""
        loss = own.loss_later if own.loss_later_from else own.loss
        minutes = own.minutes_later if own.minutes_later_from else own.minutes
        filled = {"loss": "" if loss is None else money(loss).replace(",", ""), "minutes": minutes}
        return cls(initial=filled | {"remind": own.remind})

    def clean_loss(self) -> int | None:
        """Cents, or None."""
        text = self.cleaned_data["loss"].replace(",", "")
        if not text:
            return None
        cents = typed(text)
        if cents is None or not 0 < cents <= _MOST_LOSS:
            raise forms.ValidationError(
                f"A loss limit is an amount like 100 or 99.50, up to {money(_MOST_LOSS)}, "
                f"not {text}. Leave it empty for no limit."
            )
        return cents

    def clean_minutes(self) -> int | None:
        """Whole minutes, or None."""
        text = self.cleaned_data["minutes"]
        if not text:
            return None
        minutes = int(text) if re.fullmatch(r"\d{1,4}", text, re.ASCII) else 0
        if not LEAST_MINUTES <= minutes <= MOST_MINUTES:
            raise forms.ValidationError(
                f"A time limit is a whole number of minutes from {LEAST_MINUTES} to "
                f"{MOST_MINUTES}, not {text}. Leave it empty for no limit."
            )
        return minutes


class BreakForm(forms.Form):
    """The length of a break, with a confirmation."""

    length = forms.ChoiceField(
        choices=[(name, _BREAK[name]) for name in BREAKS],
        label="Length",
        error_messages={
            "required": "Choose how long the break is to be: 24 hours or 7 days.",
            "invalid_choice": "A break lasts 24 hours or 7 days, not %(value)s.",
        },
    )
    sure = forms.BooleanField(
        label="I know that a break cannot be ended early",
        error_messages={"required": "Tick the box: a break cannot be ended early."},
    )

    def clean_length(self) -> Any:
        """The length as a time span."""
        return BREAKS[self.cleaned_data["length"]]
