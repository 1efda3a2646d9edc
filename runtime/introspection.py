"""What Python's own tools say of elements: their signatures and their short texts."""

from __future__ import annotations

import typing
from enum import Enum
from typing import TYPE_CHECKING, Any

from ..diagnostics.records import NO_DEFAULT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from inspect import Signature

    Fields = Callable[[Any], Iterable[str]]

WIDTH = 120
"""Characters of a short text, about."""

_INSIDE = 40
"""How many characters of an element's children are shown."""


def signature(cls: Any) -> Signature:
    """The signature of a class's constructor: fields with their types and defaults; those required come first."""
    from inspect import Parameter, Signature

    hints = typing.get_type_hints(cls)
    parameters = [
        Parameter(
            name,
            Parameter.KEYWORD_ONLY,
            default=spec.default_factory()
            if spec.default_factory is not NO_DEFAULT
            else Parameter.empty
            if spec.default is NO_DEFAULT
            else spec.default,
            annotation=hints[name],
        )
        for name, spec in cls._specs.items()
    ]
    parameters.sort(key=lambda parameter: (parameter.default is not Parameter.empty, parameter.name.startswith("any_")))
    return Signature(parameters)


def short(element: Any, written: Fields) -> str:
    """One line: the class and the fields that were written, as far as there is room; long lists as counts.

    Args:
        element: the element.
        written: gives the names of the fields of an element that were written.
    """
    return _short(element, written, WIDTH)


def _short(element: Any, written: Fields, width: int) -> str:
    name = type(element).__name__
    pieces: list[str] = []
    left = width - len(name) - 2
    # the name of an element says most
    fields = sorted(written(element), key=lambda field: field != "name")
    for field in fields:
        piece = f"{field}={_value(getattr(element, field), written)}"
        left -= len(piece) + 2
        if left < 0:
            pieces.append("…")
            break
        pieces.append(piece)
    return f"{name}({', '.join(pieces)})"


def _value(value: Any, written: Fields) -> str:
    if hasattr(value, "_specs"):
        return _short(value, written, _INSIDE)
    if isinstance(value, Enum):
        return repr(value.value)
    if isinstance(value, list) and value and not isinstance(value[0], (str, int, float)):
        return f"[{len(value)} {type(value[0]).__name__}]"
    if isinstance(value, tuple):
        numbers = ", ".join(f"{part:g}" if isinstance(part, float) else repr(part) for part in value[:8])
        return f"({numbers}{', …' if len(value) > 8 else ''})"
    text = repr(value)
    return text if len(text) <= _INSIDE else f"{text[: _INSIDE - 1]}…"
