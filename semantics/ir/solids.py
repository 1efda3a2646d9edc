"""Mass properties of the primitive shapes, filled evenly."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi

from ..spatial.inertia import Moments
from ..spatial.physical_inertia import power
from ..spatial.raw_pose import RawPose, Vector, rotate
from .geometry import Box, Capsule, Cone, Cylinder, Ellipsoid, Geometry, Sphere


@dataclass(frozen=True, slots=True)
class SolidMass:
    """Mass, centre of mass, and moments about it, along the axes of the frame that ``com`` is given in."""

    mass: float
    com: Vector
    moments: Moments

    def scale_density(self, factor: float) -> SolidMass:
        """The same body with another density."""
        return SolidMass(self.mass * factor, self.com, _times(self.moments, factor))


def solid_of(geometry: Geometry, density: float) -> SolidMass | None:
    """The solid that a primitive is, in its own frame; None for what has no volume that is known here."""
    if isinstance(geometry, Box):
        x, y, z = geometry.size
        return _diagonal(density * x * y * z, (y * y + z * z) / 12, (x * x + z * z) / 12, (x * x + y * y) / 12)
    if isinstance(geometry, Sphere):
        r = geometry.radius
        return _diagonal(density * 4 / 3 * pi * power(r, 3), *[0.4 * r * r] * 3)
    if isinstance(geometry, Cylinder):
        r, length = geometry.radius, geometry.length
        side = (3 * r * r + length * length) / 12
        return _diagonal(density * pi * r * r * length, side, side, r * r / 2)
    if isinstance(geometry, Ellipsoid):
        a, b, c = geometry.radii
        mass = density * 4 / 3 * pi * a * b * c
        return _diagonal(mass, (b * b + c * c) / 5, (a * a + c * c) / 5, (a * a + b * b) / 5)
    if isinstance(geometry, Capsule):
        return _capsule(geometry, density)
    if isinstance(geometry, Cone):
        r, length = geometry.radius, geometry.length
        side = 3 / 80 * (4 * r * r + length * length)
        upright = _diagonal(density * pi * r * r * length / 3, side, side, 0.3 * r * r)
        return SolidMass(upright.mass, (0.0, 0.0, -length / 4), upright.moments)
    return None


def transform_solid(solid: SolidMass, pose: RawPose) -> SolidMass:
    """A solid as seen from the frame that its own has ``pose`` in."""
    x, y, z = rotate(pose[3:], solid.com)
    columns = [rotate(pose[3:], axis) for axis in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))]
    rows = [[columns[k][i] for k in range(3)] for i in range(3)]
    ixx, iyy, izz, ixy, ixz, iyz = solid.moments
    matrix = ((ixx, ixy, ixz), (ixy, iyy, iyz), (ixz, iyz, izz))

    def entry(i: int, j: int) -> float:
        return sum(rows[i][k] * matrix[k][m] * rows[j][m] for k in range(3) for m in range(3))

    turned = (entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(0, 2), entry(1, 2))
    return SolidMass(solid.mass, (pose[0] + x, pose[1] + y, pose[2] + z), turned)


def combine_solids(solids: list[SolidMass]) -> SolidMass | None:
    """Several solids of one frame as one body; None where they have no mass."""
    mass = sum(solid.mass for solid in solids)
    if mass <= 0:
        return None
    x, y, z = (sum(solid.mass * solid.com[i] for solid in solids) / mass for i in range(3))
    total = [0.0] * 6
    for solid in solids:
        dx, dy, dz = solid.com[0] - x, solid.com[1] - y, solid.com[2] - z
        spread = (dy * dy + dz * dz, dx * dx + dz * dz, dx * dx + dy * dy, -dx * dy, -dx * dz, -dy * dz)
        for i in range(6):
            total[i] += solid.moments[i] + solid.mass * spread[i]
    ixx, iyy, izz, ixy, ixz, iyz = total
    return SolidMass(mass, (x, y, z), (ixx, iyy, izz, ixy, ixz, iyz))


def _diagonal(mass: float, x: float, y: float, z: float) -> SolidMass:
    return SolidMass(mass, (0.0, 0.0, 0.0), (mass * x, mass * y, mass * z, 0.0, 0.0, 0.0))


def _capsule(capsule: Capsule, density: float) -> SolidMass:
    r, length = capsule.radius, capsule.length
    middle, ends = density * pi * r * r * length, density * 4 / 3 * pi * power(r, 3)
    across = middle * (3 * r * r + length * length) / 12
    across += ends * (0.4 * r * r + length * length / 4 + 3 / 8 * r * length)
    along = middle * r * r / 2 + ends * 0.4 * r * r
    return SolidMass(middle + ends, (0.0, 0.0, 0.0), (across, across, along, 0.0, 0.0, 0.0))


def _times(moments: Moments, factor: float) -> Moments:
    ixx, iyy, izz, ixy, ixz, iyz = moments
    return (ixx * factor, iyy * factor, izz * factor, ixy * factor, ixz * factor, iyz * factor)
