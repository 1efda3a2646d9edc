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


class MeshLengths:
    """How long meshes are of whose units nobody has thought: several shapes are often one mesh."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._known: dict[tuple[str, Vector], float] = {}

    def find(self, mesh: Mesh) -> float:
        """The length of a mesh, m; 0 where it is not known, or where the mesh is scaled."""
        if mesh.path is None or not is_unscaled(mesh.scale):
            return 0.0
        key = mesh.path, mesh.scale
        length = self._known.get(key)
        if length is None:
            length = self._known[key] = mesh_length(mesh, self._files)
        return length


def check_meshes(link: LinkRecord, lengths: MeshLengths, context: CheckContext) -> None:
    """Reports meshes of a link that are far larger than its model in metres, and of its size in millimetres."""
    for shape in (*link.visuals, *link.collisions):
        mesh = shape.geometry
        if isinstance(mesh, Mesh):
            length = lengths.find(mesh)
            if length >= LEAST_LENGTH:
                _check_length(shape, mesh, length, link, context)


def is_unscaled(scale: Vector) -> bool:
    """Whether nobody has thought of the units of a mesh."""
    x, y, z = scale
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
        (length_of(shape, files) for shape in shapes if not isinstance(shape, Mesh) or not is_unscaled(shape.scale)),
        default=0.0,
    )
