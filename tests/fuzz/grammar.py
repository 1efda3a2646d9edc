"""Documents made of the descriptions of the formats: any element where it may stand, with values of its type."""

from __future__ import annotations

from enum import Enum
from functools import cache
from random import Random
from typing import Any

from bodyplan.runtime import field_tables, values
from bodyplan.runtime.element import Element
from bodyplan.runtime.field_tables import FieldPart, parts_of
from bodyplan.semantics.core.bindings import bindings_of, versions_of
from lxml import etree

ENDING = {"sdformat": ".sdf", "urdf": ".urdf", "skel": ".skel", "mjcf": ".mjcf"}
NUMBERS = ("0", "1", "-1", "0.5", "-2.25", "1e-3", "3.14159", "100", "1e308", "-0", "inf", "nan", "0x10", "1,5")
WHOLE = ("0", "1", "2", "7", "-1", "255", "0xff", "4294967295", "99999999999999999999")
WORDS = ("a", "b", "c", "l", "k", "j", "m", "world", "__model__", "a::b", "", "part", "x y", "ü", "model://part")
NAMES = ("a", "b", "c", "l", "k", "j", "m")
DEPTH = 6
SIZES: dict[type, int] = {
    values.Color: 4,
    values.Doubles: 3,
    values.Pose: 6,
    values.Quaternion: 4,
    values.Time: 2,
    values.Vector2d: 2,
    values.Vector2i: 2,
    values.Vector3: 3,
    values.Vector4: 4,
}


def _kind(part: FieldPart) -> Any:
    return field_tables.kind_of(part.owner, part.field)


def tags(format: str) -> tuple[str, ...]:
    """Every name of an element of a format's newest version."""
    found = {part.name for part in _all_parts(format) if part.kind == "Element"}
    return tuple(sorted(found))


def attributes(format: str) -> tuple[str, ...]:
    """Every name of an attribute of a format's newest version."""
    return tuple(sorted({part.name for part in _all_parts(format) if part.kind == "Attribute"}))


@cache
def _all_parts(format: str) -> tuple[FieldPart, ...]:
    classes = bindings_of(format).types.values()
    return tuple(part for cls in classes for part in parts_of(cls).by_field.values())


def described(random: Random) -> tuple[str, str]:
    """A document of some format and version, with its ending; its names refer to each other only by chance."""
    format = random.choice(("sdformat", "sdformat", "sdformat", "urdf", "skel", "mjcf", "mjcf"))
    bindings = bindings_of(format, random.choice(tuple(versions_of(format))))
    cls = bindings.types[bindings._root[1]]
    budget = [random.choice((8, 20, 60))]
    root = _element(random, cls, bindings._root[2], budget, 0)
    if "version" in parts_of(cls).by_field:
        root.set("version", bindings.version)
    text = etree.tostring(root, encoding="unicode", pretty_print=random.random() < 0.8)
    declared = ' xmlns:drake="http://drake.mit.edu"' if random.random() < 0.7 else ""
    return text.replace("drake_._", "drake:").replace("<" + root.tag, f"<{root.tag}{declared}", 1), ENDING[format]


def _element(random: Random, cls: type[Element], tag: str, budget: list[int], depth: int) -> etree._Element:
    budget[0] -= 1
    # lxml makes no undeclared prefixes, which are part of what is tried here
    element = etree.Element(tag.replace(":", "_._"))
    own = list(parts_of(cls).by_field.values())
    eager = 4 if depth < 3 else 2
    for part in random.sample(own, min(len(own), random.randint(1, eager + 2))) + [p for p in own if p.field == "name"]:
        if part.kind == "Attribute":
            if part.name.replace(":", "_._") not in element.attrib:
                element.set(part.name.replace(":", "_._"), text_of(random, part))
        elif part.kind == "Text":
            element.text = text_of(random, part)
        else:
            for _ in range(random.choice((1, 1, 1, 2, 3)) if part.repeats or random.random() < 0.1 else 1):
                _child(random, element, part, budget, depth)
    return element


def _child(random: Random, element: etree._Element, part: FieldPart, budget: list[int], depth: int) -> None:
    kind = _kind(part)
    if budget[0] <= 0 or depth >= DEPTH:
        return
    if issubclass(kind, Element):
        element.append(_element(random, kind, part.name, budget, depth + 1))
    else:
        budget[0] -= 1
        child = etree.SubElement(element, part.name.replace(":", "_._"))
        child.text = text_of(random, part)


def text_of(random: Random, part: FieldPart) -> str:
    """A text for an attribute or an element of a simple type: mostly one that it may hold."""
    kind = _kind(part)
    if random.random() < 0.04:
        return random.choice(WORDS + NUMBERS)
    if part.field == "name":
        return random.choice(NAMES) if random.random() < 0.9 else random.choice(WORDS)
    if issubclass(kind, Enum):
        return str(random.choice([member.value for member in kind]))
    if issubclass(kind, bool):
        return random.choice(("true", "false", "1", "0", "True"))
    if issubclass(kind, int):
        return random.choice(WHOLE)
    if issubclass(kind, float):
        return random.choice(NUMBERS)
    if kind in SIZES:
        size = SIZES[kind] + (random.choice((-1, 1)) if random.random() < 0.05 else 0)
        return " ".join(random.choice(NUMBERS[:8]) for _ in range(size))
    return random.choice(WORDS)
