"""Two people with one form: the one who saves last sees what the other one changed, and undoes
nothing unnoticed.

A page carries the signed values it was filled in with; whatever differs from the row when it comes
back was changed by somebody else. Only the form's own fields count: a log-in in between is not a
conflict.
"""

import json
from typing import Any

from django.core import signing
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.forms import BaseModelForm

from accounts import audit

NAME = "as_of"
"""The name of the hidden field."""


def as_of(form: "BaseModelForm[Any]") -> str:
    """The current database values of a form's row, for the hidden field."""
    return signing.dumps(_facts(form), salt=_salt(form.instance))


def news(form: "BaseModelForm[Any]") -> list[str]:
    """What others have changed since a posted form's page was made, one sentence each. The row is
    locked: call it in the transaction that saves."""
    type(form.instance)._default_manager.select_for_update().get(pk=form.instance.pk)
    try:
        then = signing.loads(form.data.get(NAME, ""), salt=_salt(form.instance))
    except signing.BadSignature:
        return ["The page does not say when it was opened."]
    was, now = audit.changes(then, _facts(form))
    return [
        f"{form.fields[name].label or name}: {_words(now[name])} (it was {_words(was[name])})."
        for name in now
    ]


def _facts(form: "BaseModelForm[Any]") -> dict[str, Any]:
    row = type(form.instance)._default_manager.get(pk=form.instance.pk)
    facts = {name: value for name, value in audit.snapshot(row).items() if name in form.fields}
    as_json: dict[str, Any] = json.loads(json.dumps(facts, cls=DjangoJSONEncoder))
    return as_json


def _salt(row: models.Model) -> str:
    return f"{NAME}:{row._meta.label}:{row.pk}"


def _words(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return "empty" if value in (None, "") else str(value)
