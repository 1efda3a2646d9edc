"""Models at any depth: their links, joints and frames."""

from __future__ import annotations

from functools import partial
from math import inf, pi
from typing import TYPE_CHECKING

from ....diagnostics import rules
from ....runtime.element import is_written
from ....sdformat.names import SIBLINGS
from ...ir.constraints import GearboxRecord, MimicRecord
from ...ir.frames import AttachmentRecord
from ...ir.joints import AxisRecord, Motion
from ...ir.links import InertialRecord
from ...ir.scoped_names import WORLD, make_scoped_name
from ...ir.world import weightless
from ..text_order import child_element, in_document_order
from ..tokens import format_enum
from .drake_parts import add_drake_tags
from .inertials import inertial_of
from .interface_models import add_interface_models
from .poses import written_frame_pose, written_pose
from .shapes import NO_TEXT, check_shape, shape_maker
from .sibling_names import FRAMED, are_plain, check_siblings, effective_frame_names, members_in, siblings_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ....diagnostics.rule import Severity
    from .context import SdformatContext
    from .elements import Attached, Axis, Axis2, Frame, Joint, Link, MaterialScript, Model, Visual, World

ATTACHED = (*(kind for kind in SIBLINGS["Link"] if kind not in ("visual", "collision")), "audio_source")
"""What is in a link and has a pose, but is neither a shape nor a frame."""

KINDS = {
    "ball": (Motion.BALL_RPY, 0),
    "continuous": (Motion.REVOLUTE, 1),
    "fixed": (Motion.FIXED, 0),
    "gearbox": (Motion.GEARBOX, 2),
    "prismatic": (Motion.PRISMATIC, 1),
    "revolute": (Motion.REVOLUTE, 1),
    "revolute2": (Motion.UNIVERSAL, 2),
    "screw": (Motion.SCREW, 1),
    "universal": (Motion.UNIVERSAL, 2),
}
"""How a joint of a type moves, and how many axes it turns about or slides along."""


def describe_model(context: SdformatContext, model: Model, name: str, scope: str, is_static: bool) -> None:
    """Adds a model and all that is in it; ``context.file`` is the file of what the model is in."""
    included = context.provenance.included.get(id(model))
    outer = context.file
    pose, relative_to, pose_place = written_frame_pose(model, context)
    static = bool(model.static) or is_static
    record = context.description.add_model(
        name,
        scope=scope,
        pose=pose,
        relative_to=relative_to,
        placement_frame=model.placement_frame or None,
        static=static,
        canonical_link=model.canonical_link or None,
        element=model if included is None else included.include,
        pose_element=pose_place,
        content=None if included is None else model,
    )
    record.placeholder_uri = context.provenance.placeholders.get(id(model))
    written = vars(model)
    record.needs_link = not (written.get("model") or written.get("include"))
    if "self_collide" in written:
        record.properties["self_collide"] = model.self_collide
    if included is not None:
        context.file = included.file
    since = (len(context.description.links), len(context.description.joints))
    describe_members(context, model, record.name, static)
    add_drake_tags(context, model, record.name, since)
    add_interface_models(context, model, record.name, static)
    if record.placeholder_uri is not None:
        for link in context.description.links[since[0] :]:
            link.inertial = weightless()
    context.file = outer


def describe_members(context: SdformatContext, owner: Model | World, scope: str, is_static: bool) -> None:
    """Adds what is in a model or world and has a frame, each under the name that it goes by."""
    members = members_in(owner, FRAMED)
    renamed = effective_frame_names(context, members, siblings_in(owner))
    most = "model" if scope == WORLD else "link"
    if len(vars(owner).get(most, ())) != len(members):
        members = in_document_order(owner, members, context.place)
    is_nested = "::" in scope
    for kind, element in members:
        name = renamed.get(id(element), element.name) if renamed else element.name
        if name is None or name == scope == WORLD:
            continue
        if kind == "link":
            describe_link(context, element, name, scope, is_static)
        elif kind == "joint":
            describe_joint(context, element, name, scope, is_nested)
        elif kind == "model":
            describe_model(context, element, name, scope, is_static)
        else:
            _describe_frame(context, element, name, scope)


def _describe_frame(context: SdformatContext, frame: Frame, name: str, scope: str) -> None:
    pose, relative_to, place = written_frame_pose(frame, context)
    context.description.add_frame(
        name,
        scope=scope,
        attached_to=frame.attached_to.strip() or None,
        pose=pose,
        relative_to=relative_to,
        element=frame,
        pose_element=place,
    )


def describe_link(context: SdformatContext, link: Link, name: str, scope: str, is_static: bool) -> None:
    """Adds a link, with what is on it, to the description."""
    maker = shape_maker(context)
    pose, relative_to, place = written_frame_pose(link, context)
    written = vars(link)
    visuals, collisions = written.get("visual", ()), written.get("collision", ())
    inertial = inertial_of(link, is_static)
    record = context.description.add_link(
        name,
        scope=scope,
        inertial=inertial,
        visuals=maker.visuals,
        collisions=maker.collisions,
        pose=pose,
        relative_to=relative_to,
        element=link,
        pose_element=place,
    )
    record.geometries = maker.geometries
    if "self_collide" in written:
        record.properties["self_collide"] = link.self_collide
    if isinstance(inertial, InertialRecord) and inertial.is_computed:
        context.auto_inertials.append(record)
    refers = False
    names = []
    for visual in visuals:
        names.append(visual.name)
        refers = check_shape(context, visual) or refers
        if visual.material is not None and visual.material.script is not None:
            _check_material_script(context, visual, visual.material.script)
    for collision in collisions:
        names.append(collision.name)
        refers = check_shape(context, collision) or refers
    if refers:
        record.make_all()
    for kind in ATTACHED if not written.keys().isdisjoint(ATTACHED) else ():
        elements = written.get(kind)
        if elements:
            attach(context, kind, elements, scope=scope, owner=record.name)
            names += [element.name for element in elements if kind != "audio_source"]
    if not are_plain(names):
        check_siblings(context, siblings_in(link))


