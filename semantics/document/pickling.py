"""What copies and pickles of a document hold.

A pickled document carries its text, which is read again when the copy is first looked into, and its root only if a
program had it in hands: then each element, or directive, with the number of the XML element that it was read from.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...runtime.deep_stack import deep_stack
from ...runtime.element import IMPLIED, Element
from ...runtime.parser import MAX_DEPTH
from ...runtime.sink import Sink
from ...runtime.source import Source
from ..core.traversal import elements_in
from .parser import read

if TYPE_CHECKING:
    from ..core.options import Options
    from ..core.parsed import ParsedDocument

CALLS_FOR_ONE = 20
"""How many nested calls pickling takes for one element inside another, at most."""

Pickled = tuple[str | None, bytes | str, bytes | None]
"""Name and content of a text, and the root with the origins of its elements if it may have been changed."""


def copy_parsed(parsed: ParsedDocument[Any], memo: dict[int, Any] | None) -> ParsedDocument[Any]:
    """The same document with its own root: the same element, or a copy of all elements where there is ``memo``.

    The text and its tree are those of the original; nothing changes them.
    """
    twin = replace(parsed, meaning=None)
    if memo is not None:
        twin.root = deepcopy(parsed.root, memo)
    return twin


def pack_document(parsed: ParsedDocument[Any]) -> Pickled:
    """What is pickled of a document that was read."""
    from .picklers import dumps  # not above: checking a file does without

    root = None
    if parsed.may_have_changed:
        numbers = {element: number for number, element in enumerate(parsed.source.elements_in_tree())}
        is_typed = isinstance(parsed.root, Element)
        origins = [_number(element, numbers) for element in elements_in(parsed.root)] if is_typed else []
        with deep_stack(CALLS_FOR_ONE * MAX_DEPTH):
            root = dumps((parsed.root, origins), numbers)
    return parsed.source.name, parsed.source.data, root


def unpack_document(state: Pickled, format: str, options: Options) -> ParsedDocument[Any]:
    """What a pickled document was read to."""
    from .picklers import loads

    name, data, root = state
    source = Source(name, data)
    parsed = read(source, Sink(), options, format=format)
    assert parsed is not None, "it was read before"
    if root is not None:
        parsed.may_have_changed = True
        there = parsed.source.elements_in_tree()
        parsed.root, origins = loads(root, there)
        for element, (number, instead) in zip(elements_in(parsed.root) if origins else (), origins):
            if number is not None:
                element._origin = there[number]
            if instead is not None:
                vars(element)["_instead"] = there[instead]
    return parsed


def _number(element: Element, numbers: dict[Any, int]) -> tuple[int | None, int | None]:
    """The numbers of what an element was read from, and of what it was put in the place of."""
    there = None if element._origin is IMPLIED else element.source_element
    return numbers.get(there), numbers.get(element.place_of_another)
