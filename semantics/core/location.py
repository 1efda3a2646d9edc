"""A stretch of a file, and where in which file the elements that a scene comes from are written."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ...diagnostics.records import dataclass
from ...runtime.element import Element
from ...runtime.sink import Sink, place_of

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...runtime.source import Source
    from ..ir.source_ref import Place


@dataclass(frozen=True, slots=True)
class Location:
    """A stretch of a file; lines and columns count from 1, columns in characters.

    Attributes:
        file: the path that the document was loaded by; None for a text.
        line: where it begins.
        column: where it begins.
        end_line: where it ends.
        end_column: the column behind its last character.

    Example:
        >>> doc = bodyplan.load("examples/arm.urdf")
        >>> bodyplan.location_of(doc.root.joint[0].limit, "upper")
        Location(file='examples/arm.urdf', line=34, column=25, end_line=34, end_column=36)
    """

    file: str | None
    line: int
    column: int
    end_line: int
    end_column: int


def as_written(found: Location, source: Source) -> Location:
    """A stretch of a text that is read, in the text as it was written or in what an expansion was made of."""
    origin = None if source.expansion is None else source.expansion.span_of(found.line, found.column)
    if origin is not None:
        found = Location(*origin)
    if source.repairs and found.file == source.name:
        span = source.repairs.find_written_span(found.line, found.column, found.end_line, found.end_column)
        found = Location(found.file, *span)
    return found


class LocationIndex:
    """Looks up places of elements in the texts that a description was read from."""

    def __init__(self, sources: Iterable[Source]) -> None:
        self._sources = Sink()
        for source in sources:
            self._sources.add_source(source)
        self._lines: dict[str | None, list[tuple[Source, dict[_Element, int]]]] = {None: []}
        """By the names of elements, of each text that is as it was written and has its tree, the lines of their start tags."""

    def __call__(self, element: Place) -> Location | None:
        """Where an element is; of what xacro made, where that was written. None where it is in no text."""
        found = self.element(element)
        return None if found is None else self._find_span(*found)

    def _find_span(self, source: Source, there: _Element) -> Location:
        line, column, end_line, end_column = source.span(there)
        return as_written(Location(source.name, line, column, end_line or line, end_column or column), source)

    def find_line(self, element: Place) -> tuple[str | None, str | None, int] | None:
        """The name of the text that an element is in, the file and the line where it begins; its end is not looked for."""
        origin: Any = getattr(element, "_origin", None)
        tag = getattr(origin, "tag", None)
        for source, lines in self._lines.get(tag) or self._tag_lines(tag):
            line = lines.get(origin)
            if line is not None and origin not in source.origins:
                return source.name, source.name, line
        found = self.element(element)
        if found is None:
            return None
        source, there = found
        if source.expansion is None and not source.repairs:
            return source.name, source.name, source.line(there)
        place = self._find_span(source, there)
        return source.name, place.file, place.line

    def _tag_lines(self, tag: str | None) -> list[tuple[Source, dict[_Element, int]]]:
        known = self._lines.get(tag)
        if known is None:
            known = self._lines[tag] = [
                (source, source.find_tag_lines(str(tag)))
                for source in self.sources
                if source.has_tree and source.expansion is None and not source.repairs
            ]
        return known

    @property
    def sources(self) -> tuple[Source, ...]:
        """The texts."""
        return self._sources.sources

    def element(self, element: Place) -> tuple[Source, _Element] | None:
        """The text that an element is in, and the XML element there."""
        place = place_of(element) if isinstance(element, Element) else None
        source = None if place is None else self._sources.source_of(place)
        return None if source is None or place is None else (source, source.element(place))
