"""URDF to SDFormat: the writer makes a model of the description; what that does not hold is carried here."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

from ....runtime.sink import Sink
from ....runtime.values import format_value
from ...document.document import Document, get_parsed
from ...formats.extension_names import SDFORMAT, URDF
from ...formats.registry import FORMATS
from ...ir.scoped_names import WORLD
from ...targets.registry import LIBSDFORMAT
from ..coverage.ledger import NO_EXTENSIONS, Ledger
from ..coverage.tables import loss_reasons
from ..drake_tags import carry
from ..element_builder import append_generic, empty_sdformat
from ..extensions import carry_extensions, write_extensions
from ..round_trip.comments import carry_comments
from ..round_trip.store import store_losses
from ..sdformat_extensions import (
    CANONICAL,
    CHAIN,
    FRAME,
    FULL_NAME,
    PLACEHOLDER_TAG,
    move_frames,
    name_world,
    read_placeholder,
)
from ..targets import NewRoot
from ..to_urdf.chains import split_joints
from ..to_urdf.links import SHOWN
from ..tree_encoder import DRAKE
from ..urdf_extensions import keep_moments, mark_lumped_joints, name_materials, name_parts
from ..workspace import Workspace
from .axes import NO_LIMIT
from .frame_links import replace_frame_links
from .free_names import free_name
from .gazebo_blocks import GazeboBlocks
from .joint_chains import join_chains
from .lumped_links import LinkLumper
from .model_writer import ModelWriter
from .nested_models import list_names, nest_models
from .static_models import drop_world_joints

if TYPE_CHECKING:
    from ...ir.world import WorldIR
    from ..coverage.ledger import UncoveredNode
    from ..targets import ConversionRequest

MASSLESS = "none of its links has mass, and Gazebo makes nothing of such a robot"
NOT_CARRIED = ("drake_joint", "drake_distance_constraint", "drake_surface_velocity_axis")
"""Drake's tags that the description has as joints, and those that Drake refuses in SDFormat."""
"""The namespace of its tags, which is declared where the robot has it."""
OF_ACTUATORS = ("drake_gear_ratio", "drake_rotor_inertia", "drake_controller_gains")


def sdformat_of_robot(doc: Document[Any], description: WorldIR, sink: Sink, wanted: ConversionRequest) -> NewRoot:
    """An SDFormat document of a robot, in the newest version."""
    robot: Any = doc.root
    title = FORMATS["sdformat"].title
    source = get_parsed(doc).source
    ledger = Ledger(robot.source_element, sink, title, inexact=source.inexact)
    root = empty_sdformat()
    if wanted.target.profile is not None and not wanted.target.speaks_drake:
        description = split_joints(description, ledger, wanted.target)
    description = move_frames(join_chains(description, ledger), ledger)
    shown = SHOWN if (wanted.target.profile or "").startswith(LIBSDFORMAT.name) else 1.0
    work = Workspace(format="sdformat", description=description, ledger=ledger, target=wanted.target, shown=shown)
    writer = ModelWriter(work)
    model = writer.model()
    world = name_world(robot)
    if world is None:
        root.model = model
    else:
        root.world.append(work.make("World", name=world, model=[model]))
    _carry(robot, model, writer, ledger)
    lumper = LinkLumper(writer, ledger, robot, wanted.keep) if wanted.lump_fixed else None
    blocks = GazeboBlocks(writer, ledger, wanted, {} if lumper is None else lumper.find_steps(model))
    blocks.apply(robot.source_element, model)
    if wanted.target.profile is None:
        drop_world_joints(model, writer, ledger)
        replace_frame_links(robot, model, writer, ledger)
        nest_models(robot, model, writer, ledger)
    if (
        shown == SHOWN
        and not vars(model).get("static")
        and not any(link.inertial is not None and link.inertial.mass for link in model.link)
    ):
        ledger.report_lost(robot, f"robot {model.name!r}", MASSLESS, stored=False)
    _carry_comments(robot, root, writer)
    if lumper is not None:
        lumper.lump_fixed_links(model, blocks)
    ledger.report_misreadings(robot)
    pairs = (*writer.links, *writer.joints, *writer.frames, *writer.shapes)
    _restore_include(robot, root, model, ledger)
    _drop_loose_joints(robot, model, ledger)
    carry_extensions(
        ((robot, model), (robot, root), *pairs), ledger, SDFORMAT, without=(FRAME, CANONICAL, FULL_NAME, CHAIN)
    )
    extensions, uncovered = NO_EXTENSIONS, list(ledger.find_uncovered())
    if wanted.has_extensions:
        needless = mark_lumped_joints(robot, model)
        idle = (
            each
            for each in ledger.idle
            if not (each.element in needless or _is_no_limit(each) or _is_in_whole(each, ledger))
        )
        # what is left out of what was taken around it is not said there, either
        kept = (each for each in uncovered if each.attribute is not None or not ledger.is_rejected(each.element))
        extensions = write_extensions([*kept, *idle], ((robot, model), *pairs), URDF)
        name_materials(writer.shapes)
        name_parts((*writer.links, *writer.joints))
        for element, made in writer.corrected_inertials:
            keep_moments(element, made)
    store_losses(model, ledger, loss_reasons("urdf", "sdformat"), wanted.keep, extensions, uncovered)
    return NewRoot(root, source.mentions(DRAKE), pairs, extensions=SDFORMAT)


