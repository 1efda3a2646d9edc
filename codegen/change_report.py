"""Changes of a description in words: as plain text, as JSON, as Markdown."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from .comparison import SchemaChange
from .impact import Touch

MARKS = {"added": "+", "removed": "-", "renamed": ">", "moved": ">", "changed": "~", "described elsewhere": "="}
TITLES = {
    "removed": "Removed",
    "renamed": "Renamed",
    "moved": "Moved",
    "changed": "Changed",
    "added": "Added",
    "described elsewhere": "Described elsewhere",
}
"""Headings of the kinds, in the order of a page."""


def as_text(changes: Sequence[SchemaChange], touched: Sequence[Touch], title: str) -> str:
    """One line each, then the places in documents."""
    lines = [f"{MARKS[change.kind]} {what(change)} ({change.verdict})" for change in changes]
    lines += [f"{touch.where}: {what(touch.change)} ({touch.change.verdict})" for touch in touched]
    return "".join(f"{line}\n" for line in lines)


def as_json(changes: Sequence[SchemaChange], touched: Sequence[Touch], title: str) -> str:
    """An object with ``title``, ``changes`` and ``corpus``."""
    corpus = [
        {"file": touch.file, "line": touch.line, "column": touch.column, "xpath": touch.xpath, **_fields(touch.change)}
        for touch in touched
    ]
    page = {"title": title, "changes": [_fields(change) for change in changes], "corpus": corpus}
    return json.dumps(page, indent=2, ensure_ascii=False) + "\n"


def as_markdown(changes: Sequence[SchemaChange], touched: Sequence[Touch], title: str) -> str:
    """A page with a table for each kind."""
    parts = [f"# {title}\n", *sections(changes)]
    if touched:
        rows = [(f"`{touch.where}`", f"`{what(touch.change)}`", touch.change.verdict) for touch in touched]
        parts.append(f"## Documents\n\n{table(('where', 'what', 'verdict'), rows)}")
    return "\n".join(parts)


FORMATS: dict[str, Callable[[Sequence[SchemaChange], Sequence[Touch], str], str]] = {
    "text": as_text,
    "json": as_json,
    "markdown": as_markdown,
}


def sections(changes: Sequence[SchemaChange]) -> list[str]:
    """A heading and a table for each kind of change that there is."""
    parts = []
    for kind, heading in TITLES.items():
        rows = [(f"`{what(change)}`", change.verdict, _origin(change)) for change in changes if change.kind == kind]
        if rows:
            parts.append(f"## {heading}\n\n{table(('what', 'verdict', 'described at'), rows)}")
    return parts


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """A table of Markdown."""
    lines = [head, ("---",) * len(head), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)


def what(change: SchemaChange) -> str:
    """A change without its verdict."""
    if change.target is not None:
        return f"{change.place} -> {change.target}"
    if change.facet is None:
        return change.place
    return f"{change.place}: {change.facet} {_value(change, change.old)} -> {_value(change, change.new)}"


def _value(change: SchemaChange, value: str | None) -> str:
    if value is None:
        return "none"
    return repr(value) if change.facet == "default" else value


def _origin(change: SchemaChange) -> str:
    fact = change.result or change.origin
    return f"`{fact.where}`" if fact is not None else ""


def _fields(change: SchemaChange) -> dict[str, Any]:
    return {
        "kind": change.kind,
        "place": change.place,
        "target": change.target,
        "facet": change.facet,
        "old": change.old,
        "new": change.new,
        "verdict": change.verdict,
        "breaks": list(change.breaks),
        "old_file": change.origin.where if change.origin else None,
        "new_file": change.result.where if change.result else None,
    }
