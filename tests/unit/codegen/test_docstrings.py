"""Docstrings of generated code."""

from __future__ import annotations

import ast

import pytest
from bodyplan.codegen.docstrings import docstring


@pytest.mark.parametrize(
    "text",
    [
        "Short.",
        'Ends with a "quote"',
        'Holds """ three.',
        "Back\\slash.",
        "word " * 60,
        "Ends with a \\",
        'Ends with both \\"',
        '"" "" two',
        "NUL \0, BEL \a, escape \x1b, \x85 and \u2028",
        "\u202eright to left\u2066",
        "lone \ud800, beyond \U0001f600, mark \ufeff",
        "{{ value }} {% if %}",
    ],
)
def test_any_text_is_a_docstring(text: str) -> None:
    lines = docstring(text)
    assert all(len(line) <= 120 - 4 for line in lines)
    assert ast.literal_eval("\n".join(lines)).split() == text.split()
