"""A description as Drake builds it, where that differs from what the format says.

Applied to the descriptions of SDFormat documents when Drake is asked for; what Drake does otherwise in URDF is in the
front end. Links that cannot have their inertia become balls of water, links of static models are welded to the world,
deformable links are no rigid bodies, joints belong to the model of their child.
"""

from __future__ import annotations

from math import inf, isfinite, pi, sqrt
from typing import TYPE_CHECKING, Any

from ....diagnostics import rules
from ....diagnostics.records import replace
from ....runtime.forbidden_xml import REPLACED, unescape_attribute
from ...formats.drake.tags import stands_unread
from ...frames import graph as frame_graph
from ...frames.graph import NO_INDEX, ROOT
from ...ir.constraints import MimicRecord
from ...ir.frames import FrameRecord
from ...ir.geometry import Plane
from ...ir.graph_search import DisjointSets
from ...ir.joints import JointRecord, Motion
from ...ir.scoped_names import SEPARATOR, WORLD, make_scoped_name
from ...ir.source_ref import format_of
from ...kinematics.connections import Connections
from ...kinematics.coordinates import COUNT
from ...spatial.inertia import DRAKE_SCALE, find_inertia_fault, find_libsdformat_fault
from ...spatial.raw_pose import IDENTITY, NO_ROTATION, RawPose, compose, pose_from_matrix, unit
from ..written_values import find_written_value
from .mjcf import as_drake_reads

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ....runtime.sink import Sink
    from ...ir.links import LinkRecord
    from ...ir.world import WorldIR
    from ...kinematics.connections import Connection
    from ...spatial.inertia import Moments
    from ...spatial.raw_pose import Vector

BLANKS = " \t"
"""What Drake takes off the ends of a name. Line ends are part of it, and so is every other blank."""
EDGES = BLANKS + "\n"
"""What is taken off in SDFormat: libsdformat, which reads the name first, takes line ends off."""
DENSITY = 1000.0
"""Of water, kg/m³."""


def as_drake_builds(description: WorldIR, sink: Sink) -> None:
    """Changes the description of a document into what Drake makes of it; reports what it replaces."""
    if description.format == "urdf":
        for link in description.links:
            _replace_inertia(link)  # what is wrong with it has been reported
    if description.format == "mjcf":
        as_drake_reads(description, sink)
    if description.format != "sdformat":
        return
    for model in description.models:
        # models in static ones move unless they are static themselves
        if model.static and is_sdformat(model.element) and not getattr(model.element, "static", True):
            model.static = model.needs_link = False
    _drop_deformable_links(description, sink)
    for link in description.links:
        if is_sdformat(link.element):
            _replace_unusable_inertia(link, sink)
        for shape in (*link.visuals, *link.collisions) if _has_other_shapes(link) else ():
            shape.name = trim_name(shape.name, shape.element, sink)
            if isinstance(shape.geometry, Plane):
                shape.pose = compose(shape.pose, _along(shape.geometry.normal))
    may_be_tagged = sink.mentions("drake:")
    for joint in description.joints:
        if is_sdformat(joint.element):
            _limit(joint, may_be_tagged=may_be_tagged)
    _drop_idle_mimics(description)
    if _stay_in_models(description):
        return
    if not description.joints:
        _weld_static(description, (), frame_graph.index_names(description.frames))
        return
    graph = frame_graph.build(description)
    connections = Connections(description, graph)
    _name_by_child(description, graph.records, connections)
    _weld_static(description, connections, graph.index)


def _stay_in_models(description: WorldIR) -> bool:
    """Whether each joint is in the model of what it connects, and no model is static: then none is named otherwise, and none welded.

    So it is where no model is in another and no joint in the world, which takes a fraction of a graph of the frames to see.
    """
    if any(model.static for model in description.models) or any(joint.scope == WORLD for joint in description.joints):
        return False
    around = {(frame.scope, frame.name.rpartition(SEPARATOR)[0]) for frame in description.frames}
    around.update([(joint.scope, joint.name.rpartition(SEPARATOR)[0]) for joint in description.joints])
    return all(holder == ("" if scope == WORLD else scope) and SEPARATOR not in scope for scope, holder in around)


def _has_other_shapes(link: LinkRecord) -> bool:
    """Whether Drake may call a shape otherwise, or turn it: others are made when they are needed."""
    if not is_sdformat(link.element):
        return True
    written = vars(link.element)
    return any(
        "plane" in vars(shape.geometry) or REPLACED in shape.name or shape.name != shape.name.strip(EDGES)
        for kind in ("visual", "collision")
        for shape in written.get(kind, ())
    )


