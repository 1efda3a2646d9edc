"""Every part of a format by the path that ``bodyplan support`` names it with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from bodyplan.runtime import field_tables
from bodyplan.runtime.element import Element
from bodyplan.runtime.field_tables import FieldPart, parts_of
from bodyplan.semantics.core.bindings import bindings_of, versions_of
from bodyplan.semantics.support.used_elements import path_of


class Place(NamedTuple):
    """A part where it may stand."""

    path: str
    chain: tuple[FieldPart, ...]
    version: str
    """The newest version that has it."""


def kind_of(part: FieldPart) -> Any:
    """The type of the part's value, or its class."""
    return field_tables.kind_of(part.owner, part.field)


def children_of(cls: type[Element]) -> Iterator[FieldPart]:
    """The parts of a class; a text is no part of its own."""
    return (part for part in parts_of(cls).by_field.values() if part.kind != "Text")


def root_of(format: str, version: str | None = None) -> tuple[str, type[Element]]:
    """Name and class of the root element of a version; the newest by default."""
    bindings = bindings_of(format, version) if version else bindings_of(format)
    return bindings._root[2], bindings.types[bindings._root[1]]


def places(format: str, newest: str | None = None) -> Iterator[Place]:
    """Every part of every version of a format up to one, once each, those of the newest version first."""
    seen: set[str] = set()
    versions = list(versions_of(format))
    for version in reversed(versions if newest is None else versions[: versions.index(newest) + 1]):
        tag, cls = root_of(format, version)
        yield from _below(cls, (tag,), (), frozenset([cls]), version, seen)


def _below(
    cls: type[Element],
    tags: tuple[str, ...],
    chain: tuple[FieldPart, ...],
    around: frozenset[type[Element]],
    version: str,
    seen: set[str],
) -> Iterator[Place]:
    for part in children_of(cls):
        here = (*tags, part.name if part.kind == "Element" else f"@{part.name}")
        path = path_of(here)
        if path not in seen:
            seen.add(path)
            yield Place(path, (*chain, part), version)
        if part.kind == "Element":
            kind = kind_of(part)
            if issubclass(kind, Element) and kind not in around:
                yield from _below(kind, here, (*chain, part), around | {kind}, version, seen)
