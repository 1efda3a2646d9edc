"""``mesh``: the file that it names, and how it is scaled."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from ....diagnostics import rules
from ...ir.geometry import Mesh as MeshShape
from ...resources.packages import packages_around
from ...resources.resolver import Finder
from ...resources.uri_text import Uri, split_uri

if TYPE_CHECKING:
    from ....urdf.newest import Mesh
    from .context import UrdfContext

Scale = tuple[float, float, float]

PACKAGE = "package://"
_FOLDER_HINT = "name the folder of the package with --search-path (search_paths in a program)"


class Meshes:
    """Looks mesh files up: in the caller's folders, in the packages that the document lies in, in the environment."""

    def __init__(self, context: UrdfContext) -> None:
        self._context = context
        base_dir = context.options.base_dir
        self._beside: tuple[Path, ...] = () if base_dir is None else (base_dir,)
        self._finders: dict[bool, Finder] = {}
        """With the packages around the document, and without them where they are not to be looked for."""
        self._paths: dict[str, str | None] = {}
        self._packages: dict[str, bool] = {}

    def shape_of(self, mesh: Mesh) -> MeshShape:
        """The shape of a mesh, with the path of its file where there is one."""
        uri = mesh.filename
        if uri not in self._paths:
            self._paths[uri] = self._lookup(uri, mesh) if uri.strip() else None
        return MeshShape(uri, _scale(mesh), self._paths[uri], convex=mesh.drake_declare_convex is not None)

    def _lookup(self, uri: str, mesh: Mesh) -> str | None:
        # Robots have many meshes in few packages; one that is not there is known without taking all URIs apart.
        if uri.startswith(PACKAGE) and self._packages.get(uri[len(PACKAGE) :].partition("/")[0]) is False:
            return None
        parts, sink = split_uri(uri), self._context.sink
        finder = self._finder_for(parts)
        if parts.is_named and not self._has_package(parts, finder, mesh):
            return None
        found = finder.find(uri, self._beside, is_file=True)
        if found is not None:
            return found.file
        if finder.report_failure(uri, self._beside, sink, mesh, attribute="filename"):
            return None
        if finder.leads_outside(uri, self._beside):
            self._report_outside(parts, mesh)
        elif self._beside or parts.is_named:
            places = "the folders of its package" if parts.is_named else "the folder of the document"
            otherwise = f"check the path, or {_FOLDER_HINT}"
            advice = finder.later(uri, self._beside, sink, mesh, is_file=True, otherwise=otherwise)
            sink.report(rules.MESH_NOT_FOUND, mesh, attribute="filename", uri=uri, places=places, advice=advice)
        return None

    def _finder_for(self, uri: Uri) -> Finder:
        options = self._context.options
        with_packages = uri.is_named or not options.files.are_confined
        if with_packages not in self._finders:
            packages = packages_around(options.base_dir, options.files) if with_packages else []
            files = options.files.with_folders(packages)
            self._finders[with_packages] = Finder([*options.search_paths, *packages], fetch=options.fetch, files=files)
        return self._finders[with_packages]

    def _report_outside(self, uri: Uri, mesh: Mesh) -> None:
        sink = self._context.sink
        sink.report(rules.URI_OUTSIDE, mesh, attribute="filename", severity="warning", uri=uri.text)

    def _has_package(self, parts: Uri, finder: Finder, mesh: Mesh) -> bool:
        """Whether the package of a URI is anywhere, or may be fetched; one that is not is reported once."""
        package = parts.rest.replace("\\", "/").partition("/")[0]
        if package in self._packages:
            return self._packages[package]
        uri, text, sink = f"{parts.scheme}://{package}", parts.text, self._context.sink
        known = self._context.options.fetch is not None or finder.find(uri, self._beside) is not None
        self._packages[package] = known
        if not known and finder.leads_outside(uri, self._beside):
            self._report_outside(parts, mesh)
        elif not known:
            advice = finder.later(text, self._beside, sink, mesh, is_file=True, otherwise=_FOLDER_HINT)
            sink.report(rules.PACKAGE_UNKNOWN, mesh, attribute="filename", uri=text, package=package, advice=advice)
        return known


def _scale(mesh: Mesh) -> Scale:
    """The scale along x, y, z. A single number, as Drake and Bullet take it, is for all three."""
    x, y, z = mesh.scale
    unread = mesh.any_attributes if "any_attributes" in mesh.__dict__ else None
    if unread and len(unread.get("scale", "").split()) == 1:
        with suppress(ValueError):
            x = y = z = float(unread["scale"])
    return (x, y, z)
