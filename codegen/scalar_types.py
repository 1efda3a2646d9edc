"""How each scalar type of the descriptions is called in Python: annotation, reader, default."""

from __future__ import annotations

import math
from dataclasses import dataclass

from xsdata.models.enums import DataType


@dataclass(frozen=True, slots=True)
class ScalarType:
    """One type: its Python class, the function of ``runtime.scalars`` that reads it, its xsdata native type."""

    python: str
    reader: str
    native: DataType | None = None
    size: tuple[int, ...] = ()
    part: str = "float"


SCALARS: dict[str, ScalarType] = {
    "string": ScalarType("str", "string", DataType.STRING),
    "bool": ScalarType("bool", "boolean", DataType.BOOLEAN),
    "int": ScalarType("int", "integer", DataType.INTEGER, part="int"),
    "unsigned int": ScalarType("int", "unsigned", DataType.UNSIGNED_INT, part="int"),
    "float": ScalarType("float", "double", DataType.FLOAT),
    "double": ScalarType("float", "double", DataType.DOUBLE),
    "vector2i": ScalarType("Vector2i", "vector2i", size=(2,), part="int"),
    "vector2d": ScalarType("Vector2d", "vector2d", size=(2,)),
    "vector3": ScalarType("Vector3", "vector3", size=(3,)),
    "vector4": ScalarType("Vector4", "vector4", size=(4,)),
    "quaternion": ScalarType("Quaternion", "quaternion", size=(4,)),
    "color": ScalarType("Color", "color", size=(3, 4)),
    "time": ScalarType("Time", "time", size=(2,), part="int"),
    "pose": ScalarType("EulerPose", "pose", size=(6,)),
    "doubles": ScalarType("Doubles", "doubles"),
    "strings": ScalarType("Strings", "strings", part="str"),
}

ABSENT = {"str": '""', "bool": "False", "int": "0", "float": "0.0"}
"""What a required value without a default reads as in a faulty document that lacks it."""


def literal(kind: str, text: str | None) -> str | None:
    """A default as a Python expression; None where the text is no value of the type (the official files have some)."""
    if text is None:
        return None
    scalar = SCALARS[kind]
    if kind == "string":
        return _quote(text)
    words = text.split()
    if kind == "strings":
        return f"Strings({tuple(words)!r})"
    if kind == "bool":
        return {"true": "True", "1": "True", "false": "False", "0": "False"}.get(text.strip().lower())
    try:
        numbers = [_number(word, scalar.part) for word in words]
    except ValueError:
        return None
    if kind == "doubles":
        return f"Doubles(({''.join(number + ', ' for number in numbers)}))"
    if scalar.size:
        return f"{scalar.python}({', '.join(numbers)})" if len(numbers) in scalar.size else None
    return numbers[0] if len(numbers) == 1 else None


def number(text: str | None) -> float | None:
    """A bound as a number."""
    return None if text is None else float(text)


def _number(word: str, part: str) -> str:
    if part == "int" or part == "float":
        value = float(word)
        if part == "int":
            return str(int(value))
        if not math.isfinite(value):
            return f'float("{value}")'
        return repr(value)
    return repr(word)


def _quote(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def is_value(kind: str, text: str) -> bool:
    """Whether a text is a value of a type."""
    try:
        return literal(kind, text) is not None
    except (ValueError, OverflowError):
        return False
