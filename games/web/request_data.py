"""What programs and forms send, read as values. Whatever they send, the worst result is a
refusal."""

from collections.abc import Mapping
from typing import Any, cast

import orjson
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, QueryDict
from django_htmx.middleware import HtmxDetails

from accounts import amounts
from games.engine.errors import brief, echoed
from games.tables.refusals import Refused

_DIGITS = 15
"""More digits than any number here needs; Python itself reads no number of more than 4,300."""

READY = (True, "1", "on", "true")
"""The field that says that betting is finished."""

_NO_SPOTS = ("step", "ready", "id", "csrfmiddlewaretoken", "next")


class HtmxRequest(HttpRequest):
    """A request as `django_htmx.middleware` leaves it."""

    htmx: HtmxDetails


def by_htmx(request: HttpRequest) -> bool:
    """Whether htmx sent the request, to update a page that is already loaded."""
    return bool(cast("HtmxRequest", request).htmx)


def read_object(text: str | bytes) -> dict[str, Any]:
    """The JSON object that a program sent. Raises Refused."""
    try:
        raw = orjson.loads(text)  # rejects NaN and lone surrogates
    except orjson.JSONDecodeError:
        raise Refused("This is not valid JSON.") from None
    if not isinstance(raw, dict):
        raise Refused("A message is a JSON object.")
    return raw


def whole(text: str, what: str) -> int:
    """The number in a field of a form. Raises Refused, saying what it should have been."""
    text = text.strip()
    if not (text.isascii() and text.isdecimal() and len(text) <= _DIGITS):
        raise Refused(f"{what} is a whole number, not {echoed(text)}.")
    return int(text)


def wagers_of_program(raw: Mapping[str, Any]) -> Mapping[str, object]:
    """The layout of a JSON message: spots to cents under ``wagers``, or beside the step.

    Raises Refused if ``wagers`` is not an object; the stakes themselves are checked at the table.
    """
    if "wagers" not in raw:
        return {key: value for key, value in raw.items() if key not in _NO_SPOTS}
    wagers = raw["wagers"]
    if not isinstance(wagers, dict):
        raise Refused("The wagers are an object of spots and cents.")
    return wagers


def wagers_of_form(raw: Mapping[str, str]) -> dict[str, int]:
    """The layout of a form: a field per spot in cents, or ``<spot>.chips`` in whole units.

    Empty and zero mean no wager. Raises Refused naming the spot.
    """
    wagers = {}
    for name, text in raw.items():
        if name in _NO_SPOTS or not text.strip():
            continue
        spot, in_units, _ = name.partition(".chips")
        cents = whole(text, f"The stake on {brief(spot)}") * (100 if in_units else 1)
        if cents:
            wagers[spot] = cents
    return wagers


def as_program(raw: Mapping[str, Any]) -> Mapping[str, Any]:
    """A message in the form that programs send: a page names one of its forms and sends the fields
    as it would post them; a program's message stays as it is. Raises Refused."""
    if "form" not in raw:
        return raw
    try:
        fields = QueryDict(str(raw.get("fields", "")))
    except SuspiciousOperation:
        raise Refused("These are too many fields.") from None
    step = {"step": fields.get("step", "")}
    if raw["form"] == "bets":
        ready = fields.get("ready") in READY
        return {**step, "wagers": wagers_of_form(fields.dict()), "ready": ready}
    return {**step, **action_of_form(fields)}


def action_of_form(fields: QueryDict) -> Mapping[str, Any]:
    """A form's strings as the values of an action: an amount in cents, a list of discards.

    A form with checkboxes sends the cards of the hand and the ones to hold; the others are
    discarded. Raises Refused.
    """
    if "choose" in fields:
        return {"action": "choose", "value": fields["choose"]}
    name, _, amount = fields.get("action", "").partition(":")
    action: dict[str, Any] = {"action": name}
    if "value" in fields:
        action["value"] = fields["value"]
    if text := amount or fields.get("amount", ""):
        action["amount"] = whole(text, "An amount in cents")
    elif "amount.chips" in fields:
        action["amount"] = _typed(str(fields["amount.chips"]))
    if "hand" in fields:
        held = fields.getlist("hold")
        action["discard"] = [code for code in fields.getlist("hand") if code not in held]
    elif "discard" in fields:
        action["discard"] = [code for code in fields.getlist("discard") if code]
    return action


def _typed(text: str) -> int:
    """Cents of an amount that somebody typed in whole units: ``25``, ``25.5``. Raises Refused."""
    cents = amounts.typed(text.strip())
    if cents is None:
        raise Refused(f"An amount is a number like 25 or 25.50, not {echoed(text)}.")
    return cents


def seat_named(query: Mapping[str, str]) -> int | None:
    """Which of a player's seats ``?seat=`` names; None if it names none."""
    text = query.get("seat", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else None
