"""What urdfdom reads of a link: it stops at the first fault in there, with no more than a line in the log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....diagnostics.records import NamedTuple
from ....runtime.source import literal_tag
from ..children import children_of
from ..facts import facts_of
from ..registry import URDFDOM

if TYPE_CHECKING:
    from lxml.etree import _Element

    from .values import Values

MOMENTS = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
"""In the order in which they are read."""


class LinkFault(NamedTuple):
    """Why urdfdom stops there."""

    element: _Element
    attribute: str | None
    says: str
    """The id of what is said of it."""
    arguments: dict[str, Any]


class CutLink(NamedTuple):
    """A link that is not read to its end."""

    fault: LinkFault
    lost: str
    """What does not arrive."""


def find_cut(link: _Element, values: Values) -> CutLink | None:
    """The first fault inside a link, with what is lost by it; None where all of it is read."""
    inertial = values.parts(link).get("inertial")
    shapes = [*children_of(link, "visual"), *children_of(link, "collision")]
    if link.get("name") is None:
        return CutLink(_lacks(link, "name"), _list_lost(() if inertial is None else ("mass", "moments"), shapes))
    if inertial is not None:
        fault = find_inertial_fault(inertial, values)
        if fault is not None:
            return CutLink(fault, _list_lost(("moments",) if is_mass_read(fault) else ("mass", "moments"), shapes))
    for number, shape in enumerate(shapes):
        fault = find_shape_fault(shape, values)
        if fault is not None:
            return CutLink(fault, _list_lost((), shapes[number:]))
    return None


def find_inertial_fault(inertial: _Element, values: Values) -> LinkFault | None:
    """Why urdfdom stops at an ``<inertial>``; None where it does not."""
    return values.find_once(inertial, _check_inertial)


def _check_inertial(inertial: _Element, values: Values) -> LinkFault | None:
    fault = _find_origin_fault(inertial, values)
    if fault is not None:
        return fault
    parts = values.parts(inertial)
    for tag, attributes in (("mass", ("value",)), ("inertia", MOMENTS)):
        part = parts.get(tag)
        if part is None:
            return _lacks_element(inertial, tag)
        fault = _find_number_fault(part, attributes, values)
        if fault is not None:
            return fault
    return None


def is_mass_read(fault: LinkFault) -> bool:
    """Whether the mass was read before urdfdom stopped at an ``<inertial>``."""
    return "inertia" in (literal_tag(fault.element), fault.arguments["part"])


def _find_origin_fault(element: _Element, values: Values) -> LinkFault | None:
    """Why urdfdom stops at the ``<origin>`` of something; None where it does not."""
    origin = values.parts(element).get("origin")
    if origin is not None:
        for attribute in ("xyz", "rpy"):
            if not values.is_vector(origin, attribute):
                return _is_unreadable(origin, attribute, "3 numbers with blanks between")
    return None


def find_shape_fault(shape: _Element, values: Values) -> LinkFault | None:
    """Why urdfdom stops at a ``<visual>`` or ``<collision>``; None where it does not."""
    return values.find_once(shape, _check_shape)


def _check_shape(shape: _Element, values: Values) -> LinkFault | None:
    fault = _find_origin_fault(shape, values)
    if fault is not None:
        return fault
    parts = values.parts(shape)
    holder = parts.get("geometry")
    if holder is None:
        return _lacks_element(shape, "geometry")
    geometry = next(iter(holder), None)
    if geometry is None:
        return LinkFault(holder, None, "cut-empty", {"part": "geometry"})
    fault = _find_geometry_fault(geometry, values)
    if fault is not None:
        return fault
    material = parts.get("material") if literal_tag(shape) == "visual" else None
    if material is not None and material.get("name") is None:
        return _lacks(material, "name")
    return None


def _find_geometry_fault(geometry: _Element, values: Values) -> LinkFault | None:
    tag = literal_tag(geometry)
    needs = facts_of(URDFDOM.name).own["shapes"].get(tag)
    if needs is None:
        return LinkFault(geometry, None, "cut-shape", {"part": tag})
    if "numbers" in needs:
        return _find_number_fault(geometry, needs["numbers"], values)
    if geometry.get(needs["needed"]) is None:
        return _lacks(geometry, needs["needed"])
    if not values.is_vector(geometry, needs["vector"]):
        return _is_unreadable(geometry, needs["vector"], "3 numbers with blanks between")
    return None


def _find_number_fault(element: _Element, attributes: tuple[str, ...], values: Values) -> LinkFault | None:
    for name in attributes:
        if not values.is_number(element, name, is_needed=True):
            is_written = element.get(name) is not None
            return _is_unreadable(element, name, "a number") if is_written else _lacks(element, name)
    return None


def _lacks(element: _Element, attribute: str) -> LinkFault:
    return LinkFault(
        element, None, "cut-attribute", {"parent": literal_tag(element), "part": f"@{attribute}", "name": attribute}
    )


def _lacks_element(element: _Element, tag: str) -> LinkFault:
    return LinkFault(element, None, "cut-element", {"parent": literal_tag(element), "part": tag})


def _is_unreadable(element: _Element, attribute: str, needed: str) -> LinkFault:
    text = element.get(attribute)
    return LinkFault(
        element, attribute, "cut-value", {"part": f"@{attribute}", "name": attribute, "text": text, "needed": needed}
    )


def _list_lost(parts: tuple[str, ...], shapes: list[_Element]) -> str:
    """What is lost in words, such as ``moments, 1 visual, 2 collisions``."""
    words = list(parts)
    for tag in ("visual", "collision"):
        count = sum(literal_tag(shape) == tag for shape in shapes)
        if count:
            words.append(f"{count} {tag}{'s' if count > 1 else ''}")
    return ", ".join(words)
