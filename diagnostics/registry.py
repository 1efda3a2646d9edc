"""Every rule by its code. ``registry.json`` is generated from the files in ``rules/``, one a rule."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from . import message_format
from .rule import FixStrategy, Rule

FILE: Final = Path(__file__).with_name("registry.json")


def make_rule(code: str, row: Mapping[str, Any]) -> Rule:
    """The rule that a row of the registry describes.

    Raises:
        TypeError: a key is missing, or there is none of that name.
        AttributeError: there is no such function in ``message_format``.
    """
    fields = {"code": code, **row}
    if "words" in row:
        fields["words"] = getattr(message_format, row["words"])
    if "fix" in row:
        fields["fix"] = FixStrategy(**row["fix"])
    return Rule(**fields)


REGISTRY: Final[dict[str, Rule]] = {
    code: make_rule(code, row) for code, row in json.loads(FILE.read_text(encoding="utf-8")).items()
}
