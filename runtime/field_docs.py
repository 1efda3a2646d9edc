"""Docstrings of classes of elements with those of their fields, which Python keeps in the sources alone."""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from functools import cache

WIDTH = 112


def with_fields(cls: type) -> str | None:
    """What ``help`` says of a class: its docstring, then the docstring of each field, with unit, bounds and default.

    Args:
        cls: a class of elements. Where its source is not there, the docstring is all that is known.
    """
    own: str | None = vars(cls).get("__doc__")
    told = texts_of_fields(cls)
    if not told:
        return own
    lines = [inspect.cleandoc(own or ""), "", "Attributes:"]
    for name, text in told.items():
        lines.append(textwrap.indent(textwrap.fill(f"{name}: {text}", WIDTH, subsequent_indent="    "), "    "))
    return "\n".join(lines)


def texts_of_fields(cls: type) -> dict[str, str]:
    """The docstring of each field of a class of elements, with unit, bounds and default; none where its source is not there."""
    found: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        if hasattr(base, "_specs"):
            found |= _classes(base.__module__).get(base.__name__, {})
    return found


@cache
def _classes(module: str) -> dict[str, dict[str, str]]:
    """The classes of a module, each with the texts below its fields."""
    try:
        tree = ast.parse(inspect.getsource(sys.modules[module]))
    except (KeyError, OSError, TypeError):
        return {}
    return {node.name: _texts(node) for node in tree.body if isinstance(node, ast.ClassDef)}


def _texts(node: ast.ClassDef) -> dict[str, str]:
    found = {}
    for field, below in zip(node.body, node.body[1:]):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(below, ast.Expr):
            text = below.value
            if isinstance(text, ast.Constant) and isinstance(text.value, str):
                found[field.target.id] = " ".join(text.value.split())
    return found
