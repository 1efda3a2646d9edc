"""What pickles of a document hold.

A pickled document carries its text, which is read again when the copy is first looked into, and its root only if a
program had it in hands: then each element, or directive, with the number of the XML element that it was read from.
"""

from __future__ import annotations

import pickle
from io import BytesIO
from typing import TYPE_CHECKING, Any

from lxml import etree

from ...runtime.deep_stack import deep_stack
from ...runtime.element import IMPLIED, Element
from ...runtime.parser import MAX_DEPTH
from ...runtime.sink import Sink
from ...runtime.source import Source
from ..core.traversal import elements_in
from .parser import read

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ..core.options import Options
    from ..core.parsed import ParsedDocument

CALLS_FOR_ONE = 20
"""How many nested calls pickling takes for one element inside another, at most."""

NO_ELEMENT = -1
"""The number of any element of another text."""

Pickled = tuple[str | None, bytes | str, bytes | None]
"""Name and content of a text, and the root with the origins of its elements if it may have been changed."""


def pack_document(parsed: ParsedDocument[Any]) -> Pickled:
    """What is pickled of a document that was read."""
    source, pickled = parsed.source, BytesIO()
    if not parsed.may_have_changed:
        return source.name, source.data, None
    numbers = {element: number for number, element in enumerate(source.elements_in_tree())}
    origins = []
    for element in elements_in(parsed.root) if isinstance(parsed.root, Element) else ():
        there = None if element._origin is IMPLIED else element.source_element
        origins.append((numbers.get(there), numbers.get(element.place_of_another)))  # type: ignore[arg-type]
    with deep_stack(CALLS_FOR_ONE * MAX_DEPTH):
        _ElementPickler(pickled, numbers).dump((parsed.root, origins))
    return source.name, source.data, pickled.getvalue()


def unpack_document(state: Pickled, format: str, options: Options) -> ParsedDocument[Any]:
    """What a pickled document was read to."""
    name, data, root = state
    parsed = read(Source(name, data), Sink(), options, format=format)
    assert parsed is not None, "it was read before"
    if root is not None:
        parsed.may_have_changed = True
        there = parsed.source.elements_in_tree()
        parsed.root, origins = _ElementUnpickler(BytesIO(root), there).load()
        for element, (number, instead) in zip(elements_in(parsed.root) if origins else (), origins):
            if number is not None:
                element._origin = there[number]
            if instead is not None:
                vars(element)["_instead"] = there[instead]
    return parsed


class _ElementPickler(pickle.Pickler):
    """Writes XML elements as their numbers."""

    def __init__(self, file: BytesIO, numbers: dict[_Element, int]) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._numbers = numbers

    def persistent_id(self, obj: Any) -> int | None:
        return self._numbers.get(obj, NO_ELEMENT) if isinstance(obj, etree._Element) else None


class _ElementUnpickler(pickle.Unpickler):
    def __init__(self, file: BytesIO, elements: list[_Element]) -> None:
        super().__init__(file)
        self._elements = elements

    def persistent_load(self, pid: int) -> _Element | None:
        return None if pid == NO_ELEMENT else self._elements[pid]
