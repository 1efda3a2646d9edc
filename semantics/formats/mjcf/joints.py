"""Joints: each is one motion of its body, and several act one after the other.

Spec: MJCF reference, ``body/joint``, ``body/freejoint``. The joint frame has the axes of the body and its origin in ``pos``.
"""

from __future__ import annotations

from math import radians
from typing import TYPE_CHECKING, Any

from ....diagnostics import rules
from ...ir.joints import AxisRecord, Motion
from ...ir.scoped_names import WORLD, joint_frame_name
from ...spatial.raw_pose import IDENTITY, NO_ROTATION, compose, rotate
from .context import SCALAR, MjcfJoint, name_apart, numbers_in, word_of
from .limits import find_limits, range_of, report_range

if TYPE_CHECKING:
    from ....runtime.element import Element
    from ...spatial.raw_pose import RawPose, Vector
    from .context import MjcfContext
    from .model import MjcfBody, MjcfPart

MOTIONS = {
    "hinge": Motion.REVOLUTE,
    "slide": Motion.PRISMATIC,
    "ball": Motion.BALL_QUATERNION,
    "free": Motion.FREE_QUATERNION,
}
VELOCITIES = {"hinge": 1, "slide": 1, "ball": 3, "free": 6}
MOST_VELOCITIES = 6
"""Of one body."""
SHORTEST_SQUARED = 1e-14
"""The square of the length below which an axis has no direction."""
Z: Vector = (0.0, 0.0, 1.0)
THREE = (0.0, 0.0, 0.0)
OF_EFFORT = frozenset({"actuatorfrcrange", "actuatorfrclimited"})
OF_FEW = frozenset({"springdamper", "springyield", "margin", "actuatorgravcomp"})
"""What is said of few joints."""


def add_joints(context: MjcfContext) -> None:
    """Adds the joints of all bodies, and links without mass between those of one body."""
    names = _Names(context)
    for body in context.all_bodies:
        part = body.part
        if part is None or body.parent is None:
            continue
        parent = context.label_of(body.parent)
        if not body.joints and part.get("mocap"):
            continue  # nothing holds it: it is put where a program wants it
        if not body.joints:
            name = name_apart(f"{body.label}_fixed", names.of_joints)
            names.of_joints.add(name)
            context.description.add_joint(
                name,
                scope=context.scope,
                type="fixed",
                motion=Motion.FIXED,
                parent=parent,
                child=body.label,
                frame=names.frame_of(name),
                element=part.element,
            )
            continue
        kinds = [kind_of(joint) for joint in body.joints]
        _check_arrangement(body, kinds, context)
        label = body.label
        pose, last = names.poses[label], len(kinds)
        for number, (joint, kind) in enumerate(zip(body.joints, kinds), 1):
            child = label
            if number < last:
                child = name_apart(context.adapter.name_virtual_link(body.label, number), names.of_frames)
                names.of_frames.add(child)
                relative_to = None if parent == WORLD else context.label_of(body.parent)
                context.description.add_link(
                    child,
                    scope=context.scope,
                    pose=pose,
                    relative_to=None if body.parent.part is None else relative_to,
                    virtual=True,
                    element=joint.element,
                )
            _add_joint(joint, body, kind, parent, child, names, context)
            parent = child


class _Names:
    """Names that joints and frames have."""

    def __init__(self, context: MjcfContext) -> None:
        bodies = [body for body in context.all_bodies if body.part is not None]
        self.of_frames = {body.label for body in bodies}
        self.of_joints: set[str] = set()
        """Written names, which no other joint may have, and then all."""
        self.given: set[str] = set()
        """Those of the joints that are there already."""
        for body in bodies:
            self.of_joints.update(joint.name for joint in body.joints if joint.name)
        first = len(context.description.frames)
        plain = len(context.scope) + 2
        self.poses = {record.name[plain:]: record.pose for record in context.description.frames[:first]}
        """Of the bodies, in their parents."""

    def frame_of(self, joint: str) -> str | None:
        """The name of a joint's frame; None where it can have the joint's."""
        frame = None
        if joint in self.of_frames:
            frame = joint_frame_name(joint, self.of_frames)
        self.of_frames.add(frame or joint)
        return frame


