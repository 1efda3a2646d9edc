"""Drake's tags in SDFormat models: what they add to the description of the model that they are in.

What the tags mean in both formats is in ``formats.drake``; here is what only SDFormat has, or has differently: joints of
Drake's own, actuators by effort, ``drake:mimic``, visuals that only Drake sees.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, cast

from ...ir.constraints import MimicRecord
from ...ir.joints import ActuatorRecord, AxisRecord, Motion
from ...ir.scoped_names import SEPARATOR
from ..drake.tags import add_collision_groups, add_constraints, controller_gains, curve_of, part_of, reference
from ..text_order import child_element
from ..tokens import format_enum
from .shapes import shape_maker, shape_record, visual_properties

if TYPE_CHECKING:
    from ...ir.world import WorldIR
    from .context import SdformatContext
    from .elements import DrakeJoint, Joint, Link, Model

ACTUATED = ("revolute", "continuous", "prismatic", "screw")
"""Types of joints that get an actuator, unless their effort limit is zero."""
PLANE = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def add_drake_tags(context: SdformatContext, model: Model, scope: str, since: tuple[int, int]) -> None:
    """Adds what Drake's tags say of a model whose plain parts are described already.

    ``since``: how many links and joints were described before those of the model.
    """
    description, is_tagged = context.description, context.has_drake_tags
    links, joints = since
    if not is_tagged and len(description.joints) == joints:
        return
    for joint in description.joints[joints:]:
        if joint.scope == scope and joint.motion is not Motion.GEARBOX and hasattr(joint.element, "drake_mimic"):
            name = joint.name.removeprefix(scope + SEPARATOR)
            element = cast("Joint", joint.element)
            mimic = element.drake_mimic if is_tagged else None
            if mimic is not None and mimic.joint:
                description.constraints.append(
                    MimicRecord(scope, name, mimic.joint, mimic.multiplier, mimic.offset, element=mimic)
                )
            _add_actuator(description, element, name, scope, may_be_tagged=context.may_have_drake_tags)
    if not is_tagged:
        return
    locate = shape_maker(context).locate
    for record in description.links[links:]:
        if record.scope == scope:
            visuals = cast("Link", record.element).drake_visual
            record.visuals.extend(shape_record(visual, visual_properties, locate) for visual in visuals)
    for tag in model.drake_joint:
        _add_joint(description, tag, scope)
    add_constraints(model, scope, description)
    add_collision_groups(model, scope, description)


def _add_joint(description: WorldIR, joint: DrakeJoint, scope: str) -> None:
    """``drake:joint``: the frames that it names are the joint's own."""
    kind = format_enum(joint.type)
    if kind not in ("planar", "curvilinear") or not joint.name or not joint.drake_parent or not joint.drake_child:
        return
    damping = [float(number) for number in joint.drake_damping or ()]
    curve = curve_of(joint) if kind == "curvilinear" else None
    if kind == "curvilinear" and curve is None:
        return
    if kind == "planar":
        damping = [*damping, 0.0, 0.0, 0.0][:3]
        axes = [AxisRecord(xyz, damping=number, element=joint) for xyz, number in zip(PLANE, damping)]
    else:
        axes = [AxisRecord(None, damping=(damping or [0.0])[0], element=joint)]
        if curve is not None and not curve.periodic:
            axes[0].lower, axes[0].upper = 0.0, sum(length for length, _ in curve.pieces)
    description.add_joint(
        joint.name,
        scope=scope,
        type=kind,
        motion=Motion.PLANAR if kind == "planar" else Motion.CURVILINEAR,
        parent=reference(joint.drake_parent),
        child=reference(joint.drake_child),
        axes=axes,
        curve=curve,
        own_frames=True,
        element=joint,
        parent_element=child_element(joint, "drake:parent"),
        child_element=child_element(joint, "drake:child"),
    )


def _add_actuator(description: WorldIR, joint: Joint, name: str, scope: str, *, may_be_tagged: bool) -> None:
    """An actuator, named after the joint; without a limit (or with a negative one) its effort is unbounded."""
    kind = format_enum(joint.type)
    if kind not in ACTUATED or joint.axis is None:
        return
    effort = float(joint.axis.limit.effort)
    if effort == 0.0:
        return
    ratio = part_of(joint, "drake_gear_ratio") if may_be_tagged else None
    inertia = float(part_of(joint, "drake_rotor_inertia") or 0.0) if may_be_tagged else 0.0
    gains = controller_gains(joint.drake_controller_gains) if may_be_tagged else None
    description.actuators.append(
        ActuatorRecord(
            name=name,
            scope=scope,
            joint=name,
            effort_limit=effort if effort > 0 else inf,
            gear_ratio=1.0 if ratio is None else float(ratio),
            rotor_inertia=inertia,
            gains=gains,
            element=joint,
            is_implied=not 0 < effort < inf and not inertia and gains is None,
        )
    )
