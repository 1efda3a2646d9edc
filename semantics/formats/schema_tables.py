"""Tables of facts beside the schemas: ``schemas/<name>/<file>``."""

from __future__ import annotations

from functools import cache
from typing import Any

from ...diagnostics.zip_tables import MADE_TABLES, SCHEMAS


@cache
def read_schema_table(name: str, file: str) -> dict[str, Any]:
    """The table ``file`` of a format or target, which nobody changes; empty where there is none."""
    made: dict[str, Any] | None = _made_tables(name).get(file)
    if made is not None:
        return made
    source = SCHEMAS / name / file
    if not source.is_file():
        return {}
    from ...runtime import toml  # seldom needed

    read: dict[str, Any] = toml.loads(source.read_text(encoding="utf-8"))
    return read


@cache
def _made_tables(name: str) -> dict[str, Any]:
    """The tables of a folder of which JSON was made, by the names of their files.

    Reading those of Drake as TOML takes as long as all else in a check of a small file with ``--target drake``.
    """
    source = SCHEMAS / name / MADE_TABLES
    if not source.is_file():
        return {}
    from json import loads  # what many calls do without

    read: dict[str, Any] = loads(source.read_bytes())
    return read
