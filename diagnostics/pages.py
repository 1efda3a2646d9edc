"""Where the pages of the rules are to be read."""

from __future__ import annotations

from typing import Final

DOCUMENTATION: Final = "https://bodyplan.readthedocs.io/en/latest/"
"""The published documentation."""


def address_of(code: str, name: str) -> str:
    """The address of the page of a rule."""
    return f"{DOCUMENTATION}rules/{code}-{name}/"
