"""How a SKEL skeleton is put together: which body hangs where, and what its shapes weigh.

Pure functions on plain values. They report nothing: what is wrong with a skeleton comes back as data, and the SKEL
front end turns it into diagnostics.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike, NDArray

WORLD = "world"
"""The word for the world in ``parent``, unless a body bears it as its name."""

JOINT_DOFS: Mapping[str, int] = MappingProxyType(
    {
        "weld": 0,
        "revolute": 1,
        "prismatic": 1,
        "screw": 1,
        "universal": 2,
        "translational2d": 2,
        "ball": 3,
        "euler": 3,
        "translational": 3,
        "planar": 3,
        "free": 6,
    }
)
"""Every joint type and its number of coordinates."""

DART_UNBUILT_TYPES: frozenset[str] = frozenset({"screw", "translational2d"})
"""Joint types that DART reads but cannot build: it leaves the rest of the skeleton away."""


# ---------------------------------------------------------------- the tree


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeJoint:
    """What the tree needs to know of a joint: its words as written, None where the element is absent."""

    type: str | None
    parent: str | None
    child: str | None


class Unused(Enum):
    """Why a joint is not in the tree."""

    UNKNOWN_TYPE = "unknown type"
    UNKNOWN_PARENT = "unknown parent"
    UNKNOWN_CHILD = "unknown child"
    SECOND_FOR_CHILD = "second for child"
    IN_LOOP = "in loop"
    BELOW_LOOP = "below loop"
    AFTER_STOP = "after stop"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One body, built under one joint."""

    body: str
    parent: str | None
    """Name of the parent body; None is the world."""
    joint: int | None
    """Index of the joint in the file; None is a free joint that nobody wrote."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildOrder:
    """A skeleton's bodies in the order in which they are built, each after its parent."""

    steps: tuple[Step, ...]
    unused: Mapping[int, Unused]
    """The joints that are left out, by index in the file."""
    unbuilt: tuple[str, ...]
    """The bodies that are left out, in file order."""
    loops: tuple[tuple[int, ...], ...]
    """The joints of each loop: each one's parent is the child of the next."""
    stopped_at: int | None
    """Index of the joint that ended the building."""


def build_order(
    joints: Sequence[TreeJoint], bodies: Iterable[str], *, stop_at: Collection[str] = frozenset()
) -> BuildOrder:
    """Order of bodies and joints.

    The earliest unused joint of the file is next, after the joint of its parent body where that is not built yet. A
    parent body without a joint is built under a free joint. Bodies that no usable joint names are left out.

    Args:
        joints: the joints in file order.
        bodies: the names of the bodies in file order; repeated ones count once.
        stop_at: joint types at which the building ends, such as ``DART_UNBUILT_TYPES``.
    """
    names = dict.fromkeys(bodies)
    usable, unused = _usable_steps(joints, names)
    step_of = {step.body: index for index, step in usable.items()}
    built: dict[str, Step] = {}
    loops: list[tuple[int, ...]] = []
    stopped_at: int | None = None

    for first, step in usable.items():
        if first in unused or step.body in built:
            continue
        path, loop_start = _unbuilt_ancestry(first, usable, step_of, built, unused)
        if loop_start is not None:
            loop = tuple(path[loop_start:])
            if loop:
                loops.append(loop)
            unused.update(dict.fromkeys(path[:loop_start], Unused.BELOW_LOOP))
            unused.update(dict.fromkeys(loop, Unused.IN_LOOP))
            continue
        root = usable[path[-1]].parent
        if root is not None and root not in built:
            built[root] = Step(body=root, parent=None, joint=None)
        stopped_at = next((index for index in reversed(path) if joints[index].type in stop_at), None)
        for index in reversed(path):
            if index == stopped_at:
                break
            built[usable[index].body] = usable[index]
        if stopped_at is not None:
            left = {index: Unused.AFTER_STOP for index, step in usable.items() if step.body not in built}
            unused = left | unused
            break

    return BuildOrder(
        steps=tuple(built.values()),
        unused=MappingProxyType(dict(sorted(unused.items()))),
        unbuilt=tuple(name for name in names if name not in built),
        loops=tuple(loops),
        stopped_at=stopped_at,
    )


