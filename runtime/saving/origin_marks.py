"""How an encoded element says which element of the original text it was read from."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ..element import Element
    from ..source import Source

_PREFIX = f"bodyplan..{os.urandom(8).hex()}."
"""How the names begin: no document can have them, for none can know them."""
MARK = f"{_PREFIX}number"
"""An attribute with the number of the element in the text."""
REPLACES_MARK = f"{_PREFIX}instead"
"""An attribute of a new element with the number of the one in whose place it was put."""
COMMENTS = f"{_PREFIX}comments"
"""An attribute with the comments of an element, where a program has looked at them."""
VERBATIM = f"{_PREFIX}verbatim"
"""An attribute of an element whose text is read with the blanks at its ends."""
KEPT_TAG = f"{_PREFIX}kept"
"""Stands in the place of an element that is in the text already, and is looked at by itself."""


class Marks(Protocol):
    """What an encoder asks about the text that elements come from."""

    def number(self, there: _Element) -> int | None:
        """The number of an element in the text; None for one that is not in it."""
        ...

    def find_kept_number(self, element: Element) -> int | None:
        """The number of an element of which no more than its place is to be written."""
        ...

    def of(self, source: Source) -> Marks:
        """The same of another reading of the text."""
        ...
