"""Which frames Drake has of a model that directives add: they may refer to these, and to no others.

Spec: Drake's ``MultibodyPlant::AddJoint``, and what its parsers of SDFormat, URDF and MJCF give to it. Joints, sites and
nested models are no frames; only SDFormat has ``__model__``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...frames import graph as frame_graph
from ...frames.graph import NO_INDEX
from ...ir.frames import FrameRecord
from ...ir.joints import Motion
from ...ir.scoped_names import SEPARATOR, WORLD, make_scoped_name, plain_name
from ...ir.source_ref import format_of
from ...spatial.raw_pose import (
    IDENTITY,
    compose,
    cross,
    inverse,
    quaternion_from_matrix,
    unit,
)

if TYPE_CHECKING:
    from ...frames.graph import FrameGraph
    from ...ir.joints import JointRecord
    from ...ir.world import WorldIR
    from ...spatial.raw_pose import Quaternion

ON_PARENT, ON_CHILD = "_parent", "_child"
"""What is added to the name of a joint for its frames on the two links."""
FREE = (Motion.FLOATING_RPY, Motion.FREE_QUATERNION, Motion.FREE_ROTATION_VECTOR)


def is_drake_frame(record: FrameRecord) -> bool:
    """Whether Drake has a frame where the document has one; of a model that is the one inside, called ``__model__``."""
    format = format_of(record.element)
    if record.kind == "model":
        return format in (None, "sdformat")
    return record.kind == "link" or (record.kind == "frame" and format != "mjcf")


def is_drake_joint(record: JointRecord) -> bool:
    """Whether Drake has a joint where the document has one, before it joins free bodies to the world by its own."""
    return record.motion is not Motion.FREE_QUATERNION


def find_joint_frames(description: WorldIR, name: str) -> list[FrameRecord]:
    """The frames of joints, on a parent or a child, that a name means.

    Args:
        description: the models that are there.
        name: a full name, or the last part of one.
    """
    found: list[FrameRecord] = []
    for ending in (ON_PARENT, ON_CHILD):
        wanted = name.removesuffix(ending)
        last = plain_name(wanted)
        joints = [] if wanted == name else [each for each in description.joints if plain_name(each.name) == last]
        if not joints:
            continue
        graph = frame_graph.build(description)
        for joint in joints:
            own = _name_by_child(joint, graph)
            if wanted in (own, last) and _has_frame(joint, ending, graph):
                found.append(_make_frame(joint, own, ending))
    return found


def _has_frame(joint: JointRecord, ending: str, graph: FrameGraph) -> bool:
    format = format_of(joint.element)
    if joint.motion in FREE:
        return False
    if format == "mjcf":
        return joint.motion is not Motion.FIXED
    if format == "urdf":
        return ending == ON_PARENT or joint.motion is Motion.PLANAR
    if format == "sdformat":
        return ending == ON_CHILD or joint.motion is Motion.UNIVERSAL or not _is_at_parent(joint, graph)
    return False


def _name_by_child(joint: JointRecord, graph: FrameGraph) -> str:
    """What a joint is called in the model of its child, to which it belongs."""
    if SEPARATOR not in joint.child:
        return joint.name
    child = graph.find(joint.child, joint.scope)
    holder = joint.scope if child == NO_INDEX else graph.records[graph.body[child]].scope
    return make_scoped_name(plain_name(joint.name), holder)


def _is_at_parent(joint: JointRecord, graph: FrameGraph) -> bool:
    """Whether the frame of a joint is that of its parent."""
    own = graph.index.get(joint.frame or joint.name, NO_INDEX)
    parent = graph.find(joint.parent, joint.scope, world=True)
    if NO_INDEX in (own, parent):
        return False
    return compose(inverse(graph.pose_of(graph.body[parent])), graph.pose_of(own)) == IDENTITY


def _make_frame(joint: JointRecord, own: str, ending: str) -> FrameRecord:
    """The frame as it is where the document places everything: there a joint's two frames are one."""
    end = joint.parent if ending == ON_PARENT else joint.child
    holder = WORLD if end == WORLD else make_scoped_name(end, joint.scope)
    pose = (*IDENTITY[:3], *_turn_of(joint))
    return FrameRecord(own + ending, "frame", WORLD, holder, joint.frame or joint.name, pose)


def _turn_of(joint: JointRecord) -> Quaternion:
    """How Drake turns the two frames of a joint, whose motion goes by fixed axes of these, in the joint's frame."""
    directions = [axis.xyz for axis in joint.axes if axis.xyz is not None]
    if joint.motion is not Motion.UNIVERSAL or len(directions) < 2:
        return joint.turned
    x, y = unit(directions[0]), unit(directions[1])
    return quaternion_from_matrix(tuple(zip(x, y, cross(x, y))))