def as_interface(description: WorldIR) -> None:
    """Changes a URDF description into what SDFormat sees of it where Drake includes it.

    Drake reports where links are before the joints have put them there: all are in the model's origin, and whatever is
    posed relative to them goes by that. The joints then move them, with what is attached to them.
    """
    links = {link.name for link in description.links}
    joints = {joint.frame or joint.name: joint for joint in description.joints}
    added: list[FrameRecord] = []
    for frame in description.frames:
        if frame.name in links:
            frame.relative_to, frame.pose = None, IDENTITY
        joint = joints.get(frame.name)
        if joint is None or frame.kind != "joint":
            continue
        plain = joint.name.rpartition(SEPARATOR)[2]
        name = f"{plain}_parent"
        while any(f"{joint.scope}{SEPARATOR}{name}" == other.name for other in (*description.frames, *added)):
            name += "_"
        relative_to = frame.relative_to or joint.parent
        full = f"{joint.scope}{SEPARATOR}{name}"
        added.append(
            FrameRecord(full, "frame", joint.scope, joint.parent, relative_to, frame.pose, element=joint.element)
        )
        joint.parent = name
        joint.own_frames = True
        frame.relative_to, frame.pose = None, IDENTITY
    description.frames.extend(added)


def is_sdformat(element: Any) -> bool:
    """Whether something was read from an SDFormat document, and not from a file of another format in it."""
    return format_of(element) == "sdformat"


def _drop_deformable_links(description: WorldIR, sink: Sink) -> None:
    """Takes links that deform out: they have vertices in place of a pose, and nothing can be attached to them."""
    soft: dict[str, str] = {}
    for link in description.links:
        if is_sdformat(link.element) and getattr(link.element, "drake_deformable_properties", None) is not None:
            soft[link.name] = link.scope
            sink.report(rules.DEFORMABLE, link.element, name=link.name)
    if not soft:
        return
    description.links[:] = [link for link in description.links if link.name not in soft]
    description.frames[:] = [frame for frame in description.frames if frame.name not in soft]
    left = {link.scope for link in description.links}
    for model in description.models:
        if model.name in soft.values():
            model.needs_link = False
            model.static = model.static or model.name not in left
            if model.canonical_link is not None and make_scoped_name(model.canonical_link, model.name) in soft:
                model.canonical_link = None


def _replace_unusable_inertia(link: LinkRecord, sink: Sink) -> None:
    inertial = link.inertial
    why = _replace_inertia(link)
    # what libsdformat finds as well has been reported
    if why is not None and find_libsdformat_fault(inertial.mass, inertial.moments) is None:
        place = link.element if inertial.element is None else inertial.element
        sink.report(rules.UNUSABLE_INERTIA, place, name=link.name, why=why, mass=link.inertial.mass)


def _replace_inertia(link: LinkRecord) -> str | None:
    """Why Drake cannot use the inertia of a link, which it replaces then; None where it can."""
    inertial = link.inertial
    fault = find_inertia_fault(inertial.mass, inertial.moments, DRAKE_SCALE)
    why = "moments but no mass" if inertial.mass == 0 and any(inertial.moments) else fault and fault.words
    if why is not None:
        mass, moments = find_water_ball(inertial.mass)
        position = inertial.pose[:3] if all(map(isfinite, inertial.pose)) else (0.0, 0.0, 0.0)
        link.inertial = replace(inertial, mass=mass, moments=moments, pose=(*position, *NO_ROTATION))
    return why


def _limit(joint: JointRecord, *, may_be_tagged: bool) -> None:
    """Drops the limits that Drake does not read, and reads as zero what it cannot read."""
    for axis in joint.axes if may_be_tagged else ():
        limit: Any = getattr(axis.element, "limit", None)
        if hasattr(limit, "drake_acceleration") and stands_unread(limit, "drake_acceleration"):
            axis.acceleration = 0.0
    is_unlimited = joint.motion in (Motion.SCREW, Motion.BALL_RPY, Motion.UNIVERSAL)
    for axis in joint.axes:
        if joint.type == "continuous" or is_unlimited:
            axis.lower, axis.upper = -inf, inf
        if joint.type != "continuous" and is_unlimited:
            axis.velocity = axis.effort = axis.acceleration = inf
    if joint.motion is Motion.UNIVERSAL and len(joint.axes) == 2:
        joint.axes[1].damping = joint.axes[0].damping


