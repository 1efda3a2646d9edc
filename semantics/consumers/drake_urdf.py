"""What Drake refuses or warns about in a URDF document, beyond what its table says."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING

from ...runtime.diagnostics import rules_drake as rules
from ...runtime.source import literal_tag
from .conditions import numbers
from .drake_numbers import check_numbers

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...runtime.diagnostics.sink import Sink
    from .applying import Applied

SHAPES = {
    "box": "Box",
    "sphere": "Sphere",
    "cylinder": "Cylinder",
    "capsule": "Capsule",
    "drake:capsule": "Capsule",
    "mesh": "Mesh",
    "drake:ellipsoid": "Ellipsoid",
}
"""In the order in which Drake looks for them, with the name that it gives an unnamed one."""
NEAR = 1e-10
"""How far apart two colours may be and count as one."""


@dataclass(slots=True)
class Material:
    """A material that a name stands for."""

    color: tuple[float, ...] | None
    texture: str | None
    element: _Element


def check_urdf(document: Applied, sink: Sink) -> None:
    """Reports what stands in one URDF document."""
    robot = document.root
    check_numbers(document, sink)
    if robot.get("name") == "":
        sink.report(rules.EMPTY_NAME, robot, attribute="name", tag="robot")
    _check_materials(document, sink)
    for link in document.kept(robot, "link"):
        for kind in ("visual", "collision"):
            _check_shape_names(document, link, kind, sink)
    _check_transmissions(document, sink)


def _check_materials(document: Applied, sink: Sink) -> None:
    """Names of materials; one defined within a link is known to all links after it."""
    known: dict[str, Material] = {}
    for element in document.kept(document.root, "material"):
        _check_material(element, known, sink, is_global=True)
    for link in document.kept(document.root, "link"):
        for visual in document.kept(link, "visual"):
            for element in list(document.kept(visual, "material"))[:1]:
                _check_material(element, known, sink, is_global=False)


def _check_material(element: _Element, known: dict[str, Material], sink: Sink, *, is_global: bool) -> None:
    name = element.get("name") or ""
    color, texture = element.find("color"), element.find("texture")
    rgba = tuple(numbers(color.get("rgba") or "")) if color is not None else None
    if color is not None and color.get("rgba") is None:
        return
    file = texture.get("filename") or None if texture is not None else None
    if not name:
        return
    before = known.get(name)
    if before is None:
        if rgba is None and file is None:
            sink.report(rules.MATERIAL_UNDEFINED, element, attribute="name", name=name)
        known[name] = Material(rgba or (0.0, 0.0, 0.0, 0.0), file, element)
    elif is_global or (file is not None and file != before.texture) or not _same_color(rgba, before.color):
        sink.report(
            rules.MATERIAL_REDEFINED,
            element,
            attribute="name",
            name=name,
            related=(("first defined here", before.element),),
        )


def _same_color(color: tuple[float, ...] | None, before: tuple[float, ...] | None) -> bool:
    if color is None or before is None:
        return color is None
    return len(color) != len(before) or math.dist(color, before) <= NEAR


def _check_shape_names(document: Applied, link: _Element, kind: str, sink: Sink) -> None:
    """Shapes without a name are called after what they are; names that are taken get a number."""
    taken: set[str] = set()
    for element in document.kept(link, kind):
        name = element.get("name")
        wanted = name if name is not None else _shape_name(element)
        if wanted is None:
            continue
        if not wanted.strip(" \t"):
            sink.report(rules.EMPTY_NAME, element, attribute="name", tag=kind)
            continue
        new = wanted
        if wanted in taken:
            new = next(found for number in count(1) if (found := f"{wanted}_{number}") not in taken)
            if name is not None:
                sink.report(rules.RENAMED_SHAPE, element, attribute="name", kind=kind, name=name, new=new)
        taken.add(new)


def _shape_name(element: _Element) -> str | None:
    geometry = element.find("geometry")
    tags = [literal_tag(child) for child in geometry] if geometry is not None else []
    for tag, name in SHAPES.items():
        if tag in tags and geometry is not None:
            convex = tag == "mesh" and any(
                literal_tag(part) == "drake:declare_convex" for part in geometry[tags.index(tag)]
            )
            return "Convex" if convex else name
    return None


def _check_transmissions(document: Applied, sink: Sink) -> None:
    robot = document.root
    joints = {
        joint.get("name"): joint for tag in ("joint", "drake:joint") for joint in document.kept(robot, tag)
    }
    actuators: dict[str, _Element] = {}
    for transmission in document.kept(robot, "transmission"):
        kind = transmission.findtext("type") or transmission.get("type") or ""
        if "SimpleTransmission" not in kind:
            continue
        joint, actuator = transmission.find("joint"), transmission.find("actuator")
        if joint is None or actuator is None:
            continue
        found = joints.get(joint.get("name"))
        if found is None:
            sink.report(
                rules.TRANSMISSION_JOINT, joint, attribute="name", name=joint.get("name") or ""
            )
            continue
        if found.get("type") == "fixed" or _effort(found) == 0.0:
            continue
        name = actuator.get("name") or ""
        if name in actuators:
            sink.report(
                rules.SAME_NAME,
                actuator,
                attribute="name",
                kind="actuator",
                name=name,
                related=(("first here", actuators[name]),),
            )
        actuators.setdefault(name, actuator)


def _effort(joint: _Element) -> float:
    limit = joint.find("limit")
    read = numbers(limit.get("effort") or "") if limit is not None else []
    return read[0] if read else math.inf
