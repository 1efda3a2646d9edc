"""Where in which file the things of a scene are described."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...runtime.element import Element
from ...runtime.sink import Sink, place_of

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...runtime.source import Source
    from ..ir.source_ref import Place


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a thing is described; lines and columns count from 1.

    Attributes:
        file: the path; None for a text.
        line: of its start tag.
        column: likewise.

    Example:
        >>> bodyplan.diff("examples/arm.urdf", "examples/arm.sdf")[0].old_place
        Spot(file='examples/arm.urdf', line=95, column=3)
    """

    file: str | None
    line: int
    column: int


class Spots:
    """Looks up places of elements.

    Args:
        sources: the texts that a description was read from.
    """

    def __init__(self, sources: Iterable[Source]) -> None:
        self._sources = Sink()
        for source in sources:
            self._sources.add_source(source)

    def __call__(self, element: Place) -> Spot | None:
        """Where an element stands; of what xacro made, where that was written. None where it stands in no text."""
        found = self.element(element)
        if found is None:
            return None
        source, there = found
        line, column = source.position(there)
        made_of = None if source.expansion is None else source.expansion.span_of(line, column)
        return Spot(source.name, line, column) if made_of is None else Spot(*made_of[:3])

    @property
    def sources(self) -> tuple[Source, ...]:
        """The texts."""
        return self._sources.sources

    def element(self, element: Place) -> tuple[Source, _Element] | None:
        """The text that an element stands in, and the XML element there."""
        place = place_of(element) if isinstance(element, Element) else None
        source = None if place is None else self._sources.source_of(place)
        return None if source is None or place is None else (source, source.element(place))