def unique_names(names: Iterable[str], *, empty: str = "default") -> list[str]:
    """The names with ``(1)``, ``(2)`` … appended to those already taken, in the order in which they are given out."""
    taken: set[str] = set()
    given = []
    for name in names:
        base = name or empty
        candidate, count = base, 0
        while candidate in taken:
            count += 1
            candidate = f"{base}({count})"
        taken.add(candidate)
        given.append(candidate)
    return given


def _usable_steps(joints: Sequence[TreeJoint], names: Collection[str]) -> tuple[dict[int, Step], dict[int, Unused]]:
    """The joints that can be built, as the step that each one stands for, and those that cannot."""
    usable: dict[int, Step] = {}
    unused: dict[int, Unused] = {}
    placed: set[str] = set()
    for index, joint in enumerate(joints):
        to_world = joint.parent is None or (joint.parent == WORLD and WORLD not in names)
        if joint.type not in JOINT_DOFS:
            unused[index] = Unused.UNKNOWN_TYPE
        elif not to_world and joint.parent not in names:
            unused[index] = Unused.UNKNOWN_PARENT
        elif joint.child is None or joint.child not in names:
            unused[index] = Unused.UNKNOWN_CHILD
        elif joint.child in placed:
            unused[index] = Unused.SECOND_FOR_CHILD
        else:
            usable[index] = Step(body=joint.child, parent=None if to_world else joint.parent, joint=index)
            placed.add(joint.child)
    return usable, unused


def _unbuilt_ancestry(
    first: int,
    usable: Mapping[int, Step],
    step_of: Mapping[str, int],
    built: Collection[str],
    unused: Collection[int],
) -> tuple[list[int], int | None]:
    """The joints from ``first`` upwards that have to be built, and where in them a loop begins.

    Where the path ends at a joint that an earlier loop made useless, the loop begins behind its end.
    """
    path = [first]
    places = {first: 0}
    while True:
        parent = usable[path[-1]].parent
        if parent is None or parent in built or parent not in step_of:
            return path, None
        above = step_of[parent]
        if above in places:
            return path, places[above]
        if above in unused:
            return path, len(path)
        places[above] = len(path)
        path.append(above)


# ---------------------------------------------------------------- mass properties


@dataclass(frozen=True, slots=True, kw_only=True)
class Solid:
    """Volume of a shape and its moment about the origin of its frame, along the frame's axes.

    The moment of a mass ``m`` is ``m * moment_per_mass + fixed_moment``: one shape's does not depend on its mass.
    """

    volume: float
    moment_per_mass: tuple[float, float, float]
    fixed_moment: tuple[float, float, float] = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedSolid:
    """A solid at its pose ``X_BS`` in the body frame B."""

    solid: Solid
    position: ArrayLike
    """``p_BS``, shape (3,)."""
    rotation: ArrayLike
    """``R_BS``, shape (3, 3)."""


def box(size: Sequence[float]) -> Solid:
    """Box with the full edge lengths ``size``."""
    x, y, z = size
    moment = ((y * y + z * z) / 12, (x * x + z * z) / 12, (x * x + y * y) / 12)
    return Solid(volume=x * y * z, moment_per_mass=moment)


def sphere(radius: float) -> Solid:
    """Ball."""
    moment = 2 / 5 * radius**2
    return Solid(volume=4 / 3 * math.pi * radius**3, moment_per_mass=(moment, moment, moment))


def ellipsoid(diameters: Sequence[float]) -> Solid:
    """Ellipsoid with the full ``diameters`` along x, y, z."""
    a, b, c = (diameter / 2 for diameter in diameters)
    moment = ((b * b + c * c) / 5, (a * a + c * c) / 5, (a * a + b * b) / 5)
    return Solid(volume=4 / 3 * math.pi * a * b * c, moment_per_mass=moment)


