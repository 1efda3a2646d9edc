"""Code of generated modules, as a type of its own: what is no code cannot be put into a template's output by mistake.

Texts of tables and descriptions become code in these ways only: ``quote`` makes a value a literal, ``identifier`` and
``module_path`` let names through that can be such, ``docstring`` and ``inside_docstring`` escape prose, ``comment`` what
follows a ``#``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from typing import Any

from markupsafe import Markup

from .errors import SchemaError
from .identifiers import is_identifier

_NO_COMMENT = re.compile(r"[^\w ,./+-]", re.ASCII)
"""What a comment does not hold: line ends; colons and equals signs, with which ``coding: …`` in the first lines of a file
would say how to decode it."""
_QUOTES = re.compile(r'"{3,}|"+\Z')
"""What would end a docstring."""


class PythonCode(Markup):
    """Text of a generated module.

    The constructor takes texts that bodyplan itself consists of. Methods such as ``format``, ``join`` and ``+`` take code
    alone and raise a TypeError for any other text.
    """

    __slots__ = ()

    @classmethod
    def escape(cls, text: Any, /) -> PythonCode:
        """The text itself, which has to be code.

        Raises:
            TypeError: it is not.
        """
        if not isinstance(text, PythonCode):
            raise TypeError(f"{text!r} is no code; quote it, or check that it is an identifier")
        return text


def quote(value: Any) -> PythonCode:
    """A value as the expression that makes it: texts, numbers, truth values, None, and lists, tuples, dictionaries and
    data classes of them.

    Raises:
        TypeError: a value of another type.
    """
    kind = type(value)
    if kind is float and not math.isfinite(value):
        return PythonCode(f'float("{value}")')
    if value is None or kind in (str, bool, int, float):
        return PythonCode(repr(value))
    if kind is list:
        return PythonCode("[{}]").format(_join_parts(map(quote, value)))
    if kind is tuple:
        return PythonCode("({},)" if len(value) == 1 else "({})").format(_join_parts(map(quote, value)))
    if kind is dict:
        pairs = (PythonCode("{}: {}").format(quote(key), quote(item)) for key, item in value.items())
        return PythonCode("{{{}}}").format(_join_parts(pairs))
    if is_dataclass(kind):
        given = (argument(each.name, quote(getattr(value, each.name))) for each in fields(value))
        return PythonCode("{}({})").format(identifier(kind.__name__), _join_parts(given))
    raise TypeError(f"{value!r} cannot be written as a literal")


def _join_parts(parts: Iterable[PythonCode]) -> PythonCode:
    return PythonCode(", ").join(parts)


def identifier(name: str) -> PythonCode:
    """A name as it is, which has to be one in Python, and spelled as Python compares it.

    Raises:
        SchemaError: it is not; readers and passes say sooner where such names come from.
    """
    if not is_identifier(name):
        raise SchemaError("generated", 0, f"{name!r} cannot be a name in Python")
    return PythonCode(name)


def argument(name: str, value: PythonCode) -> PythonCode:
    """A keyword with its value, in a call."""
    return PythonCode("{}={}").format(identifier(name), value)


def module_path(path: str) -> PythonCode:
    """The path of a module in an import, with dots in front where it is relative.

    Raises:
        SchemaError: see ``identifier``.
    """
    names = path.lstrip(".")
    dots = PythonCode("." * (len(path) - len(names)))
    return dots + PythonCode(".").join(identifier(name) for name in names.split(".")) if names else dots


def inside_docstring(text: str) -> PythonCode:
    """A text as it is spelled between three double quotes, also at their end."""
    escaped = "".join(_escape(character) for character in text)
    return PythonCode(_QUOTES.sub(lambda found: '\\"' * len(found[0]), escaped))


def _escape(character: str) -> str:
    if character == "\\":
        return "\\\\"
    return character if character.isprintable() else repr(character)[1:-1]


def comment(text: str) -> PythonCode:
    """A text as it is spelled in a comment."""
    return PythonCode(_NO_COMMENT.sub(lambda found: f"\\x{ord(found[0]):02x}", text))
