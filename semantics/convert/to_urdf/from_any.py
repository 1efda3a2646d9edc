"""Other formats to URDF: the writer makes a robot of the description; what that does not hold is carried here."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from ....runtime.element import Element
from ....runtime.sink import Sink
from ....runtime.source import literal_tag
from ...compose.transplant import folder_of
from ...document.document import Document, get_options, get_parsed
from ...formats.extension_names import SPACES, URDF
from ...formats.mjcf.mesh_fitness import MeshFiles
from ...formats.registry import FORMATS
from ...frames.graph import ROOT
from ...ir.scoped_names import SEPARATOR, WORLD
from ..coverage.ledger import NAMESPACE, NO_EXTENSIONS, Ledger, UncoveredNode, describe_node, xml_of
from ..coverage.markers import BY_ROOT, is_no_limit
from ..coverage.tables import loss_reasons
from ..extensions import carry_extensions, write_extensions
from ..mocap_links import hold_mocap_links
from ..moved_zeros import move_zeros
from ..round_trip.comments import carry_comments
from ..round_trip.store import store_losses
from ..sdformat_extensions import (
    CANONICAL,
    ModelFrame,
    can_move_frames,
    write_ambient,
    write_chain,
    write_frame,
    write_full_name,
    write_model_frame,
    write_placeholder,
)
from ..split_models import select_model
from ..targets import NewRoot
from ..tree_encoder import DRAKE
from ..urdf_extensions import FIXED_JOINTS, are_joints_lumped
from ..workspace import RobotWorkspace
from .blocks import BlockWriter
from .relations import add_actuators, add_mimics
from .tags import add_friction, carry_drakes
from .writer import RobotWriter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element

    from ...ir.frames import ModelRecord
    from ...ir.world import WorldIR
    from ..targets import ConversionRequest

MOST_NAMED = 10
"""How many models are named in an error."""
FIRST = "1.0"
"""The version of robots that name none."""
MASSLESS = "none of its links has mass, and Gazebo makes nothing of such a robot"
READ = ("link", "joint", "material", "gazebo")
"""What Gazebo's converter reads of a robot."""
OF_INCLUDES = {"uri": "what the file holds", "name": "the beginning of the names of what stands in it"}
"""What becomes of parts of an include."""


