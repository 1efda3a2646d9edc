"""Findings of each rule by the thousand: small documents that break it (``faults.toml``), many times over in one."""

from __future__ import annotations

import sys
from copy import deepcopy
from functools import partial
from pathlib import Path
from typing import Any

from lxml import etree

from .making import Format, Shape

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FAULTS = Path(__file__).with_name("faults.toml")
NAMING = ("name", "link", "joint", "reference")
"""Attributes of URDF that name a part or refer to one."""
HELD = '<joint name="held_{0}" type="fixed"><parent link="base"/><child link="{0}"/></joint>'


def faults() -> list[tuple[str, Format, str]]:
    """Rule, format, and a document that breaks the rule."""
    table = tomllib.loads(FAULTS.read_text(encoding="utf-8"))
    return [(rule, format, text) for rule, documents in table.items() for format, text in documents.items()]


def multiplied(format: Format, text: str, count: int) -> str:
    """A document that holds what another one does as often as is asked for, each time by other names."""
    root = etree.fromstring(text.encode())
    of_format = {"sdformat": _worlds, "urdf": _robots, "skel": _skeletons}
    of_format[format](root, count)
    return etree.tostring(root, encoding="unicode")


def _worlds(root: Any, count: int) -> None:
    """Worlds stand beside each other, everything else in one world."""
    parts = list(root)
    into = root if root.find("world") is not None else etree.SubElement(root, "world", name="w")
    for part in parts:
        root.remove(part)
    _put(into, parts, count)


def _skeletons(root: Any, count: int) -> None:
    """Skeletons stand in one world; where there are none, worlds beside each other."""
    world = root.find("world")
    into = root if world is None or world.find("skeleton") is None else world
    parts = [part for part in into if part.tag in ("world", "skeleton")]
    for part in parts:
        into.remove(part)
    _put(into, parts, count)


def _put(into: Any, parts: list[Any], count: int) -> None:
    for number in range(count):
        for part in parts:
            copy = deepcopy(part)
            if "name" in copy.attrib:
                copy.set("name", f"{part.get('name')}_{number}")
            copy.tail = "\n"
            into.append(copy)


def _robots(root: Any, count: int) -> None:
    """Everything by other names, each tree held by one link."""
    parts = list(root)
    children = {child.get("link") for child in root.iterfind("joint/child")}
    tops = {link.get("name") for link in root.iterfind("link")} - children - {None, ""}
    root[:] = [etree.Element("link", name="base")]
    for number in range(count):
        for part in parts:
            copy = deepcopy(part)
            for element in copy.iter(etree.Element):
                for attribute in NAMING:
                    if element.get(attribute):
                        element.set(attribute, f"{element.get(attribute)}_{number}")
            copy.tail = "\n"
            root.append(copy)
        root.extend(etree.fromstring(HELD.format(f"{top}_{number}")) for top in sorted(tops))


SHAPES = [
    Shape(format, f"{rule} by the thousand", partial(multiplied, format, text)) for rule, format, text in faults()
]
