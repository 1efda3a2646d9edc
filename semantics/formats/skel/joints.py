"""How a SKEL joint moves, and what limits, resists and drives each of its coordinates."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from ....diagnostics import rules
from ...ir.joints import AxisRecord, JointRecord, Motion
from ...spatial.raw_pose import cross, unit
from ..text_order import child_element
from ..tokens import format_enum
from .tree import JOINT_DOFS

if TYPE_CHECKING:
    from ....runtime.values import Doubles
    from ....skel import newest as skel
    from ...spatial.raw_pose import Vector
    from .context import SkelContext

MOTIONS: dict[str, Motion] = {
    "weld": Motion.FIXED,
    "revolute": Motion.REVOLUTE,
    "prismatic": Motion.PRISMATIC,
    "screw": Motion.SCREW,
    "universal": Motion.UNIVERSAL,
    "ball": Motion.BALL_ROTATION_VECTOR,
    "euler": Motion.EULER,
    "translational": Motion.TRANSLATIONAL,
    "translational2d": Motion.TRANSLATIONAL_2D,
    "planar": Motion.PLANAR,
    "free": Motion.FREE_ROTATION_VECTOR,
}

AXES = ("axis", "axis2", "axis3")

AXES_READ = {"weld": 0, "ball": 0, "free": 0}
"""How many of these say something about a joint; for other types one for each coordinate."""

DIRECTIONS = {"revolute": 1, "prismatic": 1, "screw": 1, "universal": 2}
"""Joint types that take directions from their axes, and how many."""

X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
PLANES: dict[str, tuple[Vector, Vector]] = {"xy": (X, Y), "yz": (Y, Z), "zx": (Z, X)}

COORDINATE_NAMES: dict[str, tuple[str, ...]] = {
    "revolute": ("",),
    "prismatic": ("",),
    "screw": ("",),
    "universal": ("_1", "_2"),
    "ball": ("_x", "_y", "_z"),
    "translational": ("_x", "_y", "_z"),
    "free": ("_rot_x", "_rot_y", "_rot_z", "_pos_x", "_pos_y", "_pos_z"),
}
"""What DART appends to the joint's name for each coordinate."""

EULER_NAMES = {"xyz": ("_x", "_y", "_z"), "zyx": ("_z", "_y", "_x")}
"""The same for euler joints, by the order of their axes."""

SLIDING = ("planar", "translational2d")
"""Joint types that move in a plane."""

ACTUATED = frozenset({"force", "torque", "servo", "velocity", "acceleration"})
"""Actuator words of joints that take commands."""

NOT_UNIT = 1e-6
"""How far the length of an axis may be from 1: what six decimals leave."""


def complete_joint(record: JointRecord, joint: skel.Joint, name: str, context: SkelContext) -> None:
    """Adds the axes of a joint of a known type, its positions, and what else is written in it.

    Values are taken in this order, later ones winning: ``axis``, ``init_pos``, ``init_vel``, then each ``dof``.
    """
    written = joint.__dict__  # most fields are not written, and those take longer
    dofs = JOINT_DOFS[record.type]
    record.axes = [AxisRecord(element=joint) for _ in range(dofs)]
    for tag, coordinate in zip(AXES[: AXES_READ.get(record.type, dofs)], record.axes):
        axis = written.get(tag)
        if axis is not None:
            _resist(coordinate, axis, tag, name, context)
    _direct(joint, name, record, context)
    names = [name + ending for ending in _endings(joint, record)]
    positions, velocities = [0.0] * dofs, [0.0] * dofs
    for tag, values in (("init_pos", positions), ("init_vel", velocities)):
        if dofs and written.get(tag) is not None:
            _start(written[tag], joint, tag, name, values, context)
    for dof in written.get("dof", ()) if dofs else ():
        index = _index(dof, record.type, name, context)
        if index is not None:
            _override(dof, index, record.axes[index], positions, velocities, name, context)
            names[index] = dof.name if dof.name is not None else names[index]
    record.default_position = tuple(positions) or None
    if any(velocities):
        record.properties["initial_velocity"] = tuple(velocities)
    record.properties["coordinates"] = tuple(names)
    actuator = format_enum(joint.actuator)
    if actuator == "torque":
        context.sink.report(rules.OLD_ACTUATOR, joint, attribute="actuator", name=name)
        actuator = "force"
    record.properties["actuator"] = actuator


