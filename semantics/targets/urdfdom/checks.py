"""What urdfdom 3 would make of a robot: whether ROS's parser takes it, and where it stops if not.

urdfdom reads materials, links, joints and the tree that they make, and nothing else. It gives up on a robot because of
its joints and its tree. At the first fault inside a link it stops reading that link, says so in its log and goes on: that
counts as a warning here, which says what is lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING, Any

from ....diagnostics.families import COMMAND_LINE, FILES
from ....diagnostics.rules import CHOICE
from ....runtime.patterns import compile_pattern
from ....runtime.source import literal_tag
from ...ir.graph_search import find_reachable
from ..facts import facts_of
from ..registry import URDFDOM
from ..tables import table
from .links import find_cut
from .sound_parts import note_sound_parts
from .values import Values

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ....diagnostics.rule import Severity
    from ....runtime.lazy_finding import LazyFinding
    from ....runtime.sink import Sink
    from ....runtime.source import Source
    from ...core.options import Options
    from ...core.parsed import ParsedDocument
    from ...ir.world import WorldIR

_DECLARATIONS = compile_pattern(r"<!DOCTYPE[^>]*\[")
_PATH_ENDS = compile_pattern(r"[/\[]|$")
_VERSION = compile_pattern(r"0*1\.0+")

Refusal = tuple["_Element", "str | None", str, dict[str, Any]]
"""Where, at which attribute, the id of what urdfdom says, and its arguments."""


def check(parsed: ParsedDocument[Any], descriptions: tuple[WorldIR, ...], sink: Sink, options: Options) -> None:
    """Reports where urdfdom gives up; of a document that it takes, no finding is an error."""
    check_robot(parsed.source, sink, read_values(parsed, sink, options))


def read_values(parsed: ParsedDocument[Any], sink: Sink, options: Options) -> Values:
    """The values of a document, by its typed elements where those are of its text as it is.

    Args:
        parsed: the document.
        sink: says whether it has all that was found when it was decoded.
        options: what the caller asked for.
    """
    values = Values(parsed.source)
    is_as_written = sink.has_decoded(parsed.source) and not parsed.may_have_changed
    if parsed.format == "urdf" and options.bindings is None and is_as_written:
        note_sound_parts(parsed.root, parsed.source, sink, values)
    return values


def check_robot(source: Source, sink: Sink, values: Values | None = None) -> bool:
    """The same; answers whether urdfdom takes the document, whose ``values`` are read where the caller has none."""
    root = source.root
    if root is None:
        return False
    values = values or Values(source)
    # its rows are about the root and its joints, and about none that is sound
    doubtful = [child for child in root if child not in values.sound_joints] if values.sound_joints else None
    refusals: list[Refusal] = [
        (match.element, match.attribute, match.row.id, match.arguments())
        for match in table(URDFDOM, "urdf").apply(root, children=doubtful)
    ]
    refusals += _refusals_of(root, values)
    if _DECLARATIONS.search(source.text):
        refusals.append((root, None, "doctype", {}))
    if refusals:
        # what has an error already, or has one inside
        faulty = {
            finding.xpath[: end.start()]
            for finding in sink.found
            if finding.severity == "error"
            for end in _PATH_ENDS.finditer(finding.xpath)
        }
        for element, attribute, says, arguments in refusals:
            if source.xpath(element) not in faulty:
                sink.report(facts_of(URDFDOM.name).says[says], element, attribute=attribute, **arguments)
        return False

    def severity_of(finding: LazyFinding) -> Severity | None:
        return "warning" if finding.severity == "error" and finding.family not in (FILES, COMMAND_LINE) else None

    sink.map_severity(severity_of)
    if literal_tag(root) == "robot":
        _report_losses(source, root, values, sink)
    return True


def _report_losses(source: Source, root: _Element, values: Values, sink: Sink) -> None:
    """Reports what is lost of a robot that urdfdom takes, in place of what the format says of the same fault."""
    losses = [*_losses_of(root, values)]
    if not losses:
        return
    by_path: dict[str, list[LazyFinding]] = {}
    for finding in sink.found:
        if finding.family != COMMAND_LINE:
            by_path.setdefault(finding.xpath, []).append(finding)
    for element, attribute, says, arguments in losses:
        path = source.xpath(element)
        same = by_path.get(source.xpath(element, attribute) if attribute else path, [])
        if literal_tag(element) == "inertia" and attribute is not None:
            same = same + by_path.get(path, [])
        if says == "cut-shape":
            same = same + [each for each in by_path.get(path.rpartition("/")[0], ()) if each.code == CHOICE.code]
        if any(finding.arguments.get("suggested") for finding in same):
            continue  # a slip, which is to be corrected first
        sink.drop(same)
        sink.report(facts_of(URDFDOM.name).says[says], element, attribute=attribute, **arguments)


def _losses_of(root: _Element, values: Values) -> Iterator[Refusal]:
    """Where urdfdom reads less than is written."""
    for link in values.tops("link"):
        if link in values.sound_links:
            continue
        cut = find_cut(link, values)
        if cut is not None and cut.lost:
            fault = cut.fault
            arguments = {**fault.arguments, "link": link.get("name") or "", "lost": cut.lost}
            yield fault.element, fault.attribute, fault.says, arguments
    without_axis = facts_of(URDFDOM.name).own["without_axis"]
    for joint in values.tops("joint"):
        if joint in values.sound_joints:
            continue
        axis = values.parts(joint).get("axis")
        is_moving = joint.get("type") not in without_axis
        if axis is not None and is_moving and axis.get("xyz") is None:
            yield axis, None, "axis-empty", {"joint": joint.get("name")}
    for color in root.iter("color"):
        material = color.getparent()
        if material is None or literal_tag(material) != "material" or not _is_read_material(material):
            continue
        if color.get("rgba") is not None and not values.is_color(color, "rgba"):
            yield color, "rgba", "color-lost", {"material": material.get("name") or "", "text": color.get("rgba")}


def _is_read_material(material: _Element) -> bool:
    """Whether a material is the robot's or that of a visual."""
    around = material.getparent()
    return around is not None and literal_tag(around) in ("robot", "visual")