def _restore_include(robot: Any, root: Any, model: Any, ledger: Ledger) -> None:
    """Puts the include that a robot stands for into the place of its model, which stays where it is."""
    ledger.mark_subtree(robot.source_element.find(PLACEHOLDER_TAG))
    include = read_placeholder(robot)
    if include is None:
        return
    copy = deepcopy(include)
    written = copy.find("pose")
    pose = None if model.pose is None else model.pose.value
    if written is not None and pose is not None:
        written.text = format_value(pose)
    for holder in root.world or (root,):
        append_generic(holder, copy)
        holder.model = [] if root.world else None
    ledger.report_representation(robot, "the include that it stands for")


def _drop_loose_joints(robot: Any, model: Any, ledger: Ledger) -> None:
    """Leaves out joints of SDFormat that a robot has under its names, where one of their ends is gone."""
    known = {WORLD, *list_names(model)}
    for joint in robot.source_element.iterchildren(SDFORMAT.qualify("joint")):
        ends = {(joint.findtext(tag) or "").strip() for tag in ("parent", "child")}
        if missing := sorted(ends - known):
            ledger.mark_subtree(joint)
            ledger.report_lost(joint, None, f"there is no {missing[0]!r} any more", stored=False)


def _is_in_whole(idle: UncoveredNode, ledger: Ledger) -> bool:
    """Whether something is inside of what has its place as a whole."""
    return any(map(ledger.is_subtree_covered, idle.element.iterancestors()))


def _is_no_limit(idle: UncoveredNode) -> bool:
    """Whether an attribute is a number so large that it says that there is no limit, as SDFormat does without it."""
    try:
        return idle.attribute is not None and abs(float(idle.element.get(idle.attribute, ""))) >= NO_LIMIT
    except ValueError:
        return False


def _carry(robot: Any, model: Any, writer: ModelWriter, ledger: Ledger) -> None:
    """Carries what only the typed document has: Drake's tags, definitions of materials."""
    carry(robot, model, ledger, without=NOT_CARRIED)
    _rename_groups(robot, model, ledger)
    for pairs in (writer.links, writer.shapes):
        for element, made in pairs:
            carry(element, made, ledger, without=NOT_CARRIED)
    for link in robot.link:
        if link.name == WORLD:
            ledger.mark(link, "name")
            ledger.report_representation(link, "the world, which is there without a link")
    used = {written.name for written in writer.materials}
    taking = writer.work.takings.of(robot)
    for material in robot.material:
        if material.name in used:
            taking.material(material)
        else:
            ledger.without_effect(material, "no visual uses it")
    for transmission in robot.transmission:
        _carry_actuators(transmission, writer, ledger)


def _rename_groups(robot: Any, model: Any, ledger: Ledger) -> None:
    """Groups for collision filters may not have the name of anything else in a model."""
    groups = vars(model).get("drake_collision_filter_group", ())
    taken = {each.name for field in ("link", "joint", "frame", "drake_joint") for each in vars(model).get(field, ())}
    names = {group.name for group in groups}
    new: dict[str, str] = {}
    for name in sorted(names & taken):
        new[name] = free_name(f"{name}_group", taken | names, 2)
        names.add(new[name])
    for group, element in zip(groups, robot.drake_collision_filter_group):
        if group.name in new:
            group.name = new[group.name]
            ledger.report_representation(
                element, f"group {group.name!r}: SDFormat takes each name once", attribute="name"
            )
        for field in ("drake_member_group", "drake_ignored_collision_filter_group"):
            if field in vars(group):
                setattr(group, field, [new.get(name, name) for name in vars(group)[field]])


def _carry_actuators(transmission: Any, writer: ModelWriter, ledger: Ledger) -> None:
    """Drake's numbers of the motor of a joint stand with the joint in SDFormat."""
    joints = [joint for each in transmission.joint if (joint := writer.joint_named(each.name)) is not None]
    for actuator in transmission.actuator if len(joints) == 1 else ():
        written = [field for field in OF_ACTUATORS if vars(actuator).get(field) is not None]
        if written:
            ledger.mark(transmission)
            ledger.mark(actuator)
            carry(actuator, joints[0], ledger)


def _carry_comments(robot: Any, root: Any, writer: ModelWriter) -> None:
    made = (
        (block, writer.link_named(block.reference) or writer.joint_named(block.reference)) for block in robot.gazebo
    )
    blocks = [(block, target) for block, target in made if target is not None]
    pairs = [(robot, root), *writer.links, *writer.joints, *writer.shapes, *writer.frames, *blocks]
    carry_comments(pairs, robot.source_element)
