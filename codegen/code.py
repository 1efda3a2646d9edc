"""Code of generated modules, as a type of its own: what is no code cannot be put into a template's output by mistake.

Texts of tables and descriptions become code in these ways only: ``quote`` makes a value a literal, ``identifier`` and
``module_path`` let names through that can be such, ``docstring`` and ``inside_docstring`` escape prose, ``comment`` what
stands behind a ``#``.
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


class Code(Markup):
    """Text of a generated module.

    The constructor takes texts that bodyplan itself consists of. Methods such as ``format``, ``join`` and ``+`` take code
    alone and raise a TypeError for any other text.
    """

    __slots__ = ()

    @classmethod
    def escape(cls, text: Any, /) -> Code:
        """The text itself, which has to be code.

        Raises:
            TypeError: it is not.
        """
        if not isinstance(text, Code):
            raise TypeError(f"{text!r} is no code; quote it, or check that it is an identifier")
        return text


def quote(value: Any) -> Code:
    """A value as the expression that makes it: texts, numbers, truth values, None, and lists, tuples, dictionaries and
    data classes of them.

    Raises:
        TypeError: a value of another type.
    """
    kind = type(value)
    if kind is float and not math.isfinite(value):
        return Code(f'float("{value}")')
    if value is None or kind in (str, bool, int, float):
        return Code(repr(value))
    if kind is list:
        return Code("[{}]").format(_listed(map(quote, value)))
    if kind is tuple:
        return Code("({},)" if len(value) == 1 else "({})").format(_listed(map(quote, value)))
    if kind is dict:
        pairs = (Code("{}: {}").format(quote(key), quote(item)) for key, item in value.items())
        return Code("{{{}}}").format(_listed(pairs))
    if is_dataclass(kind):
        given = (argument(each.name, quote(getattr(value, each.name))) for each in fields(value))
        return Code("{}({})").format(identifier(kind.__name__), _listed(given))
    raise TypeError(f"{value!r} cannot be written as a literal")


def _listed(parts: Iterable[Code]) -> Code:
    return Code(", ").join(parts)


def identifier(name: str) -> Code:
    """A name as it is, which has to be one in Python, and spelled as Python compares it.

    Raises:
        SchemaError: it is not; readers and passes say sooner where such names come from.
    """
    if not is_identifier(name):
        raise SchemaError("generated", 0, f"{name!r} cannot be a name in Python")
    return Code(name)


def argument(name: str, value: Code) -> Code:
    """A keyword with its value, in a call."""
    return Code("{}={}").format(identifier(name), value)


def module_path(path: str) -> Code:
    """The path of a module in an import, with dots in front where it is relative.

    Raises:
        SchemaError: see ``identifier``.
    """
    names = path.lstrip(".")
    dots = Code("." * (len(path) - len(names)))
    return dots + Code(".").join(identifier(name) for name in names.split(".")) if names else dots


def inside_docstring(text: str) -> Code:
    """A text as it is spelled between three double quotes, at the end of which it may stand."""
    escaped = "".join(_escape(character) for character in text)
    return Code(_QUOTES.sub(lambda found: '\\"' * len(found[0]), escaped))


def _escape(character: str) -> str:
    if character == "\\":
        return "\\\\"
    return character if character.isprintable() else repr(character)[1:-1]


def comment(text: str) -> Code:
    """A text as it is spelled in a comment."""
    return Code(_NO_COMMENT.sub(lambda found: f"\\x{ord(found[0]):02x}", text))