def _refusals_of(root: _Element, values: Values) -> Iterator[Refusal]:
    """The places at which urdfdom would give up on a document beyond its table; it stops at the first."""
    if literal_tag(root) != "robot":
        yield root, None, "root", {}
        return
    version = root.get("version")
    if version is not None and not _VERSION.fullmatch(version):
        yield root, "version", "version", {"version": version}
    for tag in ("material", "link", "joint"):
        elements = values.tops(tag)
        if len({element.get("name") for element in elements}) == len(elements):
            continue
        seen: set[str] = set()
        for element in elements:
            name = element.get("name") or ""
            # a missing name counts as empty; joints without one are refused anyway
            if name in seen and (tag != "joint" or element.get("name") is not None):
                yield element, "name", "repeated", {"tag": tag, "name": name}
            seen.add(name)
    own = facts_of(URDFDOM.name).own
    for joint in values.tops("joint"):
        if joint not in values.sound_joints:
            yield from _check_joint(joint, values, own)
    yield from _check_tree(root, values)


def _check_joint(joint: _Element, values: Values, own: Mapping[str, Any]) -> Iterator[Refusal]:
    parts = values.parts(joint)
    origin = parts.get("origin")
    for attribute in ("xyz", "rpy"):
        if origin is not None and not values.is_vector(origin, attribute):
            yield origin, attribute, "origin", {"name": attribute}
    kind = joint.get("type")
    if kind not in own["types"]:
        yield joint, "type" if kind is not None else None, "joint-type", {"type": kind}
    axis = parts.get("axis")
    if axis is not None and kind not in (None, *own["without_axis"]) and not values.is_vector(axis, "xyz"):
        yield axis, "xyz", "axis", {}
    if kind in own["with_limit"] and "limit" not in parts:
        yield joint, None, "limit-missing", {"type": kind}
    for tag, attributes in own["numbers"].items():
        element = parts.get(tag)
        if element is None:
            continue
        needed = attributes.get("needed", ())
        for attribute in needed:
            if element.get(attribute) is None:
                yield element, None, "number-missing", {"tag": tag, "name": attribute}
        for attribute in (*needed, *attributes["optional"]):
            if not values.is_number(element, attribute):
                yield element, attribute, "not-a-number", {"name": attribute, "text": element.get(attribute)}


def _check_tree(root: _Element, values: Values) -> Iterator[Refusal]:
    """The joints have to name links that there are; from one link without a parent there has to be a way down."""
    links: dict[str, _Element] = {}
    for link in values.tops("link"):
        links.setdefault(link.get("name") or "", link)
    if not links:
        yield root, None, "no-link", {}
        return
    below: dict[str, list[str]] = {}
    hanging: set[str] = set()
    is_whole = has_one_way = True
    for joint in values.tops("joint"):
        above, child = values.ends_of(joint)
        if above in links and child in links and above and child:
            below.setdefault(above, []).append(child)
            has_one_way = has_one_way and child not in hanging
            hanging.add(child)
            continue
        is_whole = False
        parts = values.parts(joint)
        for end, name in (("parent", above), ("child", child)):
            if not name:
                yield joint, None, "end-missing", {"joint": joint.get("name"), "end": end}
            elif name not in links:
                yield parts[end], "link", "unknown-link", {"name": name}
    if not is_whole:
        return
    roots = [name for name in links if name not in hanging]
    if not roots:
        yield root, None, "no-root", {}
        return
    for name in roots[1:]:
        yield links[name], "name", "second-root", {"first": roots[0], "name": name}
    # a way down from the root comes to a link twice only where two joints lead to it
    if len(roots) == 1 and not has_one_way and _has_loop(roots[0], below):
        yield root, None, "loop", {}


def _has_loop(start: str, below: dict[str, list[str]]) -> bool:
    """Whether a way down from ``start`` leads to a link that it came by."""
    try:
        TopologicalSorter({link: below.get(link, ()) for link in find_reachable([start], below)}).prepare()
    except CycleError:
        return True
    return False
