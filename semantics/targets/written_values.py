"""Values of attributes as the text of a document has them, before an XML parser makes blanks of tabs and line ends."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...runtime.patterns import compile_pattern

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...runtime.source import Source

_QUOTED = compile_pattern(r"""[^"'=]*=\s*(["'])(.*?)\1""", re.DOTALL)


def find_written_value(source: Source, element: _Element, attribute: str) -> str | None:
    """What is between the quotes of an attribute, with references as they are; None where it is not in the text."""
    text, start = source.text, source.offset(*source.position(element, attribute))
    found = _QUOTED.match(text, start) if text.startswith(attribute, start) else None
    return None if found is None else found[2]
