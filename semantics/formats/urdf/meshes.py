"""``mesh``: the file that it names, and how it is scaled."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from ....runtime.diagnostics import rules_urdf as rules
from ...description.geometry import Mesh as MeshShape
from ...includes.uri import Finder, Uri, split_uri

if TYPE_CHECKING:
    from ....urdf.newest import Mesh
    from .context import UrdfContext

Scale = tuple[float, float, float]

PACKAGE = "package://"
PACKAGE_FILES = ("package.xml", "model.config")


class Meshes:
    """Looks mesh files up: in the caller's folders, in the packages that the document lies in, in the environment."""

    def __init__(self, context: UrdfContext) -> None:
        self._context = context
        self._finder: Finder | None = None
        self._beside: tuple[Path, ...] = ()
        self._shapes: dict[tuple[str, Scale, bool], MeshShape] = {}
        self._paths: dict[str, str | None] = {}
        self._packages: dict[str, bool] = {}

    def shape_of(self, mesh: Mesh) -> MeshShape:
        """The shape of a mesh, with the path of its file where there is one."""
        uri, scale, convex = mesh.filename, _scale(mesh), mesh.drake_declare_convex is not None
        # What is seen of a link is often what it touches with, too.
        shape = self._shapes.get((uri, scale, convex))
        if shape is None:
            shape = MeshShape(uri, scale, self._path(uri, mesh), convex=convex)
            self._shapes[uri, scale, convex] = shape
        return shape

    def _path(self, uri: str, mesh: Mesh) -> str | None:
        if uri not in self._paths:
            self._paths[uri] = self._lookup(uri, mesh) if uri.strip() else None
        return self._paths[uri]

    def _lookup(self, uri: str, mesh: Mesh) -> str | None:
        # Robots have many meshes in few packages; one that is not there is told without taking all URIs apart.
        if uri.startswith(PACKAGE) and self._packages.get(uri[len(PACKAGE) :].partition("/")[0]) is False:
            return None
        if self._finder is None:
            options = self._context.options
            if options.base_dir is not None:
                self._beside = (options.base_dir,)
            folders = [*options.search_paths, *packages_around(options.base_dir)]
            self._finder = Finder(folders, fetch=options.fetch)
        parts = split_uri(uri)
        if parts.is_named and not self._has_package(parts, mesh):
            return None
        found = self._finder.find(uri, self._beside)
        if found is not None:
            return str(found.path)
        places = "the folders of its package" if parts.is_named else "the folder of the document"
        if self._beside or parts.is_named:
            self._context.sink.report(rules.MESH_NOT_FOUND, mesh, attribute="filename", uri=uri, places=places)
        return None

    def _has_package(self, parts: Uri, mesh: Mesh) -> bool:
        """Whether the package of a URI is anywhere, or may be fetched; one that is not is reported once."""
        package = parts.rest.replace("\\", "/").partition("/")[0]
        known = self._packages.get(package)
        if known is None:
            options = self._context.options
            finder = self._finder
            known = options.fetch is not None or (
                finder is not None and finder.find(f"{parts.scheme}://{package}", self._beside) is not None
            )
            self._packages[package] = known
            if not known:
                self._context.sink.report(
                    rules.PACKAGE_UNKNOWN, mesh, attribute="filename", uri=parts.text, package=package
                )
        return known


def packages_around(folder: Path | None) -> list[Path]:
    """The packages that ``folder`` lies in, each with the folder that holds it, where its neighbours are found."""
    if folder is None:
        return []
    found: list[Path] = []
    at, inside = os.path.abspath(folder), ""
    while at != inside:
        for name in PACKAGE_FILES:
            if os.path.isfile(os.path.join(at, name)):
                found += [Path(at), Path(at).parent]
                break
        at, inside = os.path.dirname(at), at
    return found


def _scale(mesh: Mesh) -> Scale:
    """The scale along x, y, z. A single number, as Drake and Bullet take it, is for all three."""
    x, y, z = mesh.scale
    unread = mesh.any_attributes if "any_attributes" in mesh.__dict__ else None
    if unread and len(unread.get("scale", "").split()) == 1:
        with suppress(ValueError):
            x = y = z = float(unread["scale"])
    return (x, y, z)
