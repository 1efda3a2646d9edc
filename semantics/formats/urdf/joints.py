"""``joint`` and ``drake:joint``: how links move against each other."""

from __future__ import annotations

from math import hypot, inf
from typing import TYPE_CHECKING, cast

from ....runtime.diagnostics import rules_joints
from ....runtime.diagnostics import rules_urdf as rules
from ...description.constraints import MimicRecord
from ...description.joints import AxisRecord, CurveRecord, Motion
from ...description.names import MODEL_FRAME
from ...description.poses import NO_ROTATION, shortest_rotation
from ...joints.coordinates import COUNT
from ..drake.tags import curve_of, is_in_plane, value_of
from ..words import word_of
from .origins import pose_of
from .reading import is_stated

if TYPE_CHECKING:
    from ....urdf.newest import DrakeJoint, Limit, SafetyController
    from ...description.poses import Quaternion, Vector
    from .reading import AnyJoint, Reading

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


def add_joint(joint: AnyJoint, frame: str | None, reading: Reading) -> bool:
    """Adds a joint to the description; False where it is none there.

    Args:
        joint: one whose parent and child are there.
        frame: name of its frame, where it cannot have the joint's.
        reading: what is read.
    """
    kind = word_of(joint.type)
    motion = MOTIONS.get(kind)
    if motion is None or (kind == "floating" and reading.for_drake):
        return False
    count = DOFS[kind]
    xyz = _axis(joint, kind, reading)
    turned: Quaternion = NO_ROTATION
    axes: list[AxisRecord] = []
    curve = None
    if kind in ALONG_AXIS:
        axes.append(_coordinate(joint, kind, xyz, reading))
    elif kind == "planar":
        turned = shortest_rotation(Z, xyz)
        axes = [AxisRecord(damping=damping, element=joint.axis or joint) for damping in _planar_damping(joint)]
    elif count:
        damping, friction = _resistance(joint, reading)
        axes = [AxisRecord(damping=damping, friction=friction, element=joint.axis or joint) for _ in range(count)]
    if kind == "curvilinear":
        curve = _curve(joint, reading)
        if curve is None:
            motion, count, axes = Motion.FIXED, 0, []
        elif not curve.periodic:
            axes[0].lower, axes[0].upper = 0.0, sum(length for length, _ in curve.pieces)
    if joint.safety_controller is not None:
        _check_soft_limits(joint, joint.safety_controller, kind, reading)
    name, origin, held, holder = joint.name, joint.origin, joint.child, joint.parent
    parent = holder.link
    reading.description.add_joint(
        name,
        scope=reading.scope,
        type=kind,
        motion=motion,
        parent=parent,
        child=held.link,
        axes=axes,
        pitch=_pitch(joint) if kind == "screw" else 0.0,
        curve=curve,
        turned=turned,
        frame=frame,
        pose=pose_of(origin, reading),
        relative_to=parent if parent in reading.links else MODEL_FRAME,
        element=joint,
        parent_element=holder,
        child_element=held,
        pose_element=origin,
    )
    reading.dofs[name] = count
    return True


def _axis(joint: AnyJoint, kind: str, reading: Reading) -> Vector:
    """The axis, x where none is written; its length does not matter as long as it has one."""
    axis = joint.axis
    if axis is None:
        return X
    x, y, z = axis.xyz
    if hypot(x, y, z) >= SHORTEST_AXIS:
        return (x, y, z)
    if kind not in WITHOUT_AXIS:
        reading.sink.report(rules_joints.ZERO_AXIS, axis, attribute="xyz", name=joint.name, number=1)
    return X


def _coordinate(joint: AnyJoint, kind: str, xyz: Vector, reading: Reading) -> AxisRecord:
    damping, friction = _resistance(joint, reading)
    lower, upper, velocity, effort, acceleration = -inf, inf, inf, inf, inf
    limit = joint.limit
    if limit is not None and kind in WITH_LIMITS:
        lower, upper, velocity, effort = limit.lower, limit.upper, abs(limit.velocity), abs(limit.effort)
        acceleration = limit.drake_acceleration
        if acceleration == inf and reading.newer_than("1.1") and not reading.for_drake:
            acceleration = limit.acceleration
        _check_limits(joint, kind, limit, reading)
    return AxisRecord(
        xyz,
        None,
        lower,
        upper,
        velocity,
        effort,
        acceleration,
        damping,
        friction,
        element=joint,
        xyz_element=joint.axis,
    )


def _check_limits(joint: AnyJoint, kind: str, limit: Limit, reading: Reading) -> None:
    written = vars(limit)
    lower, upper = "lower" in written or is_stated(limit, "lower"), "upper" in written or is_stated(limit, "upper")
    if kind == "continuous":
        if lower or upper:
            reading.sink.report(
                rules.LIMIT_OF_CONTINUOUS, limit, attribute="lower" if lower else "upper", name=joint.name
            )
    elif not (lower and upper):
        which = "upper" if lower else "lower" if upper else "lower and no upper"
        reading.sink.report(rules.LIMIT_UNSTATED, limit, name=joint.name, which=which)
    if limit.lower > limit.upper:
        reading.sink.report(
            rules.LIMIT_ORDER, limit, attribute="lower", name=joint.name, lower=limit.lower, upper=limit.upper
        )
    if not (limit.effort < 0 or limit.velocity < 0) or reading.newer_than("1.1"):
        return
    for which, value in (("effort", limit.effort), ("velocity", limit.velocity)):
        # Drake looks at the effort where a transmission makes use of it.
        if value < 0 and not (which == "effort" and reading.for_drake):
            reading.sink.report(
                rules.NEGATIVE_LIMIT,
                limit,
                attribute=which,
                severity="error" if reading.for_drake else None,
                name=joint.name,
                which=which,
                value=value,
            )


