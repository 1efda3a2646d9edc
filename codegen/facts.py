"""Descriptions as a flat list of facts, each at its place; what is compared, hashed and reported."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from .grammar import NO_DEFAULT, Include, SchemaNode
from .readers.description import read_version, version_folders

FACETS = ("type", "default", "min", "max", "required", "ref", "described in", "above", "count", "projects", "nodefault")
"""What can be said of an element, in the order of reports."""

ROOTS = ("root", "gazebo")


@dataclass(frozen=True, slots=True)
class SchemaDescription:
    """One version of a format: the root node of each file by its stem, and the folder with conversion rules."""

    version: str
    nodes: Mapping[str, SchemaNode]
    folder: Path


@dataclass(frozen=True, slots=True)
class Fact:
    """An element, an attribute or what an include puts in, as ``stem:path``; ``*`` is content of any kind."""

    place: str
    node: SchemaNode | Include
    facets: Mapping[str, str]

    @property
    def where(self) -> str:
        """File and line that say so."""
        return f"{self.node.file}:{self.node.line}"


def descriptions(home: Path) -> list[SchemaDescription]:
    """The versions of a format that ``home`` has folders for, oldest first.

    Raises:
        SchemaError: one is faulty.
    """
    return [SchemaDescription(path.name, read_version(path), path) for path in version_folders(home)]


def facts_of(nodes: Mapping[str, SchemaNode]) -> Iterator[Fact]:
    """All facts of a version, file by file."""
    for stem, node in nodes.items():
        yield from _facts(node, stem, nodes)


def hashes(nodes: Mapping[str, SchemaNode]) -> dict[str, tuple[str, str]]:
    """Hashes of facets and prose of each place; what a file says of one place more than once is taken together."""
    found: dict[str, tuple[str, str]] = {}
    for fact in facts_of(nodes):
        facets = "\n".join(f"{name}={value}" for name, value in sorted(fact.facets.items()))
        before = found.get(fact.place, ("", ""))
        found[fact.place] = (_digest(before[0] + facets), _digest(before[1] + fact.node.prose))
    return found


def place_of(stem: str, node: SchemaNode) -> str:
    """The place of a node."""
    return f"{stem}:{node.path}"


def facets_of(node: SchemaNode) -> dict[str, str]:
    """What a node says of itself."""
    default = None if node.default == NO_DEFAULT else node.default
    values = (
        node.type,
        default,
        node.minimum,
        node.maximum,
        node.occurs,
        node.ref,
        None,
        node.above,
        _format_count(node),
        *("true" if flag else None for flag in (node.projects, node.unprojected)),
    )
    return {name: value for name, value in zip(FACETS, values, strict=True) if value is not None}


def _format_count(node: SchemaNode) -> str | None:
    if node.count is None:
        return None
    least, most = node.count
    return str(least) if least == most else f"{least}..{'' if most is None else most}"


def _facts(node: SchemaNode, stem: str, nodes: Mapping[str, SchemaNode]) -> Iterator[Fact]:
    place = place_of(stem, node)
    yield Fact(place, node, facets_of(node))
    for child in node.children:
        if isinstance(child, Include):
            name = nodes[child.stem].name if child.stem in nodes else child.stem
            facets = {"required": child.occurs, "described in": f"{child.stem}.sdf"}
            yield Fact(f"{place}/{name}", child, facets)
        elif child.copy_data:
            yield Fact(f"{place}/*", child, {"required": child.occurs})
        else:
            yield from _facts(child, stem, nodes)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12] if text else ""
