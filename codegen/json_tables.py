"""The tables of facts in ``schemas/`` as JSON, which is read at run time: reading TOML takes fifty times as long."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ..diagnostics.zip_tables import MADE_TABLES, read_table
from ..runtime.atomic_write import write_atomically
from .errors import SchemaError

LEFT_OUT = frozenset({"PROVENANCE.toml", "reads.toml"})
"""What no check or conversion reads."""


def render_tables(checkout: Path) -> dict[str, str]:
    """The JSON of each folder of descriptions in a checkout, by its path there.

    Raises:
        SchemaError: a table holds what JSON has no word for.
    """
    made = {}
    for folder in sorted(path for path in (checkout / "schemas").iterdir() if path.is_dir()):
        tables = {path.name: read_table(path) for path in sorted(folder.glob("*.toml")) if path.name not in LEFT_OUT}
        if not tables:
            continue
        try:
            text = "".join(_lines(tables, 0)) + "\n"
        except TypeError as error:
            raise SchemaError(str(folder), 0, str(error)) from None
        made[f"schemas/{folder.name}/{MADE_TABLES}"] = text
    return made


def write_tables(checkout: Path) -> list[str]:
    """Brings the JSON in a checkout in step with its tables; answers the names of what changed."""
    changed = []
    for name, text in render_tables(checkout).items():
        path = checkout / name
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            write_atomically(path, text.encode())
            changed.append(name)
    return changed


def _lines(value: Any, depth: int) -> list[str]:
    """A value with a line for each table, section and row, so that a change of a row is one of a line."""
    if depth == 3 or not value or not isinstance(value, (dict, list)):
        return [json.dumps(value, ensure_ascii=False, separators=(",", ":"))]
    is_table = isinstance(value, dict)
    parts = [
        "".join([f"{json.dumps(key, ensure_ascii=False)}:" if is_table else "", *_lines(inner, depth + 1)])
        for key, inner in (value.items() if isinstance(value, dict) else enumerate(value))
    ]
    begin, end = "{}" if is_table else "[]"
    return [f"{begin}\n", ",\n".join(parts), f"\n{end}"]
