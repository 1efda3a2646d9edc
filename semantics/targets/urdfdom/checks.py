"""What urdfdom 3 would make of a robot: whether ROS's parser takes it, and where it stops if not.

urdfdom reads materials, links, joints and the tree that they make, and nothing else. It gives up on a robot because of
its joints and its tree; what is wrong inside a link it complains about and goes on, so that all of that counts as a
warning here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING, Any

from ....diagnostics.families import COMMAND_LINE, FILES
from ....runtime.source import literal_tag
from ...ir.graph_search import find_reachable
from ..facts import facts
from ..registry import URDFDOM
from ..tables import table
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

_DECLARATIONS = re.compile(r"<!DOCTYPE[^>]*\[")
_PATH_ENDS = re.compile(r"[/\[]|$")
_VERSION = re.compile(r"0*1\.0+")

Refusal = tuple["_Element", "str | None", str, dict[str, Any]]
"""Where, at which attribute, the id of what urdfdom says, and its arguments."""


def check(parsed: ParsedDocument[Any], descriptions: tuple[WorldIR, ...], sink: Sink, options: Options) -> None:
    """Reports where urdfdom gives up; of a document that it takes, no finding is an error."""
    check_robot(parsed.source, sink)


def check_robot(source: Source, sink: Sink) -> bool:
    """The same; answers whether urdfdom takes the document."""
    root = source.root
    if root is None:
        return False
    refusals: list[Refusal] = [
        (match.node.element, match.node.attribute, match.row.id, match.arguments())
        for match in table(URDFDOM, "urdf").apply(root)
    ]
    refusals += _refusals_of(root, Values(source))
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
                sink.report(facts(URDFDOM).says[says], element, attribute=attribute, **arguments)
        return False

    def severity_of(finding: LazyFinding) -> Severity | None:
        return "warning" if finding.severity == "error" and finding.family not in (FILES, COMMAND_LINE) else None

    sink.map_severity(severity_of)
    return True


def _refusals_of(root: _Element, values: Values) -> Iterator[Refusal]:
    """The places at which urdfdom would give up on a document beyond its table; it stops at the first."""
    if literal_tag(root) != "robot":
        yield root, None, "root", {}
        return
    version = root.get("version")
    if version is not None and not _VERSION.fullmatch(version):
        yield root, "version", "version", {"version": version}
    for tag in ("material", "link", "joint"):
        seen: set[str] = set()
        for element in _children(root, tag):
            name = element.get("name") or ""
            # a missing name counts as empty; joints without one are refused anyway
            if name in seen and (tag != "joint" or element.get("name") is not None):
                yield element, "name", "repeated", {"tag": tag, "name": name}
            seen.add(name)
    for joint in _children(root, "joint"):
        yield from _check_joint(joint, values)
    yield from _check_tree(root)


def _children(parent: _Element, tag: str) -> Iterator[_Element]:
    return (child for child in parent if literal_tag(child) == tag)


def _child(parent: _Element, tag: str) -> _Element | None:
    return next(_children(parent, tag), None)


def _check_joint(joint: _Element, values: Values) -> Iterator[Refusal]:
    own = facts(URDFDOM).own
    origin = _child(joint, "origin")
    for attribute in ("xyz", "rpy"):
        if origin is not None and not values.is_vector(origin, attribute):
            yield origin, attribute, "origin", {"name": attribute}
    kind = joint.get("type")
    if kind not in own["types"]:
        yield joint, "type" if kind is not None else None, "joint-type", {"type": kind}
    axis = _child(joint, "axis")
    if kind not in (None, *own["without_axis"]) and axis is not None and not values.is_vector(axis, "xyz"):
        yield axis, "xyz", "axis", {}
    if kind in own["with_limit"] and _child(joint, "limit") is None:
        yield joint, None, "limit-missing", {"type": kind}
    for tag, attributes in own["numbers"].items():
        element = _child(joint, tag)
        if element is None:
            continue
        needed = attributes.get("needed", ())
        for attribute in needed:
            if element.get(attribute) is None:
                yield element, None, "number-missing", {"tag": tag, "name": attribute}
        for attribute in (*needed, *attributes["optional"]):
            if not values.is_number(element, attribute):
                yield element, attribute, "not-a-number", {"name": attribute, "text": element.get(attribute)}


def _check_tree(root: _Element) -> Iterator[Refusal]:
    """The joints have to name links that there are; from one link without a parent there has to be a way down."""
    links: dict[str, _Element] = {}
    for link in _children(root, "link"):
        links.setdefault(link.get("name") or "", link)
    if not links:
        yield root, None, "no-link", {}
        return
    below: dict[str, list[str]] = {}
    hanging: set[str] = set()
    is_whole = True
    for joint in _children(root, "joint"):
        ends = []
        for end in ("parent", "child"):
            place = _child(joint, end)
            name = place.get("link") if place is not None else None
            if place is None or not name:
                yield joint, None, "end-missing", {"joint": joint.get("name"), "end": end}
            elif name not in links:
                yield place, "link", "unknown-link", {"name": name}
            else:
                ends.append(name)
        if len(ends) == 2:
            below.setdefault(ends[0], []).append(ends[1])
            hanging.add(ends[1])
        else:
            is_whole = False
    if not is_whole:
        return
    roots = [name for name in links if name not in hanging]
    if not roots:
        yield root, None, "no-root", {}
        return
    for name in roots[1:]:
        yield links[name], "name", "second-root", {"first": roots[0], "name": name}
    if len(roots) == 1 and _has_loop(roots[0], below):
        yield root, None, "loop", {}


def _has_loop(start: str, below: dict[str, list[str]]) -> bool:
    """Whether a way down from ``start`` leads to a link that it came by."""
    try:
        TopologicalSorter({link: below.get(link, ()) for link in find_reachable([start], below)}).prepare()
    except CycleError:
        return True
    return False
