"""Merge includes: the contents of a model take the place of the include, without the model.

A frame replaces that of the model which is gone; what was relative to the model is relative to that frame.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from ....diagnostics import rules
from ....diagnostics.records import replace
from ....runtime.element import written_fields
from ....runtime.sink import Sink
from ....runtime.values import QuaternionPose
from ...frames import graph as frame_graph
from ...frames.graph import NO_INDEX, FrameGraph
from ...ir.scoped_names import MODEL_FRAME, SEPARATOR, WORLD
from ...ir.world import WorldIR
from ...spatial.raw_pose import compose, inverse
from .context import Provenance, SdformatContext
from .elements import shallow
from .models import describe_model
from .poses import raw_pose
from .sibling_names import FRAMED, proxy_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .elements import Frame, Include, Joint, Link, Model, Pose, Posed, World

    P = TypeVar("P", bound=Posed)

WORLD_CHILDREN = ("frame", "joint", "model", "plugin", "any_elements")
"""What of a model can be in a world."""

MODEL = 1
"""The vertex of a model that is alone in a world."""

PARTS_OF_LINKS = ("visual", "collision", "sensor", "light", "projector", "particle_emitter", "audio_source")


def merge_model(context: SdformatContext, include: Include, model: Model, host: World | Model, file_name: str) -> None:
    """Adds the contents of ``model`` to the model or world ``host``, which has no place for links and grippers."""
    fields: Sequence[str] = WORLD_CHILDREN
    is_world = type(host).Meta.name == "world"
    if not is_world:
        fields = [
            name for name in written_fields(model) if isinstance(getattr(model, name), list) and name != "include"
        ]
    elif misplaced := next((tag for tag in ("link", "gripper") if getattr(model, tag)), None):
        context.sink.report(rules.MERGE_INTO_WORLD, include, file=file_name, tag=misplaced)
        return
    provenance = context.provenance
    file = provenance.included[id(model)].file
    retargeting = _PoseRetargeter(proxy_name(model.name), context.bindings.types["Pose"])
    frame = _proxy_frame(context, include, model, is_world)
    provenance.note(frame, include, file)
    host.frame = [*host.frame, frame]
    for field in fields:
        elements = getattr(model, field)
        if field in FRAMED:
            elements = [getattr(retargeting, field)(element) for element in elements]
            for element in elements:
                provenance.note(element, include, file)
        setattr(host, field, [*getattr(host, field), *elements])


def _proxy_frame(context: SdformatContext, include: Include, model: Model, host_is_world: bool) -> Frame:
    types = context.bindings.types
    graph = _graph_of(context, model)
    body = graph.records[graph.body[MODEL]]
    pose = raw_pose(model.pose)
    if model.placement_frame:
        placed = graph.find(model.placement_frame, model.name)
        if placed != NO_INDEX:
            pose = compose(pose, inverse(graph.pose_of(placed, MODEL)))
    x, y, z, qw, qx, qy, qz = pose
    made: Frame = types["Frame"](name=proxy_name(model.name))
    if body.kind == "link":
        made.attached_to = body.name.removeprefix(model.name + SEPARATOR)
    written: Pose = types["Pose"](rotation_format="quat_xyzw", value=QuaternionPose(x, y, z, qx, qy, qz, qw))
    relative_to = model.pose.relative_to if model.pose is not None else ""
    written.relative_to = relative_to or (WORLD if host_is_world else MODEL_FRAME)
    made.pose = written
    made._origin = written._origin = include.source_element
    return made


def _graph_of(context: SdformatContext, model: Model) -> FrameGraph:
    """The frame graph of a model that is alone in a world, at its origin."""
    alone = shallow(model)
    alone.pose, alone.placement_frame = None, ""
    included = dict(context.provenance.included)
    included[id(alone)] = included[id(model)]
    description = WorldIR("sdformat")
    own = replace(context, sink=Sink(), description=description, provenance=Provenance(included), auto_inertials=[])
    describe_model(own, alone, model.name, WORLD, False)
    return frame_graph.build(description)


class _PoseRetargeter:
    """Copies of what is in a model, by kind, in which the frame ``proxy`` takes the place of the model's frame."""

    def __init__(self, proxy: str, pose_class: type[Pose]) -> None:
        self._proxy = proxy
        self._pose_class = pose_class

    def model(self, model: Model) -> Model:
        return self._retarget(model, by_default=True)

    def link(self, link: Link) -> Link:
        made = self._retarget(link, by_default=True)
        for field in PARTS_OF_LINKS:
            parts = getattr(link, field)
            if any(part.pose is not None and part.pose.relative_to == MODEL_FRAME for part in parts):
                setattr(made, field, [self._retarget(part) for part in parts])
        return made

    def frame(self, frame: Frame) -> Frame:
        made = self._retarget(frame)
        if frame.attached_to in ("", MODEL_FRAME):
            made.attached_to = self._proxy
        return made

    def joint(self, joint: Joint) -> Joint:
        made = self._retarget(joint)
        for field in ("parent", "child"):
            if getattr(joint, field) == MODEL_FRAME:
                setattr(made, field, self._proxy)
        for field in ("axis", "axis2"):
            axis = getattr(joint, field)
            if axis is not None and axis.xyz.expressed_in == MODEL_FRAME:
                twin = shallow(axis)
                twin.xyz = shallow(axis.xyz)
                twin.xyz.expressed_in = self._proxy
                setattr(made, field, twin)
        return made

    def _retarget(self, element: P, *, by_default: bool = False) -> P:
        """A copy of what is relative to the model: because it says so, or also where it says nothing (``by_default``)."""
        made, pose = shallow(element), element.pose
        if pose is None and by_default:
            made.pose = self._pose_class(relative_to=self._proxy)
            made.pose._origin = element._origin
        elif pose is not None and (pose.relative_to == MODEL_FRAME or (by_default and not pose.relative_to)):
            made.pose = shallow(pose)
            made.pose.relative_to = self._proxy
        return made
