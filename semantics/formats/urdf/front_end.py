"""Front end of URDF: a robot becomes one model of an implicit world.

A link called ``world`` is the world itself: joints that name it as their parent are joined to the root frame. The
robot's own name for it, ``robot::world``, is a frame that is fixed there.
"""

from __future__ import annotations

from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

from ....diagnostics import rules
from ....runtime.source import literal_tag
from ....runtime.spelling import SpellingIndex
from ...ir.frames import AttachmentRecord, FrameRecord
from ...ir.links import InertialRecord, LinkRecord
from ...ir.scoped_names import WORLD, make_scoped_name
from ...ir.world import WorldIR
from ...spatial.raw_pose import pose_from_rpy
from ..drake.constraints import add_constraints
from ..drake.tags import add_collision_groups
from ..text_order import in_text_order
from ..tokens import format_enum
from ..unknown_parts import add_references
from .context import IGNORED, UrdfContext, may_be_nameless, refuse_nameless, similar
from .inertials import NO_MOMENTS, inertial_of
from .joints import MOTIONS, add_joint, check_joint
from .mimics import add_mimics
from .origins import pose_of
from .shapes import LinkShapes
from .transmissions import add_actuators
from .tree import tree_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ....runtime.sink import Sink
    from ....urdf.newest import Frame, Link, Robot
    from ...core.options import Options
    from ...core.parsed import ParsedDocument
    from ...core.protocols import Pipeline
    from .context import AnyJoint
    from .tree import RobotTree


def describe(parsed: ParsedDocument[Robot], sink: Sink, options: Options, pipeline: Pipeline) -> tuple[WorldIR, ...]:
    """The robot as one description; reports what is wrong with it. It names no document that needs ``pipeline``."""
    robot: Any = parsed.root
    description = WorldIR("urdf", element=robot)
    context = UrdfContext(description, robot.name, parsed.read_as, sink, options)
    written = in_text_order(robot, [*robot.link, *robot.joint, *robot.drake_joint, *robot.frame])
    joints: list[AnyJoint] = []
    links, named_joints = context.links, context.joints
    parts: list[tuple[str, str, Any]] = []
    nameless: list[int] = []
    tags: dict[type[Any], str] = {}
    free_types = context.adapter.free_types
    for element in written:
        fields = element.__dict__
        if "drake_ignore" in fields and fields["drake_ignore"] == IGNORED:
            continue
        cls = type(element)
        tag = tags[cls] if cls in tags else tags.setdefault(cls, cls.Meta.name)
        name = element.name
        if tag == "link":
            if links.setdefault(name, element) is not element or not name:
                _report_name(element, links, rules.DUPLICATE_LINK, sink)
        elif tag == "joint":
            if named_joints.setdefault(name, element) is not element or not name:
                _report_name(element, named_joints, rules.DUPLICATE_JOINT, sink)
                if not name and named_joints[name] is not element:
                    nameless.append(len(parts))
            if not free_types or format_enum(element.type) not in free_types:
                joints.append(element)
        parts.append((tag, name, element))
    if nameless:
        _make_names_up(nameless, parts, context)
    if not context.links:
        sink.report(rules.NO_LINK, robot, name=robot.name)
    tree = tree_of(joints, context)
    model = description.add_model(robot.name, canonical_link=None if tree.root == WORLD else tree.root, element=robot)
    model.needs_link = any(name != WORLD for name in context.links)
    _add_parts(robot, parts, tree, context)
    add_constraints(robot, context.scope, description)
    add_collision_groups(robot, context.scope, description)
    add_mimics(joints, context)
    add_actuators(robot, context)
    _check_gazebo(robot, context)
    _check_ros2_control(robot, context)
    _add_sensors(robot, context)
    add_references(description, robot, sink, scope=robot.name)
    return (description,)


def _report_name(element: Any, known: dict[str, Any], rule: Any, sink: Sink) -> None:
    """Reports a name that is empty, or that another element has, the first of several.

    Of links one may go without a name; joints without one are given names.
    """
    name = element.name
    if not name and "name" in vars(element):
        sink.report(rules.EMPTY_NAME, element, attribute="name", what=type(element).Meta.name)
    first = known[name]
    if first is not element and (name or (rule is rules.DUPLICATE_LINK and not refuse_nameless(element, sink))):
        sink.report(rule, element, attribute="name", related=(("first defined here", first),), name=name)


def _make_names_up(nameless: Iterable[int], parts: list[tuple[str, str, Any]], context: UrdfContext) -> None:
    """Gives names to joints without one, all but the first, at these places in ``parts``."""
    number = 2
    for place in nameless:
        tag, _, joint = parts[place]
        if not may_be_nameless(joint, context.sink):
            continue
        while (name := f"_{number}") in context.joints:
            number += 1
        context.joints[name], context.made_up[id(joint)] = joint, name
        parts[place] = (tag, name, joint)


