"""Every part of every version of the formats, each in the smallest document that it may stand in."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bodyplan.runtime.element import Element
from bodyplan.runtime.field_tables import FieldPart, parts_of
from bodyplan.semantics.core.bindings import bindings_of, versions_of
from lxml import etree

from .grammar import ENDING, SIZES, _kind
from .judging import Choice, Failure, Judge
from .seeds import Seed

AROUND = {
    ("sdformat", "world"): "<model name='a'><link name='a'/></model><model name='b'><link name='b'/></model>",
    ("sdformat", "model"): "<link name='a'/><link name='b'/><joint name='q' type='revolute'><parent>a</parent>"
    "<child>b</child><axis><xyz>1 0 0</xyz></axis></joint>",
    ("urdf", "robot"): "<link name='a'/><link name='b'/><joint name='q' type='fixed'><parent link='a'/>"
    "<child link='b'/></joint>",
    ("skel", "skeleton"): "<body name='a'/><body name='b'/>",
}
"""What a parent holds besides, so that there is something to refer to."""
OFF_DIAGONAL = ("ixy", "ixz", "iyz")
DEPTH = 6


def versions() -> Iterator[tuple[str, str]]:
    """Every format with each of its versions."""
    for format in ENDING:
        for version in versions_of(format):
            yield format, version


def documents(format: str, version: str) -> Iterator[tuple[str, Seed]]:
    """For each part of each element of a version a document that holds it, with the part's path."""
    bindings = bindings_of(format, version)
    root = bindings.types[bindings._root[1]]
    chains: dict[Any, tuple[FieldPart, ...]] = {root: ()}
    todo = [root]
    for cls in todo:
        for part in parts_of(cls).by_field.values():
            chain = (*chains[cls], part)
            kind = _kind(part)
            if part.kind == "Element" and issubclass(kind, Element) and kind not in chains:
                chains[kind] = chain
                todo.append(kind)
            yield "/".join(each.place for each in chain), Seed(_written(bindings, root, chain), ENDING[format])


def failures_of_parts(format: str, version: str, every: int = 1, first: int = 0) -> Iterator[tuple[str, Failure]]:
    """What does not hold for the documents of a version's parts, with the part's path.

    Args:
        format: name of the format.
        version: of the format.
        every: how many parts to go on each time.
        first: the number of the part to begin with.
    """
    with TemporaryDirectory() as folder:
        judge = Judge(Path(folder), versions=True)
        for path, seed in islice(documents(format, version), first, None, every):
            for failure in judge.failures(seed, Choice(None, False)):
                yield f"{format} {version} {path}", failure


def _written(bindings: Any, root: Any, chain: tuple[FieldPart, ...]) -> bytes:
    top = element = etree.Element(bindings._root[2])
    cls = root
    for part in chain:
        _fill(element, cls, bindings.format)
        if part.kind == "Attribute":
            element.set(_plain(part.name), text_of(part))
        elif part.kind == "Text":
            element.text = text_of(part)
        else:
            before = element.find(_plain(part.name))
            if before is not None and not part.repeats:
                element.remove(before)
            element = etree.SubElement(element, _plain(part.name))
            cls = _kind(part)
            if not issubclass(cls, Element):
                element.text = text_of(part)
    if chain[-1].kind == "Element" and issubclass(cls, Element):
        _fill(element, cls, bindings.format)
    if "version" in parts_of(root).by_field:
        top.set("version", bindings.version)
    text = etree.tostring(top, encoding="unicode", pretty_print=True).replace("drake_._", "drake:")
    return text.replace(f"<{top.tag}", f"<{top.tag} xmlns:drake='http://drake.mit.edu'", 1).encode()


def _plain(name: str) -> str:
    # lxml makes no undeclared prefixes
    return name.replace(":", "_._")


def _fill(element: Any, cls: Any, format: str, depth: int = 0) -> None:
    """Puts in what has to be there."""
    for part in parts_of(cls).by_field.values():
        is_needed = cls._specs[part.field].metadata.get("required") or part.field == "name" or part.kind == "Text"
        if not is_needed:
            continue
        if part.kind == "Attribute":
            element.set(_plain(part.name), text_of(part))
        elif part.kind == "Text":
            element.text = text_of(part)
        elif depth < DEPTH and element.find(_plain(part.name)) is None:
            child = etree.SubElement(element, _plain(part.name))
            kind = _kind(part)
            if issubclass(kind, Element):
                _fill(child, kind, format, depth + 1)
            else:
                child.text = text_of(part)
    if depth == 0 and (format, element.tag) in AROUND:
        element.extend(etree.fromstring(f"<x>{AROUND[format, element.tag]}</x>"))


def text_of(part: FieldPart) -> str:
    """A text that the part may hold."""
    kind = _kind(part)
    if issubclass(kind, Enum):
        return str(next(iter(kind)).value)
    if part.name in OFF_DIAGONAL:
        return "0"
    if issubclass(kind, (bool, int, float)):
        return "1"
    if kind in SIZES:
        return " ".join(["1"] * SIZES[kind])
    if part.field == "uri":
        return "part"
    if part.field == "name":
        return f"n_{part.owner.__name__}".lower()
    if "joint" in part.name:
        return "q"
    return "b" if "child" in part.owner.__name__.lower() + part.name else "a"
