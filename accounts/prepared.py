"""Queries that every request or every step of a round makes: their SQL is composed once.

Composing it takes Django longer than running it and reading the rows, and a table reads and writes
the same few things at every step.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model, QuerySet
from django.db.models.query import get_related_populators

M = TypeVar("M", bound=Model)
Row = list[Any]
LARGEST = 2**63 - 1
"""The largest key: no database that we use takes a larger number."""


@dataclass(frozen=True)
class _Composed(Generic[M]):
    """The SQL of a query with this many parameters, and how its rows become the result."""

    sql: str
    converters: dict[int, Any]
    build: Callable[[Row], M] | None


class Prepared(Generic[M]):
    """The rows of a model that have one value, or one of several, in one field.

    queryset: what to read, and in which order; it has no other parameters. key: the field that must
    have the value.
    """

    def __init__(self, queryset: "QuerySet[M, Any]", key: str) -> None:
        self._queryset = queryset
        self._key = key
        model = queryset.model._meta
        self._field: Any = model.pk if key == "pk" else model.get_field(key)
        self._composed: dict[tuple[str, int], _Composed[M]] = {}

    def all(self, value: object) -> list[M]:
        """The objects, with what the query selects beside them; none for a number larger than any
        key."""
        if isinstance(value, int) and abs(value) > LARGEST:
            return []
        return self._objects(self._for([value]), [value])

    def among(self, values: Collection[object]) -> list[M]:
        """The objects that have one of several values, in the order of the query."""
        distinct = list(dict.fromkeys(values))
        return self._objects(self._for(distinct), distinct) if distinct else []

    def get(self, value: object) -> M:
        """The one object. Raises the model's DoesNotExist."""
        for found in self.all(value):
            return found
        model: Any = self._queryset.model
        raise model.DoesNotExist(f"There is no {model._meta.verbose_name} {value}.")

    def rows(self, value: object) -> list[Row]:
        """The columns of a query of values."""
        return list(self._read(self._for([value]), [value]))

    def _objects(self, composed: _Composed[M], values: Sequence[object]) -> list[M]:
        assert composed.build is not None, "a query of values has rows and no objects"
        return [composed.build(row) for row in self._read(composed, values)]

    def _read(self, composed: _Composed[M], values: Sequence[object]) -> list[Row]:
        connection = connections[DEFAULT_DB_ALIAS]  # once: the proxy would look it up each time
        prepared = [self._field.get_db_prep_value(value, connection) for value in values]
        with connection.cursor() as cursor:
            cursor.execute(composed.sql, prepared)
            rows = [list(row) for row in cursor.fetchall()]
        for place, (converters, expression) in composed.converters.items():
            for row in rows:
                for convert in converters:
                    row[place] = convert(row[place], expression, connection)
        return rows

    def _for(self, values: Sequence[object]) -> _Composed[M]:
        kind = connections[DEFAULT_DB_ALIAS].vendor, len(values)
        if kind not in self._composed:
            self._composed[kind] = self._compose(values)
        return self._composed[kind]

    def _compose(self, values: Sequence[object]) -> _Composed[M]:
        connection = connections[DEFAULT_DB_ALIAS]
        condition = {self._key: values[0]} if len(values) == 1 else {f"{self._key}__in": values}
        query = self._queryset.filter(**condition).query
        compiler = query.get_compiler(connection=connection)
        sql, parameters = compiler.as_sql()
        if len(parameters) != len(values):
            raise ValueError(f"A prepared query has one parameter, not {parameters}.")
        select = compiler.select
        converters = compiler.get_converters([column[0] for column in select])
        build = _builder(compiler.klass_info, select) if compiler.klass_info else None
        return _Composed(sql, converters, build)


def _builder(wanted: dict[str, Any], select: list[Any]) -> Callable[[Row], Any]:
    """Makes an object from a row, and the related objects from the columns selected with it."""
    model, fields = wanted["model"], wanted["select_fields"]
    names = [select[place][0].target.attname for place in fields]
    first, end = fields[0], fields[-1] + 1
    populators: list[Any] = get_related_populators(  # type: ignore[call-arg]  # as of Django 5.2
        wanted, select, DEFAULT_DB_ALIAS
    )

    def build(row: Row) -> Any:
        built = model.from_db(DEFAULT_DB_ALIAS, names, row[first:end])
        for populator in populators:
            populator.populate(row, built)
        return built

    return build


class PreparedUpdate(Generic[M]):
    """Writes the same fields of one row after another, like ``save(update_fields=...)`` but without
    signals."""

    def __init__(self, model: type[M], names: Sequence[str]) -> None:
        self._table = model._meta.db_table
        self._fields: list[Any] = [model._meta.get_field(name) for name in names]
        self._key: Any = model._meta.pk

    def write(self, rows: Iterable[M]) -> None:
        """Write them. Raises DatabaseError for a row that no longer exists."""
        written = list(rows)
        if not written:
            return
        connection = connections[DEFAULT_DB_ALIAS]
        with connection.cursor() as cursor:
            cursor.executemany(self._sql, [self._values(row, connection) for row in written])
            if cursor.rowcount != len(written):
                raise DatabaseError(f"There is no row of one of {written!r} any more.")

    def _values(self, row: M, connection: BaseDatabaseWrapper) -> list[Any]:
        return [
            field.get_db_prep_save(getattr(row, field.attname), connection)
            for field in (*self._fields, self._key)
        ]

    @cached_property
    def _sql(self) -> str:
        """The same for both of our databases, which quote names in the same way."""
        quoted = connections[DEFAULT_DB_ALIAS].ops.quote_name
        columns = ", ".join(f"{quoted(field.column)} = %s" for field in self._fields)
        where = f"{quoted(self._key.column)} = %s"
        return f"UPDATE {quoted(self._table)} SET {columns} WHERE {where}"  # noqa: S608 (names of ours)


class PreparedInsert(Generic[M]):
    """Inserts rows of a model and gives them their keys, like ``bulk_create``, without signals."""

    def __init__(self, model: type[M]) -> None:
        self._table = model._meta.db_table
        self._key: Any = model._meta.pk
        self._fields: list[Any] = [f for f in model._meta.concrete_fields if not f.primary_key]

    def write(self, rows: Iterable[M]) -> list[M]:
        """Insert them in one statement, and return the same rows. Raises IntegrityError."""
        written = list(rows)
        if not written:
            return []
        connection = connections[DEFAULT_DB_ALIAS]
        with connection.cursor() as cursor:
            values = [value for row in written for value in self._values(row, connection)]
            cursor.execute(self._sql(len(written)), values)
            keys = cursor.fetchall()
        for row, (key,) in zip(written, keys, strict=True):
            row.pk = key
            row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS
        return written

    def _values(self, row: M, connection: BaseDatabaseWrapper) -> list[Any]:
        return [
            field.get_db_prep_save(field.pre_save(row, add=True), connection)
            for field in self._fields
        ]

    def _sql(self, count: int) -> str:
        """Both of our databases return the keys in the order of the rows, as Django assumes."""
        quoted = connections[DEFAULT_DB_ALIAS].ops.quote_name
        columns = ", ".join(quoted(field.column) for field in self._fields)
        row = f"({', '.join(['%s'] * len(self._fields))})"
        into = f"INSERT INTO {quoted(self._table)} ({columns})"
        key = quoted(self._key.column)
        return f"{into} VALUES {', '.join([row] * count)} RETURNING {key}"
