"""Local paths of the meshes and images that geometries name."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from .geometry import Locate
    from .reader import Reader


def locator(reader: Reader) -> Locate | None:
    """What finds files for the current file; None where nobody will open any."""
    finder = reader.finder
    if finder is None:
        return None
    beside = [folder for folder in (reader.file.folder, reader.options.base_dir) if folder is not None]

    def locate(uri: str) -> Path | None:
        found = finder.find(uri, beside)
        return None if found is None else found.path

    return locate
