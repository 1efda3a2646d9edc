"""Expressions of GitHub's actions, as far as ours go."""

from __future__ import annotations

import re
from collections.abc import Mapping

NAME = re.compile(r"'[^']*'|[A-Za-z_][\w-]*(?:\.[\w-]+)+")


def value_of(expression: str, names: Mapping[str, str]) -> str | bool:
    """The value of an expression; ``names`` has what ``inputs.paths`` and others stand for, all else is empty."""

    def put(match: re.Match[str]) -> str:
        return match[0] if match[0].startswith("'") else repr(names.get(match[0], ""))

    return eval(NAME.sub(put, expression).replace("&&", " and ").replace("||", " or "))  # type: ignore[no-any-return]


def filled(text: object, names: Mapping[str, str]) -> str:
    """A text with the values of its expressions."""
    return re.sub(r"\$\{\{(.*?)\}\}", lambda match: str(value_of(match[1].strip(), names)), str(text))
