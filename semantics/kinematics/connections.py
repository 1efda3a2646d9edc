"""Which bodies each joint connects, and what is wrong with joints taken one by one. Free of numpy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, overload

from ...diagnostics import rules
from ...diagnostics.records import dataclass
from ..frames.frame_names import ScopedNames, describe_unresolved, full_name
from ..frames.graph import NO_INDEX, ROOT
from ..ir.joints import Motion
from ..ir.scoped_names import WORLD
from ..ir.source_ref import place_of, place_of_child
from .coordinates import COUNT

if TYPE_CHECKING:
    from ...diagnostics.rule import Rule, Severity
    from ...runtime.sink import Sink
    from ..frames.graph import FrameGraph
    from ..ir.joints import JointRecord
    from ..ir.source_ref import LatePlace
    from ..ir.world import WorldIR


@dataclass(slots=True)
class Connection:
    """A joint with its references followed. Vertices are those of the frame graph."""

    record: JointRecord
    vertex: int
    """Of the joint's own frame."""
    parent: int
    """Body; NO_INDEX where it is not known."""
    child: int
    """Body; NO_INDEX where it is not known."""
    on_parent: int
    """Frame that F is where the document places everything."""
    on_child: int
    """Frame that M is."""
    axis_frames: list[int]
    """Of each axis: the frame that it is expressed in."""
    zero_axes: list[bool]
    """Of each axis: whether it has no direction and is taken as z."""
    dofs: int

    @property
    def valid(self) -> bool:
        """Whether it joins two bodies."""
        return self.parent != NO_INDEX and self.child != NO_INDEX and self.parent != self.child


class Connections(Sequence[Connection]):
    """One connection for each joint of a description, in order; made when one is first looked at."""

    def __init__(self, description: WorldIR, graph: FrameGraph) -> None:
        self._description = description
        self._graph = graph

    @cached_property
    def _connections(self) -> list[Connection]:
        return [_connection(record, self._graph, *ends) for record, ends in zip(self._description.joints, self.ends)]

    @cached_property
    def ends(self) -> list[tuple[int, int]]:
        """The bodies that each joint names, parent and child; NO_INDEX for what is not there."""
        return [_find_ends(record, self._graph) for record in self._description.joints]

    @overload
    def __getitem__(self, number: int) -> Connection: ...

    @overload
    def __getitem__(self, number: slice) -> list[Connection]: ...

    def __getitem__(self, number: int | slice) -> Connection | list[Connection]:
        return self._connections[number]

    def __iter__(self) -> Iterator[Connection]:
        return iter(self._connections)

    def __len__(self) -> int:
        return len(self._description.joints)


def check(description: WorldIR, graph: FrameGraph, ends: Sequence[tuple[int, int]], sink: Sink) -> None:
    """Reports what is wrong with joints taken one by one; ``ends`` are those of ``Connections``."""
    names = ScopedNames(graph.index)
    for record, (parent, child) in zip(description.joints, ends):
        if parent in (NO_INDEX, child) or child <= ROOT or record.parent == record.child:
            _check_ends(record, graph, parent, child, names, sink)
        for number, axis in enumerate(record.axes, 1):
            if axis.expressed_in and graph.find(axis.expressed_in, record.scope) == NO_INDEX:
                place, severity = place_of(axis.xyz_element, axis.element, record.element), record.reference_severity
                said = {"name": record.name, **describe_unresolved(axis.expressed_in, record.scope, names)}
                sink.report(rules.UNKNOWN_AXIS_FRAME, place, attribute="expressed_in", severity=severity, **said)
            xyz = axis.xyz
            if xyz is not None and not (xyz[0] or xyz[1] or xyz[2]) and not record.unscaled:
                place = place_of(axis.xyz_element, axis.element, record.element)
                sink.report(rules.ZERO_AXIS, place_of_child(place, "xyz"), name=record.name, number=number)


def _connection(record: JointRecord, graph: FrameGraph, parent: int, child: int) -> Connection:
    if child == ROOT:
        child = NO_INDEX
    vertex = on_parent = on_child = graph.index[record.frame or record.name]
    if record.own_frames or record.motion is Motion.FREE_QUATERNION:
        on_parent = max(graph.find(record.parent, record.scope, world=record.own_world != "parent"), ROOT)
        on_child = max(graph.find(record.child, record.scope), ROOT)
    frames = [graph.find(axis.expressed_in, record.scope) if axis.expressed_in else vertex for axis in record.axes]
    frames = [vertex if frame == NO_INDEX else frame for frame in frames]
    zeros = [axis.xyz is not None and not any(axis.xyz) for axis in record.axes]
    return Connection(record, vertex, parent, child, on_parent, on_child, frames, zeros, COUNT[record.motion])


def _find_ends(record: JointRecord, graph: FrameGraph) -> tuple[int, int]:
    parent = graph.find(record.parent, record.scope, world=record.own_world != "parent")
    child = NO_INDEX
    if record.child != WORLD or record.own_world == "child":
        child = graph.find(record.child, record.scope)
    body = graph.body
    return NO_INDEX if parent == NO_INDEX else body[parent], NO_INDEX if child == NO_INDEX else body[child]


def _check_ends(
    record: JointRecord, graph: FrameGraph, parent: int, child: int, names: ScopedNames, sink: Sink
) -> None:
    """Reports ends that are not there, or that cannot be joined."""
    lost: list[tuple[Rule, str, LatePlace, Severity | None]] = []
    if parent == NO_INDEX:
        severity = record.reference_severity if record.own_world != "parent" else None
        lost.append((rules.UNKNOWN_PARENT, record.parent, record.parent_element, severity))
    if child == NO_INDEX and (record.child != WORLD or record.own_world == "child"):
        # whatever a reader looks at, the joint's frame is attached to its child
        lost.append((rules.UNKNOWN_CHILD, record.child, record.child_element, None))
    for kind, reference, element, severity in lost:
        place = place_of(element, record.element)
        if reference or place is not record.element:  # that it is not written has been reported
            said = describe_unresolved(reference, record.scope, names)
            sink.report(kind, place, severity=severity, name=record.name, **said)
    rule: Rule | None = None
    about: dict[str, Any] = {}
    if record.parent == record.child and record.own_world is None:
        rule, about = rules.SAME_PARENT_AND_CHILD, {"reference": record.child}
    elif (child == ROOT and not _is_lost(record.child, record.scope, graph)) or (
        child == NO_INDEX and record.child == WORLD
    ):
        rule = rules.WORLD_AS_CHILD
    elif parent == child > ROOT:
        rule = rules.SAME_LINK
        about = {"parent": record.parent, "child": record.child, "link": graph.body_name(child)}
    if rule is not None:
        place = place_of(record.child_element, record.element)
        sink.report(rule, place, severity=record.reference_severity, name=record.name, **about)


def _is_lost(reference: str, scope: str, graph: FrameGraph) -> bool:
    """Whether a frame is attached to what is not there, which counts as the world."""
    vertex = graph.find(reference, scope)
    while graph.attached[vertex] != NO_INDEX:
        vertex = graph.attached[vertex]
    return vertex != ROOT


def find_joint(reference: str, scope: str, joints: dict[str, int]) -> int:
    """Number of the joint that ``reference`` means in ``scope``, NO_INDEX where there is none."""
    name = full_name(reference, scope)
    return NO_INDEX if name is None else joints.get(name, NO_INDEX)
