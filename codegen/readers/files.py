"""Opens the files of descriptions and tables."""

from __future__ import annotations

from pathlib import Path

from ...diagnostics.zip_tables import AnyPath
from ...runtime.files import FILES, Unreadable
from ..errors import SchemaError


def read_bytes(path: AnyPath, most: int) -> bytes:
    """What a file holds.

    Raises:
        SchemaError: it is not there, is no regular file, or holds more than ``most`` bytes.
    """
    if not isinstance(path, Path):  # in an archive of our own
        return path.read_bytes()
    try:
        return FILES.read(path, most)
    except Unreadable as error:
        raise SchemaError(str(path), 0, f"it cannot be read: {error}") from None
