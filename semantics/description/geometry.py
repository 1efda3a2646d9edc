"""The shapes that links are made of, the same for every format. Lengths in m; each stands in its own frame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .poses import Vector


@dataclass(frozen=True, slots=True)
class Box:
    """Centred on the origin."""

    size: Vector
    """Full lengths along x, y, z."""


@dataclass(frozen=True, slots=True)
class Sphere:
    """Centred on the origin."""

    radius: float


@dataclass(frozen=True, slots=True)
class Cylinder:
    """Along z, centred on the origin."""

    radius: float
    length: float


@dataclass(frozen=True, slots=True)
class Capsule:
    """Along z, centred on the origin."""

    radius: float
    length: float
    """Between the centres of the two half spheres."""


@dataclass(frozen=True, slots=True)
class Cone:
    """Along z, the tip at +z, the origin half way between tip and base."""

    radius: float
    length: float


@dataclass(frozen=True, slots=True)
class Pyramid:
    """Along z, the tip at +z, the origin half way between tip and base."""

    base_width: float
    """Along x."""
    base_depth: float
    """Along y."""
    height: float


@dataclass(frozen=True, slots=True)
class Ellipsoid:
    """Centred on the origin."""

    radii: Vector
    """Half lengths along x, y, z."""


@dataclass(frozen=True, slots=True)
class Plane:
    """A flat patch through the origin, without end where ``size`` is None."""

    normal: Vector = (0.0, 0.0, 1.0)
    size: tuple[float, float] | None = None
    offset: float = 0.0
    """Distance of the plane from the origin along the normal."""


@dataclass(frozen=True, slots=True)
class Mesh:
    """A surface from a file."""

    uri: str
    """As written."""
    scale: Vector = (1.0, 1.0, 1.0)
    path: str | None = None
    """The file that the URI was found to be, None where it was not."""
    submesh: str | None = None
    center_submesh: bool = False
    convex: bool = False
    """Whether its convex hull is meant."""


@dataclass(frozen=True, slots=True)
class Heightmap:
    """Ground from an image or elevation file."""

    uri: str
    size: Vector = (1.0, 1.0, 1.0)
    position: Vector = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Image:
    """Boxes set up from the dark parts of a picture."""

    uri: str
    scale: float = 1.0
    threshold: int = 200
    height: float = 1.0
    granularity: int = 1


@dataclass(frozen=True, slots=True)
class Polyline:
    """Outlines in the xy plane, drawn out along z."""

    points: tuple[tuple[tuple[float, float], ...], ...]
    height: float


@dataclass(frozen=True, slots=True)
class MultiSphere:
    """The convex hull of spheres."""

    spheres: tuple[tuple[float, Vector], ...]
    """Radius and centre of each."""


@dataclass(frozen=True, slots=True)
class SoftMesh:
    """The deformable skin of a soft body; its form at rest is another shape's."""

    rest: Box | Sphere | Ellipsoid | Cylinder
    mass: float = 0.0
    divisions: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Empty:
    """Nothing to see or touch: an empty or unknown geometry."""

    reason: Literal["empty", "unknown"] = "empty"


Geometry = (
    Box
    | Sphere
    | Cylinder
    | Capsule
    | Cone
    | Pyramid
    | Ellipsoid
    | Plane
    | Mesh
    | Heightmap
    | Image
    | Polyline
    | MultiSphere
    | SoftMesh
    | Empty
)
