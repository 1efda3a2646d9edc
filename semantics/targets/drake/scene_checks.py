"""What Drake refuses in a whole scene: loops of joints, limits the wrong way round, names that it does not find."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....diagnostics import rules
from ....runtime.sink import xml_of
from ....runtime.source import literal_tag
from ...frames.frame_names import ScopedNames
from ...frames.graph import NO_INDEX, ROOT, FrameGraph
from ...ir.constraints import BallRecord, BushingRecord, DistanceRecord, MimicRecord, SpringRecord
from ...ir.geometry import Mesh
from ...ir.graph_search import DisjointSets, grow_forest
from ...ir.joints import JointRecord, Motion
from ...ir.scoped_names import MODEL_FRAME, SEPARATOR, make_scoped_name
from ...ir.source_ref import place_of
from ...ir.world import WorldIR
from ...kinematics.connections import Connection
from ...scene.validation import validate
from ..facts import facts_of
from ..registry import DRAKE
from .scene import is_sdformat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lxml.etree import _Element

    from ....runtime.sink import Sink

REVERSIBLE = (Motion.FIXED, Motion.REVOLUTE, Motion.PRISMATIC)
"""Motions of joints that Drake can pass from child to parent."""
ORTHOGONAL = 2.0**-45
"""Largest cosine between two axes that Drake counts as perpendicular: 128 rounding errors."""
SMALLEST_SCALE = 1e-8
"""Scale along an axis below which Drake makes no mesh."""
Vector = tuple[float, float, float]


def check_scene(description: WorldIR, sink: Sink) -> None:
    """Reports what Drake refuses in a description with all that it includes."""
    validated = validate(description)
    _check_graph(validated.connections, sink)
    _check_directions(validated.connections, sink)
    _check_frames(description, validated.graph, sink)
    _check_meshes(description, sink)
    for connection in validated.connections:
        _check_joint(connection.record, sink)
    _check_bodies(validated.connections, validated.graph, sink)
    links = {link.name: None for link in description.links}
    link_names = ScopedNames(links)
    joint_names = ScopedNames({joint.name: None for joint in description.joints})
    for record in (*description.constraints, *description.force_elements):
        if isinstance(record, BallRecord | DistanceRecord | SpringRecord):
            for name, end in ((record.body_a, "body_a"), (record.body_b, "body_b")):
                if SEPARATOR in name or make_scoped_name(name, record.scope) not in links:
                    _report_name(record.element, end, name, "link", record.scope, link_names, sink)
        elif isinstance(record, MimicRecord) and SEPARATOR in record.leader:
            _report_name(record.element, "joint", record.leader, "joint", record.scope, joint_names, sink)


def _check_meshes(description: WorldIR, sink: Sink) -> None:
    """A mesh has an extent along every axis."""
    for link in description.links:
        for shape in (*link.visuals, *link.collisions):
            if isinstance(shape.geometry, Mesh) and min(map(abs, shape.geometry.scale)) < SMALLEST_SCALE:
                geometry = getattr(shape.element, "geometry", None)
                place = place_of(getattr(geometry, "mesh", None), shape.element)
                sink.report(facts_of(DRAKE.name).says["mesh-scale"], place, least=SMALLEST_SCALE)


def _check_graph(connections: Sequence[Connection], sink: Sink) -> None:
    """Every joint connects two bodies that nothing connects yet; free-floating ones that the document adds count too."""
    joined = DisjointSets[int]()
    pairs: dict[frozenset[int], JointRecord] = {}

    for connection in connections:
        if not connection.valid or connection.record.motion is Motion.GEARBOX:
            continue
        joint = connection.record
        pair = frozenset((connection.parent, connection.child))
        first = pairs.setdefault(pair, joint)
        if first is not joint:
            sink.report(
                rules.SAME_PAIR,
                joint.element,
                name=joint.name,
                other=first.name,
                related=(("the other joint", first.element),),
            )
            continue
        if joined.find(connection.parent) == joined.find(connection.child):
            sink.report(rules.DRAKE_LOOP, joint.element, name=joint.name)
        joined.join(connection.parent, connection.child)


def _check_directions(connections: Sequence[Connection], sink: Sink) -> None:
    """A tree grows from the world, else from links that are no joint's child; joints met from their child's side turn."""
    ends = [(connection.parent, connection.child) if connection.valid else None for connection in connections]
    bodies = sorted({body for pair in ends if pair is not None for body in pair})
    forest = grow_forest(bodies, ends, [ROOT], search="depth-first")
    for number in forest.reversed:
        joint = connections[number].record
        if joint.motion not in REVERSIBLE:
            sink.report(rules.REVERSED, joint.element, name=joint.name)


def _check_bodies(connections: Sequence[Connection], graph: FrameGraph, sink: Sink) -> None:
    """A joint ends at links; the frame of a static model moves with no link, and Drake looks for one."""
    links = ScopedNames({frame.name: None for frame in graph.records if frame.kind == "link"})
    for connection in connections:
        joint = connection.record
        for body, reference, place in (
            (connection.parent, joint.parent, joint.parent_element),
            (connection.child, joint.child, joint.child_element),
        ):
            if body != NO_INDEX and graph.records[body].kind == "model":
                _report_name(place_of(place, joint.element), "", reference, "part of a link", joint.scope, links, sink)


def _check_frames(description: WorldIR, graph: FrameGraph, sink: Sink) -> None:
    """Drake's own tags name links and frames; models and joints have no frame of their name there."""
    known = ScopedNames({frame.name: None for frame in graph.records if frame.kind in ("link", "frame")})
    for record in description.force_elements:
        if isinstance(record, BushingRecord):
            _check_frame(record.frame_a, record.scope, record.element, "framea", graph, known, sink)
            _check_frame(record.frame_c, record.scope, record.element, "framec", graph, known, sink)
    for joint in description.joints:
        if joint.own_frames and is_sdformat(joint.element):
            _check_frame(joint.parent, joint.scope, joint.element, ":parent", graph, known, sink)
            _check_frame(joint.child, joint.scope, joint.element, ":child", graph, known, sink)


