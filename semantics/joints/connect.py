"""Which bodies each joint connects, and what is wrong with joints taken one by one. Free of numpy."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from ...runtime.diagnostics import rules_joints as rules
from ..frames.graph import NOWHERE, ROOT
from ..frames.names import advice, full_name, scope_text
from ..scene.description import WORLD, Motion, place_of
from .coordinates import COUNT

if TYPE_CHECKING:
    from ...runtime.diagnostics.rule import Rule
    from ...runtime.diagnostics.sink import Sink
    from ..frames.graph import FrameGraph
    from ..scene.description import AxisRecord, Description, JointRecord, Place


@dataclass(slots=True)
class Connection:
    """A joint with its references followed. Vertices are those of the frame graph."""

    record: JointRecord
    vertex: int
    """Of the joint's own frame."""
    parent: int
    """Body; NOWHERE where it is not known."""
    child: int
    """Body; NOWHERE where it is not known."""
    on_parent: int
    """Frame that F is at the zero configuration."""
    on_child: int
    """Frame that M is."""
    axis_frames: list[int]
    """Of each axis: the frame that it is expressed in."""
    zero_axes: list[bool]
    """Of each axis: whether it has no direction and z stands for it."""
    dofs: int

    @property
    def valid(self) -> bool:
        """Whether it joins two bodies."""
        return self.parent != NOWHERE and self.child != NOWHERE and self.parent != self.child


def connect(description: Description, graph: FrameGraph, sink: Sink | None = None) -> list[Connection]:
    """One connection for each joint, in order; what is wrong is reported to ``sink``."""
    return [_connection(record, graph, sink) for record in description.joints]


def _connection(record: JointRecord, graph: FrameGraph, sink: Sink | None) -> Connection:
    world = record.own_world != "parent"
    parent = _body(graph, record, record.parent, rules.UNKNOWN_PARENT, record.parent_element, sink, world=world)
    child = NOWHERE
    if record.child != WORLD or record.own_world == "child":
        child = _body(graph, record, record.child, rules.UNKNOWN_CHILD, record.child_element, sink, world=False)
    if sink is not None:
        _check_ends(record, graph, parent, child, sink)
    if child == ROOT:
        child = NOWHERE
    vertex = on_parent = on_child = graph.index[record.frame or record.name]
    if record.own_frames:
        on_parent = max(graph.find(record.parent, record.scope, world=world), ROOT)
        on_child = max(graph.find(record.child, record.scope), ROOT)
    connection = Connection(record, vertex, parent, child, on_parent, on_child, [], [], COUNT[record.motion])
    for number, axis in enumerate(record.axes, 1):
        connection.axis_frames.append(_axis_frame(record, axis, connection.vertex, graph, sink))
        zero = axis.xyz is not None and not any(axis.xyz)
        connection.zero_axes.append(zero)
        if zero and not record.unscaled and sink is not None:
            sink.report(
                rules.ZERO_AXIS,
                place_of(axis.xyz_element, axis.element, record.element),
                name=record.name,
                number=number,
            )
    if record.motion is Motion.EULER and not (len(record.axis_order) == 3 and set(record.axis_order) <= set("xyz")):
        if sink is not None:
            sink.report(rules.EULER_ORDER, record.element, name=record.name, order=record.axis_order)
        record.axis_order = "xyz"
    if record.default_position is not None and len(record.default_position) != connection.dofs:
        if sink is not None:
            sink.report(
                rules.DEFAULT_POSITION_SIZE,
                record.element,
                name=record.name,
                count=len(record.default_position),
                dofs=connection.dofs,
            )
        record.default_position = None
    return connection


def _body(
    graph: FrameGraph,
    record: JointRecord,
    reference: str,
    rule: Rule,
    place: Place,
    sink: Sink | None,
    *,
    world: bool,
) -> int:
    vertex = graph.find(reference, record.scope, world=world)
    if vertex != NOWHERE:
        return graph.body[vertex]
    if sink is not None:
        sink.report(
            rule,
            place_of(place, record.element),
            # whatever a reader looks at, the joint's frame is attached to its child
            severity=record.reference_severity if world else None,
            name=record.name,
            reference=reference,
            scope=scope_text(record.scope),
            advice=partial(advice, reference, record.scope, graph.index),
        )
    return NOWHERE


def _check_ends(record: JointRecord, graph: FrameGraph, parent: int, child: int, sink: Sink) -> None:
    rule: Rule | None = None
    about: dict[str, Any] = {}
    if record.parent == record.child and record.own_world is None:
        rule, about = rules.SAME_PARENT_AND_CHILD, {"reference": record.child}
    elif child == ROOT or (child == NOWHERE and record.child == WORLD):
        rule = rules.WORLD_AS_CHILD
    elif parent == child != NOWHERE:
        rule = rules.SAME_LINK
        about = {"parent": record.parent, "child": record.child, "link": graph.body_name(child)}
    if rule is not None:
        place = place_of(record.child_element, record.element)
        sink.report(rule, place, severity=record.reference_severity, name=record.name, **about)


def _axis_frame(record: JointRecord, axis: AxisRecord, joint: int, graph: FrameGraph, sink: Sink | None) -> int:
    if not axis.expressed_in:
        return joint
    vertex = graph.find(axis.expressed_in, record.scope)
    if vertex != NOWHERE:
        return vertex
    if sink is not None:
        sink.report(
            rules.UNKNOWN_AXIS_FRAME,
            place_of(axis.xyz_element, axis.element, record.element),
            attribute="expressed_in",
            severity=record.reference_severity,
            name=record.name,
            reference=axis.expressed_in,
            scope=scope_text(record.scope),
            advice=partial(advice, axis.expressed_in, record.scope, graph.index),
        )
    return joint


def find_joint(reference: str, scope: str, joints: dict[str, int]) -> int:
    """Number of the joint that ``reference`` means in ``scope``, NOWHERE where there is none."""
    name = full_name(reference, scope)
    return NOWHERE if name is None else joints.get(name, NOWHERE)
