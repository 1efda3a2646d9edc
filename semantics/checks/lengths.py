"""How large models and their links are, without numpy: lengths that distinguish metres from millimetres, no more."""

from __future__ import annotations

from math import hypot, isfinite
from typing import TYPE_CHECKING, Any

from ..ir.geometry import Box, Capsule, Cone, Cylinder, Ellipsoid, Mesh, MultiSphere, Pyramid, Sphere
from ..spatial.raw_pose import IDENTITY
from .mesh_extent import least_extent

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...runtime.files import Files
    from ..ir.geometry import Geometry
    from ..ir.links import LinkRecord
    from ..ir.world import WorldIR


_LENGTHS: dict[type, Callable[[Any], float]] = {
    Box: lambda box: hypot(*box.size),
    Sphere: lambda sphere: 2 * sphere.radius,
    Cylinder: lambda cylinder: hypot(2 * cylinder.radius, cylinder.length),
    Cone: lambda cone: hypot(2 * cone.radius, cone.length),
    Capsule: lambda capsule: capsule.length + 2 * capsule.radius,
    Ellipsoid: lambda ellipsoid: 2 * max(ellipsoid.radii),
    Pyramid: lambda pyramid: hypot(pyramid.base_width, pyramid.base_depth, pyramid.height),
    MultiSphere: lambda many: max((2 * radius + 2 * hypot(*centre) for radius, centre in many.spheres), default=0.0),
}
"""How long a shape is from end to end, by what it is."""


def largest_offsets(description: WorldIR) -> dict[str, float]:
    """By scope, how far a frame in it is at most from what its pose is relative to, m."""
    found: dict[str, float] = {}
    for frame in description.frames:
        pose = frame.pose
        if pose is not IDENTITY:
            x, y, z = pose[:3]
            offset = hypot(x, y, z)
            if isfinite(offset) and offset > found.get(frame.scope, 0.0):
                found[frame.scope] = offset
    return found


def length_of(geometry: Geometry, files: Files) -> float:
    """The length of a shape from end to end, m; 0 where it is not known or has none."""
    if isinstance(geometry, Mesh):
        return mesh_length(geometry, files)
    measure = _LENGTHS.get(type(geometry))
    return 0.0 if measure is None else measure(geometry)


def mesh_length(mesh: Mesh, files: Files) -> float:
    """How long a mesh is at least along one of its axes, m; 0 where that is not known."""
    extent = None if mesh.path is None else least_extent(files, mesh.path)
    return 0.0 if extent is None else max(abs(factor * length) for factor, length in zip(mesh.scale, extent))


def reach_of(link: LinkRecord, files: Files) -> float:
    """How far the shapes of a link go, m: the length of each and twice its distance from the link."""
    shapes = (*link.visuals, *link.collisions)
    reaches = (length_of(shape.geometry, files) + 2 * hypot(*shape.pose[:3]) for shape in shapes)
    return max((reach for reach in reaches if isfinite(reach)), default=0.0)
