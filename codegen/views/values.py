"""How values are read and which bounds they have."""

from __future__ import annotations

from ..code import PythonCode, quote
from ..model import Part
from ..scalar_types import SCALARS
from .records import BoundView, ScalarView

KNOWN = {
    "double": "numbers",
    "boolean": "words",
    "vector2d": "pairs",
    "vector3": "triples",
    "color": "colors",
    "angles": "angles",
    "doubles": "lists",
}
"""Function of ``runtime.scalars`` to the dictionary of ``Context`` with the values of texts that it read already."""

ANGLES = {"float": "angle", "double": "angle", "vector3": "angles"}
"""Type to the function of ``runtime.scalars`` that reads it where it is in rad."""

_NUMBERS = ("int", "unsigned int", "float", "double")
_VECTORS = ("vector2d", "vector2i", "vector3")


def view_scalar(part: Part, trims: bool) -> ScalarView:
    """How the text of a part becomes its value; ``trims``: whether blanks go off the ends of words."""
    if part.enum is not None:
        return ScalarView(kind="words" if part.several_words else "enum", enum=part.enum, is_open=part.enum_open)
    if part.type in (None, "string"):
        is_trimmed = part.kind == "attribute" and trims
        return ScalarView(kind="word" if is_trimmed else "text")
    function = ANGLES.get(part.type) if part.unit == "rad" else None
    function = function or SCALARS[part.type or "string"].reader
    return ScalarView(kind="scalar", function=function, known=KNOWN.get(function))


def has_bounds(part: Part) -> bool:
    """Whether some values of the part's type are not allowed."""
    return bool(bounds(part))


def bounds(part: Part) -> list[BoundView]:
    """What is tested of a value of the part."""
    if part.count is not None:
        return _bounds_of_count(part.count)
    if part.type in _NUMBERS:
        tests = (
            (part.minimum, PythonCode("<"), "below"),
            (part.maximum, PythonCode(">"), "above"),
            (part.above, PythonCode("<="), "not_above"),
            (part.below, PythonCode(">="), "not_below"),
        )
        return [
            BoundView(test=test, limit=quote(float(limit)), report=report)
            for limit, test, report in tests
            if limit is not None
        ]
    if part.minimum is not None and part.type in _VECTORS:
        low = tuple(float(word) for word in part.minimum.split())
        return [BoundView(test=PythonCode(""), limit=quote(low), report="each_at_least")]
    return []


def _bounds_of_count(count: tuple[int, int | None]) -> list[BoundView]:
    least, most = map(quote, count)
    if count[1] is None:
        wrong = PythonCode("len(value) < ") + least
    elif count[0] == count[1]:
        wrong = PythonCode("len(value) != ") + least
    else:
        wrong = PythonCode("not ") + least + PythonCode(" <= len(value) <= ") + most
    view = BoundView(test=PythonCode(""), limit=quote(count), report="report_count", may_fail=wrong)
    return [] if count == (0, None) else [view]