def robot_of(doc: Document[Any], description: WorldIR, sink: Sink, wanted: ConversionRequest) -> NewRoot:
    """A robot of a document with one.

    Raises:
        ValueError: there is not one robot in the document.
    """
    scope, model = _one_model(description, wanted.model)
    whole = description
    version = wanted.version or FIRST
    ledger = Ledger(doc.root.source_element, sink, FORMATS["urdf"].title)
    description = move_zeros(hold_mocap_links(select_model(description, scope), ledger), ledger)
    for root in _roots(description):
        if literal_tag(root) in BY_ROOT:  # a model that stands for one that could not be had is in no document
            ledger.add_root(root)
    of_directives = any(not isinstance(each.element, Element) for each in description.collision_groups)
    has_drake = wanted.target.speaks_drake or of_directives or get_parsed(doc).source.mentions(DRAKE)
    work = RobotWorkspace(
        description=description,
        scope=scope,
        ledger=ledger,
        target=wanted.target,
        version=version,
        has_drake=has_drake,
        folder=folder_of(doc),
        meshes=MeshFiles(get_options(doc), sink) if wanted.target.needs_volume else None,
    )
    writer = RobotWriter(work)
    robot = writer.work.make("Robot", name=_name(doc, model, scope), version=None if version == FIRST else version)
    if scope == WORLD and writer.tree.count_parts() > 1:
        raise ValueError(_several([each for each in description.models if each.scope == WORLD]))
    is_empty = model.static and len(description.models) == 1  # as a robot without links becomes
    if not writer.tree.bodies and not is_empty and not get_parsed(doc).source.mentions(NAMESPACE):
        raise ValueError("a robot has a rigid link, and there is none in the document")
    if wanted.target.is_gazebo and not writer.tree.bodies:
        raise ValueError(
            "Gazebo reads no robot without a link that the world is not, and there is none in the document"
        )
    if wanted.target.is_gazebo and writer.needs_floating():
        raise ValueError("Gazebo reads no robot with links that are free of each other; there are several here")
    include = _find_missing_include(description, model)
    if include is not None:
        ledger.mark_rejected(include, "the file that it names is not there")
    _mark_surroundings(doc.root.source_element, description, writer, ledger)
    for world in doc.root.source_element.iterchildren("world") if scope == WORLD else ():
        ledger.report_representation(world, f"robot {robot.name!r}")
    writer.write(robot)
    if not robot.link:
        robot.link.append(writer.work.make("Link", name=WORLD))  # there is no robot without links
    if wanted.target.is_gazebo and not writer.is_static and not any(each.inertial for each in robot.link):
        ledger.report_lost(model.element, f"robot {robot.name!r}", MASSLESS, stored=False)
    add_mimics(writer)
    if wanted.target.speaks_drake:
        add_actuators(robot, writer)
    carry_drakes(robot, writer)
    if wanted.target.speaks_drake:
        add_friction(writer)
    tops = [(doc.root, robot), *((each.element, robot) for each in description.models)]
    pairs = (*writer.links, *writer.joints, *writer.frames, *writer.shapes, *writer.beside)
    carry_extensions((*tops, *pairs), ledger, URDF, without=(FIXED_JOINTS,))
    blocks = BlockWriter(writer)
    _write_blocks(description, scope, model, writer, blocks, ledger)
    blocks.keep_fixed_joints(robot, are_lumped=are_joints_lumped(model.element, ledger))
    blocks.name_shapes(robot)
    blocks.write(robot)
    carry_comments((*tops, *writer.links, *writer.joints, *writer.shapes, *writer.frames), doc.root.source_element)
    if wanted.target.is_held:
        robot.mujoco.append(_for_mujoco(writer))
    ledger.report_misreadings(doc.root)
    _report_unread(whole, ledger, wanted.keep)
    extensions = NO_EXTENSIONS
    space = SPACES.get(doc.format)
    if wanted.has_extensions and space is not None:
        worlds = [UncoveredNode(each, "name") for each in doc.root.source_element.iterchildren("world")]
        idle = (each for each in ledger.idle if not is_no_limit(each.element))
        uncovered = (*worlds, *ledger.find_uncovered(), *idle)
        left = [each for each in uncovered if each.element is not include and each.attribute != "canonical_link"]
        if wanted.model is not None:
            left = [each for each in left if not _is_around(each.element, doc.root.source_element, model)]
        extensions = write_extensions(left, ((doc.root, robot), (model.element, robot), *pairs), space)
        if include is not None:
            extensions = {**extensions, UncoveredNode(include, None): write_placeholder(robot, include)}
        for visual, shown in writer.shapes:
            if (material := xml_of(visual).find("material")) is not None and not ledger.is_subtree_covered(material):
                write_ambient(shown, material)
        _write_nesting(robot, description, writer)
        if can_move_frames(description):
            for link in description.links:
                if link.name != WORLD and (made := writer.link_named(link.name)) is not None:
                    write_frame(made, writer.shift(writer.work.graph.index[link.name]))
    store_losses(robot, ledger, loss_reasons(doc.format, "urdf"), wanted.keep, extensions)
    return NewRoot(robot, has_drake, pairs, extensions=URDF)


def _one_model(description: WorldIR, wanted: str | None) -> tuple[str, ModelRecord]:
    """The scope of the robot, and its model, the first of several.

    Of several models that nothing joins the one that is wanted is the robot, or else the one that moves.
    """
    tops = [model for model in description.models if model.scope == WORLD]
    if not tops:
        raise ValueError("there is no model in the document")
    if wanted is not None:
        for model in tops:
            if model.name == wanted:
                return model.name, model
        raise ValueError(f"there is no model {wanted!r} in the document; there are {_names(tops)}")
    if any(joint.scope == WORLD for joint in description.joints):
        return WORLD, tops[0]
    moving = [model for model in tops if not model.static and model.properties.get("mobile", True)]
    found = tops if len(tops) == 1 else moving
    if len(found) != 1:
        raise ValueError(_several(moving or tops))
    return found[0].name, found[0]


def _several(models: list[ModelRecord]) -> str:
    return f"a robot is one model, and there are several here: {_names(models)}; name the one that is meant with --model (model=)"