def _add_parts(robot: Robot, parts: Iterable[tuple[str, str, Any]], tree: RobotTree, context: UrdfContext) -> None:
    """Adds links, joints and frames (``parts``: tag, name, element) in document order."""
    shapes = LinkShapes(robot, context)
    connected = {id(joint) for joint in tree.connected}
    named = {frame.name for frame in robot.frame}
    frame_of: dict[str, str] = {}
    for name in context.joints:
        if name in context.links or name in named:
            # The link or frame has the name; the joint's frame stands beside it under another one.
            own = f"{name}__joint__"
            while own in context.links or own in context.joints or own in named:
                own += "_"
            frame_of[name] = own
    frames: dict[str, Frame] = {}
    for tag, name, element in parts:
        if tag == "link":
            if context.links.get(name) is element:
                _add_link(name, element, tree, frame_of, shapes, context)
        elif tag == "joint":
            if id(element) in connected and context.joints[name] is element:
                add_joint(element, frame_of.get(name), context)
            elif context.adapter.checks_loose_joints:
                check_joint(element, context)
        elif tag == "frame":
            _add_frame(element, frames, context)


def _add_link(
    name: str, link: Any, tree: RobotTree, frame_of: dict[str, str], shapes: LinkShapes, context: UrdfContext
) -> None:
    if name == WORLD:
        _add_world(link, shapes, context)
        return
    joint = tree.parent_joint.get(name)
    relative_to = None
    if joint is not None:
        held = joint.name or context.name_of(joint)
        if context.joints[held] is joint and _has_frame(joint, context):
            relative_to = frame_of.get(held, held)
    context.description.add_link(
        name,
        scope=context.scope,
        inertial=inertial_of(link, context),
        visuals=shapes.visuals_of(link),
        collisions=shapes.collisions_of(link),
        relative_to=relative_to,
        element=link,
    )


def _add_world(link: Link, shapes: LinkShapes, context: UrdfContext) -> None:
    context.description.frames.append(
        FrameRecord(make_scoped_name(WORLD, context.scope), "frame", WORLD, WORLD, element=link)
    )
    visuals, collisions = shapes.visuals_of(link), shapes.collisions_of(link)
    if visuals or collisions:
        record = LinkRecord(WORLD, WORLD, InertialRecord(0.0, moments=NO_MOMENTS), visuals, collisions, link)
        context.description.links.append(record)


def _has_frame(joint: AnyJoint, context: UrdfContext) -> bool:
    """Whether a joint is part of the description."""
    kind = format_enum(joint.type)
    return kind in MOTIONS and kind not in context.adapter.free_types


def _add_frame(frame: Frame, frames: dict[str, Frame], context: UrdfContext) -> None:
    name, link = frame.name, frame.link
    outside = link == WORLD and not context.adapter.owns_world_frames
    other = (None if outside else context.links.get(name)) or frames.get(name)
    if other is not None:
        context.sink.report(
            rules.DUPLICATE_FRAME,
            frame,
            attribute="name",
            related=(("first defined here", other),),
            name=name,
            other="link" if name in context.links else "frame",
        )
        return
    frames[name] = frame
    pose = pose_from_rpy(*frame.xyz, *frame.rpy)
    if not name and (link == WORLD or link in context.links):
        # nothing can refer to it, and its name has its finding
        return
    if link == WORLD:
        context.description.frames.append(
            FrameRecord(
                name if outside else make_scoped_name(name, context.scope),
                "frame",
                WORLD,
                WORLD,
                None,
                pose,
                None,
                frame,
                frame,
            )
        )
    elif link in context.links:
        context.description.add_frame(
            name, scope=context.scope, attached_to=link, pose=pose, element=frame, pose_element=frame
        )
    elif link:
        context.sink.report(
            rules.UNKNOWN_FRAME_LINK,
            frame,
            attribute="link",
            name=name,
            reference=link,
            advice=partial(similar, link, context.link_names),
        )


def _check_gazebo(robot: Robot, context: UrdfContext) -> None:
    """Blocks for Gazebo are kept as they are; what they are about has to be there."""
    links, joints = context.links, context.joints
    known = SpellingIndex(chain(links, joints))
    for block in robot.gazebo:
        reference = block.reference
        if reference and reference not in context.links and reference not in context.joints:
            context.sink.report(
                rules.GAZEBO_REFERENCE,
                block,
                attribute="reference",
                reference=reference,
                advice=partial(similar, reference, known),
            )


def _check_ros2_control(robot: Robot, context: UrdfContext) -> None:
    """Hardware components are kept as they are; the joints that they drive have to be there."""
    for component in robot.ros2_control:
        source = component.source_element
        for child in source if source is not None else ():
            reference = child.get("name") if literal_tag(child) == "joint" else None
            if reference and reference not in context.joints:
                context.sink.report(
                    rules.ROS2_CONTROL_JOINT,
                    child,
                    attribute="name",
                    name=component.name,
                    reference=reference,
                    advice=partial(similar, reference, context.joint_names),
                )


def _add_sensors(robot: Robot, context: UrdfContext) -> None:
    """Sensors stand on links; those of a joint measure it and have no place of their own."""
    for sensor in robot.sensor:
        parent = sensor.parent
        if parent.link and parent.link in context.links:
            context.description.attachments.append(
                AttachmentRecord(
                    make_scoped_name(sensor.name, context.scope),
                    "sensor",
                    context.scope,
                    make_scoped_name(parent.link, context.scope),
                    pose_of(sensor.origin, context),
                    element=sensor,
                    pose_element=sensor.origin,
                )
            )
        for what, reference, known, names in (
            ("link", parent.link, context.links, context.link_names),
            ("joint", parent.joint, context.joints, context.joint_names),
        ):
            if reference and reference not in known:
                context.sink.report(
                    rules.SENSOR_PARENT,
                    parent,
                    attribute=what,
                    name=sensor.name,
                    what=what,
                    reference=reference,
                    advice=partial(similar, reference, names),
                )
