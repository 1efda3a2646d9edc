"""Meshes that were drawn in millimetres and are read in metres."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...diagnostics import rules
from ..ir.geometry import Mesh
from .context import plain_name
from .lengths import length_of, mesh_length

if TYPE_CHECKING:
    from ...runtime.files import Files
    from ..ir.links import LinkRecord, ShapeRecord
    from ..spatial.raw_pose import Vector
    from .context import CheckContext

LEAST_SCALE = 0.5
"""Whoever writes a factor smaller than this has thought of units."""
LEAST_LENGTH = 5.0
"""m; shorter meshes are not looked at any closer."""
LARGEST = 20.0
"""Length of a mesh by the size of its model from which it is in millimetres: of 6,600 meshes of real robots the largest that
is longer than ``LEAST_LENGTH`` has 1.3, and any at all 5.2. In millimetres, 97 % would be beyond it."""
MILLIMETRE = 1e-3


def check_mesh_units(context: CheckContext) -> None:
    """Reports meshes that are far larger than their model in metres, and of its size in millimetres."""
    if not context.sink.has_element("mesh"):
        return  # to find that out of its shapes takes as long as all other checks of a world of boxes
    lengths: dict[tuple[str | None, Vector], float] = {}

    def length_of_unscaled(mesh: Mesh) -> float:
        key = mesh.path, mesh.scale
        length = lengths.get(key)
        if length is None:
            length = lengths[key] = mesh_length(mesh, context.options.files) if _is_unscaled(mesh) else 0.0
        return length

    for link in context.description.links:
        if not any(isinstance(geometry, Mesh) and _is_unscaled(geometry) for geometry in link.find_geometries()):
            continue
        meshes = (geometry for geometry in link.find_located_geometries() if isinstance(geometry, Mesh))
        if all(length_of_unscaled(mesh) < LEAST_LENGTH for mesh in meshes):
            continue
        for shape in (*link.visuals, *link.collisions):
            mesh = shape.geometry
            if isinstance(mesh, Mesh):
                length = length_of_unscaled(mesh)
                if length >= LEAST_LENGTH:
                    _check_length(shape, mesh, length, link, context)


def _is_unscaled(mesh: Mesh) -> bool:
    """Whether nobody has thought of the units of a mesh."""
    x, y, z = mesh.scale
    return abs(x) >= LEAST_SCALE and abs(y) >= LEAST_SCALE and abs(z) >= LEAST_SCALE


def _check_length(shape: ShapeRecord, mesh: Mesh, length: float, link: LinkRecord, context: CheckContext) -> None:
    size = max(context.largest_offset(link.scope), _size_of_others(link, context.options.files))
    if LARGEST * size < length < LARGEST * size / MILLIMETRE:
        meant = " ".join(f"{factor * MILLIMETRE:g}" for factor in mesh.scale)
        about: dict[str, Any] = {"uri": mesh.uri, "name": plain_name(link), "length": length, "meant": meant}
        place = "mesh.scale" if context.is_written(shape.element, "mesh.scale") else "mesh.uri"
        context.report(rules.MESH_IN_MILLIMETRES, shape.element, place, **about)


def _size_of_others(link: LinkRecord, files: Files) -> float:
    """The length of the largest shape of a link but for meshes that are not scaled."""
    shapes = (shape.geometry for shape in (*link.visuals, *link.collisions))
    return max(
        (length_of(shape, files) for shape in shapes if not isinstance(shape, Mesh) or not _is_unscaled(shape)),
        default=0.0,
    )