def _check_arrangement(body: MjcfBody, kinds: list[str], context: MjcfContext) -> None:
    """Reports joints that cannot be joints of one body, or of this one."""
    count, has_ball = 0, False
    for joint, kind in zip(body.joints, kinds):
        count += VELOCITIES.get(kind, 0)
        reason = ""
        if count > MOST_VELOCITIES:
            reason = f"with this one they have {count} degrees of freedom, and a body has 6 at most"
        elif has_ball and kind in ("ball", "hinge"):
            reason = f"a {kind} joint cannot come after a ball joint"
        elif kind == "free" and body.parent is not None and body.parent.part is not None:
            reason = "only bodies right inside of the world can be free"
        if reason:
            context.report(rules.JOINTS_UNFIT, joint, name=body.label, reason=reason)
            return
        has_ball = has_ball or kind == "ball"


def kind_of(joint: MjcfPart) -> str:
    """``hinge``, ``slide``, ``ball`` or ``free``; anything else where that is not known."""
    return "free" if joint.tag == "freejoint" else word_of(joint, "type")


def _add_joint(
    part: MjcfPart, body: MjcfBody, kind: str, parent: str, child: str, names: _Names, context: MjcfContext
) -> None:
    number = len(context.all_joints)
    if kind not in MOTIONS:
        kind = "hinge"
    label = part.name
    if not label or label in names.given:
        label = name_apart(label or f"#j{number}", names.of_joints)
        names.of_joints.add(label)
    names.given.add(label)
    pose, xyz = IDENTITY_AND_Z if kind == "free" else _place(part, kind, context)
    is_free = kind == "free"
    record = context.description.add_joint(
        label,
        scope=context.scope,
        type=kind,
        motion=MOTIONS[kind],
        parent=WORLD if is_free else parent,
        child=child,
        frame=names.frame_of(label),
        pose=pose,
        default_position=context.pose_of_body(body) if is_free else None,
        element=part.element,
    )
    joint = MjcfJoint(part, body, kind, record, label)
    context.all_joints.append(joint)
    context.joints[id(part)] = joint
    if part.tag == "freejoint":
        return
    is_in_degrees = kind in ("hinge", "ball") and part.settings.get("angle") != "radian"
    _set_limits(joint, context, is_in_degrees=is_in_degrees)
    if kind in SCALAR:
        _set_axis(joint, xyz, context, is_in_degrees=is_in_degrees)
    else:
        _set_axes(joint, context)
    _set_properties(joint, context)


IDENTITY_AND_Z: tuple[RawPose, Vector] = (IDENTITY, Z)


def _place(part: MjcfPart, kind: str, context: MjcfContext) -> tuple[RawPose, Vector]:
    """The joint frame in the body, and the axis along the body's."""
    frame = part.frame
    position = find_anchor(part)
    if kind == "ball":
        return (*position, *NO_ROTATION), Z
    ax, ay, az = part.get("axis")
    if ax * ax + ay * ay + az * az < SHORTEST_SQUARED:
        context.report(rules.ZERO_AXIS, part, "axis", number=1, name=part.name)
        return (*position, *NO_ROTATION), Z
    axis = (ax + 0.0, ay + 0.0, az + 0.0) if frame == IDENTITY else rotate(frame[3:], (ax, ay, az))
    return (*position, *NO_ROTATION), axis


def find_anchor(part: MjcfPart) -> Vector:
    """The point of the body that a joint turns it about."""
    x, y, z = part.get("pos") or THREE
    if part.frame == IDENTITY:
        return (x + 0.0, y + 0.0, z + 0.0)
    return compose(part.frame, (x, y, z, *NO_ROTATION))[:3]


def _set_limits(joint: MjcfJoint, context: MjcfContext, *, is_in_degrees: bool) -> None:
    part, kind = joint.part, joint.kind
    lower, upper = range_of(part, "range")
    if is_in_degrees:
        lower, upper = radians(lower), radians(upper)
    joint.range = lower, upper
    if kind == "free":
        return
    if kind == "ball":
        _check_ball_range(joint, context)
        return
    limits = find_limits(part, "range", "limited", "joint", context)
    axis = AxisRecord(element=part.element)
    joint.record.axes = [axis]
    if limits is not None:
        axis.lower, axis.upper = lower, upper
    elif lower > upper and word_of(part, "limited") != "true":
        # no limit at all, which its author did not mean
        axis.written = dict(zip(("lower", "upper"), range_of(part, "range")))
    if part.are_written(OF_EFFORT):
        efforts = find_limits(part, "actuatorfrcrange", "actuatorfrclimited", "joint", context)
        if efforts is not None:
            axis.effort = max(map(abs, efforts))
            joint.effort_is_limited = True
        else:
            _warn_of_order(joint, "actuatorfrcrange", "actuatorfrclimited", context)


