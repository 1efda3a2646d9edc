"""``joint`` and ``drake:joint``: how links move against each other, within which limits, and which joints follow others."""

from __future__ import annotations

from math import hypot, inf, pi
from typing import TYPE_CHECKING, Any, cast

from ....diagnostics import rules
from ...ir.constraints import MimicRecord
from ...ir.joints import AxisRecord, CurveRecord, JointRecord, Motion
from ...ir.scoped_names import MODEL_FRAME
from ...kinematics.coordinates import COUNT
from ...spatial.raw_pose import NO_ROTATION, shortest_rotation
from ..drake.tags import curve_of, is_in_plane, value_of
from ..tokens import format_enum
from .context import is_stated, pose_of

if TYPE_CHECKING:
    from ....urdf.newest import DrakeJoint, Limit
    from ...spatial.raw_pose import Quaternion, Vector
    from .context import AnyJoint, UrdfContext

TURN = 2 * pi - 0.01
"""Radians of a turn, as people round them."""
MOTIONS = {
    "revolute": Motion.REVOLUTE,
    "continuous": Motion.REVOLUTE,
    "prismatic": Motion.PRISMATIC,
    "fixed": Motion.FIXED,
    "floating": Motion.FLOATING_RPY,
    "planar": Motion.PLANAR,
    "ball": Motion.BALL_RPY,
    "screw": Motion.SCREW,
    "universal": Motion.UNIVERSAL,
    "curvilinear": Motion.CURVILINEAR,
}
"""By type; those after planar are written with Drake's prefix."""

X: Vector = (1.0, 0.0, 0.0)
Z: Vector = (0.0, 0.0, 1.0)
SHORTEST_AXIS = 1e-8
"""Length below which an axis counts as having no direction."""

DOFS = {kind: COUNT[motion] for kind, motion in MOTIONS.items()}
"""Number of coordinates by type."""

# Types are words here and not motions: the hash of a word is remembered, that of an enumeration's member is not.
WITHOUT_AXIS = frozenset({"fixed", "floating", "ball"})
ALONG_AXIS = frozenset({"revolute", "continuous", "prismatic", "screw"})
WITH_LIMITS = frozenset({"revolute", "continuous", "prismatic"})


def add_joint(joint: AnyJoint, frame: str | None, context: UrdfContext) -> None:
    """Adds a joint whose parent and child are there; its frame is called ``frame`` where it cannot have its name."""
    kind = format_enum(joint.type)
    motion = MOTIONS.get(kind)
    if motion is None or kind in context.adapter.free_types:
        if motion is None and kind:
            check_joint(joint, context)
        return
    count = DOFS[kind]
    xyz = _axis(joint, kind, context)
    turned: Quaternion = NO_ROTATION
    axes: list[AxisRecord] = []
    curve = None
    if kind in ALONG_AXIS:
        axes.append(_coordinate(joint, kind, xyz, context))
    elif kind == "planar":
        turned = shortest_rotation(Z, xyz)
        axes = [AxisRecord(damping=damping, element=joint) for damping in _planar_damping(joint)]
    elif count:
        damping, friction = _resistance(joint, context)
        axes = [AxisRecord(damping=damping, friction=friction, element=joint) for _ in range(count)]
    if kind == "curvilinear":
        curve = _curve(joint, context)
        if curve is None:
            motion, count, axes = Motion.FIXED, 0, []
        elif not curve.periodic:
            axes[0].lower, axes[0].upper = 0.0, sum(length for length, _ in curve.pieces)
    _check_soft_limits(joint, kind, context)
    name, origin, parent = joint.name or context.name_of(joint), joint.origin, joint.parent.link
    context.description.add_joint(
        name,
        scope=context.scope,
        type=kind,
        motion=motion,
        parent=parent,
        child=joint.child.link,
        axes=axes,
        # m per revolution
        pitch=float(value_of(getattr(joint, "drake_screw_thread_pitch", None), 0.0)) if kind == "screw" else 0.0,
        curve=curve,
        turned=turned,
        frame=frame,
        pose=pose_of(origin, context),
        relative_to=parent if parent in context.links else MODEL_FRAME,
        element=joint,
        parent_element=joint.parent,
        child_element=joint.child,
        pose_element=origin,
    )
    context.dofs[name] = count


