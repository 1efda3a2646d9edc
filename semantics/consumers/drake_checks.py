"""What Drake refuses in a whole scene: loops of joints, limits the wrong way round, names that it does not find."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...runtime.diagnostics import rules_drake as rules
from ...runtime.source import literal_tag
from ..frames.names import advice
from ..joints.connect import Connection
from ..scene.description import (
    SEPARATOR,
    BallRecord,
    Description,
    DistanceRecord,
    JointRecord,
    MimicRecord,
    Motion,
    SpringRecord,
    scoped,
)
from ..scene.validate import validate

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...runtime.diagnostics.sink import Sink

ORTHOGONAL = 2.0**-45
"""Largest cosine between two axes that Drake counts as perpendicular: 128 rounding errors."""
Vector = tuple[float, float, float]


def check_scene(description: Description, sink: Sink) -> None:
    """Reports what Drake refuses in a description with all that it includes."""
    validated = validate(description)
    _check_graph(validated.connections, sink)
    for connection in validated.connections:
        _check_joint(connection.record, sink)
    links = {link.name for link in description.links}
    joints = {joint.name for joint in description.joints}
    for record in (*description.constraints, *description.force_elements):
        if isinstance(record, BallRecord | DistanceRecord | SpringRecord):
            for name, end in ((record.body_a, "body_a"), (record.body_b, "body_b")):
                if SEPARATOR in name or scoped(name, record.scope) not in links:
                    _report_name(record.element, end, name, "link", record.scope, links, sink)
        elif isinstance(record, MimicRecord) and SEPARATOR in record.leader:
            _report_name(record.element, "joint", record.leader, "joint", record.scope, joints, sink)


def _check_graph(connections: list[Connection], sink: Sink) -> None:
    """Every joint connects two bodies that nothing connects yet; free-floating ones that the document adds count too."""
    leader: dict[int, int] = {}
    pairs: dict[frozenset[int], JointRecord] = {}

    def find(body: int) -> int:
        while leader.get(body, body) != body:
            body = leader[body]
        return body

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
        a, b = find(connection.parent), find(connection.child)
        if a == b:
            sink.report(rules.LOOP, joint.element, name=joint.name)
        leader[a] = b


def _check_joint(joint: JointRecord, sink: Sink) -> None:
    if ".sdformat." not in type(joint.element).__module__:
        return
    if joint.type in ("revolute", "prismatic") and joint.axes and joint.axes[0].lower > joint.axes[0].upper:
        axis = joint.axes[0]
        sink.report(rules.LIMIT_ORDER, axis.element, name=joint.name, lower=axis.lower, upper=axis.upper)
    if joint.motion is Motion.UNIVERSAL and len(joint.axes) == 2:
        first, second = joint.axes
        if first.expressed_in == second.expressed_in and not _are_perpendicular(first.xyz, second.xyz):
            sink.report(rules.AXES_NOT_ORTHOGONAL, joint.element, name=joint.name)


def _are_perpendicular(a: Vector | None, b: Vector | None) -> bool:
    if a is None or b is None:
        return True
    lengths: float = (sum(x * x for x in a) * sum(x * x for x in b)) ** 0.5
    return abs(sum(x * y for x, y in zip(a, b))) <= ORTHOGONAL * lengths


def _report_name(tag: Any, end: str, reference: str, kind: str, scope: str, known: set[str], sink: Sink) -> None:
    place = _part(tag, end)
    sink.report(
        rules.UNKNOWN_NAME,
        place if place is not None else tag,
        tag=literal_tag(place) if place is not None else "",
        reference=reference,
        kind=kind,
        advice=advice(reference, scope, known) or "name one of the same model, without ::",
    )


def _part(tag: Any, end: str) -> _Element | None:
    """The element inside a tag that gives one of its ends; the tag itself where an attribute does."""
    source: _Element | None = getattr(tag, "source_element", None)
    if source is None:
        return None
    return next((child for child in source if literal_tag(child).lower().endswith(end)), source)
