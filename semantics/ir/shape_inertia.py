"""What the shapes of a SKEL body weigh: the moment of a body that declares a mass and no moment.

Plain floats throughout, so that reading a document does not load numpy.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..spatial.physical_inertia import power
from ..spatial.raw_pose import NO_ROTATION, RawPose, rotate

Moments = tuple[float, float, float, float, float, float]
"""``ixx iyy izz ixy ixz iyz``, kg m²."""

UNIT_MOMENTS: Moments = (1.0, 1.0, 1.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class SolidVolume:
    """Volume of a shape and its moment about the origin of its frame, along the frame's axes.

    The moment of a mass ``m`` is ``m * moment_per_mass + fixed_moment``: one shape's does not depend on its mass.
    """

    volume: float
    moment_per_mass: tuple[float, float, float]
    fixed_moment: tuple[float, float, float] = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedSolid:
    """A solid at its pose ``X_BS`` in the body frame B."""

    solid: SolidVolume
    pose: RawPose


def box(size: Sequence[float]) -> SolidVolume:
    """Box with the full edge lengths ``size``."""
    x, y, z = size
    moment = ((y * y + z * z) / 12, (x * x + z * z) / 12, (x * x + y * y) / 12)
    return SolidVolume(volume=x * y * z, moment_per_mass=moment)


def sphere(radius: float) -> SolidVolume:
    """Ball."""
    moment = 2 / 5 * power(radius, 2)
    return SolidVolume(volume=4 / 3 * math.pi * power(radius, 3), moment_per_mass=(moment, moment, moment))


def ellipsoid(diameters: Sequence[float]) -> SolidVolume:
    """Ellipsoid with the full ``diameters`` along x, y, z."""
    a, b, c = (diameter / 2 for diameter in diameters)
    moment = ((b * b + c * c) / 5, (a * a + c * c) / 5, (a * a + b * b) / 5)
    return SolidVolume(volume=4 / 3 * math.pi * a * b * c, moment_per_mass=moment)


def cylinder(radius: float, height: float) -> SolidVolume:
    """Cylinder along z."""
    across = (3 * power(radius, 2) + power(height, 2)) / 12
    return SolidVolume(
        volume=math.pi * power(radius, 2) * height, moment_per_mass=(across, across, power(radius, 2) / 2)
    )


def capsule(radius: float, height: float) -> SolidVolume:
    """Cylinder along z with a half ball on either end; ``height`` is without them."""
    tube, ball = cylinder(radius, height), sphere(radius)
    volume = tube.volume + ball.volume
    if not volume:
        return tube
    in_tube, in_ball = tube.volume / volume, ball.volume / volume
    across = in_tube * (power(height, 2) / 12 + power(radius, 2) / 4) + in_ball * (
        2 / 5 * power(radius, 2) + power(height, 2) / 4 + 3 / 8 * height * radius
    )
    along = in_tube * power(radius, 2) / 2 + in_ball * 2 / 5 * power(radius, 2)
    return SolidVolume(volume=volume, moment_per_mass=(across, across, along))


def cone(radius: float, height: float) -> SolidVolume:
    """Cone along z. DART's moment across is neither that about the centre nor that about the frame's origin."""
    across = 3 / 20 * power(radius, 2) + power(height, 2) / 10
    return SolidVolume(
        volume=math.pi * power(radius, 2) * height / 3, moment_per_mass=(across, across, 3 / 10 * power(radius, 2))
    )


def pyramid(base_width: float, base_depth: float, height: float) -> SolidVolume:
    """Pyramid along z; its moment is the identity, as DART has it."""
    volume = base_width * base_depth * height / 3
    return SolidVolume(volume=volume, moment_per_mass=(0.0, 0.0, 0.0), fixed_moment=(1.0, 1.0, 1.0))


def plane() -> SolidVolume:
    """Plane: neither volume nor moment."""
    return SolidVolume(volume=0.0, moment_per_mass=(0.0, 0.0, 0.0))


def multi_sphere(spheres: Iterable[tuple[float, Sequence[float]]]) -> SolidVolume:
    """Hull of balls given as radius and centre: no volume, and the moment of the box around them.

    That of none is the identity, as DART has it.
    """
    balls = list(spheres)
    if not balls:
        return SolidVolume(volume=0.0, moment_per_mass=(0.0, 0.0, 0.0), fixed_moment=(1.0, 1.0, 1.0))
    extent = [
        max(centre[axis] + radius for radius, centre in balls) - min(centre[axis] - radius for radius, centre in balls)
        for axis in range(3)
    ]
    return SolidVolume(volume=0.0, moment_per_mass=box(extent).moment_per_mass)


def mesh(lower: Sequence[float], upper: Sequence[float]) -> SolidVolume:
    """Mesh, given by two corners of the box around it after scaling: volume and moment are that box's."""
    return box([high - low for low, high in zip(lower, upper, strict=True)])


def inertia_from_shapes(mass: float, centre: Sequence[float], shapes: Sequence[PlacedSolid]) -> Moments:
    """Moment of a body that declares a mass and no moment.

    The mass is shared by volume over the shapes, where no volume counts as 1. Each share has the moment of its shape,
    moved from the shape's origin to the declared centre.

    Args:
        mass: mass of the body.
        centre: ``p_BC``, the declared centre of mass in the body frame B.
        shapes: the visual and collision shapes of the body.

    Returns:
        Moments about C along the axes of B; those of the identity where there are no shapes or no mass, or where the
        sum is no number.
    """
    if not shapes or not mass > 0:
        return UNIT_MOMENTS
    cx, cy, cz = centre
    total = sum(shape.solid.volume or 1.0 for shape in shapes)
    xx = yy = zz = xy = xz = yz = 0.0
    for shape in shapes:
        solid, pose = shape.solid, shape.pose
        share = mass * (solid.volume or 1.0) / total
        x, y, z = pose[0] - cx, pose[1] - cy, pose[2] - cz
        (a, b, c), (fixed_a, fixed_b, fixed_c) = solid.moment_per_mass, solid.fixed_moment
        moments = _rotate_moments(share * a + fixed_a, share * b + fixed_b, share * c + fixed_c, pose)
        xx += moments[0] + share * (y * y + z * z)
        yy += moments[1] + share * (x * x + z * z)
        zz += moments[2] + share * (x * x + y * y)
        xy += moments[3] - share * x * y
        xz += moments[4] - share * x * z
        yz += moments[5] - share * y * z
    found = (xx, yy, zz, xy, xz, yz)
    return found if all(map(math.isfinite, found)) else UNIT_MOMENTS


def _rotate_moments(a: float, b: float, c: float, pose: RawPose) -> Moments:
    """Principal moments along the axes of a pose, as moments along the axes that it is given in."""
    if pose[3:] == NO_ROTATION:
        return (a, b, c, 0.0, 0.0, 0.0)
    quaternion = pose[3:]
    ux, uy, uz = rotate(quaternion, (1.0, 0.0, 0.0))
    vx, vy, vz = rotate(quaternion, (0.0, 1.0, 0.0))
    wx, wy, wz = rotate(quaternion, (0.0, 0.0, 1.0))
    return (
        a * ux * ux + b * vx * vx + c * wx * wx,
        a * uy * uy + b * vy * vy + c * wy * wy,
        a * uz * uz + b * vz * vz + c * wz * wz,
        a * ux * uy + b * vx * vy + c * wx * wy,
        a * ux * uz + b * vx * vz + c * wx * wz,
        a * uy * uz + b * vy * vz + c * wy * wz,
    )