def check_joint(joint: AnyJoint, context: UrdfContext) -> None:
    """Reports what is wrong in a joint that is no part of the description, for another fault that has been reported."""
    kind = format_enum(joint.type)
    is_known = kind in MOTIONS
    xyz = _axis(joint, kind if is_known else "revolute", context)
    axes: list[AxisRecord] = []
    if kind in ALONG_AXIS:
        axes.append(_coordinate(joint, kind, xyz, context))
    elif not is_known or (DOFS[kind] and kind != "planar"):
        damping, friction = _resistance(joint, context)
        axes.append(AxisRecord(damping=damping, friction=friction, element=joint))
        if not is_known and joint.limit is not None:
            axes[0].lower, axes[0].upper = joint.limit.lower, joint.limit.upper
    motion = MOTIONS.get(kind, Motion.REVOLUTE)
    loose = JointRecord(joint.name, context.scope, kind, motion, joint.parent.link, joint.child.link, axes)
    loose.element = joint
    context.description.loose_joints.append(loose)
    pose_of(joint.origin, context)
    _check_soft_limits(joint, kind, context)


def _axis(joint: AnyJoint, kind: str, context: UrdfContext) -> Vector:
    """The axis, x where none is written; its length does not matter as long as it has one."""
    axis = joint.axis
    if axis is None:
        return X
    x, y, z = axis.xyz
    if hypot(x, y, z) >= SHORTEST_AXIS:
        return (x, y, z)
    if kind not in WITHOUT_AXIS:
        context.sink.report(rules.ZERO_AXIS, axis, attribute="xyz", name=joint.name, number=1)
    return X


def _coordinate(joint: AnyJoint, kind: str, xyz: Vector, context: UrdfContext) -> AxisRecord:
    coordinate = AxisRecord(xyz)
    coordinate.element, coordinate.xyz_element = joint, joint.axis
    coordinate.damping, coordinate.friction = _resistance(joint, context)
    limit = joint.limit
    if limit is not None and kind in WITH_LIMITS:
        coordinate.lower, coordinate.upper = limit.lower, limit.upper
        coordinate.velocity, coordinate.effort = abs(limit.velocity), abs(limit.effort)
        if limit.velocity < 0 or limit.effort < 0:
            coordinate.written = _find_negative(limit, context)
        coordinate.acceleration = limit.drake_acceleration
        knows_acceleration = context.version > "1.1" and context.adapter.knows_acceleration
        if knows_acceleration and coordinate.acceleration == inf:
            coordinate.acceleration = limit.acceleration
        _check_limits(joint, kind, limit, context)
    return coordinate


def _find_negative(limit: Limit, context: UrdfContext) -> dict[str, float] | None:
    """The limits that are negative, as far as the schema has not said so."""
    if context.version > "1.1":
        return None
    return {which: getattr(limit, which) for which in context.adapter.nonnegative_limits if getattr(limit, which) < 0}


def _resistance(joint: AnyJoint, context: UrdfContext) -> tuple[float, float]:
    dynamics = joint.dynamics
    if dynamics is None:
        return 0.0, 0.0
    damping = dynamics.damping
    if "damping" not in dynamics.__dict__ and not (is_stated(dynamics, "damping") or is_stated(dynamics, "friction")):
        context.sink.report(rules.DYNAMICS_EMPTY, dynamics, name=joint.name)
    return damping, dynamics.friction


def _planar_damping(joint: AnyJoint) -> tuple[float, float, float]:
    """Damping along x, along y and about z; a single number is for all three."""
    dynamics = joint.dynamics
    if dynamics is None:
        return 0.0, 0.0, 0.0
    element = dynamics.source_element
    written = element.get("damping", "") if element is not None else ""
    try:
        x, y, z = map(float, written.split())
    except ValueError:
        x = y = z = dynamics.damping
    return x, y, z


def _curve(joint: AnyJoint, context: UrdfContext) -> CurveRecord | None:
    curve = curve_of(cast("DrakeJoint", joint)) if hasattr(joint, "drake_curves") else None
    if curve is None or not all(length > 0 for length, _ in curve.pieces):
        reason = "there is no piece" if curve is None else "a piece has no length"
        context.sink.report(rules.CURVE_WITHOUT_PIECES, joint, name=joint.name, reason=reason)
    elif not is_in_plane(curve):
        context.sink.report(
            rules.CURVE_NOT_IN_PLANE, joint, name=joint.name, tangent=curve.tangent, normal=curve.normal
        )
    else:
        return curve
    return None


