"""Motions of several coordinates as several motions of one each, for formats and readers that know no others."""

from __future__ import annotations

from math import inf, pi
from typing import TYPE_CHECKING

from ....diagnostics.records import NamedTuple, replace
from ....runtime.element import Element
from ...ir.frames import FrameRecord
from ...ir.joints import AxisRecord, JointRecord, Motion
from ...ir.links import InertialRecord, LinkRecord
from ...ir.scoped_names import make_scoped_name
from ...spatial.raw_pose import NO_ROTATION, cross, rotate, unit
from ..element_builder import tidy
from ..to_sdformat.free_names import free_name

if TYPE_CHECKING:
    from ...ir.world import WorldIR
    from ...spatial.raw_pose import Vector
    from ..coverage.ledger import Ledger
    from ..targets import ConversionTarget

NEGLIGIBLE_INERTIAL = InertialRecord(1e-6, moments=(1e-9, 1e-9, 1e-9, 0.0, 0.0, 0.0))
ZERO_INERTIAL = InertialRecord(0.0, moments=(0.0, 0.0, 0.0, 0.0, 0.0, 0.0))
SPLIT = (Motion.EULER, Motion.TRANSLATIONAL, Motion.TRANSLATIONAL_2D, Motion.PLANAR)
"""Motions that SDFormat has not itself."""
X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
LETTERS = {"x": X, "y": Y, "z": Z}


def split_joints(description: WorldIR, ledger: Ledger, target: ConversionTarget) -> WorldIR:
    """The description with chains in the place of joints that SDFormat has not."""
    lightest = ZERO_INERTIAL if target.speaks_drake else NEGLIGIBLE_INERTIAL
    frames = list(description.frames)
    links = [replace(link, _inertial=replace(lightest)) if link.virtual else link for link in description.links]
    joints: list[JointRecord] = []
    taken = {frame.name for frame in frames} | {joint.name for joint in description.joints}
    places = {frame.name: frame for frame in frames}
    moved: dict[tuple[str, str], str] = {}
    for record in description.joints:
        steps = chain_of(record) if record.motion in SPLIT else None
        if steps is None:
            joints.append(record)
            continue
        frame = places[record.frame or record.name]
        frames.remove(frame)
        own = record.name.removeprefix(make_scoped_name("", record.scope))
        names = [
            free_name(make_scoped_name(f"{own}_{number}", record.scope), taken) for number in range(1, len(steps) + 1)
        ]
        inner = [f"{own}_link_{number}" for number in range(1, len(steps))]
        for link in inner:
            full = make_scoped_name(link, record.scope)
            base = frame.relative_to or record.child
            frames.append(FrameRecord(full, "link", record.scope, None, base, frame.pose))
            links.append(LinkRecord(full, "link", record.scope, _inertial=replace(lightest)))
        last_of = names[-1].removeprefix(make_scoped_name("", record.scope))
        moved |= {
            (record.scope, said): last_of
            for said in (own, record.frame.removeprefix(make_scoped_name("", record.scope)))
        }
        ends = [record.parent, *inner, record.child]
        for number, (name, step) in enumerate(zip(names, steps)):
            last = number == len(steps) - 1
            place = replace(frame, name=name) if last else FrameRecord(name, "joint", record.scope, inner[number])
            frames.append(place)
            joints.append(_joint(record, name, step, ends[number], ends[number + 1], number == 0))
        what = f"{len(names)} joints {own + '_1'!r} to {own + f'_{len(names)}'!r}"
        axis = getattr(record.element, "axis", None)
        if record.turned != NO_ROTATION and isinstance(axis, Element):
            ledger.report_representation(
                axis, "the directions in which the joints of the chain slide, and about which they turn"
            )
        if target.speaks_drake:
            ledger.report_representation(record.element, f"{what}, with links without mass between them")
        else:
            ledger.approximate(record.element, f"{what}, with links of {lightest.mass:g} kg between them")
    frames = [
        replace(each, relative_to=moved.get((each.scope, each.relative_to or ""), each.relative_to)) for each in frames
    ]
    return replace(description, frames=frames, links=links, joints=joints)


def _joint(record: JointRecord, name: str, step: ChainStep, parent: str, child: str, first: bool) -> JointRecord:
    x, y, z = step.xyz if record.turned == NO_ROTATION else map(tidy, rotate(record.turned, step.xyz))
    axis = replace(step.axis, xyz=(x, y, z))
    kind = step.motion.value
    if step.motion is Motion.REVOLUTE and (axis.lower, axis.upper) == (-inf, inf):
        kind = "continuous"
    return JointRecord(
        name,
        record.scope,
        kind,
        step.motion,
        parent,
        child,
        [axis],
        own_world=record.own_world if first and record.own_world == "parent" else None,
        frame=name,
        element=record.element,
    )


class ChainStep(NamedTuple):
    """One motion of a chain, the first of which moves on the parent."""

    motion: Motion
    xyz: Vector
    """In the joint frame."""
    axis: AxisRecord
    """What limits and resists it."""
    coordinate: int | None
    """Which coordinate of the joint it is; None for one that follows another."""
    multiplier: float = 0.0
    """Of a step that follows the one before it."""


def chain_of(record: JointRecord) -> list[ChainStep] | None:
    """The steps of a joint, from the parent to the child; None where it is one that no chain says.

    A rotation vector or a quaternion becomes turns about x, y and z: the same positions, by other coordinates.
    """
    motion, said = record.motion, record.axes
    axes = [*said, *(AxisRecord() for _ in range(3))]
    first, second = axes[0].xyz or X, axes[1].xyz or Y

    def turns(order: tuple[tuple[int, Vector], ...]) -> list[ChainStep]:
        return [ChainStep(Motion.REVOLUTE, xyz, axes[number], number) for number, xyz in order]

    def slides(*directions: Vector) -> list[ChainStep]:
        return [ChainStep(Motion.PRISMATIC, xyz, axes[number], number) for number, xyz in enumerate(directions)]

    if motion is Motion.UNIVERSAL:
        return turns(((0, first), (1, second)))
    if motion is Motion.BALL_RPY:
        return turns(((2, Z), (1, Y), (0, X)))
    if motion in (Motion.BALL_ROTATION_VECTOR, Motion.BALL_QUATERNION):
        return turns(((0, X), (1, Y), (2, Z)))
    if motion is Motion.EULER:
        return turns(tuple((number, LETTERS[letter]) for number, letter in enumerate(record.axis_order)))
    if motion is Motion.TRANSLATIONAL:
        return slides(X, Y, Z)
    if motion is Motion.TRANSLATIONAL_2D:
        return slides(first, second)
    if motion is Motion.PLANAR:
        across, normal = plane_of(first, second)
        return [*slides(unit(first), across), ChainStep(Motion.REVOLUTE, normal, axes[2], 2)]
    if motion is Motion.SCREW:
        turn = ChainStep(Motion.REVOLUTE, axes[0].xyz or Z, axes[0], 0)
        return [turn, ChainStep(Motion.PRISMATIC, turn.xyz, AxisRecord(), None, record.pitch / (2 * pi))]
    return None


def plane_of(first: Vector, second: Vector) -> tuple[Vector, Vector]:
    """The second direction of a plane at right angles to the first, and the normal."""
    normal = unit(cross(first, second))
    return cross(normal, unit(first)), normal
