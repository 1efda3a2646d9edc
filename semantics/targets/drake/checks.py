"""What Drake would make of a document: what it refuses, warns about and leaves out in silence."""

from __future__ import annotations

from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

from ....diagnostics import rules
from ....runtime.sink import xml_of
from ....runtime.source import literal_tag
from ...formats.sdformat.context import SdformatAdapter
from ...frames.frame_names import ScopedNames
from ...frames.graph import NO_INDEX, ROOT
from ...ir.constraints import BushingRecord, MimicRecord, PointPairRecord
from ...ir.geometry import Mesh
from ...ir.graph_search import DisjointSets, grow_forest
from ...ir.joints import JointRecord, Motion
from ...ir.scoped_names import MODEL_FRAME, SEPARATOR, WORLD, make_scoped_name
from ...ir.source_ref import place_of
from ...spatial.inertia import INFINITE_MASS, INFINITE_MOMENT, find_libsdformat_fault
from ..apply_table import apply_tables
from ..facts import facts
from ..libsdformat.checks import check_documents, check_release, is_unchecked_value, is_without_volume, read_sizes
from ..registry import DRAKE, find_target
from .mjcf import check_mjcf
from .scene import is_sdformat
from .urdf import check_urdf

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lxml.etree import _Element

    from ....diagnostics.rule import Rule, Severity
    from ....runtime.lazy_finding import LazyFinding
    from ....runtime.sink import Sink
    from ...core.options import Options
    from ...core.parsed import ParsedDocument
    from ...frames.graph import FrameGraph
    from ...ir.geometry import Geometry
    from ...ir.links import LinkRecord
    from ...ir.world import WorldIR
    from ...scene.validation import ValidatedWorld
    from ...spatial.raw_pose import Vector

REVERSIBLE = (Motion.FIXED, Motion.REVOLUTE, Motion.PRISMATIC)
"""Motions of joints that Drake can pass from child to parent."""
ORTHOGONAL = 2.0**-45
"""Largest cosine between two axes that Drake counts as perpendicular: 128 rounding errors."""
SMALLEST_SCALE = 1e-8
"""Scale along an axis below which Drake makes no mesh."""

WEIGHED = frozenset(
    rule.code for rule in (rules.NOT_ALLOWED, rules.AUTO_UNSUPPORTED, rules.UNKNOWN_RELATIVE_TO, rules.INERTIA_INVALID)
)
"""Rules of which a finding in SDFormat may weigh more or less for Drake."""
LIMITED = ("revolute", "prismatic")
"""Types of joints of SDFormat whose limits Drake reads."""


def _severity_in_sdformat(rule: Rule, about: dict[str, Any]) -> Severity | None:
    return "warning" if rule is rules.LIMIT_ORDER and about["type"] not in LIMITED else None


SDFORMAT_ADAPTER = SdformatAdapter(
    couples_mimics=False,
    reports_whole_inertial=True,
    find_inertia_fault=find_libsdformat_fault,  # Drake reads with libsdformat
    turns_joints=True,
    sizes=read_sizes(),
    severity_of=_severity_in_sdformat,
)


def check(parsed: ParsedDocument[Any], descriptions: tuple[WorldIR, ...], sink: Sink, options: Options) -> None:
    """Reports what Drake says beyond the findings of the format."""
    for validated in parsed.meaning or ():
        _check_scene(validated, sink)
    target = DRAKE if options.target is None else options.target
    check_documents(sink, find_target(f"libsdformat{facts(target).about.get('libsdformat', '')}"))  # it reads with that
    documents = apply_tables(target, sink)
    if target.release:
        check_release(sink, target)
    for document in documents:
        if document.table.format == "urdf":
            check_urdf(document, sink, options)
        if document.table.format == "sdformat":
            _refuse_parts(document.root, sink)
    if parsed.format == "mjcf":
        check_mjcf(parsed.root, descriptions, sink)
    if parsed.format == "sdformat":
        sink.map_severity(partial(_severity_of, has_world=bool(vars(parsed.root).get("world"))))


