"""Queries that every step of a round makes: their SQL is composed once.

Composing it takes Django longer than running it and reading the rows, and a table reads and writes
the same few things at every step.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from django.db import DatabaseError, connection
from django.db.models import Model, QuerySet
from django.db.models.query import get_related_populators

M = TypeVar("M", bound=Model)
Row = list[Any]
LARGEST = 2**63 - 1
"""The largest key: no database that we use takes a larger number."""


@dataclass(frozen=True)
class _Composed(Generic[M]):
    """The SQL of a query with one parameter, and how its rows become what was asked for."""

    sql: str
    converters: dict[int, Any]
    build: Callable[[Row], M] | None


class Prepared(Generic[M]):
    """The rows of a model that have one value in one field.

    queryset: what to read of them, and in which order; it has no parameters of its own. key: the
    field that is to have the value.
    """

    def __init__(self, queryset: "QuerySet[M, Any]", key: str) -> None:
        self._queryset = queryset
        self._key = key
        model = queryset.model._meta
        self._field: Any = model.pk if key == "pk" else model.get_field(key)
        self._composed: dict[str, _Composed[M]] = {}

    def all(self, value: object) -> list[M]:
        """The objects, with what the query selects beside them; none for a number that is larger
        than any key."""
        if isinstance(value, int) and abs(value) > LARGEST:
            return []
        composed = self._for(value)
        assert composed.build is not None, "a query of values has rows and no objects"
        return [composed.build(row) for row in self._read(composed, value)]

    def get(self, value: object) -> M:
        """The one object. Raises the model's DoesNotExist."""
        for found in self.all(value):
            return found
        model: Any = self._queryset.model
        raise model.DoesNotExist(f"There is no {model._meta.verbose_name} {value}.")

    def rows(self, value: object) -> list[Row]:
        """The columns of a query of values."""
        return list(self._read(self._for(value), value))

    def _read(self, composed: _Composed[M], value: object) -> list[Row]:
        with connection.cursor() as cursor:
            cursor.execute(composed.sql, [self._field.get_db_prep_value(value, connection)])
            rows = [list(row) for row in cursor.fetchall()]
        for place, (converters, expression) in composed.converters.items():
            for row in rows:
                for convert in converters:
                    row[place] = convert(row[place], expression, connection)
        return rows

    def _for(self, value: object) -> _Composed[M]:
        if connection.vendor not in self._composed:
            self._composed[connection.vendor] = self._compose(value)
        return self._composed[connection.vendor]

    def _compose(self, value: object) -> _Composed[M]:
        query = self._queryset.filter(**{self._key: value}).query
        compiler = query.get_compiler(connection=connection)
        sql, parameters = compiler.as_sql()
        if len(parameters) != 1:
            raise ValueError(f"A prepared query has one parameter, not {parameters}.")
        select = compiler.select
        converters = compiler.get_converters([column[0] for column in select])
        build = _builder(compiler.klass_info, select) if compiler.klass_info else None
        return _Composed(sql, converters, build)


def _builder(wanted: dict[str, Any], select: list[Any]) -> Callable[[Row], Any]:
    """Makes an object of a row, and of what is selected beside it the objects it leads to."""
    model, fields = wanted["model"], wanted["select_fields"]
    names = [select[place][0].target.attname for place in fields]
    first, end = fields[0], fields[-1] + 1
    populators: list[Any] = get_related_populators(  # type: ignore[call-arg]  # as of Django 5.2
        wanted, select, connection.alias
    )

    def build(row: Row) -> Any:
        built = model.from_db(connection.alias, names, row[first:end])
        for populator in populators:
            populator.populate(row, built)
        return built

    return build


class PreparedUpdate(Generic[M]):
    """Writes the same fields of one row after the other, as ``save(update_fields=...)`` does, but
    that no signal is sent."""

    def __init__(self, model: type[M], names: Sequence[str]) -> None:
        self._table = model._meta.db_table
        self._fields: list[Any] = [model._meta.get_field(name) for name in names]
        self._key: Any = model._meta.pk

    def write(self, rows: Iterable[M]) -> None:
        """Write them. Raises DatabaseError for a row that is not there any more."""
        with connection.cursor() as cursor:
            for row in rows:
                values = [
                    field.get_db_prep_save(getattr(row, field.attname), connection)
                    for field in (*self._fields, self._key)
                ]
                cursor.execute(self._sql, values)
                if cursor.rowcount != 1:
                    raise DatabaseError(f"There is no row of {row!r} any more to be written.")

    @cached_property
    def _sql(self) -> str:
        """For every database: each of ours quotes a name in the same way."""
        quoted = connection.ops.quote_name
        columns = ", ".join(f"{quoted(field.column)} = %s" for field in self._fields)
        where = f"{quoted(self._key.column)} = %s"
        return f"UPDATE {quoted(self._table)} SET {columns} WHERE {where}"  # noqa: S608 (names of ours)
