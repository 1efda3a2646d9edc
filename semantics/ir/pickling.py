"""How scenes are pickled: the description with its graph, elements with the places where they were written.

Places are numbers of elements in texts that go with them; a text is parsed again when a place is asked for.
"""

from __future__ import annotations

import io
import pickle
from typing import TYPE_CHECKING, Any

from lxml.etree import _Element

from ...runtime.element import Element
from ...runtime.parser import parse
from ...runtime.sink import Sink
from ...runtime.source import Source, source_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...runtime.source import Numbering
    from .world import WorldIR


Text = tuple[str | None, bytes | str]
"""Name and content of a file."""


def reduce_world(cls: type, description: WorldIR, *rest: object) -> tuple[Any, ...]:
    """What ``__reduce__`` of a class answers that is made of a description and of what follows from it."""
    description.detach()
    target = io.BytesIO()
    _WorldPickler(target, description.sources).dump((description, rest))
    # elements of other kinds of sources, such as those of directives, lose their places
    texts = [(each.name, each.data) if type(each) is Source else None for each in description.sources]
    return _restore_world, (cls, texts, target.getvalue())


def _restore_world(cls: Callable[..., Any], texts: Sequence[Text | None], data: bytes) -> Any:
    sources = [None if text is None else Source(*text) for text in texts]
    for source in sources:
        if source is not None:
            source.set_reparser(_number_all)
    description, rest = _WorldUnpickler(io.BytesIO(data), sources).load()
    description.sources = tuple(source for source in sources if source is not None)
    return cls(description, *rest)


class _Origin:
    """In place of the XML element of a typed one: its text is parsed again only when it is asked for."""

    __slots__ = ("element",)

    def __init__(self, element: _Element) -> None:
        self.element = element


class _WorldPickler(pickle.Pickler):
    """Writes XML elements as numbers of their texts, and the texts not at all."""

    def __init__(self, target: io.BytesIO, sources: Sequence[Source]) -> None:
        super().__init__(target, pickle.HIGHEST_PROTOCOL)
        self._sources = {source.key: (number, source) for number, source in enumerate(sources)}
        self._by_root: dict[_Element, tuple[int, Source] | None] = {}

    def persistent_id(self, thing: Any) -> Any:
        if type(thing) is _Origin:
            return "number", self._place(thing.element)
        if isinstance(thing, _Element):
            return "element", self._place(thing)
        return ("source", None) if isinstance(thing, Source) else None

    def reducer_override(self, thing: Any) -> Any:
        if not isinstance(thing, Element):
            return NotImplemented
        make, arguments, state = thing.__reduce__()
        origin: Any = thing._origin
        if type(origin) is int:
            source = source_of(origin)
            origin = None if source is None else source.by_number(origin)
        return make, arguments, state | {"_origin": _Origin(origin)} if isinstance(origin, _Element) else state

    def _place(self, element: _Element) -> tuple[int, int] | None:
        """The number of the text that an element is in, and its own there."""
        tree = element.getroottree()
        root = tree.getroot()
        if root not in self._by_root:
            self._by_root[root] = self._sources.get(tree.docinfo.URL or "")
        found = self._by_root[root]
        if found is None or type(found[1]) is not Source:
            return None
        number = found[1].number_in_text(element)
        return None if number is None else (found[0], number)


class _WorldUnpickler(pickle.Unpickler):
    """Reads what ``_WorldPickler`` wrote."""

    def __init__(self, data: io.BytesIO, sources: Sequence[Source | None]) -> None:
        super().__init__(data)
        self._sources = sources

    def persistent_load(self, reference: Any) -> Any:
        kind, place = reference
        if place is None:
            return None
        source = self._sources[place[0]]
        if source is None:
            return None
        number = source.number_of(place[1])
        return number if kind == "number" else source.by_number(number)


def _number_all(source: Source, number: Numbering) -> None:
    """Parses a text again and calls ``number`` with all elements, in its order."""
    tree = parse(source, Sink(), len(source.data))
    if tree is not None:
        for element in tree.iter():
            number(element)