def _severity_of(finding: LazyFinding, has_world: bool) -> Severity | None:
    """The severity of a finding to Drake, which reads with libsdformat; None where it is the rule's own."""
    if finding.code not in WEIGHED:
        return None
    if is_unchecked_value(finding):
        return "note"
    if is_without_volume(finding):
        return "error"
    if finding.code == rules.UNKNOWN_RELATIVE_TO.code and _is_unposed(finding):
        return "warning"
    if finding.code == rules.INERTIA_INVALID.code and has_world:
        # Drake forgives it, but of the world around it libsdformat says that it could not be loaded
        return None if finding.argument("case") in (INFINITE_MASS, INFINITE_MOMENT) else "error"
    return None


def _is_unposed(finding: LazyFinding) -> bool:
    """Whether a finding is about the pose of something whose pose Drake does not look at."""
    steps = [step.partition("[")[0] for step in finding.xpath.partition("/@")[0].split("/")]
    return not frozenset(facts(DRAKE).own["unposed"]).isdisjoint(steps[-2:])


def _refuse_parts(root: _Element, sink: Sink) -> None:
    """Reports what Drake's libsdformat refuses even in what Drake leaves out."""
    refused: dict[str, str] = facts(DRAKE).own["refused"]
    for path, says in refused.items():
        parent, _, name = path.partition("/")
        for element in root.iter(parent):
            if name[0] == "@" and element.get(name[1:]) is not None:
                sink.report(facts(DRAKE).says[says], element, attribute=name[1:], name=name[1:], parent=parent)
            for child in element.iterchildren(name) if name[0] != "@" else ():
                sink.report(facts(DRAKE).says[says], child, name=name, parent=parent)


def _check_scene(validated: ValidatedWorld, sink: Sink) -> None:
    """Reports what Drake refuses in a description with all that it includes."""
    description, graph, ends = validated.description, validated.graph, validated.connections.ends
    _check_graph(description.joints, ends, sink)
    _check_directions(description.joints, ends, sink)
    _check_frames(description, graph, sink)
    _check_meshes(description, sink)
    for joint in description.joints:
        _check_joint(joint, sink)
    _check_bodies(description.joints, ends, graph, sink)
    named = (*description.constraints, *description.force_elements)
    links = {link.name: None for link in description.links} if named else {}
    link_names = ScopedNames(links)
    joint_names = ScopedNames({joint.name: None for joint in description.joints} if named else {})
    for record in named:
        if isinstance(record, PointPairRecord):
            for name, end in ((record.body_a, "body_a"), (record.body_b, "body_b")):
                if record.may_be_world and name == WORLD:
                    continue
                if SEPARATOR in name or make_scoped_name(name, record.scope) not in links:
                    _report_name(record.element, end, name, "link", record.scope, link_names, sink)
        elif isinstance(record, MimicRecord) and SEPARATOR in record.leader:
            _report_name(record.element, "joint", record.leader, "joint", record.scope, joint_names, sink)


def _check_meshes(description: WorldIR, sink: Sink) -> None:
    """A mesh has an extent along every axis."""
    if not sink.mentions("mesh"):
        return
    for link in description.links:
        if not _may_be_scaled(link) or not any(map(_is_flat, link.find_geometries())):
            continue
        for shape in (*link.visuals, *link.collisions):
            if _is_flat(shape.geometry):
                place = place_of(getattr(getattr(shape.element, "geometry", None), "mesh", None), shape.element)
                sink.report(facts(DRAKE).says["mesh-scale"], place, least=SMALLEST_SCALE)


def _may_be_scaled(link: LinkRecord) -> bool:
    """Whether a mesh of a link has a scale: most links of SDFormat have none, and to find out what their shapes are takes longer."""
    if not is_sdformat(link.element) or link.made_shapes():
        return True
    written = vars(link.element)
    shapes = [vars(shape.geometry) for kind in ("visual", "collision") for shape in written.get(kind, ())]
    meshes = [shape["mesh"] for shape in shapes if "mesh" in shape]
    return any(mesh is not None and "scale" in vars(mesh) for mesh in meshes)


def _is_flat(geometry: Geometry) -> bool:
    """Whether a mesh has next to no extent along an axis; that a scale is 0 has been reported."""
    return isinstance(geometry, Mesh) and 0 < min(map(abs, geometry.scale)) < SMALLEST_SCALE


