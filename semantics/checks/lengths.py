"""How large models and their links are, without numpy: lengths that distinguish metres from millimetres, no more."""

from __future__ import annotations

from math import hypot, isfinite
from typing import TYPE_CHECKING

from ..ir.geometry import Box, Capsule, Cone, Cylinder, Ellipsoid, Mesh, MultiSphere, Pyramid, Sphere
from .mesh_extent import least_extent

if TYPE_CHECKING:
    from ...runtime.files import Files
    from ..ir.geometry import Geometry
    from ..ir.links import LinkRecord
    from ..ir.world import WorldIR


def largest_offsets(description: WorldIR) -> dict[str, float]:
    """By scope, how far a frame in it is at most from what its pose is relative to, m."""
    found: dict[str, float] = {}
    for frame in description.frames:
        offset = hypot(*frame.pose[:3])
        found[frame.scope] = max(found.get(frame.scope, 0.0), offset if isfinite(offset) else 0.0)
    return found


def length_of(geometry: Geometry, files: Files) -> float:
    """The length of a shape from end to end, m; 0 where it is not known or has none."""
    if isinstance(geometry, Box):
        return hypot(*geometry.size)
    if isinstance(geometry, Sphere):
        return 2 * geometry.radius
    if isinstance(geometry, Cylinder | Cone):
        return hypot(2 * geometry.radius, geometry.length)
    if isinstance(geometry, Capsule):
        return geometry.length + 2 * geometry.radius
    if isinstance(geometry, Ellipsoid):
        return 2 * max(geometry.radii)
    if isinstance(geometry, Pyramid):
        return hypot(geometry.base_width, geometry.base_depth, geometry.height)
    if isinstance(geometry, MultiSphere):
        return max((2 * radius + 2 * hypot(*centre) for radius, centre in geometry.spheres), default=0.0)
    if isinstance(geometry, Mesh):
        return mesh_length(geometry, files)
    return 0.0


def mesh_length(mesh: Mesh, files: Files) -> float:
    """How long a mesh is at least along one of its axes, m; 0 where that is not known."""
    extent = None if mesh.path is None else least_extent(files, mesh.path)
    return 0.0 if extent is None else max(abs(factor * length) for factor, length in zip(mesh.scale, extent))


def reach_of(link: LinkRecord, files: Files) -> float:
    """How far the shapes of a link go, m: the length of each and twice its distance from the link."""
    shapes = (*link.visuals, *link.collisions)
    reaches = (length_of(shape.geometry, files) + 2 * hypot(*shape.pose[:3]) for shape in shapes)
    return max((reach for reach in reaches if isfinite(reach)), default=0.0)
