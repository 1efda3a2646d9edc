"""xsdata converters for the value types; loaded only where xsdata is."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar

from xsdata.exceptions import ConverterError
from xsdata.formats.converter import Converter, converter

from .values import SHAPES, Doubles, EulerPose, Integers, Pose, QuaternionPose, Strings, format_value

T = TypeVar("T")


@cache
def register_converters() -> None:
    """Teaches xsdata the tuples of ``values``; it has no other way to learn of them."""
    for kind, part, sizes in SHAPES:
        converter.register_converter(kind, _TupleConverter(kind, part, sizes))


def unchecked(cls: type[T], values: dict[str, Any]) -> T:
    """A ``class_factory`` for xsdata's ``ParserConfig``: elements hold values that do not fit, and lack what is required.

    Without it xsdata's parser stops at a document that has such.
    """
    made = cls.__new__(cls)
    made.__dict__.update(values)
    return made


class _TupleConverter(Converter):
    """Reads and writes one tuple type."""

    def __init__(self, kind: type[Any], part: type[int | float | str], sizes: range) -> None:
        self.kind = kind
        self.part = part
        self.sizes = sizes

    def deserialize(self, value: Any, **_: Any) -> Any:
        if not isinstance(value, str):
            raise ConverterError(f"not a text: {value!r}")
        parts = value.split()
        if len(parts) not in self.sizes:
            raise ConverterError(f"{len(parts)} values")
        try:
            numbers = [self.part(part) for part in parts]
        except ValueError as error:
            raise ConverterError(str(error)) from None
        whole: Any = numbers
        if self.kind is Pose:
            return (EulerPose if len(parts) == 6 else QuaternionPose)(*whole)
        return self.kind(whole) if self.kind in (Doubles, Integers, Strings) else self.kind(*numbers)

    def serialize(self, value: Any, **_: Any) -> str:
        return format_value(value)
