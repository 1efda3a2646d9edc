"""Local paths of the meshes and images that geometries name."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from .context import Context
    from .geometry import Locate


def locator(context: Context) -> Locate | None:
    """What finds files for the current file; None where no file is going to be opened."""
    finder = context.finder
    if finder is None:
        return None
    beside = [folder for folder in (context.file.folder, context.options.base_dir) if folder is not None]

    def locate(uri: str) -> Path | None:
        found = finder.find(uri, beside)
        return None if found is None else found.path

    return locate
