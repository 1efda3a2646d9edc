"""What MuJoCo's reader refuses of a robot: elements and attributes that it looks for, texts of numbers, the tree.

It reads by names alone and passes over whatever else is written. What is refused here is so whatever the compiler says.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from ....runtime.numbers import C_NUMBER, overflows, to_float
from ....runtime.source import literal_tag
from ..children import child_of, children_of, group_children
from ..facts import facts_of
from ..predicates import SHORT
from ..registry import MUJOCO
from .refusal import MujocoRefusal

if TYPE_CHECKING:
    from lxml.etree import _Element

WORLD_LINK = "world"
"""A link of that name is the world itself."""
Numbers = tuple[float, ...]


def is_robot(root: _Element) -> bool:
    """Whether MuJoCo takes a document for one of URDF, whatever it says inside."""
    return literal_tag(root).lower() == "robot"


def read_numbers(element: _Element | None, attribute: str) -> Numbers | None:
    """The numbers of an attribute; None where there are none, or one of them cannot be read."""
    text = None if element is None else element.get(attribute)
    tokens = (text or "").split()
    if not tokens or not all(map(C_NUMBER.fullmatch, tokens)):
        return None
    return tuple(map(to_float, tokens))


def read_number(element: _Element | None, attribute: str) -> float | None:
    """The one number of an attribute; None where it is none."""
    found = read_numbers(element, attribute)
    return found[0] if found is not None and len(found) == 1 else None


def read_shape(holder: _Element) -> _Element | None:
    """The shape of a visual or collision that counts: of several kinds the first of those that MuJoCo tries."""
    geometry = child_of(holder, "geometry")
    if geometry is None:
        return None
    tried = (child_of(geometry, shape) for shape in facts_of(MUJOCO.name).own["shapes"])
    return next((shape for shape in tried if shape is not None), None)


def refuse_texts(root: _Element, *, shows: bool) -> Iterator[MujocoRefusal]:
    """Elements and attributes that are missing, stand twice, or are no numbers.

    Args:
        root: of the robot.
        shows: whether shapes that are only seen are read.
    """
    yield from _read(root, "robot")
    for link in children_of(root, "link"):
        yield from _read(link, "link")
        for visual in children_of(link, "visual"):
            yield from _read_material_of(visual)
            if shows:
                yield from _read_geometry(visual)
        for collision in children_of(link, "collision"):
            yield from _read_geometry(collision)
    for joint in children_of(root, "joint"):
        yield from _read(joint, "joint")
        kind = joint.get("type")
        if kind is not None and kind not in facts_of(MUJOCO.name).own["types"]:
            yield MujocoRefusal(joint, "type", "joint-type", {"type": kind})
        elif kind != "fixed":
            yield from _read(joint, "motion")
    yield from _read_named_materials(root)


def refuse_tree(root: _Element) -> Iterator[MujocoRefusal]:
    """Links that are there twice, joints between links that are not there, and links that no way leads to."""
    links: dict[str, _Element] = {}
    for link in children_of(root, "link"):
        name = link.get("name")
        if name in links:
            yield MujocoRefusal(link, "name", "repeated-link", {"name": name})
        elif name is not None:
            links[name] = link
    above: dict[str, str] = {}
    is_whole = True
    for joint in children_of(root, "joint"):
        ends = {tag: child_of(joint, tag) for tag in ("parent", "child")}
        names = {tag: None if end is None else end.get("link") for tag, end in ends.items()}
        unknown = [tag for tag, name in names.items() if name not in links]
        for tag in unknown:
            end = ends[tag]
            if end is not None and names[tag] is not None:
                yield MujocoRefusal(end, "link", "unknown-link", {"name": names[tag]})
        parent, child, place = names["parent"], names["child"], ends["child"]
        if unknown or parent is None or child is None or place is None:
            is_whole = False
        elif child in above:
            yield MujocoRefusal(place, "link", "second-parent", {"name": child})
        else:
            above[child] = parent
    if is_whole:
        loose = next((name for name in links if _is_below_itself(name, above)), None)
        if loose is not None:
            yield MujocoRefusal(links[loose], "name", "loop", {"name": loose})


def _is_below_itself(name: str, above: dict[str, str]) -> bool:
    seen = {name}
    while name in above:
        name = above[name]
        if name in seen:
            return True
        seen.add(name)
    return False


def _read(element: _Element, kind: str) -> Iterator[MujocoRefusal]:
    """Refusals of an element by the tables of a kind, and of what is looked for in it."""
    own, tag = facts_of(MUJOCO.name).own, literal_tag(element)
    for attribute in own["texts"].get(kind, ()):
        if element.get(attribute) is None:
            yield MujocoRefusal(element, None, "missing-attribute", {"parent": tag, "name": attribute})
    for name, count in own["numbers"].get(kind, {}).items():
        attribute = name.rstrip("!")
        text = element.get(attribute)
        find = _find_known_fault if text is None or len(text) <= SHORT else _find_fault
        fault = find(text, count, attribute != name)
        if fault is not None:
            says, arguments = fault
            about = {"parent": tag, "name": attribute, "text": text, **arguments}
            yield MujocoRefusal(element, None if text is None else attribute, says, about)
    parts = own["elements"].get(kind)
    if not parts:
        return
    children = group_children(element)
    for name in parts:
        part = name.rstrip("!")
        found = children.get(part, ())
        if len(found) > 1:
            yield MujocoRefusal(found[1], None, "repeated", {"parent": tag, "name": part})
        elif found:
            yield from _read(found[0], part)
        elif name != part:
            yield MujocoRefusal(element, None, "missing-element", {"parent": tag, "name": part})


def _find_fault(text: str | None, count: int, is_needed: bool) -> tuple[str, dict[str, int]] | None:
    """What is wrong with a text that should be so many numbers, and which numbers say so; None where nothing is."""
    tokens = (text or "").split()
    if not tokens:
        return ("missing-attribute", {}) if is_needed else None
    if not all(map(C_NUMBER.fullmatch, tokens)):
        return "not-numbers", {}
    if any(overflows(to_float(token), token) for token in tokens):
        return "too-large", {}
    return ("count", {"found": len(tokens), "wanted": count}) if len(tokens) != count else None


_find_known_fault = lru_cache(2048)(_find_fault)
"""The same of a short text: a robot writes the same few many times."""


def _read_geometry(holder: _Element) -> Iterator[MujocoRefusal]:
    for tag, is_needed in (("geometry", True), ("origin", False)):
        found = list(children_of(holder, tag))
        if len(found) > 1:
            yield MujocoRefusal(found[1], None, "repeated", {"parent": literal_tag(holder), "name": tag})
        elif found and tag == "origin":
            yield from _read(found[0], tag)
        elif is_needed and not found:
            yield MujocoRefusal(holder, None, "missing-element", {"parent": literal_tag(holder), "name": tag})
    shape, geometry = read_shape(holder), child_of(holder, "geometry")
    if geometry is None:
        return
    if shape is None:
        yield MujocoRefusal(geometry, None, "no-shape", {})
        return
    for tag in facts_of(MUJOCO.name).own["shapes"]:
        found = list(children_of(geometry, tag))
        if len(found) > 1:
            yield MujocoRefusal(found[1], None, "repeated", {"parent": "geometry", "name": tag})
        if found:
            break  # shapes that are tried later are not looked at
    yield from _read(shape, literal_tag(shape))


def _read_material_of(visual: _Element) -> Iterator[MujocoRefusal]:
    """What is read of a visual though it is left out: its colour."""
    found = list(children_of(visual, "material"))
    if len(found) > 1:
        yield MujocoRefusal(found[1], None, "repeated", {"parent": "visual", "name": "material"})
    elif found and child_of(found[0], "color") is not None:
        yield from _read(found[0], "material")
    elif found and found[0].get("name") is None:
        yield MujocoRefusal(found[0], None, "missing-attribute", {"parent": "material", "name": "name"})


def _read_named_materials(root: _Element) -> Iterator[MujocoRefusal]:
    """Materials anywhere, of each name up to the first that has a colour."""
    known: set[str] = set()
    for material in root.iter():
        name = material.get("name") if literal_tag(material) == "material" else None
        if name is not None and name not in known:
            yield from _read(material, "material")
            if child_of(material, "color") is not None:
                known.add(name)