def _check_limits(joint: AnyJoint, kind: str, limit: Limit, context: UrdfContext) -> None:
    sink, name = context.sink, joint.name
    lacking = [which for which in ("lower", "upper") if not is_stated(limit, which)]
    if kind == "continuous" and len(lacking) < 2:
        # limits a turn or more apart leave out no orientation
        is_needless = not lacking and limit.upper - limit.lower >= TURN and not sink.strict
        attribute = "upper" if lacking == ["lower"] else "lower"
        sink.report(
            rules.LIMIT_OF_CONTINUOUS,
            limit,
            attribute=attribute,
            severity="note" if is_needless else None,
            name=name,
        )
    elif kind != "continuous" and lacking:
        sink.report(rules.LIMIT_UNSTATED, limit, name=name, which=" and no ".join(lacking))


def _check_soft_limits(joint: AnyJoint, kind: str, context: UrdfContext) -> None:
    soft, limit = joint.safety_controller, joint.limit
    if soft is None:
        return
    lower, upper = soft.soft_lower_limit, soft.soft_upper_limit
    written = {which for which in ("lower", "upper") if f"soft_{which}_limit" in vars(soft)}
    if len(written) == 2 and lower > upper:
        context.sink.report(
            rules.SOFT_LIMITS_CROSSED, soft, attribute="soft_lower_limit", name=joint.name, lower=lower, upper=upper
        )
        return
    if limit is None or kind == "continuous":
        return
    for which, value, hard, is_outside in (
        ("lower", lower, limit.lower, lower < limit.lower),
        ("upper", upper, limit.upper, upper > limit.upper),
    ):
        if which in written and is_outside:
            related = ((f"the {which} limit", limit),)
            about: dict[str, Any] = {"name": joint.name, "which": which, "soft": value, "hard": hard}
            context.sink.report(
                rules.SOFT_LIMIT_OUTSIDE, soft, attribute=f"soft_{which}_limit", related=related, **about
            )


def add_mimics(joints: list[AnyJoint], context: UrdfContext) -> None:
    """Adds what couples joints, once all joints are known; of several joints of one name, what couples the first.

    A joint to follow that is not there is left to be found.
    """
    for joint in joints:
        mimic = joint.mimic
        if mimic is None:
            continue
        leader, name = mimic.joint, context.name_of(joint)
        is_there = leader in context.joints
        if not (leader or ("joint" in vars(mimic) and is_there)) or context.joints[name] is not joint:
            continue
        count, leader_count = (_count(each, context) for each in (name, leader))
        if leader == name:
            path = f"{leader} -> {leader}"  # an error, though to Drake other cycles are none
            context.sink.report(rules.MIMIC_CYCLE, mimic, attribute="joint", severity="error", name=name, path=path)
        elif not is_there and name not in context.dofs:
            # with the joint it would be found when references are followed
            scope = f"model {context.scope!r}"
            context.report_unknown(
                rules.UNKNOWN_LEADER, mimic, "joint", leader, context.joint_names, name=name, scope=scope
            )
        elif is_there and not context.adapter.couples_any_joints and (count == 0 or leader not in context.dofs):
            continue
        elif is_there and not count == leader_count == 1:
            about: dict[str, Any] = {"name": name, "count": count, "leader": leader, "leader_count": leader_count}
            severity = context.adapter.severity_of(rules.MIMIC_NEEDS_ONE, {**about, "type": joint.type})
            context.sink.report(rules.MIMIC_NEEDS_ONE, mimic, severity=severity, **about)
        elif name in context.dofs:
            context.description.constraints.append(
                MimicRecord(context.scope, name, leader, mimic.multiplier, mimic.offset, element=mimic)
            )


def _count(name: str, context: UrdfContext) -> int:
    """Number of coordinates of a joint, also of one that Drake leaves out."""
    if name in context.dofs:
        return context.dofs[name]
    joint = context.joints.get(name)
    return DOFS.get(format_enum(joint.type), 0) if joint is not None else 0
