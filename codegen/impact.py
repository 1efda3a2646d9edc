"""Which documents a change of a description touches, and where."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from lxml import etree

from ..runtime.budget import MAX_BYTES
from ..runtime.files import FILES
from ..runtime.parser import parse
from ..runtime.sink import Sink
from ..runtime.source import Source
from .comparison import SchemaChange
from .compatibility import BOUNDS, NEEDED, outside
from .lookup import SchemaSite, Version

NUMBER = "required"


@dataclass(frozen=True, slots=True)
class Touch:
    """A place in a document that a change is about."""

    file: str
    line: int
    column: int
    xpath: str
    change: SchemaChange

    @property
    def where(self) -> str:
        """File, line and column."""
        return f"{self.file}:{self.line}:{self.column}"


def _content(path: str) -> bytes:
    return FILES.read(path, MAX_BYTES)


def find_touched(
    changes: Iterable[SchemaChange], old: Version, paths: Iterable[str], read: Callable[[str], bytes] = _content
) -> Iterator[Touch]:
    """The places in documents, read as ``old`` describes them, that changes are about.

    What is gone, has another name, type or number, or is deprecated is touched where it is written, a bound where a
    value is outside, a default and what has to be there now where they are not. A new part touches
    the elements that have to hold it. Documents of other formats and those that cannot be parsed are passed over.

    Args:
        changes: what changed.
        old: the description before.
        paths: the documents.
        read: what a document holds.
    """
    by_place: dict[str, list[SchemaChange]] = {}
    needed: dict[str, list[SchemaChange]] = {}
    for change in changes:
        if change.origin is not None:
            by_place.setdefault(change.origin.place, []).append(change)
        elif change.kind == "added" and "writers" in change.breaks:
            needed.setdefault(change.place.rpartition("/")[0], []).append(change)
    root = old.roots()[0]
    for path in paths:
        source = Source(path, read(path))
        element = parse(source, Sink())
        if element is not None and element.tag == root.node.name:
            yield from _in_element(element, root, _Search(old, by_place, needed, source))


@dataclass(frozen=True, slots=True)
class _Search:
    old: Version
    by_place: Mapping[str, list[SchemaChange]]
    needed: Mapping[str, list[SchemaChange]]
    source: Source

    def at(self, element: etree._Element, change: SchemaChange, attribute: str | None = None) -> Touch:
        line, column = self.source.position(element, attribute)
        return Touch(self.source.name or "", line, column, self.source.xpath(element, attribute), change)

    def about(self, site: SchemaSite) -> list[SchemaChange]:
        """The changes of the part at a site: there, and where it is described."""
        places = dict.fromkeys((site.fact.place, site.definition))
        return [change for place in places for change in self.by_place.get(place, [])]


def _in_element(element: etree._Element, site: SchemaSite, search: _Search) -> Iterator[Touch]:
    parts = search.old.parts(site)
    for change in search.about(site):
        if _affects_written(change, element.text, _later(element)):
            yield search.at(element, change)
    present = {str(name) for name in element.attrib}
    for name in present:
        part = parts.get(f"@{name}")
        for change in search.about(part) if part is not None else ():
            if _affects_written(change, element.get(name), False):
                yield search.at(element, change, name)
    children = [child for child in element if isinstance(child.tag, str)]
    names = {str(child.tag) for child in children} | {f"@{name}" for name in present}
    for name, part in parts.items():
        if name not in names:
            yield from (search.at(element, change) for change in search.about(part) if _affects_missing(change))
    for change in search.needed.get(site.definition, []):
        if change.place.rpartition("/")[2] not in names:
            yield search.at(element, change)
    for child in children:
        part = parts.get(str(child.tag))
        if part is not None:
            yield from _in_element(child, part, search)


def _later(element: etree._Element) -> bool:
    """Whether an element of the same name precedes it."""
    return next(element.itersiblings(str(element.tag), preceding=True), None) is not None


def _affects_written(change: SchemaChange, text: str | None, later: bool) -> bool:
    """Whether it touches what is written; ``later`` if it is not the first of its name."""
    if change.facet in BOUNDS:
        return outside(change.facet, change.new, text)
    if change.facet == NUMBER:
        return change.new == "-1" or (later and change.new not in ("*", "+"))
    return change.facet in (None, "type")


def _affects_missing(change: SchemaChange) -> bool:
    """Whether it touches what is left out."""
    if change.facet == "default":
        return "writers" in change.breaks
    return change.facet == NUMBER and change.new in NEEDED and change.old not in NEEDED
