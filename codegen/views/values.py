"""How values are read and which bounds they have."""

from __future__ import annotations

from ..code import Code, quote
from ..model import Part
from ..scalar_types import SCALARS
from .records import BoundView, ReaderView

KNOWN = {"double": "numbers", "boolean": "words", "vector2d": "pairs", "vector3": "triples", "color": "colors"}
"""Function of ``runtime.scalars`` to the dictionary of ``Context`` with the values of texts that it read already."""

_NUMBERS = ("int", "unsigned int", "float", "double")
_VECTORS = ("vector2d", "vector2i", "vector3")


def reader(part: Part, trims: bool) -> ReaderView:
    """How the text of a part becomes its value; ``trims``: whether blanks go off the ends of words."""
    if part.enum is not None:
        return ReaderView(kind="enum", enum=part.enum, is_open=part.enum_open)
    if part.type in (None, "string"):
        is_trimmed = part.kind == "attribute" and trims
        return ReaderView(kind="word" if is_trimmed else "text")
    function = SCALARS[part.type or "string"].reader
    return ReaderView(kind="scalar", function=function, known=KNOWN.get(function))


def has_bounds(part: Part) -> bool:
    """Whether some values of the part's type are not allowed."""
    return bool(bounds(part))


def bounds(part: Part) -> list[BoundView]:
    """What is tested of a value of the part."""
    if part.type in _NUMBERS:
        tests = (
            (part.minimum, Code("<"), "below"),
            (part.maximum, Code(">"), "above"),
            (part.above, Code("<="), "not_above"),
            (part.below, Code(">="), "not_below"),
        )
        return [
            BoundView(test=test, limit=quote(float(limit)), report=report)
            for limit, test, report in tests
            if limit is not None
        ]
    if part.minimum is not None and part.type in _VECTORS:
        low = tuple(float(word) for word in part.minimum.split())
        return [BoundView(test=Code(""), limit=quote(low), report="each_at_least")]
    return []
