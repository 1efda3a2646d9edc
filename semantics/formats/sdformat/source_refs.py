"""Local paths of the meshes and images that geometries name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....diagnostics import rules_includes

if TYPE_CHECKING:
    from pathlib import Path

    from .context import SdformatContext
    from .elements import Geometry
    from .geometry import Locate


def locator(context: SdformatContext) -> Locate | None:
    """What finds files for the current file; None where no file is going to be opened."""
    finder = context.finder
    if finder is None:
        return None
    beside = _list_folders(context)

    def locate(uri: str) -> Path | None:
        found = finder.find(uri, beside)
        return None if found is None else found.path

    return locate


def check_files(context: SdformatContext, geometry: Geometry) -> None:
    """Reports a mesh or an image that lies outside of the folders that reading is confined to."""
    finder = context.finder
    for shape in (geometry.mesh, geometry.heightmap, geometry.image):
        uri = shape.uri.strip() if shape is not None else ""
        if shape is not None and uri and finder is not None and finder.leads_outside(uri, _list_folders(context)):
            context.sink.report(rules_includes.URI_OUTSIDE, shape, severity="warning", uri=uri)


def _list_folders(context: SdformatContext) -> list[Path]:
    return [folder for folder in (context.file.folder, context.options.base_dir) if folder is not None]