def _resist(record: AxisRecord, axis: skel.Axis, tag: str, name: str, context: SkelContext) -> None:
    """What an axis says about limits, damping, friction and springs."""
    record.element = axis
    dynamics, limit, damping = axis.dynamics, axis.limit, axis.damping
    if dynamics is not None:
        written = dynamics.__dict__
        # most say their damping alone; the old words are rare, and count where the new ones are not written
        friction = written.get("friction")
        stiffness = written.get("spring_stiffness", written.get("sprint_stiffness"))
        rest = written.get("spring_rest_position", written.get("sprint_rest_position"))
        if damping is None or "damping" in written:
            damping = dynamics.damping
        if friction is not None:
            _set_coefficient(record, "friction", friction)
        if stiffness is not None:
            _set_coefficient(record, "stiffness", stiffness)
        if rest is not None:
            record.rest_position = rest
    if damping is not None:
        _set_coefficient(record, "damping", damping)
    if limit is not None:
        record.lower, record.upper = limit.lower, limit.upper
        written = limit.__dict__
        if written.get("effort") is not None:
            record.effort = written["effort"]
        if written.get("velocity") is not None:
            record.velocity = written["velocity"]


def _set_coefficient(record: AxisRecord, name: str, value: float) -> None:
    """Sets a coefficient; 0 counts in place of one that cannot be."""
    if value < 0:
        record.written = {**(record.written or {}), name: value}
        value = 0.0
    elif record.written:
        record.written.pop(name, None)
    setattr(record, name, value)


def _direct(joint: skel.Joint, name: str, record: JointRecord, context: SkelContext) -> None:
    kind = record.type
    if kind in DIRECTIONS:
        for number, coordinate in enumerate(record.axes):
            axis = getattr(joint, AXES[number])
            if axis is not None:
                coordinate.xyz = axis.xyz
                coordinate.xyz_element = axis
                if "xyz" not in axis.__dict__ and child_element(axis, "xyz") is axis:
                    context.sink.report(rules.MISSING_ELEMENT, axis, parent=AXES[number], part="xyz")
                _check_length(axis, number, name, record, context)
        if record.unscaled:
            for coordinate, default in zip(record.axes, (X, Y) if kind == "universal" else (Z,)):
                coordinate.xyz = default if coordinate.xyz is None else coordinate.xyz
        if kind == "screw":
            record.pitch = joint.axis.pitch if joint.axis is not None else 0.1
    elif kind == "euler":
        order = format_enum(joint.axis_order)
        record.axis_order = order if order in EULER_NAMES else "xyz"
    elif kind in SLIDING:
        first, second = _plane(joint, name, context)
        for coordinate, direction in zip(record.axes, (first, second, cross(first, second))):
            coordinate.xyz = direction


def _check_length(axis: skel.Axis, number: int, name: str, record: JointRecord, context: SkelContext) -> None:
    length = hypot(*axis.xyz)
    if length == 1.0:
        return
    is_universal = record.type == "universal"
    if not context.adapter.scales_axes and (length == 0.0 or (is_universal and abs(length - 1) > 1e-12)):
        record.unscaled = True
    if length and abs(length - 1) > NOT_UNIT:
        rule = rules.UNIVERSAL_AXIS_NOT_UNIT if is_universal else rules.AXIS_NOT_UNIT
        context.sink.report(rule, child_element(axis, "xyz"), number=number + 1, name=name, length=length)


