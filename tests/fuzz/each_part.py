"""Every part of every version of the formats, each in the smallest document that it may stand in."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Any

from bodyplan.runtime.element import Element
from bodyplan.runtime.parts import Part, parts_of
from bodyplan.semantics.bindings import bindings_of, versions_of
from lxml import etree

from .grammar import ENDING, SIZES, _kind
from .seeds import Seed

AROUND = {
    ("sdformat", "world"): "<model name='a'><link name='a'/></model><model name='b'><link name='b'/></model>",
    (
        "sdformat",
        "model",
    ): "<link name='a'/><link name='b'/><joint name='q' type='revolute'><parent>a</parent><child>b</child><axis><xyz>1 0 0</xyz></axis></joint>",
    (
        "urdf",
        "robot",
    ): "<link name='a'/><link name='b'/><joint name='q' type='fixed'><parent link='a'/><child link='b'/></joint>",
    ("skel", "skeleton"): "<body name='a'/><body name='b'/>",
}
"""What a parent holds besides, so that there is something to refer to."""

OFF_DIAGONAL = ("ixy", "ixz", "iyz")


def documents(format: str, version: str) -> Iterator[tuple[str, Seed]]:
    """For each part of each element a document that holds it, with the part's path."""
    bindings = bindings_of(format, version)
    root = bindings.types[bindings._root[1]]
    chains: dict[Any, tuple[Part, ...]] = {root: ()}
    todo = [root]
    for cls in todo:
        for part in parts_of(cls).by_field.values():
            kind = _kind(part)
            if part.kind == "Element" and issubclass(kind, Element) and kind not in chains:
                chains[kind] = (*chains[cls], part)
                todo.append(kind)
            yield _document(format, version, bindings._root[2], root, (*chains[cls], part))


def _document(format: str, version: str, tag: str, root: Any, chain: tuple[Part, ...]) -> tuple[str, Seed]:
    top = element = etree.Element(tag)
    cls = root
    for part in chain:
        _fill(element, cls, format)
        if part.kind == "Element":
            old = element.find(_plain(part.name))
            if old is not None and not part.repeats:
                element.remove(old)
            element = etree.SubElement(element, _plain(part.name))
            cls = _kind(part)
        elif part.kind == "Attribute":
            element.set(_plain(part.name), text_of(part))
        if part.kind == "Text" or not issubclass(_kind(part), Element):
            if part.kind != "Attribute":
                element.text = text_of(part)
            break
    else:
        _fill(element, cls, format)
    if "version" in parts_of(root).by_field:
        top.set("version", version)
    text = etree.tostring(top, encoding="unicode", pretty_print=True)
    text = text.replace("drake_._", "drake:").replace(f"<{tag}", f"<{tag} xmlns:drake='http://drake.mit.edu'", 1)
    path = "/".join(part.place for part in chain)
    return f"{format} {version} {path}", Seed(text.encode(), ENDING[format])


def _plain(name: str) -> str:
    # lxml makes no undeclared prefixes
    return name.replace(":", "_._")


def _fill(element: etree._Element, cls: Any, format: str, depth: int = 0) -> None:
    """Puts in what has to be there."""
    for part in parts_of(cls).by_field.values():
        spec = cls._specs[part.field]
        kind = _kind(part)
        if not spec.metadata.get("required") and part.field != "name" and part.kind != "Text":
            continue
        if part.kind == "Attribute":
            element.set(_plain(part.name), text_of(part))
        elif part.kind == "Text":
            element.text = text_of(part)
        elif depth < 6 and element.find(_plain(part.name)) is None:
            child = etree.SubElement(element, _plain(part.name))
            if issubclass(kind, Element):
                _fill(child, kind, format, depth + 1)
            else:
                child.text = text_of(part)
    around = AROUND.get((format, element.tag))
    if around and depth == 0:
        element.extend(etree.fromstring(f"<x>{around}</x>"))


def text_of(part: Part) -> str:
    """A text that the part may hold."""
    kind = _kind(part)
    if issubclass(kind, Enum):
        return str(next(iter(kind)).value)
    if part.name in OFF_DIAGONAL:
        return "0"
    if part.field == "uri":
        return "part"
    if issubclass(kind, (bool, int, float)):
        return "1"
    if kind in SIZES:
        return " ".join(["1"] * SIZES[kind])
    if part.field == "name":
        return f"n_{part.owner.__name__}".lower()
    if "joint" in part.name:
        return "q"
    return "b" if "child" in part.owner.__name__.lower() + part.name else "a"


def versions() -> Iterator[tuple[str, str]]:
    for format in ENDING:
        for version in versions_of(format):
            yield format, version
