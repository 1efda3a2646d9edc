"""Adds a target, once everything that it needs is found."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..formats.registry import FORMATS
from .facts import facts
from .registry import TARGET_PROFILES
from .tables import table

if TYPE_CHECKING:
    from ..core.target import TargetProfile


def register(row: TargetProfile) -> None:
    """Adds a target, after a look at everything that it needs.

    Raises:
        ValueError: something is missing or wrong; the message says what.
    """
    if row.name in TARGET_PROFILES:
        raise ValueError(f"there is a target {row.name!r} already")
    verify(row)
    TARGET_PROFILES[row.name] = row


def verify(row: TargetProfile) -> None:
    """Makes sure that a row is complete: its name, its formats, its hooks, and its table.

    Raises:
        ValueError: something is missing or wrong; the message says what.
    """
    if not re.fullmatch(r"[a-z][a-z0-9_-]*", row.name):
        raise ValueError(f"{row.name!r} cannot be the name of a target: write small letters")
    if not row.formats or not FORMATS.keys() >= {*row.formats}:
        raise ValueError(f"target {row.name!r} reads {row.formats}; formats are {', '.join(sorted(FORMATS))}")
    hooks = (row.checks, row.adjust_document, row.convert, row.adjust_description, row.adjust_included)
    for hook in (*hooks, *(reference for _, reference in row.adapters)):
        if hook:
            row.hook(hook)
    facts(row)
    for format in row.formats:
        table(row, format)
