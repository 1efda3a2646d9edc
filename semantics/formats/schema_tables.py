"""Tables of facts beside the schemas: ``schemas/<name>/<file>``."""

from __future__ import annotations

from functools import cache
from typing import Any


@cache
def read_schema_table(name: str, file: str) -> dict[str, Any]:
    """The table ``file`` of a format or target, which nobody changes; empty where there is none."""
    # seldom needed, and none of them is there yet
    from importlib.resources import files

    from ...runtime import toml

    source = files(str(__package__).partition(".")[0]) / "schemas" / name / file
    return toml.loads(source.read_text(encoding="utf-8")) if source.is_file() else {}
