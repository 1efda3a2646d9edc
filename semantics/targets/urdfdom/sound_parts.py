"""Links and joints of a robot that urdfdom reads to their end, told by their typed elements: nearly all of most robots.

What lacks a part, or has a value that is none, has its finding when it is decoded. Of what has none, urdfdom reads all but
what is asked for here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..facts import facts_of
from ..registry import URDFDOM

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lxml.etree import _Element

    from ....runtime.sink import Sink
    from ....runtime.source import Source
    from .values import Values


def note_sound_parts(robot: Any, source: Source, sink: Sink, values: Values) -> None:
    """Tells ``values`` which links and joints need no look at their texts.

    Args:
        robot: the typed root, read from ``source`` and not changed since.
        source: the robot as a text.
        sink: has all that was found when it was decoded.
        values: those of ``source``.
    """
    root = source.root
    if root is None or not values.are_plain:
        return
    touched = _find_touched(root, sink)
    for link in robot.link:
        element = link.source_element
        if element is not None and element not in touched and _is_sound_link(link):
            values.sound_links[element] = link
    own = facts_of(URDFDOM.name).own
    numbers = {tag: frozenset(attributes.get("needed", ())) for tag, attributes in own["numbers"].items()}
    for joint in robot.joint:
        element = joint.source_element
        if element is not None and element not in touched and _is_sound_joint(joint, element.get("type"), own, numbers):
            values.sound_joints[element] = joint


def _find_touched(root: _Element, sink: Sink) -> set[_Element]:
    """The children of a root that something was found about, or about something inside."""
    found: set[_Element] = set()
    for finding in sink.found:
        element = finding.xml
        while element is not None:
            around = element.getparent()
            if around is root:
                found.add(element)
            element = around
    return found


def _is_sound_link(link: Any) -> bool:
    fields: dict[str, Any] = link.__dict__
    if "name" not in fields:
        return False
    inertial = fields.get("inertial")
    if inertial is not None:
        try:
            inertia = inertial.__dict__["inertia"].__dict__
            total = inertial.__dict__["mass"].__dict__["value"]
            total += inertia["ixx"] + inertia["ixy"] + inertia["ixz"] + inertia["iyy"] + inertia["iyz"] + inertia["izz"]
        except KeyError:
            return False
        if total - total != 0.0:
            return False
    for shape in fields.get("visual", ()):
        parts = shape.__dict__
        if not _is_sound_geometry(parts) or ("material" in parts and "name" not in parts["material"].__dict__):
            return False
    return all(_is_sound_geometry(shape.__dict__) for shape in fields.get("collision", ()))


def _is_sound_geometry(shape: dict[str, Any]) -> bool:
    if "geometry" not in shape:
        return False
    choice = shape["geometry"].__dict__
    if len(choice) != 2:  # what it is, and where it stands; urdfdom looks at the first of several
        return False
    if "mesh" in choice:
        return "filename" in choice["mesh"].__dict__
    if "box" in choice:
        return "size" in choice["box"].__dict__
    if "cylinder" in choice:
        numbers = choice["cylinder"].__dict__
        return "length" in numbers and "radius" in numbers and _are_finite(numbers)
    return "sphere" in choice and "radius" in choice["sphere"].__dict__ and _are_finite(choice["sphere"].__dict__)


def _is_sound_joint(
    joint: Any, kind: str | None, own: Mapping[str, Any], numbers: Mapping[str, frozenset[str]]
) -> bool:
    """Whether urdfdom reads a joint of a type, and no row of its table is about it."""
    fields: dict[str, Any] = joint.__dict__
    if "name" not in fields or kind not in own["types"] or (kind in own["with_limit"] and "limit" not in fields):
        return False
    if "axis" in fields and "xyz" not in fields["axis"].__dict__:
        return False
    for tag, needed in numbers.items():
        if tag not in fields:
            continue
        values = fields[tag].__dict__
        if not (needed <= values.keys() and _are_finite(values)):
            return False
        if (tag == "mimic" and "joint" not in values) or (
            tag == "dynamics" and "damping" not in values and "friction" not in values
        ):
            return False
    return True


def _are_finite(fields: dict[str, Any]) -> bool:
    total = sum([value for value in fields.values() if type(value) is float])
    return total - total == 0.0
