"""Merge includes: the contents of a model take the place of the include, without the model.

A frame stands for that of the model which is gone; what was relative to the model is relative to that frame.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....runtime.diagnostics import rules_sdformat as rules
from ....runtime.diagnostics.sink import Sink
from ....runtime.element import written_fields
from ....runtime.values import QuaternionPose
from ...bindings import bindings_of
from ...description.description import Description
from ...description.names import MODEL_FRAME, SEPARATOR, WORLD
from ...description.poses import compose, inverse
from ...frames import graph as frame_graph
from ...frames.graph import NOWHERE, FrameGraph
from .chains import pose_of
from .copies import shallow
from .poses import raw_pose
from .reader import Reader

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ....runtime.bindings import Bindings
    from .includes import Expander

WORLD_HOLDS = ("frame", "joint", "model", "plugin", "any_elements")
"""What of a model can stand in a world."""

MODEL = 1
"""The vertex of a model that stands alone in a world."""

PARTS_OF_LINKS = ("visual", "collision", "sensor", "light", "projector", "particle_emitter", "audio_source")


def proxy_name(model: str) -> str:
    """Name of the frame that stands for that of a merged model."""
    return f"_merged__{model}__model__"


def merge_into_world(expander: Expander, include: Any, model: Any, world: Any, file_name: str) -> None:
    """Puts the contents of ``model`` into ``world``; links and grippers have no place there."""
    for tag in ("link", "gripper"):
        if getattr(model, tag):
            expander.sink.report(rules.MERGE_INTO_WORLD, include, file=file_name, tag=tag)
            return
    _merge(expander, include, model, world, WORLD_HOLDS)


def merge_into_model(expander: Expander, include: Any, model: Any, host: Any) -> None:
    """Puts the contents of ``model`` into the model ``host``."""
    lists = [name for name in written_fields(model) if isinstance(getattr(model, name), list) and name != "include"]
    _merge(expander, include, model, host, lists)


def _merge(expander: Expander, include: Any, model: Any, host: Any, fields: Iterable[str]) -> None:
    bindings = bindings_of("sdformat", package=expander.options.bindings)
    file = expander.included[id(model)].file
    mover = _Mover(proxy_name(model.name), bindings.types["Pose"])
    frame = _proxy_frame(expander, include, model, type(host).Meta.name == "world", bindings)
    host.frame = [*host.frame, expander.keep(frame, include, file)]
    for field in fields:
        move = getattr(mover, field, None)
        elements = getattr(model, field)
        moved = elements if move is None else [expander.keep(move(element), include, file) for element in elements]
        setattr(host, field, [*getattr(host, field), *moved])


def _proxy_frame(expander: Expander, include: Any, model: Any, host_is_world: bool, bindings: Bindings) -> Any:
    graph = _graph_of(expander, model)
    body = graph.records[graph.body[MODEL]]
    pose = raw_pose(model.pose)
    if model.placement_frame:
        placed = graph.find(model.placement_frame, model.name)
        if placed != NOWHERE:
            pose = compose(pose, inverse(pose_of(graph, placed, MODEL)))
    x, y, z, qw, qx, qy, qz = pose
    made = bindings.types["Frame"](name=proxy_name(model.name))
    if body.kind == "link":
        made.attached_to = body.name.removeprefix(model.name + SEPARATOR)
    made.pose = bindings.types["Pose"](rotation_format="quat_xyzw", value=QuaternionPose(x, y, z, qx, qy, qz, qw))
    written = model.pose.relative_to if model.pose is not None else ""
    made.pose.relative_to = written or (WORLD if host_is_world else MODEL_FRAME)
    made._origin = made.pose._origin = include.source_element
    return made


def _graph_of(expander: Expander, model: Any) -> FrameGraph:
    """The frame graph of a model that stands alone in a world, at its origin."""
    from .models import describe_model

    alone = shallow(model)
    alone.pose, alone.placement_frame = None, ""
    reader = Reader(Sink(), expander.options, expander.file, Description("sdformat"), dict(expander.included))
    reader.included[id(alone)] = expander.included[id(model)]
    describe_model(reader, alone, model.name, WORLD, False)
    return frame_graph.build(reader.description)


class _Mover:
    """Copies of what is in a model, as it has to read where the frame of the model is a frame like others."""

    def __init__(self, proxy: str, pose_class: Any) -> None:
        self._proxy = proxy
        self._pose_class = pose_class

    def model(self, model: Any) -> Any:
        """A nested model."""
        return self._placed(model)

    def link(self, link: Any) -> Any:
        """A link and what is on it."""
        made = self._placed(link)
        for field in PARTS_OF_LINKS:
            parts = getattr(link, field)
            if any(part.pose is not None and part.pose.relative_to == MODEL_FRAME for part in parts):
                setattr(made, field, [self._renamed(part) for part in parts])
        return made

    def frame(self, frame: Any) -> Any:
        """A frame."""
        made = self._renamed(frame)
        if frame.attached_to in ("", MODEL_FRAME):
            made.attached_to = self._proxy
        return made

    def joint(self, joint: Any) -> Any:
        """A joint."""
        made = self._renamed(joint)
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

    def _placed(self, element: Any) -> Any:
        """A copy of what stands relative to the model unless it says otherwise."""
        made = shallow(element)
        if element.pose is None:
            made.pose = self._pose_class(relative_to=self._proxy)
            made.pose._origin = element._origin
        elif element.pose.relative_to in ("", MODEL_FRAME):
            self._rename(made)
        return made

    def _renamed(self, element: Any) -> Any:
        """A copy of what stands relative to the model only where it says so."""
        made = shallow(element)
        if element.pose is not None and element.pose.relative_to == MODEL_FRAME:
            self._rename(made)
        return made

    def _rename(self, made: Any) -> None:
        made.pose = shallow(made.pose)
        made.pose.relative_to = self._proxy
