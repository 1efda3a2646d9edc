"""What copies and pickles of a document hold.

A pickled document carries its text, which is read again when the copy is first looked into, and its root only if a
program had it in hands: then each element with the number of the XML element that it was read from.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..runtime.diagnostics.sink import Sink
from ..runtime.element import IMPLIED, Element
from ..runtime.source import Source
from .elements import elements_in
from .reading import read

if TYPE_CHECKING:
    from .options import Options
    from .parsed import Parsed

Pickled = tuple[str | None, bytes | str, bytes | None]
"""Name and content of a text, and the root with the origins of its elements if it may have been changed."""


def copied(parsed: Parsed[Any], memo: dict[int, Any] | None) -> Parsed[Any]:
    """The same document with its own root: the same element, or a copy of all elements where there is ``memo``.

    The text and its tree are those of the original; nothing changes them.
    """
    twin = replace(parsed, meaning=None)
    if memo is not None and isinstance(parsed.root, Element):
        twin.root = deepcopy(parsed.root, memo)
    return twin


def pickled(parsed: Parsed[Any]) -> Pickled:
    """What is pickled of a document that was read."""
    import pickle  # not above: checking a file does without

    root = None
    if parsed.may_have_changed and isinstance(parsed.root, Element):
        numbers = _numbers(parsed.source)
        origins = [_number(element, numbers) for element in elements_in(parsed.root)]
        root = pickle.dumps((parsed.root, origins), pickle.HIGHEST_PROTOCOL)
    return parsed.source.name, parsed.source.data, root


def parsed_again(state: Pickled, format: str, options: Options) -> Parsed[Any]:
    """What a pickled document was read to."""
    import pickle

    name, data, root = state
    source = Source(name, data)
    parsed = read(source, Sink(), options, format=format)
    assert parsed is not None, "it was read before"
    if root is not None:
        parsed.may_have_changed = True
        parsed.root, origins = pickle.loads(root)
        there = list(source.root.iter()) if source.root is not None else []
        for element, number in zip(elements_in(parsed.root), origins):
            if number is not None:
                element._origin = there[number]
    return parsed


def _numbers(source: Source) -> dict[Any, int]:
    """The number of each element of the tree, as it is after conversions."""
    return {} if source.root is None else {element: number for number, element in enumerate(source.root.iter())}


def _number(element: Element, numbers: dict[Any, int]) -> int | None:
    return None if element._origin is IMPLIED else numbers.get(element.source_element)