def _names(models: list[ModelRecord]) -> str:
    named = [model.name for model in models[:MOST_NAMED]]
    more = [f"{len(models) - MOST_NAMED} more"] if len(models) > MOST_NAMED else []
    return ", ".join([*named, *more])


def _name(doc: Document[Any], model: ModelRecord, scope: str) -> str:
    if scope != WORLD:
        return model.name.rpartition(SEPARATOR)[2]
    return "robot" if doc.path is None else PurePath(doc.path).name.partition(".")[0]


def _report_unread(description: WorldIR, ledger: Ledger, stored: bool) -> None:
    """Reports what is in an included robot (URDF), and not in what Gazebo's converter makes of it, which is included."""
    read = set(_roots(description))
    for source in description.sources:
        root = source.root
        if root is None or literal_tag(root) != "robot" or root in read:
            continue
        for part in root.iterchildren("*"):
            if literal_tag(part) not in READ:
                ledger.report_lost(
                    part,
                    describe_node(part, None),
                    "Gazebo's converter, by which it is included, passes over it",
                    stored,
                )


def _find_missing_include(description: WorldIR, model: ModelRecord) -> _Element | None:
    """The include of a model that could not be had; None for one that is there."""
    if model.placeholder_uri is None:
        return None
    element: Any = next(frame.element for frame in description.frames if frame.name == model.name)
    there = xml_of(element)
    return there if there is not None and literal_tag(there) == "include" else None


def _is_around(element: _Element, root: _Element, model: ModelRecord) -> bool:
    """Whether something is beside the model in its document: who picks one of several models wants that alone."""
    if element.getroottree().getroot() is not root:
        return False
    place: Any = model.element
    own = xml_of(place)
    return element is not own and own not in element.iterancestors()


def _is_in(name: str, scope: str) -> bool:
    """Whether a full name is that of a model, or of something in it."""
    return scope == WORLD or name == scope or name.startswith(scope + SEPARATOR)


def _roots(description: WorldIR) -> Iterator[_Element]:
    """Of all documents that the records were read from, some of them more than once."""
    records: list[Any] = [*description.links, *description.joints, *description.models]
    for each in records:
        element: Any = each.element
        there = xml_of(element)
        if there is not None:
            yield there.getroottree().getroot()


def _mark_surroundings(root: _Element, description: WorldIR, writer: RobotWriter, ledger: Ledger) -> None:
    """Takes what stands around models, and includes, which are resolved."""
    for root_of in {root: None, **dict.fromkeys(_roots(description))}:
        ledger.mark(root_of, "version")
        writer.work.takings.of(root_of).mark("document", root_of)
        for world in root_of.iterchildren("world"):
            ledger.mark(world)
    writer.work.resolve("resolved")
    for frame in description.frames:
        element: Any = frame.element
        if _is_in(frame.name, writer.work.scope) and isinstance(element, Element):
            there = xml_of(element)
            if there is not None and literal_tag(there) == "include" and not ledger.is_rejected(there):
                ledger.mark(there, *there.attrib)
                for child in there:
                    if literal_tag(child) != "plugin":
                        ledger.mark_subtree(child)
                    if literal_tag(child) in OF_INCLUDES:
                        ledger.report_representation(child, OF_INCLUDES[literal_tag(child)])
                    for part in child.iter("*") if literal_tag(child) == "experimental:params" else ():
                        ledger.report_representation(part, "what it makes of the model that the file holds")
                ledger.report_representation(there, "what the file holds, under names of its own")