def _check_frame(
    reference: str, scope: str, tag: Any, end: str, graph: FrameGraph, known: ScopedNames, sink: Sink
) -> None:
    vertex = graph.find(reference, scope)
    if vertex == NO_INDEX or graph.records[vertex].kind in ("link", "frame"):
        return
    if graph.records[vertex].kind != "model" or not reference.endswith(MODEL_FRAME):
        _report_name(tag, end, reference, "frame", scope, known, sink)


def _check_joint(joint: JointRecord, sink: Sink) -> None:
    if not is_sdformat(joint.element):
        return
    if joint.type in ("revolute", "prismatic") and joint.axes and joint.axes[0].lower > joint.axes[0].upper:
        axis = joint.axes[0]
        sink.report(rules.DRAKE_LIMIT_ORDER, axis.element, name=joint.name, lower=axis.lower, upper=axis.upper)
    if joint.motion is Motion.UNIVERSAL and len(joint.axes) == 2:
        first, second = joint.axes
        if first.expressed_in == second.expressed_in and not _are_perpendicular(first.xyz, second.xyz):
            sink.report(rules.AXES_NOT_ORTHOGONAL, joint.element, name=joint.name)


def _are_perpendicular(a: Vector | None, b: Vector | None) -> bool:
    if a is None or b is None:
        return True
    lengths: float = (sum(x * x for x in a) * sum(x * x for x in b)) ** 0.5
    return abs(sum(x * y for x, y in zip(a, b))) <= ORTHOGONAL * lengths


def _report_name(tag: Any, end: str, reference: str, kind: str, scope: str, known: ScopedNames, sink: Sink) -> None:
    place = _part(tag, end) if end else xml_of(tag)
    sink.report(
        rules.UNKNOWN_NAME,
        place if place is not None else tag,
        tag=literal_tag(place) if place is not None else "",
        reference=reference,
        kind=kind,
        advice=lambda: known.advice(reference, scope) or "name one of the same model, without ::",
    )


def _part(tag: Any, end: str) -> _Element | None:
    """The element inside a tag that gives one of its ends; the tag itself where an attribute does."""
    source: _Element | None = getattr(tag, "source_element", None)
    if source is None:
        return None
    return next((child for child in source if literal_tag(child).lower().endswith(end)), source)
