"""What urdfdom 3 would make of a robot: whether ROS's parser takes it, and where it stops if not.

urdfdom reads materials, links, joints and the tree that they make, and nothing else. It gives up on a robot because of
its joints and its tree; what is wrong inside a link it complains about and goes on, so that all of that counts as a
warning here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ....runtime.diagnostics.rules_consumers import REFUSED
from ....runtime.source import literal_tag
from .values import Values

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ....runtime.diagnostics.diagnostic import Diagnostic
    from ....runtime.diagnostics.rule import Severity
    from ....runtime.diagnostics.sink import Sink
    from ...description.description import Description
    from ...options import Options
    from ...parsed import Parsed

TYPES = frozenset({"planar", "floating", "revolute", "continuous", "prismatic", "fixed"})
WITHOUT_AXIS = frozenset({"floating", "fixed"})
WITH_LIMIT = frozenset({"revolute", "prismatic"})
_DECLARATIONS = re.compile(r"<!DOCTYPE[^>]*\[")
_VERSION = re.compile(r"0*1\.0+")

Refusal = tuple["_Element", "str | None", str]
"""Where, at which attribute, and why urdfdom stops."""


def check(parsed: Parsed[Any], descriptions: tuple[Description, ...], sink: Sink, options: Options) -> None:
    """Reports where urdfdom gives up; of a document that it takes, no finding is an error."""
    root = parsed.source.root
    if root is None:
        return
    source = parsed.source
    refusals = list(refusals_of(root, Values(source)))
    if _DECLARATIONS.search(source.text):
        refusals.append((root, None, "it cannot read declarations inside <!DOCTYPE>"))
    if refusals:
        known = [finding.xpath for finding in sink.found if finding.severity == "error"]
        for element, attribute, reason in refusals:
            path = source.xpath(element)
            if not any(xpath == path or xpath.startswith((f"{path}/", f"{path}[")) for xpath in known):
                sink.report(REFUSED, element, attribute=attribute, message=f"urdfdom refuses the robot: {reason}")
        return

    def severity_of(finding: Diagnostic) -> Severity | None:
        return "warning" if finding.severity == "error" and finding.code[:3] not in ("BP0", "BP9") else None

    sink.judge(severity_of)


def refusals_of(root: _Element, values: Values) -> Iterator[Refusal]:
    """Every place at which urdfdom would give up on a document; it stops at the first."""
    if literal_tag(root) != "robot":
        yield root, None, "the root element is not <robot>"
        return
    if root.get("name") is None:
        yield root, None, "it has no name"
    version = root.get("version")
    if version is not None and not _VERSION.fullmatch(version):
        yield root, "version", f"its version is {version!r}, and only 1.0 is known"
    yield from _repeated(root, "material")
    yield from _repeated(root, "link")
    yield from _repeated(root, "joint")
    for joint in _children(root, "joint"):
        yield from _joint(joint, values)
    yield from _tree(root)


def _children(parent: _Element, tag: str) -> Iterator[_Element]:
    return (child for child in parent if literal_tag(child) == tag)


def _child(parent: _Element, tag: str) -> _Element | None:
    return next(_children(parent, tag), None)


def _repeated(root: _Element, tag: str) -> Iterator[Refusal]:
    """Names that are there twice. A missing one counts as empty; joints without one are refused anyway."""
    seen: set[str] = set()
    for element in _children(root, tag):
        name = element.get("name") or ""
        if name in seen and (tag != "joint" or element.get("name") is not None):
            yield element, "name", f"there is a {tag} {name!r} already"
        seen.add(name)


def _joint(joint: _Element, values: Values) -> Iterator[Refusal]:
    if joint.get("name") is None:
        yield joint, None, "a joint has no name"
    origin = _child(joint, "origin")
    if origin is not None:
        for attribute in ("xyz", "rpy"):
            if not values.is_vector(origin, attribute):
                yield origin, attribute, f"{attribute!r} of a joint's origin is not three numbers with blanks between"
    kind = joint.get("type")
    if kind not in TYPES:
        yield joint, "type" if kind is not None else None, f"the type of a joint is {kind!r}"
    if kind is not None and kind not in WITHOUT_AXIS:
        axis = _child(joint, "axis")
        if axis is not None and not values.is_vector(axis, "xyz"):
            yield axis, "xyz", "the axis of a joint is not three numbers with blanks between"
    limit = _child(joint, "limit")
    if limit is not None:
        yield from _numbers(limit, values, needed=("effort", "velocity"), optional=("lower", "upper"))
    elif kind in WITH_LIMIT:
        yield joint, None, f"a {kind} joint has no <limit>"
    safety = _child(joint, "safety_controller")
    if safety is not None:
        optional = ("soft_lower_limit", "soft_upper_limit", "k_position")
        yield from _numbers(safety, values, needed=("k_velocity",), optional=optional)
    calibration = _child(joint, "calibration")
    if calibration is not None:
        yield from _numbers(calibration, values, optional=("rising", "falling"))
    mimic = _child(joint, "mimic")
    if mimic is not None:
        if mimic.get("joint") is None:
            yield mimic, None, "a <mimic> names no joint"
        yield from _numbers(mimic, values, optional=("multiplier", "offset"))
    dynamics = _child(joint, "dynamics")
    if dynamics is not None:
        if dynamics.get("damping") is None and dynamics.get("friction") is None:
            yield dynamics, None, "a <dynamics> has neither damping nor friction"
        yield from _numbers(dynamics, values, optional=("damping", "friction"))


def _numbers(
    element: _Element, values: Values, *, needed: tuple[str, ...] = (), optional: tuple[str, ...] = ()
) -> Iterator[Refusal]:
    for attribute in needed:
        if element.get(attribute) is None:
            yield element, None, f"<{literal_tag(element)}> has no {attribute!r}"
    for attribute in (*needed, *optional):
        if not values.is_number(element, attribute):
            yield element, attribute, f"{attribute!r} is {element.get(attribute)!r}, which is no number to it"


def _tree(root: _Element) -> Iterator[Refusal]:
    """The joints have to name links that there are; from one link without a parent there has to be a way down."""
    links: dict[str, _Element] = {}
    for link in _children(root, "link"):
        links.setdefault(link.get("name") or "", link)
    if not links:
        yield root, None, "it has no link"
        return
    below: dict[str, list[str]] = {}
    hanging: set[str] = set()
    whole = True
    for joint in _children(root, "joint"):
        ends = []
        for end in ("parent", "child"):
            place = _child(joint, end)
            name = place.get("link") if place is not None else None
            if not name:
                yield joint, None, f"joint {joint.get('name')!r} has no {end} link"
            elif name not in links:
                yield place if place is not None else joint, "link", f"there is no link {name!r}"
            else:
                ends.append(name)
        if len(ends) == 2:
            below.setdefault(ends[0], []).append(ends[1])
            hanging.add(ends[1])
        else:
            whole = False
    if not whole:
        return
    roots = [name for name in links if name not in hanging]
    if not roots:
        yield root, None, "every link is the child of a joint"
        return
    for name in roots[1:]:
        yield links[name], "name", f"neither {roots[0]!r} nor {name!r} is the child of a joint"
    if len(roots) == 1 and _comes_back(roots[0], below):
        yield root, None, "its joints form a loop, in which check_urdf gets caught"


def _comes_back(start: str, below: dict[str, list[str]]) -> bool:
    """Whether a way down from ``start`` leads to a link that it came by."""
    on_way: set[str] = set()
    done: set[str] = set()
    todo = [(start, False)]
    while todo:
        link, leaving = todo.pop()
        if leaving:
            on_way.discard(link)
            done.add(link)
            continue
        if link in on_way:
            return True
        if link in done:
            continue
        on_way.add(link)
        todo.append((link, True))
        todo += [(child, False) for child in below.get(link, ())]
    return False
