"""Where renderers get the lines from that findings are in."""

from __future__ import annotations

from typing import Protocol


class Lines(Protocol):
    """Lines of documents by file and number; ``runtime.source_lines`` reads them from files."""

    def get(self, file: str, number: int) -> str | None:
        """Line ``number`` (from 1) of ``file``, None where it cannot be had."""
        ...
