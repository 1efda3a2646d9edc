"""Docstrings of generated code."""

from __future__ import annotations

import textwrap

WIDTH = 112
INDENT = 4


def docstring(text: str) -> list[str]:
    """The lines of a docstring that stands one step in, quotes included."""
    escaped = text.replace("\\", "\\\\").replace('"""', "'''")
    if escaped.endswith('"'):
        escaped += " "
    one = f'"""{escaped}"""'
    if len(one) + INDENT <= WIDTH + 8:
        return [one]
    lines = textwrap.wrap(escaped, WIDTH - INDENT, break_long_words=False, break_on_hyphens=False)
    return [f'"""{lines[0]}', *lines[1:], '"""']