def _drop_idle_mimics(description: WorldIR) -> None:
    """Takes out what ties joints that do not have just one coordinate."""
    several = {joint.name for joint in description.joints if COUNT[joint.motion] != 1}
    description.constraints[:] = [
        record
        for record in description.constraints
        if not (isinstance(record, MimicRecord) and is_sdformat(record.element))
        or several.isdisjoint(
            (make_scoped_name(record.joint, record.scope), make_scoped_name(record.leader, record.scope))
        )
    ]


def _name_by_child(description: WorldIR, records: list[FrameRecord], connections: Sequence[Connection]) -> None:
    """Gives joints that reach into nested models to the model of their child."""
    renamed: dict[str, JointRecord] = {}
    for connection in connections:
        joint = connection.record
        if not connection.valid or connection.child == ROOT or not is_sdformat(joint.element):
            continue
        holder = records[connection.child].name.rpartition(SEPARATOR)[0] or WORLD
        name = make_scoped_name(joint.name.rpartition(SEPARATOR)[2], holder)
        if name != joint.name:
            renamed[joint.name] = joint
            joint.frame = joint.frame or joint.name
            joint.name = name
    for actuator in description.actuators:
        full = f"{actuator.scope}{SEPARATOR}{actuator.joint}"
        if full in renamed:
            actuator.scope = renamed[full].name.rpartition(SEPARATOR)[0]


def _weld_static(description: WorldIR, connections: Sequence[Connection], index: dict[str, int]) -> None:
    """Welds each link of a static model that nothing has welded to the world yet.

    Drake parses a model's nested models before its joints, so that a joint counts for the links of its own model and not
    for those of models inside.
    """
    if not any(model.static for model in description.models):
        return
    fixed: dict[str, list[Connection]] = {}
    for connection in connections:
        if connection.record.motion is Motion.FIXED and NO_INDEX not in (connection.parent, connection.child):
            fixed.setdefault(connection.record.scope, []).append(connection)
    links: dict[str, list[str]] = {}
    for link in description.links:
        if link.name in index:
            links.setdefault(link.scope, []).append(link.name)
    welded, loose = DisjointSets[int](), set()
    for model in sorted(description.models, key=lambda model: -model.name.count(SEPARATOR)):
        for connection in fixed.get(model.name, ()):
            welded.join(connection.parent, connection.child)
        for name in links.get(model.name, ()) if model.static else ():
            if welded.find(index[name]) != welded.find(ROOT):
                welded.join(index[name], ROOT)
                loose.add(name)
    for link in description.links:
        if link.name in loose:
            plain = link.name.rpartition(SEPARATOR)[2]
            description.add_joint(
                f"sdformat_model_static_world_welds_to_{plain}",
                scope=link.scope,
                type="fixed",
                motion=Motion.FIXED,
                parent=WORLD,
                child=plain,
                element=link.element,
            )


def _along(normal: Vector) -> RawPose:
    """The pose of Drake's half space: z along the normal, x and y by its rule for completing a direction."""
    u = unit(normal)
    i = min(range(3), key=lambda axis: abs(u[axis]))
    j, k = (i + 1) % 3, (i + 2) % 3
    length = sqrt(u[j] * u[j] + u[k] * u[k])
    if length == 0.0:
        return IDENTITY
    v, w = [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]
    v[j], v[k] = u[k] / length, -u[j] / length
    w[i] = -length
    w[j], w[k] = -u[i] * v[k], u[i] * v[j]
    rows = [(v[row], w[row], u[row]) for row in range(3)]
    return pose_from_matrix(rows, (0.0, 0.0, 0.0))


def trim_name(name: str, element: Any, sink: Sink) -> str:
    """The name in Drake of a shape of an SDFormat document, whose element is ``element``."""
    place = element.source_element if REPLACED in name and element is not None else None
    source = sink.source_of(place) if place is not None else None
    if place is not None and source is not None:
        written = find_written_value(source, place, "name")
        # the tree has a mark in place of the characters that XML forbids
        name = unescape_attribute(written) if written and "\n" not in written else name
    return name.strip(EDGES)


def find_water_ball(mass: float) -> tuple[float, Moments]:
    """Mass and moments of a ball of water of that mass, kg; of 1 kg where there is no such ball.

    Drake puts it in place of mass properties that no body can have.
    """
    if not (isfinite(mass) and mass > 0):
        mass = 1.0
    radius = (3 * mass / (4 * pi * DENSITY)) ** (1 / 3)
    moment = 2 / 5 * mass * radius * radius
    return mass, (moment, moment, moment, 0.0, 0.0, 0.0)