def _warn_of_order(joint: MjcfJoint, field: str, switch: str, context: MjcfContext) -> None:
    """Reports a range that is no limit, as its author hardly meant: the first number is above the second."""
    part = joint.part
    lower, upper = range_of(part, field)
    if lower > upper and word_of(part, switch) != "true":
        owner = f"joint {joint.label!r}" if field in vars(part.element) else "joints of this class"
        what = "the range" if field == "range" else "the range of forces"
        context.report(rules.ACTUATOR_RANGE_ORDER, part, field, what=what, owner=owner, lower=lower, upper=upper)


def _check_ball_range(joint: MjcfJoint, context: MjcfContext) -> None:
    part, (lower, upper) = joint.part, joint.range
    switched = word_of(part, "limited")
    is_written = (lower, upper) != (0.0, 0.0)
    if switched == "auto" and is_written and not part.settings.get("autolimits"):
        find_limits(part, "range", "limited", "joint", context)
    if switched == "true" or (switched == "auto" and lower < upper):
        if lower:
            reason = "that of a ball joint begins at 0"
            report_range(part, "range", "joint", range_of(part, "range"), reason, context)
        joint.record.properties["range"] = upper
    else:
        _warn_of_order(joint, "range", "limited", context)


def _set_axis(joint: MjcfJoint, xyz: Vector, context: MjcfContext, *, is_in_degrees: bool) -> None:
    part = joint.part
    (axis,) = joint.record.axes
    axis.xyz = xyz
    reference, rest = part.get("ref") or 0.0, part.get("springref") or 0.0
    if is_in_degrees:
        reference, rest = radians(reference), radians(rest)
    joint.reference = axis.reference = reference
    axis.rest_position = rest
    _resist(axis, joint, context)


def _resist(axis: AxisRecord, joint: MjcfJoint, context: MjcfContext) -> None:
    part = joint.part
    axis.armature = part.get("armature") or 0.0
    axis.friction = part.get("frictionloss") or 0.0
    for field in ("damping", "stiffness"):
        coefficients = numbers_in(part, field, THREE)
        setattr(axis, field, coefficients[0])
        if coefficients[1] or coefficients[2]:
            joint.record.properties[f"{field}_polynomial"] = coefficients
    if axis.written is not None or axis.damping < 0 or axis.stiffness < 0 or axis.friction < 0:
        axis.element = _find_element(axis, part, context)


def _find_element(axis: AxisRecord, part: MjcfPart, context: MjcfContext) -> Element:
    """The element that findings about an axis with odd numbers point at."""
    odd = {
        "range": axis.written is not None,
        "damping": axis.damping < 0,
        "stiffness": axis.stiffness < 0,
        "frictionloss": axis.friction < 0,
    }
    return context.find_odd_element(part, [field for field, is_odd in odd.items() if is_odd])


def _set_axes(joint: MjcfJoint, context: MjcfContext) -> None:
    """The same resistance for each of several coordinates, where there is any."""
    part = joint.part
    if any(part.is_written(field) for field in ("damping", "stiffness", "armature", "frictionloss")):
        for _ in range(VELOCITIES[joint.kind]):
            axis = AxisRecord(element=part.element)
            _resist(axis, joint, context)
            joint.record.axes.append(axis)


def _set_properties(joint: MjcfJoint, context: MjcfContext) -> None:
    """What else is said of a joint, of most nothing."""
    part, properties = joint.part, joint.record.properties
    if not part.are_written(OF_FEW):
        return
    spring = part.get("springdamper")
    if spring is not None and any(spring):
        if min(spring) <= 0:
            value = min(spring)
            report_value(part, "springdamper", value, "above", 0, context)
        properties["springdamper"] = tuple(spring)
    springyield = part.get("springyield")
    if springyield:
        if springyield < 0:
            report_value(part, "springyield", springyield, "min", 0, context)
        elif joint.kind == "free":
            context.report(rules.JOINTS_UNFIT, part, "springyield", name=joint.body.label, reason=FREE_WITH_YIELD)
        properties["springyield"] = springyield
    for field in ("margin", "actuatorgravcomp"):
        value = part.get(field)
        if value:
            properties[field] = value


FREE_WITH_YIELD = "a free joint has no spring that yields"


def report_value(part: MjcfPart, field: str, value: float, case: str, limit: float, context: MjcfContext) -> None:
    """Reports a number that MuJoCo refuses."""
    about: dict[str, Any] = {"value": value, "case": case, "limit": limit}
    context.report(rules.OUT_OF_RANGE, part, field, severity="error", **about)
