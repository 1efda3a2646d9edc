"""Pickles of objects that know the elements of a text which they were read from: each element is its number."""

from __future__ import annotations

import pickle
from io import BytesIO
from typing import TYPE_CHECKING, Any

from lxml import etree

if TYPE_CHECKING:
    from lxml.etree import _Element

NO_ELEMENT = -1
"""Stands for an element of another text."""


class _ElementPickler(pickle.Pickler):
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


def dumps(thing: Any, numbers: dict[_Element, int]) -> bytes:
    """A pickle of something, with numbers in the place of elements."""
    made = BytesIO()
    _ElementPickler(made, numbers).dump(thing)
    return made.getvalue()


def loads(data: bytes, elements: list[_Element]) -> Any:
    """What was pickled, with the elements that have these numbers."""
    return _ElementUnpickler(BytesIO(data), elements).load()