def attach(context: SdformatContext, kind: str, elements: Sequence[Attached], *, scope: str, owner: str) -> None:
    """Adds things that have a pose without being frames."""
    for number, element in enumerate(elements):
        pose, relative_to, place = written_pose(element, context)
        name = getattr(element, "name", "") or f"{kind}_{number}"
        context.description.attachments.append(
            AttachmentRecord(
                name=make_scoped_name(name, owner),
                kind=kind,
                scope=scope,
                owner=owner,
                pose=pose,
                relative_to=relative_to,
                element=element,
                pose_element=place,
                reference_severity=context.adapter.unchecked_severity,
            )
        )


def _check_material_script(context: SdformatContext, visual: Visual, script: MaterialScript) -> None:
    """A script is named by the file that it is in and by its own name."""
    for tag, texts in (("uri", script.uri), ("name", [script.name])):
        if all(text in NO_TEXT for text in texts):
            context.sink.report(rules.MATERIAL_SCRIPT, script, name=visual.name, tag=tag)


def describe_joint(context: SdformatContext, joint: Joint, name: str, scope: str, is_nested: bool) -> None:
    """Adds a joint; ``is_nested`` in a model in another one, where libsdformat does not look at references."""
    kind = format_enum(joint.type).lower()
    # a type that there is not was found with the schema
    motion, count = KINDS.get(kind, (Motion.FIXED, 0))
    unchecked = context.adapter.unchecked_severity if is_nested else None
    pose, relative_to, place = written_frame_pose(joint, context)
    record = context.description.add_joint(
        name,
        scope=scope,
        type=kind,
        motion=motion,
        parent=joint.parent.strip(),
        child=joint.child.strip(),
        axes=_axes(context, joint, name, scope, count, unchecked),
        pitch=_pitch(joint) if motion is Motion.SCREW else 0.0,
        pose=pose,
        relative_to=relative_to,
        element=joint,
        parent_element=partial(child_element, joint, "parent"),
        child_element=partial(child_element, joint, "child"),
        pose_element=place,
    )
    record.reference_severity = unchecked
    if motion is Motion.GEARBOX:
        body = (joint.gearbox_reference_body or "").strip()
        if body:
            at = child_element(joint, "gearbox_reference_body")
            context.description.constraints.append(GearboxRecord(scope, name, body, joint.gearbox_ratio, at))
        else:
            context.sink.report(rules.GEARBOX_WITHOUT_BODY, joint, name=name)
    sensors = vars(joint).get("sensor")
    if sensors:
        attach(context, "sensor", sensors, scope=scope, owner=make_scoped_name(name, scope))
        check_siblings(context, siblings_in(joint))


def _axes(
    context: SdformatContext, joint: Joint, name: str, scope: str, count: int, unchecked: Severity | None
) -> list[AxisRecord]:
    axes: list[AxisRecord] = []
    for number, tag in enumerate(("axis", "axis2")):
        axis = getattr(joint, tag)
        if axis is None:
            if number < count:
                kind = format_enum(joint.type).lower()
                context.sink.report(rules.AXIS_MISSING, joint, name=name, type=kind, tag=tag)
            continue
        axes.append(_axis(axis))
        mimic = axis.mimic
        if mimic is not None and context.adapter.couples_mimics:
            context.description.constraints.append(
                MimicRecord(
                    scope=scope,
                    joint=name,
                    leader=mimic.joint,
                    multiplier=mimic.multiplier,
                    offset=mimic.offset,
                    reference=mimic.reference,
                    axis=number,
                    leader_axis=1 if mimic.axis == "axis2" else 0,
                    element=mimic,
                    reference_severity=unchecked,
                )
            )
    return axes


def _axis(axis: Axis | Axis2) -> AxisRecord:
    limit, dynamics, xyz = axis.limit, axis.dynamics, axis.xyz
    x, y, z = xyz.value
    record = AxisRecord((x, y, z), xyz.expressed_in.strip() or None, element=axis, xyz_element=xyz)
    if is_written(axis, "limit"):
        record.lower, record.upper = limit.lower, limit.upper
        effort, velocity = limit.effort, limit.velocity
        # a negative limit means that there is none
        record.effort = effort if effort >= 0 else inf
        record.velocity = velocity if velocity >= 0 else inf
        acceleration = getattr(limit, "drake_acceleration", inf)
        record.acceleration = acceleration if acceleration >= 0 else inf
    if dynamics is not None:
        record.damping, record.friction = dynamics.damping, dynamics.friction
        record.stiffness, record.rest_position = dynamics.spring_stiffness, dynamics.spring_reference
    return record


def _pitch(joint: Joint) -> float:
    """Metres per revolution; the older quantity counts radians per metre, the other way round."""
    if not is_written(joint, "screw_thread_pitch") and is_written(joint, "thread_pitch"):
        older: float = joint.thread_pitch
        return -2 * pi / older if older else 0.0
    pitch: float = joint.screw_thread_pitch
    return pitch