def _check_soft_limits(joint: AnyJoint, soft: SafetyController, kind: str, reading: Reading) -> None:
    lower, upper = "soft_lower_limit" in vars(soft), "soft_upper_limit" in vars(soft)
    if lower and upper and soft.soft_lower_limit > soft.soft_upper_limit:
        reading.sink.report(
            rules.SOFT_LIMITS_CROSSED,
            soft,
            attribute="soft_lower_limit",
            name=joint.name,
            lower=soft.soft_lower_limit,
            upper=soft.soft_upper_limit,
        )
        return
    limit = joint.limit
    if limit is None or kind == "continuous":
        return
    for which, written, value, hard, beyond in (
        ("lower", lower, soft.soft_lower_limit, limit.lower, soft.soft_lower_limit < limit.lower),
        ("upper", upper, soft.soft_upper_limit, limit.upper, soft.soft_upper_limit > limit.upper),
    ):
        if written and beyond:
            reading.sink.report(
                rules.SOFT_LIMIT_OUTSIDE,
                soft,
                attribute=f"soft_{which}_limit",
                related=((f"the {which} limit", limit),),
                name=joint.name,
                which=which,
                soft=value,
                hard=hard,
            )


def _resistance(joint: AnyJoint, reading: Reading) -> tuple[float, float]:
    """Damping and friction."""
    dynamics = joint.dynamics
    if dynamics is None:
        return 0.0, 0.0
    damping = dynamics.damping
    if "damping" not in vars(dynamics) and not (is_stated(dynamics, "damping") or is_stated(dynamics, "friction")):
        reading.sink.report(rules.DYNAMICS_EMPTY, dynamics, name=joint.name)
    if damping < 0:
        reading.sink.report(
            rules.NEGATIVE_DAMPING,
            dynamics,
            attribute="damping",
            severity="error" if reading.for_drake else None,
            name=joint.name,
            value=damping,
        )
    return max(damping, 0.0), dynamics.friction


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
    return max(x, 0.0), max(y, 0.0), max(z, 0.0)


def _pitch(joint: AnyJoint) -> float:
    """Of a screw, m per revolution."""
    return float(value_of(getattr(joint, "drake_screw_thread_pitch", None), 0.0))


def _curve(joint: AnyJoint, reading: Reading) -> CurveRecord | None:
    curve = curve_of(cast("DrakeJoint", joint)) if hasattr(joint, "drake_curves") else None
    if curve is None:
        reading.sink.report(rules.CURVE_WITHOUT_PIECES, joint, name=joint.name, reason="there is no piece")
    elif not all(length > 0 for length, _ in curve.pieces):
        reading.sink.report(rules.CURVE_WITHOUT_PIECES, joint, name=joint.name, reason="a piece has no length")
    elif not is_in_plane(curve):
        reading.sink.report(
            rules.CURVE_NOT_IN_PLANE, joint, name=joint.name, tangent=curve.tangent, normal=curve.normal
        )
    else:
        return curve
    return None


def add_mimics(joints: list[AnyJoint], reading: Reading) -> None:
    """Adds what couples joints, once all joints are known; of several joints of one name, what couples the first.

    A joint to follow that is not there is left to be found.
    """
    for joint in joints:
        mimic = joint.mimic
        if mimic is None or not mimic.joint or reading.joints[joint.name] is not joint:
            continue
        leader = mimic.joint
        if leader == joint.name:
            reading.sink.report(
                rules_joints.MIMIC_CYCLE,
                mimic,
                attribute="joint",
                severity="error",
                name=joint.name,
                path=f"{leader} -> {leader}",
            )
            continue
        if leader in reading.joints and leader not in reading.dofs and not reading.for_drake:
            continue
        count, leader_count = (_count(name, reading) for name in (joint.name, leader))
        if leader in reading.joints and not count == leader_count == 1:
            if count == 0 and not reading.for_drake:
                continue
            # Drake refuses a mimic between different numbers of coordinates, and passes over one between equal ones.
            refused = reading.for_drake and count != leader_count and joint.type != "floating"
            reading.sink.report(
                rules.MIMIC_NEEDS_ONE,
                mimic,
                severity="error" if refused else None,
                name=joint.name,
                count=count,
                leader=leader,
                leader_count=leader_count,
            )
            continue
        if joint.name in reading.dofs:
            reading.description.constraints.append(
                MimicRecord(reading.scope, joint.name, leader, mimic.multiplier, mimic.offset, element=mimic)
            )


def _count(name: str, reading: Reading) -> int:
    """Number of coordinates of a joint, also of one that Drake leaves out."""
    if name in reading.dofs:
        return reading.dofs[name]
    joint = reading.joints.get(name)
    return DOFS.get(word_of(joint.type), 0) if joint is not None else 0