def _write_blocks(
    description: WorldIR, scope: str, model: ModelRecord, writer: RobotWriter, blocks: BlockWriter, ledger: Ledger
) -> None:
    blocks.pose_of(description.attachments)
    for record in description.models:
        element: Any = record.element
        if not isinstance(element, Element):
            continue
        writer.work.takings.of(element).model(record)
        if record.static:
            for child in _find_children(element, "static"):
                if writer.is_static:
                    blocks.add_setting("", "static", "true", child)
                else:
                    ledger.report_representation(child, "a link that is fixed to the world")
                    ledger.mark_subtree(child)
                    if record.name == scope and writer.tree.bodies and writer.work.target.reads_blocks:
                        blocks.add_setting("", "static", "true", child)  # by which the way back knows it
        for child in _find_children(element, "pose", "static", "transformation"):
            if writer.tree.bodies or literal_tag(child) == "static":
                ledger.mark_subtree(child)
            else:
                ledger.without_effect(child, "no link stands there")
        ledger.mark(element, "placement_frame")
        if vars(element).get("placement_frame"):
            ledger.report_representation(element, "a part of where its links are", attribute="placement_frame")
        if record.name != scope:
            ledger.report_representation(element, "nothing but the beginning of the names of what stands in it")
        if element.source_element is not None and literal_tag(element.source_element) == "model":
            blocks.model(element, record.name)
    roots = writer.tree.roots
    if len(roots) == 1 and not writer.is_held(roots[0]):
        pose, _ = writer.work.places.compute_pose(roots[0], ROOT)
        blocks.place_model(_find_children(model.element, "pose", "transformation"), pose)
    records = {id(each.element): each for each in reversed(description.links)}
    for element, link in writer.links:
        if not isinstance(element, Element) or element.source_element is None:
            continue
        if literal_tag(element.source_element) == "link":
            found = records[id(element)]
            blocks.link(element, link.name, writer.shift(writer.work.graph.index[found.name]), found.scope)
    for record_of_link in description.links:
        link = writer.link_named(record_of_link.name)
        if link is not None and record_of_link.properties.get("gravity") is False:
            for child in _find_children(record_of_link.element, "gravity"):
                blocks.add_setting(link.name, "turnGravityOff", "true", child)
    for record_of_joint in description.joints:
        element = record_of_joint.element
        joint = writer.joint_named(record_of_joint.name)
        if joint is not None and isinstance(element, Element) and hasattr(element, "sensor"):
            blocks.joint(element, joint.name, record_of_joint.scope)
        elif joint is not None and record_of_joint.axes and record_of_joint.axes[0].stiffness:
            axis = record_of_joint.axes[0]
            blocks.spring(joint.name, axis.stiffness, axis.rest_position)
            writer.work.takings.of(element).springs(record_of_joint)


def _find_usual_link(robot: Any, writer: RobotWriter) -> str | None:
    """The link that the frame of a robot moves with as a matter of course."""
    own = [link.name for link in robot.link if link.name != WORLD]
    if writer.tree.roots and len(own) == len(robot.link):
        return writer.work.names.link[writer.work.graph.records[writer.tree.roots[0]].name]
    return next(iter(own), None)


def _write_nesting(robot: Any, description: WorldIR, writer: RobotWriter) -> None:
    """Says what was in nested models, where the frames of these are, and which joints are chains."""
    names, graph = writer.work.names, writer.work.graph
    for record in description.joints:
        if record.name in writer.chains:
            write_chain(writer.chains[record.name], names.inner(record.name), record.type)
    links = {link.name: link for link in robot.link}
    usual = _find_usual_link(robot, writer)
    for frame in description.frames:
        if not _is_in(frame.name, writer.work.scope):
            continue
        inner = names.inner(frame.name)
        if frame.kind == "joint":
            made = writer.joint_named(frame.name)
        else:
            made = links.get(names.link.get(frame.name, ""))
        if frame.kind == "model":
            placed = writer.find_place(graph.index[frame.name])
            if placed is not None and frame.name != writer.work.scope:
                write_model_frame(robot, ModelFrame(inner, *placed))
            elif placed is not None and placed[0] != usual:
                canonical = graph.records[graph.body[graph.index[frame.name]]].name
                robot.any_attributes[CANONICAL] = names.inner(canonical)
        elif made is not None:
            write_full_name(made, inner)


def _find_children(element: Any, *tags: str) -> list[_Element]:
    there = element.source_element if isinstance(element, Element) else None
    return [] if there is None else list(there.iterchildren(*tags))


def _for_mujoco(writer: RobotWriter) -> Any:
    """What makes MuJoCo keep bodies that are fixed to each other, and what is only seen."""
    from xsdata.formats.dataclass.models.generics import AnyElement

    said = {"fusestatic": "false", "discardvisual": "false", "strippath": "false"}
    made = writer.work.make("Mujoco")
    made.any_elements.append(AnyElement(qname="compiler", text="", attributes=said, children=[]))
    return made
