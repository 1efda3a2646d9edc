"""The URIs in a document: which fields hold one is a fact of its schema."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from lxml.etree import _Element

from ...diagnostics.records import dataclass
from ...runtime.element import Element
from ...runtime.field_tables import parts_of
from ...runtime.source import literal_tag
from ...runtime.unknown_elements import is_generic, place_of
from ..core.bindings import bindings_of
from ..core.traversal import elements_in, generic_elements
from ..core.uri_fields import find_uri_fields, uris_of
from ..document.document import Document, get_parsed


@dataclass(frozen=True, slots=True, eq=False)
class Carrier:
    """A place that holds a URI: a field of a typed element, directive or generic element."""

    owner: Any
    field: str
    index: int | None
    """Which of the values of a list; None: the field has one."""
    kind: str
    """What the URI leads to."""
    written: str
    """The value of the field, with blanks around the URI."""
    element: _Element | None
    """The XML element at which it is written, as far as that is known."""

    @property
    def uri(self) -> str:
        """The URI as it is written."""
        return self.written.strip()

    def write(self, uri: str) -> None:
        """Puts another URI into its place, between the same blanks."""
        uri = self.written.replace(self.uri, uri, 1)
        if self.index is None:
            setattr(self.owner, self.field, uri)
        else:
            values = list(getattr(self.owner, self.field))
            values[self.index] = uri
            setattr(self.owner, self.field, values)


def carriers(document: Document[Any]) -> Iterator[Carrier]:
    """The URIs of a document; blank ones lead to nothing and do not count."""
    if not isinstance(document.root, Element):
        yield from _in_directives(document.root)
        return
    version = get_parsed(document).read_as if document.format == "sdformat" else None
    for element in elements_in(document.root):
        for uri in uris_of(element):
            place = _place(element, uri.field, uri.number or 0)
            yield Carrier(element, uri.field, uri.number, uri.kind, uri.written, place)
        for extra in generic_elements(element):
            yield from _in_generic(extra, type(element).Meta.name, version)  # type: ignore[attr-defined]


def _place(element: Element, field: str, index: int) -> _Element | None:
    there = element.source_element
    part = parts_of(type(element)).by_field.get(field)
    if there is None or part is None or part.kind != "Element":
        return there
    inside = [child for child in there if literal_tag(child) == part.name]
    return inside[index] if index < len(inside) else there


def _in_generic(extra: Any, around: str, version: str | None) -> Iterator[Carrier]:
    """What is in content that no description knows, by the names that descriptions have elsewhere."""
    ahead = [(extra, around)]
    while ahead:
        current, outer = ahead.pop()
        tag = (current.qname or "").rpartition("}")[2].rpartition(":")[2]
        kind, text = _kinds(version).get((outer, tag)), current.text or ""
        if kind is not None and text.strip() and not current.children:
            yield Carrier(current, "text", None, kind, text, place_of(current))
        ahead += [(child, tag) for child in reversed(current.children) if is_generic(child)]


@cache
def _kinds(version: str | None) -> dict[tuple[str, str], str]:
    """Kinds of files by the names of an element and of the one around it, in SDFormat: the newest version and another."""
    found: dict[tuple[str, str], str] = {}
    for bindings in (bindings_of("sdformat"), bindings_of("sdformat", version)):
        for name in bindings.names():
            cls = bindings.attribute(name)
            if isinstance(cls, type) and issubclass(cls, Element):
                tag: str = cls.Meta.name  # type: ignore[attr-defined]
                for field, kind in find_uri_fields(cls):
                    part = parts_of(cls).by_field[field]
                    if part.kind == "Element":
                        found[tag, part.name] = kind
    return found


def _in_directives(part: Any) -> Iterator[Carrier]:
    cls: Any = type(part)
    for field, kind in find_uri_fields(cls):
        value = getattr(part, field)
        if isinstance(value, str) and value.strip():
            yield Carrier(part, field, None, kind, value, part.place(field))
    for value in (getattr(part, each.name) for each in fields(part) if each.init):
        for inner in value if isinstance(value, list) else [value]:
            if is_dataclass(inner):
                yield from _in_directives(inner)
