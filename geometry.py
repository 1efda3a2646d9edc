"""The shapes that links are made of, the same for every format. Lengths in m; each is given in its own frame.

Spec: SDFormat ``//geometry``; URDF ``<geometry>``; SKEL ``<geometry>``; Drake's notes on parsing, ``drake:capsule``,
``drake:ellipsoid``, ``drake:declare_convex``.

Example:
    >>> shapes = bodyplan.load("examples/arm.urdf").scene.links["arm::forearm"].collisions
    >>> [shape.geometry for shape in shapes if isinstance(shape.geometry, bodyplan.geometry.Box)]
    [Box(size=(0.3, 0.05, 0.05))]
"""

from .semantics.ir.geometry import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Empty,
    Geometry,
    Heightmap,
    Image,
    Mesh,
    MultiSphere,
    Plane,
    Polyline,
    Pyramid,
    SoftMesh,
    Sphere,
)

__all__ = [
    "Box",
    "Capsule",
    "Cone",
    "Cylinder",
    "Ellipsoid",
    "Empty",
    "Geometry",
    "Heightmap",
    "Image",
    "Mesh",
    "MultiSphere",
    "Plane",
    "Polyline",
    "Pyramid",
    "SoftMesh",
    "Sphere",
]


def __dir__() -> list[str]:
    return sorted(__all__)
