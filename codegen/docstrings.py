"""Docstrings of generated code."""

from __future__ import annotations

import textwrap

from .code import PythonCode, inside_docstring

WIDTH = 112
INDENT = 4


def docstring(text: str) -> list[PythonCode]:
    """The lines of a docstring that is indented one step, quotes included."""
    escaped = inside_docstring(text)
    one = PythonCode('"""{}"""').format(escaped)
    if len(one) + INDENT <= WIDTH + 8:
        return [one]
    lines = textwrap.wrap(str(escaped), WIDTH - INDENT, break_long_words=False, break_on_hyphens=False)
    return [PythonCode(f'"""{lines[0]}'), *map(PythonCode, lines[1:]), PythonCode('"""')]