def cylinder(radius: float, height: float) -> Solid:
    """Cylinder along z."""
    across = (3 * radius**2 + height**2) / 12
    return Solid(volume=math.pi * radius**2 * height, moment_per_mass=(across, across, radius**2 / 2))


def capsule(radius: float, height: float) -> Solid:
    """Cylinder along z with a half ball on either end; ``height`` is without them."""
    tube, ball = cylinder(radius, height), sphere(radius)
    volume = tube.volume + ball.volume
    in_tube, in_ball = tube.volume / volume, ball.volume / volume
    across = in_tube * (height**2 / 12 + radius**2 / 4) + in_ball * (
        2 / 5 * radius**2 + height**2 / 4 + 3 / 8 * height * radius
    )
    along = in_tube * radius**2 / 2 + in_ball * 2 / 5 * radius**2
    return Solid(volume=volume, moment_per_mass=(across, across, along))


def cone(radius: float, height: float) -> Solid:
    """Cone along z. DART's moment across is neither that about the centre nor that about the frame's origin."""
    across = 3 / 20 * radius**2 + height**2 / 10
    return Solid(volume=math.pi * radius**2 * height / 3, moment_per_mass=(across, across, 3 / 10 * radius**2))


def pyramid(base_width: float, base_depth: float, height: float) -> Solid:
    """Pyramid along z; its moment is the identity, as DART has it."""
    volume = base_width * base_depth * height / 3
    return Solid(volume=volume, moment_per_mass=(0.0, 0.0, 0.0), fixed_moment=(1.0, 1.0, 1.0))


def plane() -> Solid:
    """Plane: neither volume nor moment."""
    return Solid(volume=0.0, moment_per_mass=(0.0, 0.0, 0.0))


def multi_sphere(spheres: Iterable[tuple[float, Sequence[float]]]) -> Solid:
    """Hull of balls given as radius and centre: no volume, and the moment of the box around them."""
    balls = [(radius, np.asarray(centre, dtype=np.float64)) for radius, centre in spheres]
    if not balls:
        return plane()
    lower = np.min([centre - radius for radius, centre in balls], axis=0)
    upper = np.max([centre + radius for radius, centre in balls], axis=0)
    return Solid(volume=0.0, moment_per_mass=box((upper - lower).tolist()).moment_per_mass)


def mesh(lower: ArrayLike, upper: ArrayLike) -> Solid:
    """Mesh, given by two corners of the box around it after scaling: volume and moment are that box's."""
    extent = np.asarray(upper, dtype=np.float64) - np.asarray(lower, dtype=np.float64)
    return box(extent.tolist())


def inertia_from_shapes(mass: float, centre: ArrayLike, shapes: Sequence[PlacedSolid]) -> NDArray[np.float64]:
    """Moment of a body that declares a mass and no moment.

    The mass is shared by volume over the shapes, where no volume counts as 1. Each share has the moment of its shape,
    moved from the shape's origin to the declared centre.

    Args:
        mass: mass of the body.
        centre: ``p_BC``, the declared centre of mass in the body frame B, shape (3,).
        shapes: the visual and collision shapes of the body.

    Returns:
        Moment about C along the axes of B, shape (3, 3). The identity where there are no shapes or no mass.
    """
    if not shapes or not mass > 0:
        return np.eye(3)
    p_BC = np.asarray(centre, dtype=np.float64)
    volumes = [shape.solid.volume or 1.0 for shape in shapes]
    total = sum(volumes)
    moment = np.zeros((3, 3))
    for shape, volume in zip(shapes, volumes):
        share = mass * volume / total
        R_BS = np.asarray(shape.rotation, dtype=np.float64)
        p_CS = np.asarray(shape.position, dtype=np.float64) - p_BC
        own = share * np.diag(shape.solid.moment_per_mass) + np.diag(shape.solid.fixed_moment)
        moment += R_BS @ own @ R_BS.T + share * (p_CS @ p_CS * np.eye(3) - np.outer(p_CS, p_CS))
    return moment
