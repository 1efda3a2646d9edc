"""What copies and pickles of a document hold.

A pickled document carries its text, which is read again when the copy is first looked into, and its root only if a
program had it in hands: then each element with the number of the XML element that it was read from.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..runtime.diagnostics.sink import Sink
from ..runtime.element import IMPLIED, Element, written_fields
from ..runtime.source import Source
from .reading import read

if TYPE_CHECKING:
    from .document import Document
    from .reading import Parsed


def copied(document: Document, memo: dict[int, Any] | None) -> Document:
    """A document of its own: with the same root element, or with a copy of all elements where there is ``memo``.

    The text and its tree are those of the original; nothing changes them.
    """
    twin = object.__new__(type(document))
    twin.__dict__.update(vars(document), _scenes=None)
    parsed = document._parsed
    twin._parsed = replace(parsed, meaning=None)
    if memo is not None:
        memo[id(document)] = twin
        if isinstance(parsed.root, Element):
            twin._parsed.root = deepcopy(parsed.root, memo)
    return twin


def state_of(document: Document) -> dict[str, Any]:
    """What is pickled of a document."""
    state = {name: value for name, value in vars(document).items() if name not in ("_parsed", "_scenes")}
    if "_parsed" in vars(document):
        parsed = document._parsed
        root = None
        if parsed.may_have_changed and isinstance(parsed.root, Element):
            numbers = _numbers(parsed.source)
            origins = [_number(element, numbers) for element in _elements(parsed.root)]
            root = pickle.dumps((parsed.root, origins), pickle.HIGHEST_PROTOCOL)
        state["_pickled"] = parsed.source.name, parsed.source.data, root
    return state


def parsed_again(document: Document) -> Parsed:
    """What a pickled document was read to, from its text and its root if that may have been changed."""
    name, data, root = vars(document)["_pickled"]
    source = Source(name, data)
    parsed = read(source, Sink(), document._options, format=document.format)
    assert parsed is not None, "it was read before"
    if root is not None:
        parsed.may_have_changed = True
        parsed.root, origins = pickle.loads(root)
        there = list(source.root.iter()) if source.root is not None else []
        for element, number in zip(_elements(parsed.root), origins):
            if number is not None:
                element._origin = there[number]
    return parsed


def _elements(element: Element) -> Iterator[Element]:
    """An element and all that were written inside, in an order that only what they hold decides."""
    yield element
    for name in written_fields(element):
        value = vars(element).get(name)
        for part in value if isinstance(value, list) else (value,):
            if isinstance(part, Element):
                yield from _elements(part)


def _numbers(source: Source) -> dict[Any, int]:
    """The number of each element of the tree, as it is after conversions."""
    return {} if source.root is None else {element: number for number, element in enumerate(source.root.iter())}


def _number(element: Element, numbers: dict[Any, int]) -> int | None:
    return None if element._origin is IMPLIED else numbers.get(element.source_element)