def _plane(joint: skel.Joint, name: str, context: SkelContext) -> tuple[Vector, Vector]:
    """Two unit vectors at right angles, in the joint frame, that a joint slides along."""
    plane = joint.plane
    if plane is None:
        return PLANES["xy"]
    kind = format_enum(plane.type)
    if kind != "arbitrary":
        return PLANES.get(kind, PLANES["xy"])
    first = plane.translation_axis1.xyz if plane.translation_axis1 is not None else X
    second = plane.translation_axis2.xyz if plane.translation_axis2 is not None else Y
    normal = cross(unit(first), unit(second))
    if not all(hypot(*vector) > 1e-12 for vector in (first, second, normal)):
        context.sink.report(rules.PARALLEL_PLANE_AXES, plane, name=name)
        return PLANES["xy"]
    return unit(first), cross(unit(normal), unit(first))


def _start(written: Doubles, joint: skel.Joint, tag: str, name: str, values: list[float], context: SkelContext) -> None:
    """Positions or velocities that the joint starts from."""
    count, dofs = len(written), len(values)
    if count != dofs:
        kind = format_enum(joint.type)
        context.sink.report(
            rules.VECTOR_LENGTH, child_element(joint, tag), tag=tag, name=name, count=count, type=kind, dofs=dofs
        )
    values[: min(count, dofs)] = written[:dofs]


def _index(dof: skel.Dof, kind: str, name: str, context: SkelContext) -> int | None:
    """The coordinate that a ``dof`` is about, None where there is no such."""
    dofs = JOINT_DOFS[kind]
    index: int = vars(dof).get("local_index", -1)
    if index == -1:
        if dofs == 1:
            return 0
        # one that is written and holds no number has its finding already
        if "local_index" not in vars(dof).get("any_attributes", ()):
            context.sink.report(rules.COORDINATE_UNNUMBERED, dof, name=name, dofs=dofs)
        return None
    if 0 <= index < dofs:
        return index
    context.sink.report(
        rules.UNKNOWN_COORDINATE, dof, attribute="local_index", name=name, index=index, type=kind, dofs=dofs
    )
    return None


def _override(
    dof: skel.Dof,
    index: int,
    record: AxisRecord,
    positions: list[float],
    velocities: list[float],
    name: str,
    context: SkelContext,
) -> None:
    record.element = dof
    position, velocity = dof.position, dof.velocity
    if position is not None:
        record.lower = record.lower if position.lower is None else position.lower
        record.upper = record.upper if position.upper is None else position.upper
        positions[index] = positions[index] if position.initial is None else position.initial
    if velocity is not None and velocity.initial is not None:
        velocities[index] = velocity.initial
    record.velocity = _find_bound(velocity, record.velocity)
    record.acceleration = _find_bound(dof.acceleration, record.acceleration)
    record.effort = _find_bound(dof.force, record.effort)
    for tag, target in (("damping", "damping"), ("friction", "friction"), ("spring_stiffness", "stiffness")):
        value = getattr(dof, tag)
        if value is not None:
            _set_coefficient(record, target, value)
    if dof.spring_rest_position is not None:
        record.rest_position = dof.spring_rest_position


def _find_bound(range_: skel.Velocity | skel.Acceleration | skel.Force | None, otherwise: float) -> float:
    """The largest size that a range allows."""
    if range_ is None:
        return otherwise
    return max((abs(bound) for bound in (range_.lower, range_.upper) if bound is not None), default=otherwise)


def _endings(joint: skel.Joint, record: JointRecord) -> tuple[str, ...]:
    kind = record.type
    if kind == "euler":
        return EULER_NAMES[record.axis_order]
    if kind not in SLIDING:
        return COORDINATE_NAMES.get(kind, ())
    plane = format_enum(joint.plane.type) if joint.plane is not None else "xy"
    letters = {"yz": "yz", "zx": "zx", "arbitrary": "12"}.get(plane, "xy")
    return (*(f"_{letter}" for letter in letters), *(("_turn",) if kind == "planar" else ()))
