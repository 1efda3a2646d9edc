"""Drake's tags in SDFormat models: what they add to the description of the model that they stand in.

What the tags mean in both formats is in ``drake_tags``; here is what SDFormat alone has, or has otherwise: joints of
Drake's own, actuators by effort, ``drake:mimic``, visuals that only Drake sees, looks and contact of shapes.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from ...runtime.element import is_written
from ..scene.description import SEPARATOR, ActuatorRecord, AxisRecord, MimicRecord, Motion, ShapeRecord
from .drake_tags import (
    add_collision_groups,
    add_constraints,
    controller_gains,
    curve_of,
    proximity_properties,
    reference,
    stands_unread,
    visual_roles,
)
from .sdf.geometry import geometry_of
from .sdf.joints import child_element
from .sdf.poses import posed

if TYPE_CHECKING:
    from ..scene.description import Description, LinkRecord
    from .sdf.geometry import Locate

ACTUATED = ("revolute", "continuous", "prismatic", "screw")
"""Types of joints that get an actuator, unless their effort limit is zero."""
PLANE = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
LOOKS = ("diffuse", "ambient", "specular", "emissive")


def add_drake_tags(
    description: Description,
    model: Any,
    scope: str,
    since: tuple[int, int],
    locate: Locate | None = None,
    is_tagged: bool = True,
) -> None:
    """Adds what Drake's tags say of a model whose plain parts are described already.

    Args:
        description: of the world that the model stands in.
        model: the typed model.
        scope: its full name.
        since: numbers of links and of joints that were described before those of the model.
        locate: finds the files that geometries name.
        is_tagged: whether there is any tag of Drake's in the document; without one, looking for them is skipped.
    """
    links, joints = since
    for joint in description.joints[joints:]:
        if joint.scope == scope and joint.motion is not Motion.GEARBOX and hasattr(joint.element, "drake_mimic"):
            name = joint.name.removeprefix(scope + SEPARATOR)
            if is_tagged:
                _add_mimic(description, joint.element, name, scope)
            _add_actuator(description, joint.element, name, scope)
    for record in description.links[links:]:
        if record.scope == scope:
            _add_shapes(record, locate, is_tagged)
    if not is_tagged:
        return
    for tag in model.drake_joint:
        _add_joint(description, tag, scope)
    add_constraints(model, scope, description)
    add_collision_groups(model, scope, description)


def _add_joint(description: Description, joint: Any, scope: str) -> None:
    """``drake:joint``: the frames that it names are the joint's own."""
    kind = str(getattr(joint.type, "value", joint.type))
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


def _add_mimic(description: Description, joint: Any, name: str, scope: str) -> None:
    mimic = joint.drake_mimic
    if mimic is None or not mimic.joint:
        return
    description.constraints.append(MimicRecord(scope, name, mimic.joint, mimic.multiplier, mimic.offset, element=mimic))


def _add_actuator(description: Description, joint: Any, name: str, scope: str) -> None:
    """An actuator, named after the joint; without a limit (or with a negative one) its effort is unbounded."""
    kind = str(getattr(joint.type, "value", joint.type))
    if kind not in ACTUATED or joint.axis is None:
        return
    effort = float(joint.axis.limit.effort)
    if effort == 0.0:
        return
    description.actuators.append(
        ActuatorRecord(
            name,
            scope,
            name,
            effort if effort > 0 else float("inf"),
            _number(joint, "drake_gear_ratio", 1.0),
            _number(joint, "drake_rotor_inertia", 0.0),
            controller_gains(joint.drake_controller_gains),
            joint,
        )
    )


def _number(joint: Any, name: str, default: float) -> float:
    if stands_unread(joint, name):
        return 0.0
    value = getattr(joint, name)
    return default if value is None else float(value)


def _add_shapes(record: LinkRecord, locate: Locate | None, is_tagged: bool) -> None:
    """What Drake says of the shapes of a link, and the visuals that it alone sees."""
    for shape in record.visuals:
        shape.properties = partial(_looks, shape.element)
    for shape in record.collisions:
        shape.properties = partial(_contact, shape.element)
    if not is_tagged:
        return
    link: Any = record.element
    for visual in link.drake_visual:
        pose, relative_to, place = posed(visual)
        geometry = geometry_of(visual.geometry, locate)
        record.visuals.append(
            ShapeRecord(visual.name, geometry, pose, relative_to, partial(_looks, visual), visual, place)
        )


def _looks(visual: Any) -> dict[str, Any]:
    properties = visual_roles(visual)
    material = visual.material
    if material is not None:
        for name in LOOKS:
            if is_written(material, name):
                properties[name] = tuple(getattr(material, name))
        if material.drake_diffuse_map:
            properties["diffuse_map"] = material.drake_diffuse_map.strip()
    return properties


def _contact(collision: Any) -> dict[str, Any]:
    """Contact properties; without Drake's coefficients friction is that of ``surface/friction/ode``."""
    properties = proximity_properties(collision.drake_proximity_properties)
    properties["roles"] = ("proximity",)
    if "friction" not in properties:
        friction = collision.surface.friction if collision.surface is not None else None
        ode = friction.ode if friction is not None else None
        properties["friction"] = (1.0, 1.0) if ode is None else (float(ode.mu), float(ode.mu2))
    return properties
