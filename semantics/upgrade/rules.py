"""The conversion rules as records, read from the ``.convert`` files.

``schemas/sdformat/1.8/1_7.convert`` brings a document from 1.7 to 1.8. Files of the same name in ``additions/`` hold
rules that the composition proposal asks for and the official file lacks; they apply after it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from lxml import etree

from .versions import SCHEMAS, known_versions

if TYPE_CHECKING:
    from lxml.etree import _Element

ADDITIONS = Path(__file__).parent / "additions"


class RuleError(ValueError):
    """A ``.convert`` file holds something that is not a rule."""


@dataclass(frozen=True, slots=True)
class Location:
    """An element below the one that a rule is about, or one of its attributes; no path is that element itself."""

    path: tuple[str, ...]
    attribute: str | None = None


@dataclass(frozen=True, slots=True)
class Rename:
    """A value becomes the text of an element, or its attribute, where it stood."""

    source: Location
    target: Location


@dataclass(frozen=True, slots=True)
class Move:
    """An element, or a value, goes somewhere else; with ``copy`` it stays as well."""

    source: Location
    target: Location
    copy: bool


@dataclass(frozen=True, slots=True)
class Add:
    """An attribute is set; an element is added at the end."""

    target: Location
    value: str | None


@dataclass(frozen=True, slots=True)
class Remove:
    """An attribute or every child of a name goes, or only what is empty."""

    target: Location
    only_empty: bool


@dataclass(frozen=True, slots=True)
class Map:
    """Where a value is one of those listed, another value is written elsewhere."""

    source: Location
    target: Location
    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Deprecated:
    """What stands at this path has no counterpart any more."""

    target: Location


@dataclass(frozen=True, slots=True)
class Unflatten:
    """Models are inferred from names such as ``A::B``."""


Operation = Rename | Move | Add | Remove | Map | Deprecated | Unflatten


@dataclass(frozen=True, slots=True)
class Conversion:
    """Rules about the children of a name, or with ``descendants`` about every such element below."""

    name: str
    descendants: bool
    conversions: tuple[Conversion, ...]
    operations: tuple[Operation, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """All rules between two versions that follow each other. ``roots`` are about the root element.

    There is one object of each; to compare all that is in two of them would take its time.
    """

    origin: str
    target: str
    roots: tuple[Conversion, ...]

    @property
    def root_name(self) -> str:
        """Name of the root element, as the rules have it."""
        return self.roots[0].name


@cache
def rules_for(version: str) -> Step | None:
    """The step that leads on from ``version``; None for the newest version and for an unknown one."""
    stem = version.replace(".", "_")
    for target in known_versions():
        path = SCHEMAS / target / f"{stem}.convert"
        if path.is_file():
            files = [path, *(extra for extra in [ADDITIONS / path.name] if extra.is_file())]
            return Step(version, target, tuple(read_rules(file) for file in files))
    return None


@cache
def steps_from(version: str) -> tuple[Step, ...]:
    """All steps from ``version`` to the newest one, in order."""
    steps: list[Step] = []
    seen = {version}
    while (step := rules_for(version)) is not None and step.target not in seen:
        steps.append(step)
        version = step.target
        seen.add(version)
    return tuple(steps)


def read_rules(path: Path) -> Conversion:
    """The rules of one file.

    Raises:
        RuleError: it is not a file of conversion rules.
    """
    try:
        root = etree.parse(path, etree.XMLParser(remove_comments=True, remove_pis=True, no_network=True)).getroot()
    except etree.XMLSyntaxError as error:
        raise RuleError(f"{path}: {error.msg}") from None
    try:
        return _conversion(root)
    except RuleError as error:
        raise RuleError(f"{path}:{error}") from None


def _conversion(node: _Element) -> Conversion:
    descendants = node.get("name") is None
    name = node.get("descendant_name") if descendants else node.get("name")
    if not name:
        raise RuleError(f"{node.sourceline}: <convert> needs a name or a descendant_name")
    conversions = tuple(_conversion(child) for child in node if child.tag == "convert")
    # what is deprecated is looked for before anything moves
    operations = sorted(
        (op for child in node if child.tag != "convert" for op in _operations(child)),
        key=lambda op: not isinstance(op, Deprecated),
    )
    return Conversion(name, descendants, conversions, tuple(operations))


def _operations(node: _Element) -> Iterator[Operation]:
    tag = node.tag
    if tag == "rename" and node.find("rename") is not None:
        for child in node:
            yield from _operations(child)
    elif tag == "rename":
        source, target = _ends(node)
        if not target.path:
            raise RuleError(f"{node.sourceline}: <rename> needs an element in <to>")
        yield Rename(source, target)
    elif tag in ("move", "copy"):
        yield Move(*_ends(node), copy=tag == "copy")
    elif tag == "add":
        target = _one(node)
        if target.attribute is not None and node.get("value") is None:
            raise RuleError(f"{node.sourceline}: <add> needs a value for an attribute")
        yield Add(target, node.get("value"))
    elif tag in ("remove", "remove_empty"):
        yield Remove(_one(node), only_empty=tag == "remove_empty")
    elif tag == "map":
        yield _map(node)
    elif tag == "deprecated":
        yield Deprecated(Location(tuple((node.text or "").strip().split("/"))))
    elif tag == "unflatten":
        yield Unflatten()
    else:
        raise RuleError(f"{node.sourceline}: <{tag!s}> is no conversion rule")


def _ends(node: _Element) -> tuple[Location, Location]:
    source, target = node.find("from"), node.find("to")
    if source is None or target is None:
        raise RuleError(f"{node.sourceline}: <{node.tag!s}> needs <from> and <to>")
    return _location(source), _location(target)


def _location(node: _Element) -> Location:
    element, attribute = node.get("element"), node.get("attribute")
    if element:
        return Location(tuple(element.split("::")), attribute)
    if not attribute:
        raise RuleError(f"{node.sourceline}: <{node.tag!s}> needs an element or an attribute")
    *path, leaf = attribute.split("::")
    return Location(tuple(path), leaf)


def _one(node: _Element) -> Location:
    if (node.get("element") is None) == (node.get("attribute") is None):
        raise RuleError(f"{node.sourceline}: <{node.tag!s}> needs either an element or an attribute")
    return _location(node)


def _map(node: _Element) -> Map:
    ends: list[Location] = []
    values: list[list[str]] = []
    for tag in ("from", "to"):
        end = node.find(tag)
        *path, leaf = (end.get("name") or "").split("/") if end is not None else [""]
        if end is None or not leaf or leaf == "@" or "" in path:
            raise RuleError(f"{node.sourceline}: <map> needs <{tag}> with a name")
        ends.append(Location(tuple(path), leaf[1:]) if leaf[0] == "@" else Location((*path, leaf)))
        texts = [(value.text or "").strip() for value in end.findall("value")]
        if not texts or "" in texts:
            raise RuleError(f"{node.sourceline}: <{tag}> of <map> needs values that are not empty")
        values.append(texts)
    sources, targets = values
    # the last value of <to> stands for all that follow in <from>
    pairs = tuple((text, targets[min(index, len(targets) - 1)]) for index, text in enumerate(sources))
    return Map(ends[0], ends[1], pairs)
