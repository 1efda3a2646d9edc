"""The shapes that links are made of, ``bodyplan.geometry``: lengths in m, each in its own frame."""

from __future__ import annotations

from typing import Literal

from ...diagnostics.records import dataclass
from ..spatial.raw_pose import IDENTITY, RawPose, Vector


@dataclass(frozen=True, slots=True)
class Box:
    """Centred on the origin.

    Attributes:
        size: full lengths along x, y, z, m.
    """

    size: Vector


@dataclass(frozen=True, slots=True)
class Sphere:
    """Centred on the origin.

    Attributes:
        radius: m.
    """

    radius: float


@dataclass(frozen=True, slots=True)
class Cylinder:
    """Along z, centred on the origin.

    Attributes:
        radius: m.
        length: m.
    """

    radius: float
    length: float


@dataclass(frozen=True, slots=True)
class Capsule:
    """Along z, centred on the origin.

    Attributes:
        radius: m.
        length: between the centres of the two half spheres, m.
    """

    radius: float
    length: float


@dataclass(frozen=True, slots=True)
class Cone:
    """Along z, the tip at +z, the origin half way between tip and base.

    Attributes:
        radius: of the base, m.
        length: from base to tip, m.
    """

    radius: float
    length: float


@dataclass(frozen=True, slots=True)
class Pyramid:
    """Along z, the tip at +z, the origin half way between tip and base.

    Attributes:
        base_width: along x, m.
        base_depth: along y, m.
        height: m.
    """

    base_width: float
    base_depth: float
    height: float


@dataclass(frozen=True, slots=True)
class Ellipsoid:
    """Centred on the origin.

    Attributes:
        radii: half lengths along x, y, z, m.
    """

    radii: Vector


@dataclass(frozen=True, slots=True)
class Plane:
    """A flat patch through the origin, without end where ``size`` is None.

    Attributes:
        normal: unit vector.
        size: of the patch along its sides, m; None: without end.
        offset: distance of the plane from the origin along the normal, m.
    """

    normal: Vector = (0.0, 0.0, 1.0)
    size: tuple[float, float] | None = None
    offset: float = 0.0


@dataclass(frozen=True, slots=True)
class Mesh:
    """A surface from a file.

    Attributes:
        uri: as written.
        scale: factors along x, y, z of what the file holds.
        path: the file that the URI was found to be, None where it was not.
        submesh: name of the part that is meant; None: all of it.
        center_submesh: whether that part is moved to the origin.
        convex: whether its convex hull is meant.
        placement: where what the file holds, once it is scaled, is in the frame of the shape.
    """

    uri: str
    scale: Vector = (1.0, 1.0, 1.0)
    path: str | None = None
    submesh: str | None = None
    center_submesh: bool = False
    convex: bool = False
    placement: RawPose = IDENTITY


@dataclass(frozen=True, slots=True)
class Heightmap:
    """Ground from an image or elevation file.

    Attributes:
        uri: as written.
        size: along x, y, z, m.
        position: of its middle, m.
    """

    uri: str
    size: Vector = (1.0, 1.0, 1.0)
    position: Vector = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Image:
    """Boxes set up from the dark parts of a picture.

    Attributes:
        uri: as written.
        scale: factor of its size.
        threshold: grey value, 0 to 255, that separates dark from light.
        height: of the boxes, m.
        granularity: how coarse the boxes may be.
    """

    uri: str
    scale: float = 1.0
    threshold: int = 200
    height: float = 1.0
    granularity: int = 1


@dataclass(frozen=True, slots=True)
class Polyline:
    """Outlines in the xy plane, drawn out along z.

    Attributes:
        points: the outlines, each with its corners: x and y, m.
        height: along z, m.
    """

    points: tuple[tuple[tuple[float, float], ...], ...]
    height: float


@dataclass(frozen=True, slots=True)
class MultiSphere:
    """The convex hull of spheres.

    Attributes:
        spheres: radius and centre of each, m.
    """

    spheres: tuple[tuple[float, Vector], ...]


@dataclass(frozen=True, slots=True)
class SoftMesh:
    """The deformable skin of a soft body; its form at rest is another shape's.

    Attributes:
        rest: the shape at rest.
        mass: of the skin, kg.
        divisions: into how many parts its sides are cut; empty where that does not apply.
    """

    rest: Box | Sphere | Ellipsoid | Cylinder
    mass: float = 0.0
    divisions: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Empty:
    """Nothing to see or touch: an empty or unknown geometry.

    Attributes:
        reason: ``"empty"``: the document says so; ``"unknown"``: it says something that is not known.
    """

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
