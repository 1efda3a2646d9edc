"""The tables of the package that pages of rules are made of: its own, and those in ``schemas``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

from ..zip_tables import AnyPath

SCHEMAS = Path(__file__).resolve().parents[2] / "schemas"


def read_table(path: AnyPath) -> dict[str, Any]:
    """What a TOML file holds."""
    data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    return data
