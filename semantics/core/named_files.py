"""A file that a document names, where a format finds files by rules of its own."""

from __future__ import annotations

from ...diagnostics.records import NamedTuple


class NamedFile(NamedTuple):
    """A file, and where it is named."""

    kind: str
    """What it holds: ``"mesh"``, ``"texture"`` …"""
    uri: str
    """As it is written."""
    file: str | None
    """The file that it is written in; None for a text."""
    line: int
    """0 where that is not known."""
    path: str | None
    """Where it is, or would be; None where a text is in no folder."""
