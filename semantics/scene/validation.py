"""Checks a description as a whole and follows all its references; what ``check`` needs and no more, without numpy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...diagnostics import rules
from ...diagnostics.records import dataclass
from ...runtime.field_tables import parts_of
from ..constraints.references import References, follow
from ..frames import graph as frame_graph
from ..frames.frame_names import ScopedNames, describe_unresolved
from ..frames.graph import NO_INDEX, FrameGraph
from ..ir.links import find_made_shapes
from ..ir.source_ref import place_of
from ..kinematics.connections import Connections, check

if TYPE_CHECKING:
    from ...runtime.sink import Sink
    from ..ir.frames import AttachmentRecord
    from ..ir.links import ShapeRecord
    from ..ir.world import WorldIR


@dataclass(slots=True)
class ValidatedWorld:
    """A description with every reference followed."""

    description: WorldIR
    graph: FrameGraph
    connections: Connections
    references: References

    def __reduce__(self) -> tuple[Any, ...]:
        from ..ir.pickling import reduce_world  # with pickle, which checking a file does without

        return reduce_world(ValidatedWorld, self.description, self.graph, self.connections, self.references)


def validate(description: WorldIR, sink: Sink | None = None) -> ValidatedWorld:
    """Follows every reference of ``description`` and reports what is wrong to ``sink``.

    Reports BP3 and BP5 findings. What cannot be followed is bridged: a pose relative to what is not there counts as
    relative to the model that it is in, a joint without both ends is kept and joins nothing.
    """
    graph = frame_graph.build(description, sink)
    connections = Connections(description, graph)
    if sink is not None:
        check(description, graph, connections.ends, sink)
    references = follow(description, graph, connections, sink)
    if sink is not None:
        _check_poses(description, graph, sink)
        if description.references:
            _check_references(description, graph, sink)
    return ValidatedWorld(description, graph, connections, references)


def _check_poses(description: WorldIR, graph: FrameGraph, sink: Sink) -> None:
    """Poses of what is no frame itself: shapes, inertials, sensors, lights."""
    names = ScopedNames(graph.index)
    posed: list[tuple[str, str, ShapeRecord | AttachmentRecord]] = [
        (kind, link.scope, shape) for link, kind, shape in find_made_shapes(description.links) if shape.relative_to
    ]
    posed += [(each.kind, each.scope, each) for each in description.attachments if each.relative_to]
    for kind, scope, record in posed:
        reference = record.relative_to or ""
        if graph.find(reference, scope) == NO_INDEX:
            sink.report(
                rules.UNKNOWN_RELATIVE_TO,
                place_of(record.pose_element, record.element),
                attribute="relative_to",
                severity=record.reference_severity,
                kind=kind,
                name=record.name,
                **describe_unresolved(reference, scope, names),
            )


def _check_references(description: WorldIR, graph: FrameGraph, sink: Sink) -> None:
    """References that are in no other record."""
    names = ScopedNames(graph.index)
    for record in description.references:
        if record.is_known is None:
            vertex = graph.find(record.reference, record.scope)
            found = None if vertex == NO_INDEX else graph.records[vertex].kind
            is_known = found in record.kinds or found == "world" or (found == "link" and "body" in record.kinds)
        else:
            is_known = record.is_known
        if is_known:
            continue
        part = parts_of(type(record.element)).by_field[record.field]
        attribute = part.name if part.kind == "Attribute" else None
        about: dict[str, Any] = describe_unresolved(record.reference, record.scope, names)
        if record.field == "relative_to":
            rule, kind = rules.UNKNOWN_RELATIVE_TO, _tag(record.holder or record.element)
            about["name"] = getattr(record.holder, "name", None) or kind
        else:
            rule, kind = rules.UNKNOWN_REFERENCE, record.kind.replace("_", " ")
            of_element = f"<{part.name}>" if part.kind == "Element" else "the text"
            about |= {"field": f"attribute {part.name!r}" if attribute else of_element, "tag": _tag(record.element)}
        sink.report(rule, record.element, attribute=attribute, severity=record.severity, kind=kind, **about)


def _tag(element: Any) -> str:
    return str(type(element).Meta.name)
