"""Opens TOML files and says where they are wrong."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

from ...runtime.packed import AnyPath
from ..errors import SchemaError


def read_toml(path: AnyPath) -> dict[str, Any]:
    """The content of a TOML file.

    Raises:
        SchemaError: it is not TOML.
    """
    try:
        data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise SchemaError(str(path), 0, f"not UTF-8: {error.reason}") from None
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"at line (\d+)", str(error))
        raise SchemaError(str(path), int(place[1]) if place else 0, f"not TOML: {error}") from None
    return data


def line_of(path: AnyPath, header: str, number: int = 1) -> int:
    """Line on which the table with a header such as ``[[tag]]`` stands for the ``number``th time, 0 for nowhere."""
    lines = path.read_text(encoding="utf-8").splitlines()
    places = [line for line, text in enumerate(lines, 1) if text.strip().startswith(header)]
    return places[number - 1] if number <= len(places) else 0


def line_of_key(path: Path, start: int, keys: Sequence[str]) -> int:
    """Line on which one of ``keys`` stands in the table that begins at ``start``; ``start`` where none is found."""
    lines = path.read_text(encoding="utf-8").splitlines()
    for line, text in enumerate(lines[max(start - 1, 0) :], max(start, 1)):
        if (
            line > start
            and text.startswith("[[")
            and not text.startswith("[[tag.")
            and not any(map(text.startswith, keys))
        ):
            break
        for key in keys:
            if (
                text.strip().startswith(key)
                if key.startswith("[")
                else re.search(rf"(^|[\s{{,]){re.escape(key)}\s*=", text)
            ):
                return line
    return start