def _check_graph(joints: Sequence[JointRecord], ends: Sequence[tuple[int, int]], sink: Sink) -> None:
    """Every joint connects two bodies that nothing connects yet; free-floating ones that the document adds count too."""
    joined = DisjointSets[int]()
    pairs: dict[frozenset[int], JointRecord] = {}
    for joint, (parent, child) in zip(joints, ends):
        if not _joins(parent, child) or joint.motion is Motion.GEARBOX:
            continue
        first = pairs.setdefault(frozenset((parent, child)), joint)
        if first is not joint:
            related = (("the other joint", first.element),)
            sink.report(rules.SAME_PAIR, joint.element, name=joint.name, other=first.name, related=related)
            continue
        if not joined.join(parent, child):
            sink.report(rules.DRAKE_LOOP, joint.element, name=joint.name)


def _joins(parent: int, child: int) -> bool:
    """Whether a joint joins two bodies; the world, which is no joint's child, is none there."""
    return child > ROOT and parent not in (NO_INDEX, child)


def _check_directions(joints: Sequence[JointRecord], ends: Sequence[tuple[int, int]], sink: Sink) -> None:
    """A tree grows from the world, else from links that are no joint's child; joints met from their child's side turn."""
    if all(joint.motion in REVERSIBLE for joint in joints):
        return
    pairs = [pair if _joins(*pair) else None for pair in ends]
    bodies = sorted({body for pair in pairs if pair is not None for body in pair})
    forest = grow_forest(bodies, pairs, [ROOT], search="depth-first")
    for number in forest.reversed:
        joint = joints[number]
        if joint.motion not in REVERSIBLE:
            sink.report(rules.REVERSED, joint.element, name=joint.name)


def _check_bodies(
    joints: Sequence[JointRecord], ends: Sequence[tuple[int, int]], graph: FrameGraph, sink: Sink
) -> None:
    """A joint ends at links; the frame of a static model moves with no link, and Drake looks for one."""
    models = {number for number, frame in enumerate(graph.records) if frame.kind == "model"}
    if models.isdisjoint(chain.from_iterable(ends)):
        return
    links = ScopedNames({frame.name: None for frame in graph.records if frame.kind == "link"})
    for joint, (parent, child) in zip(joints, ends):
        for body, reference, place in (
            (parent, joint.parent, joint.parent_element),
            (child, joint.child, joint.child_element),
        ):
            if body in models:
                _report_name(place_of(place, joint.element), "", reference, "part of a link", joint.scope, links, sink)


def _check_frames(description: WorldIR, graph: FrameGraph, sink: Sink) -> None:
    """Drake's own tags name links and frames; models and joints have no frame of their name there."""
    named: list[tuple[str, str, Any, str]] = []
    for record in description.force_elements:
        if isinstance(record, BushingRecord):
            named.append((record.frame_a, record.scope, record.element, "framea"))
            named.append((record.frame_c, record.scope, record.element, "framec"))
    for joint in description.joints:
        if joint.own_frames and is_sdformat(joint.element):
            named.append((joint.parent, joint.scope, joint.element, ":parent"))
            named.append((joint.child, joint.scope, joint.element, ":child"))
    if not named:
        return
    known = ScopedNames({frame.name: None for frame in graph.records if frame.kind in ("link", "frame")})
    for reference, scope, tag, end in named:
        vertex = graph.find(reference, scope)
        kind = graph.records[vertex].kind if vertex != NO_INDEX else "frame"
        if kind not in ("link", "frame") and (kind != "model" or not reference.endswith(MODEL_FRAME)):
            _report_name(tag, end, reference, "frame", scope, known, sink)


def _check_joint(joint: JointRecord, sink: Sink) -> None:
    if not is_sdformat(joint.element):
        return
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
    """Reports a name in the element inside ``tag`` that gives one of its ends; in the tag where an attribute does."""
    place: _Element | None = xml_of(tag)
    if place is not None and end:
        place = next((child for child in place if literal_tag(child).lower().endswith(end)), place)
    sink.report(
        rules.UNKNOWN_NAME,
        place if place is not None else tag,
        tag=literal_tag(place) if place is not None else "",
        reference=reference,
        kind=kind,
        advice=lambda: known.advice(reference, scope) or "name one of the same model, without ::",
    )
