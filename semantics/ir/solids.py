"""Mass, centre and moments of shapes filled evenly: one table for all formats, and bodies put together from them.

Plain floats throughout, so that reading a document does not load numpy.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ...diagnostics.records import NamedTuple, dataclass
from ..spatial.inertia import Moments
from ..spatial.raw_pose import NO_ROTATION, RawPose, Vector, rotate
from .geometry import Box, Capsule, Cone, Cylinder, Ellipsoid, Geometry, MultiSphere, Plane, Pyramid, Sphere

NO_MOMENT: Vector = (0.0, 0.0, 0.0)
UNIT_MOMENTS: Moments = (1.0, 1.0, 1.0, 0.0, 0.0, 0.0)


class Solid(NamedTuple):
    """Mass of a shape and its moment about its centre, along the axes of its frame.

    The moment of a mass ``m`` is ``m * moment_per_mass + fixed_moment``: to DART one shape's does not depend on its mass.
    """

    mass: float
    """At the density asked for; at 1 kg/m³ it is the volume."""
    moment_per_mass: Vector = NO_MOMENT
    fixed_moment: Vector = NO_MOMENT
    centre: Vector = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedSolid:
    """A solid at its pose ``X_BS`` in the body frame B."""

    solid: Solid
    pose: RawPose


class SolidMass(NamedTuple):
    """Mass, centre of mass, and moments about it, along the axes of the frame that ``com`` is given in."""

    mass: float
    com: Vector
    moments: Moments

    def scale_density(self, factor: float) -> SolidMass:
        """The same body with another density."""
        ixx, iyy, izz, ixy, ixz, iyz = self.moments
        moments = (ixx * factor, iyy * factor, izz * factor, ixy * factor, ixz * factor, iyz * factor)
        return SolidMass(self.mass * factor, self.com, moments)


def _cube(length: float) -> float:
    """Its third power, infinite where it is too large for a number, as a product is."""
    try:
        return length**3
    except OverflowError:
        return math.copysign(math.inf, length)


def box(size: Sequence[float], density: float = 1.0) -> Solid:
    """Box with the full edge lengths ``size``."""
    x, y, z = size
    moment = ((y * y + z * z) / 12, (x * x + z * z) / 12, (x * x + y * y) / 12)
    return Solid(mass=density * x * y * z, moment_per_mass=moment)


def _ellipsoid(radii: Vector, density: float) -> Solid:
    a, b, c = radii
    moment = ((b * b + c * c) / 5, (a * a + c * c) / 5, (a * a + b * b) / 5)
    return Solid(mass=density * 4 / 3 * math.pi * a * b * c, moment_per_mass=moment)


def _sphere(radius: float, density: float) -> Solid:
    moment = 2 / 5 * (radius * radius)
    return Solid(mass=density * 4 / 3 * math.pi * _cube(radius), moment_per_mass=(moment, moment, moment))


def _cylinder(radius: float, length: float, density: float) -> Solid:
    across, along = radius * radius, length * length
    side = (3 * across + along) / 12
    mass = density * math.pi * across * length
    return Solid(mass=mass, moment_per_mass=(side, side, across / 2))


def _capsule(radius: float, length: float, density: float) -> Solid:
    tube, ball = _cylinder(radius, length, density), _sphere(radius, density)
    mass = tube.mass + ball.mass
    if not mass:
        return tube
    in_tube, in_ball = tube.mass / mass, ball.mass / mass
    across, along = radius * radius, length * length
    side = in_tube * (along / 12 + across / 4) + in_ball * (2 / 5 * across + along / 4 + 3 / 8 * length * radius)
    return Solid(mass=mass, moment_per_mass=(side, side, in_tube * across / 2 + in_ball * 2 / 5 * across))


def _cone(radius: float, length: float, density: float) -> Solid:
    across, along = radius * radius, length * length
    side = 3 / 80 * (4 * across + along)
    mass = density * math.pi * across * length / 3
    return Solid(mass=mass, moment_per_mass=(side, side, 3 / 10 * across), centre=(0.0, 0.0, -length / 4))


def _dart_cone(radius: float, length: float, density: float) -> Solid:
    """DART's moment across is neither that about the centre nor that about the frame's origin."""
    cone = _cone(radius, length, density)
    side = 3 / 20 * (radius * radius) + length * length / 10
    return cone._replace(moment_per_mass=(side, side, cone.moment_per_mass[2]), centre=(0.0, 0.0, 0.0))


def _dart_hull(spheres: Iterable[tuple[float, Sequence[float]]]) -> Solid:
    """Hull of balls: no volume, and the moment of the box around them; that of none is the identity."""
    balls = list(spheres)
    if not balls:
        return Solid(mass=0.0, fixed_moment=(1.0, 1.0, 1.0))
    extent = [
        max(centre[axis] + radius for radius, centre in balls) - min(centre[axis] - radius for radius, centre in balls)
        for axis in range(3)
    ]
    return box(extent)._replace(mass=0.0)


SOLIDS: Mapping[type, Callable[[Any, float], Solid]] = {
    Box: lambda shape, density: box(shape.size, density),
    Sphere: lambda shape, density: _sphere(shape.radius, density),
    Ellipsoid: lambda shape, density: _ellipsoid(shape.radii, density),
    Cylinder: lambda shape, density: _cylinder(shape.radius, shape.length, density),
    Capsule: lambda shape, density: _capsule(shape.radius, shape.length, density),
    Cone: lambda shape, density: _cone(shape.radius, shape.length, density),
}
"""The primitives, about their centres."""

DART_SOLIDS: Mapping[type, Callable[[Any, float], Solid]] = {
    **SOLIDS,
    Cone: lambda shape, density: _dart_cone(shape.radius, shape.length, density),
    Pyramid: lambda shape, density: Solid(
        mass=density * shape.base_width * shape.base_depth * shape.height / 3, fixed_moment=(1.0, 1.0, 1.0)
    ),
    Plane: lambda shape, density: Solid(mass=0.0),
    MultiSphere: lambda shape, density: _dart_hull(shape.spheres),
}
"""What DART makes of the shapes of a SKEL body. A mesh counts there as the box around it."""


def solid_of(geometry: Geometry, density: float) -> SolidMass | None:
    """The solid that a primitive is, in its own frame; None for what has no volume that is known here."""
    make = SOLIDS.get(type(geometry))
    if make is None:
        return None
    solid = make(geometry, density)
    mass, (x, y, z) = solid.mass, solid.moment_per_mass
    return SolidMass(mass, solid.centre, (mass * x, mass * y, mass * z, 0.0, 0.0, 0.0))


def transform_solid(solid: SolidMass, pose: RawPose) -> SolidMass:
    """A solid as seen from the frame that its own has ``pose`` in."""
    x, y, z = rotate(pose[3:], solid.com)
    return SolidMass(solid.mass, (pose[0] + x, pose[1] + y, pose[2] + z), rotate_moments(solid.moments, pose[3:]))


def combine_solids(solids: Sequence[SolidMass]) -> SolidMass | None:
    """Several solids of one frame as one body; None where they have no mass."""
    if len(solids) == 1:  # as most bodies are
        return solids[0] if solids[0].mass > 0 else None
    mass = sum(solid.mass for solid in solids)
    if mass <= 0:
        return None
    x, y, z = (sum(solid.mass * solid.com[i] for solid in solids) / mass for i in range(3))
    return SolidMass(mass, (x, y, z), _sum_moments(solids, (x, y, z)))


def inertia_from_shapes(mass: float, centre: Sequence[float], shapes: Sequence[PlacedSolid]) -> Moments:
    """Moment of a SKEL body that declares a mass and no moment.

    The mass is shared by volume over the visual and collision shapes, where no volume counts as 1. Each share has the
    moment of its shape, moved from the shape's origin to the declared ``centre`` C, in the body frame B. The moments are
    about C along the axes of B; those of the identity without shapes or mass, or where the sum is no number.
    """
    if not shapes or not mass > 0:
        return UNIT_MOMENTS
    total = sum(shape.solid.mass or 1.0 for shape in shapes)
    solids = []
    for shape in shapes:
        solid, pose = shape.solid, shape.pose
        share = mass * (solid.mass or 1.0) / total
        a, b, c = (share * each + fixed for each, fixed in zip(solid.moment_per_mass, solid.fixed_moment))
        solids.append(SolidMass(share, pose[:3], rotate_moments((a, b, c, 0.0, 0.0, 0.0), pose[3:])))
    x, y, z = centre
    found = _sum_moments(solids, (x, y, z))
    return found if all(map(math.isfinite, found)) else UNIT_MOMENTS


def _sum_moments(solids: Iterable[SolidMass], about: Vector) -> Moments:
    """The moments of solids about one point, by the parallel axis theorem."""
    xx = yy = zz = xy = xz = yz = 0.0
    for solid in solids:
        mass, moments = solid.mass, solid.moments
        x, y, z = solid.com[0] - about[0], solid.com[1] - about[1], solid.com[2] - about[2]
        xx += moments[0] + mass * (y * y + z * z)
        yy += moments[1] + mass * (x * x + z * z)
        zz += moments[2] + mass * (x * x + y * y)
        xy += moments[3] - mass * x * y
        xz += moments[4] - mass * x * z
        yz += moments[5] - mass * y * z
    return xx, yy, zz, xy, xz, yz


def rotate_moments(moments: Moments, quaternion: tuple[float, float, float, float]) -> Moments:
    """Moments along the axes of a frame, as moments along the axes that it is turned from by ``quaternion``."""
    if quaternion == NO_ROTATION:
        return moments
    ixx, iyy, izz, ixy, ixz, iyz = moments
    matrix = ((ixx, ixy, ixz), (ixy, iyy, iyz), (ixz, iyz, izz))
    u, v, w = (
        rotate(quaternion, (1.0, 0.0, 0.0)),
        rotate(quaternion, (0.0, 1.0, 0.0)),
        rotate(quaternion, (0.0, 0.0, 1.0)),
    )

    a, b, c = zip(u, v, w)
    return (
        _turned_entry(a, matrix, a),
        _turned_entry(b, matrix, b),
        _turned_entry(c, matrix, c),
        _turned_entry(a, matrix, b),
        _turned_entry(a, matrix, c),
        _turned_entry(b, matrix, c),
    )


def _turned_entry(left: Vector, matrix: tuple[Vector, Vector, Vector], right: Vector) -> float:
    """The product of a row, a matrix and a column, without a loop, since each geom of a document comes here."""
    (p, q, r), (a, b, c), (d, e, f), (g, h, i), (x, y, z) = left, *matrix, right
    # fmt: off
    return (
        0.0 + p * a * x + p * b * y + p * c * z
        + q * d * x + q * e * y + q * f * z
        + r * g * x + r * h * y + r * i * z
    )
    # fmt: on
