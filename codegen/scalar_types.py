"""How each scalar type of the descriptions is called in Python: annotation, reader, default."""

from __future__ import annotations

from dataclasses import dataclass

from xsdata.models.enums import DataType

from .code import PythonCode, identifier, quote


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
    "unsigned int": ScalarType("int", "unsigned_integer", DataType.UNSIGNED_INT, part="int"),
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
    "integers": ScalarType("Integers", "integers", part="int"),
    "strings": ScalarType("Strings", "strings", part="str"),
}

ABSENT = {"str": PythonCode('""'), "bool": PythonCode("False"), "int": PythonCode("0"), "float": PythonCode("0.0")}
"""What a required value without a default reads as in a faulty document that lacks it."""

_TRUTH = {"true": True, "1": True, "false": False, "0": False}


def literal(kind: str, text: str | None) -> PythonCode | None:
    """A default as a Python expression; None where the text is no value of the type (the official files have some)."""
    if text is None:
        return None
    scalar = SCALARS[kind]
    if kind == "string":
        return quote(text)
    words = text.split()
    if kind == "strings":
        return PythonCode("Strings({})").format(quote(tuple(words)))
    if kind == "bool":
        value = _TRUTH.get(text.strip().lower())
        return None if value is None else quote(value)
    try:
        numbers = [quote(_number(word, scalar.part)) for word in words]
    except (ValueError, OverflowError):  # such as an infinite whole number
        return None
    if kind in ("doubles", "integers"):
        inside = PythonCode(", ").join(numbers)
        inside += PythonCode(",") if len(numbers) == 1 else PythonCode("")
        return PythonCode("{}(({}))").format(identifier(scalar.python), inside)
    if scalar.size:
        made = PythonCode("{}({})").format(identifier(scalar.python), PythonCode(", ").join(numbers))
        return made if len(numbers) in scalar.size else None
    return numbers[0] if len(numbers) == 1 else None


def _number(word: str, part: str) -> float:
    if part != "int":
        return float(word)
    try:
        return int(word)
    except ValueError:  # as 1e3, or too many digits
        return int(float(word))


def is_value(kind: str, text: str) -> bool:
    """Whether a text is a value of a type."""
    return literal(kind, text) is not None
