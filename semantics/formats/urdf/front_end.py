"""Front end of URDF: a robot becomes one model of an implicit world.

A link called ``world`` is the world itself: joints that name it as their parent are joined to the root frame. The
robot's own name for it, ``robot::world``, is a frame that is fixed there.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from ....diagnostics import rules
from ....runtime.source import literal_tag
from ....runtime.spelling import SpellingIndex
from ...core.bindings import bindings_of, versions_of
from ...core.parsed import ParsedDocument, Pipeline
from ...ir.frames import AttachmentRecord, FrameRecord
from ...ir.links import InertialRecord
from ...ir.scoped_names import WORLD, joint_frame_name, make_scoped_name
from ...ir.world import WorldIR
from ...spatial.raw_pose import pose_from_rpy
from ..drake.tags import add_collision_groups, add_constraints
from ..leniency import refuse_nameless
from ..text_order import in_text_order
from ..tokens import format_enum
from ..tree_decoder import decode_tree
from ..unknown_parts import add_references
from ..xacro import SHARED, report_xacro
from .context import UrdfContext, pose_of
from .joints import MOTIONS, add_joint, add_mimics, check_joint
from .shapes import LinkShapes
from .tree import tree_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lxml.etree import _Element

    from ....runtime.sink import Sink
    from ....runtime.source import Numbering, Source
    from ....urdf.newest import Frame, Link, Robot
    from ...core.options import Options
    from .context import AnyJoint
    from .tree import RobotTree

NO_MOMENTS = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


def decode(
    tree: _Element, source: Source, sink: Sink, options: Options, place: Numbering | None
) -> ParsedDocument[Robot]:
    """See ``Format.decode``."""
    report_xacro(tree, source, sink, is_kept=place is None)
    written = tree.get("version")
    known = versions_of("urdf")
    version = (written or "1.0").strip()
    if version not in known:
        version = max(known)
        about: dict[str, Any] = {"format": "URDF", "written": written, "read_as": version, "known": ", ".join(known)}
        sink.report(rules.VERSION_UNKNOWN, tree, attribute="version", **about)
    newest = bindings_of("urdf", package=options.bindings)
    own = bindings_of("urdf", version)
    if not newest.extensions:
        root: Robot = decode_tree(partial(own.decode, into=newest, newest=newest), tree, source, sink, place)
    else:
        own.decode(tree, sink, newest=newest)
        root = newest.decode(tree, sink, silent=True)
    return ParsedDocument(format="urdf", version=written or "1.0", read_as=version, root=root, source=source)


def describe(parsed: ParsedDocument[Robot], sink: Sink, options: Options, pipeline: Pipeline) -> tuple[WorldIR, ...]:
    """The robot as one description; reports what is wrong with it. It names no document that needs ``pipeline``."""
    robot: Any = parsed.root
    description = WorldIR("urdf", element=robot)
    context = UrdfContext(description, robot.name, parsed.read_as, sink, options)
    joints: list[AnyJoint] = []
    parts: list[tuple[str, str, Any]] = []
    nameless: list[int] = []
    named: dict[str, dict[str, Any]] = {"link": context.links, "joint": context.joints}
    for element in in_text_order(robot, [*robot.link, *robot.joint, *robot.drake_joint, *robot.frame]):
        fields = element.__dict__
        if "drake_ignore" in fields and fields["drake_ignore"] == "true":
            continue
        tag, name = type(element).Meta.name, element.name
        known = named.get(tag)
        if known is not None and (known.setdefault(name, element) is not element or not name):
            _report_name(element, known[name], tag, context)
            if tag == "joint" and not name and known[name] is not element:
                nameless.append(len(parts))
        if tag == "joint" and format_enum(element.type) not in context.adapter.free_types:
            joints.append(element)
        parts.append((tag, name, element))
    if nameless:
        _make_names_up(nameless, parts, context)
    if not context.links and options.target is None and _is_part(robot):
        # its name, and the links that it speaks of, are those of the robots that include it
        sink.drop(sink.about(robot, rules.MISSING_ATTRIBUTE))
        sink.absent.add("")
    elif not context.links:
        sink.report(rules.NO_LINK, robot, name=robot.name)
    tree = tree_of(joints, context)
    model = description.add_model(robot.name, canonical_link=None if tree.root == WORLD else tree.root, element=robot)
    model.needs_link = any(name != WORLD for name in context.links)
    _add_parts(robot, parts, tree, context)
    add_constraints(robot, context.scope, description)
    add_collision_groups(robot, context.scope, description)
    add_mimics(joints, context)
    # most robots have none of these parts, and no use for the modules that read them
    if robot.transmission:
        from .transmissions import add_actuators

        add_actuators(robot, context)
    _check_gazebo(robot, context)
    if robot.ros2_control:
        from .ros2_control import check_ros2_control

        check_ros2_control(robot, context)
    if robot.mujoco:
        from .mujoco_block import check_mujoco_blocks

        check_mujoco_blocks(robot, parsed.source, sink)
    _add_sensors(robot, context)
    add_references(description, robot, sink, scope=robot.name)
    # findings are worded later, and the collector would have to walk through all that they hold on to
    context.link_names.let_go()
    context.joint_names.let_go()
    return (description,)


def _is_part(robot: Robot) -> bool:
    """Whether a document only has what robots share, and is there to be included by those: no robot at all."""
    there = robot.source_element
    tags = set() if there is None else {literal_tag(child) for child in there if isinstance(child.tag, str)}
    return bool(tags) and tags <= SHARED


def _report_name(element: Any, first: Any, tag: str, context: UrdfContext) -> None:
    """Reports a name that is empty or that ``first`` has. Of links one may lack a name; joints without one get names."""
    name, sink = element.name, context.sink
    if not name and "name" in vars(element):
        sink.report(rules.EMPTY_NAME, element, attribute="name", what=tag)
    if first is not element and (name or (tag == "link" and not refuse_nameless(element, sink))):
        rule = rules.DUPLICATE_LINK if tag == "link" else rules.DUPLICATE_JOINT
        context.report_duplicate(rule, element, first, name=name)


def _make_names_up(nameless: Iterable[int], parts: list[tuple[str, str, Any]], context: UrdfContext) -> None:
    """Gives names to joints without one, all but the first, at these places in ``parts``."""
    number = 2
    for place in nameless:
        tag, _, joint = parts[place]
        # where it is an error that a joint has no name, it gets none
        if context.sink.forgive(rules.EMPTY_NAME, joint, "@name") is None:
            continue
        while (name := f"_{number}") in context.joints:
            number += 1
        context.joints[name], context.made_up[id(joint)] = joint, name
        parts[place] = (tag, name, joint)


def _add_parts(robot: Robot, parts: Iterable[tuple[str, str, Any]], tree: RobotTree, context: UrdfContext) -> None:
    """Adds links, joints and frames (``parts``: tag, name, element) in document order."""
    shapes = LinkShapes(robot, context)
    connected = {id(joint) for joint in tree.connected}
    others = {*context.links, *(frame.name for frame in robot.frame)}
    taken = {*others, *context.joints}
    # the frame of a joint whose name a link or frame has gets another one
    frame_of = {name: joint_frame_name(name, taken) for name in context.joints if name in others}
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
    description = context.description
    visuals, seen = shapes.shapes_of(link, "visual")
    collisions, touched = shapes.shapes_of(link, "collision")
    geometries = [*seen, *touched]
    if name == WORLD:
        full = make_scoped_name(WORLD, context.scope)
        description.frames.append(FrameRecord(full, "frame", WORLD, WORLD, element=link))
        if geometries:
            world = description.add_world_link(visuals=visuals, collisions=collisions, element=link)
            world.geometries = geometries
        return
    joint = tree.parent_joint.get(name)
    relative_to = None
    if joint is not None:
        held = joint.name or context.name_of(joint)
        kind = format_enum(joint.type)
        is_described = kind in MOTIONS and kind not in context.adapter.free_types
        if context.joints[held] is joint and is_described:
            relative_to = frame_of.get(held, held)
    record = description.add_link(
        name,
        scope=context.scope,
        inertial=_inertial_of(link, context),
        visuals=visuals,
        collisions=collisions,
        relative_to=relative_to,
        element=link,
    )
    record.geometries = geometries


def _add_frame(frame: Frame, frames: dict[str, Frame], context: UrdfContext) -> None:
    name, link, is_on_world = frame.name, frame.link, frame.link == WORLD
    outside = is_on_world and not context.adapter.owns_world_frames
    other = (None if outside else context.links.get(name)) or frames.get(name)
    if other is not None:
        what = "link" if name in context.links else "frame"
        context.report_duplicate(rules.DUPLICATE_FRAME, frame, other, name=name, other=what)
        return
    frames[name] = frame
    if not (is_on_world or link in context.links):
        if link:
            context.report_unknown(rules.UNKNOWN_FRAME_LINK, frame, "link", link, context.link_names, name=name)
    elif name:  # otherwise nothing can refer to it, and its name has its finding
        full = name if outside else make_scoped_name(name, context.scope)
        scope = WORLD if is_on_world else context.scope
        pose = pose_from_rpy(*frame.xyz, *frame.rpy)
        context.description.frames.append(
            FrameRecord(full, "frame", scope, link, None, pose, element=frame, pose_element=frame)
        )


def _check_gazebo(robot: Robot, context: UrdfContext) -> None:
    """Blocks for Gazebo are kept as they are; what they are about has to be there."""
    links, joints = context.links, context.joints
    known = SpellingIndex([*links, *joints])
    for block in robot.gazebo:
        reference = block.reference
        if reference and reference not in links and reference not in joints:
            context.report_unknown(rules.GAZEBO_REFERENCE, block, "reference", reference, known)


def _add_sensors(robot: Robot, context: UrdfContext) -> None:
    """Sensors are on links; those of a joint measure it and have no place of their own."""
    scope = context.scope
    for sensor in robot.sensor:
        parent, origin = sensor.parent, sensor.origin
        if parent.link and parent.link in context.links:
            name, link = make_scoped_name(sensor.name, scope), make_scoped_name(parent.link, scope)
            pose = pose_of(origin, context)
            context.description.attachments.append(
                AttachmentRecord(name, "sensor", scope, link, pose, element=sensor, pose_element=origin)
            )
        for what, reference, known, names in (
            ("link", parent.link, context.links, context.link_names),
            ("joint", parent.joint, context.joints, context.joint_names),
        ):
            if reference and reference not in known:
                context.report_unknown(rules.SENSOR_PARENT, parent, what, reference, names, name=sensor.name, what=what)


def _inertial_of(link: Link, context: UrdfContext) -> InertialRecord:
    """Mass properties of a link; one without ``inertial`` has no mass."""
    inertial = link.inertial
    if inertial is None:
        return InertialRecord(mass=0.0, moments=NO_MOMENTS)
    mass, inertia = inertial.mass.value, inertial.inertia
    moments = (inertia.ixx, inertia.iyy, inertia.izz, inertia.ixy, inertia.ixz, inertia.iyz)
    return InertialRecord(mass, pose_of(inertial.origin, context), None, moments, inertial)
