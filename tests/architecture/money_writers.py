"""Finds the places in a program that write the rows of the ledger."""

import ast
from collections.abc import Iterator

LEDGER_ROWS = {"Account", "Transfer", "Entry"}
FIGURES = {"balance", "shown"}
LIKELY_ENDS = (["account"], ["transfer"], ["entry"])  # of variables and fields that hold such a row
WRITES = {
    f"{prefix}{name}"
    for prefix in ("", "a")
    for name in (
        *("create", "bulk_create", "get_or_create", "update_or_create"),
        *("update", "bulk_update", "delete", "save"),
    )
}


def writes_of_money(source: str) -> list[int]:
    """The line numbers at which Python source makes, changes or deletes a row of the ledger."""
    tree = ast.parse(source)
    rows = _local_names(tree)
    return sorted({line for node in ast.walk(tree) for line in _writes(node, rows)})


def _local_names(tree: ast.AST) -> set[str]:
    """What the ledger's rows are called in this module: `from ... import Account as Purse`."""
    imported = {
        alias.asname
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.name in LEDGER_ROWS and alias.asname
    }
    return LEDGER_ROWS | imported


def _writes(node: ast.AST, rows: set[str]) -> Iterator[int]:
    match node:
        case ast.Call() if _is_write(node, rows):
            yield node.lineno
        case ast.Attribute(attr="balance" | "shown", ctx=ast.Store() | ast.Del()):
            yield node.lineno


def _is_write(call: ast.Call, rows: set[str]) -> bool:
    *path, called = _names_in(call.func)
    if called in rows:  # Entry(...), models.Entry(...)
        return True
    if called not in WRITES:
        return False
    on_rows = bool({*rows, "entries"}.intersection(path)) or path[-1:] in LIKELY_ENDS
    return on_rows or any(keyword.arg in FIGURES for keyword in call.keywords)


def _names_in(expression: ast.expr) -> list[str]:
    """The names along a chain: Entry.objects.filter(x).delete is Entry, objects, filter, delete."""
    match expression:
        case ast.Name(id=name):
            return [name]
        case ast.Attribute(value=value, attr=name):
            return [*_names_in(value), name]
        case ast.Call(func=called):
            return _names_in(called)
        case ast.Subscript(value=value):
            return _names_in(value)
    return [""]
