"""Tables of facts beside the schemas: ``schemas/<name>/<file>``."""

from __future__ import annotations

from functools import cache
from typing import Any

from ...diagnostics.zip_tables import SCHEMAS


@cache
def read_schema_table(name: str, file: str) -> dict[str, Any]:
    """The table ``file`` of a format or target, which nobody changes; empty where there is none."""
    source = SCHEMAS / name / file
    if not source.is_file():
        return {}
    from ...runtime import toml  # seldom needed

    read: dict[str, Any] = toml.loads(source.read_text(encoding="utf-8"))
    return read
