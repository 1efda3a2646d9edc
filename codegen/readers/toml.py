"""Opens TOML files and says where they are wrong."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

from ..errors import SchemaError


def read_toml(path: Path) -> dict[str, Any]:
    """The content of a TOML file.

    Raises:
        SchemaError: it is not TOML.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise SchemaError(str(path), 0, str(error)) from None
