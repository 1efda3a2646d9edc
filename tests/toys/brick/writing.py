"""Typed document to text."""

from __future__ import annotations

from bodyplan.semantics.core.options import Options
from bodyplan.semantics.core.parsed import ParsedDocument

from .wall import Wall


def write(
    parsed: ParsedDocument[Wall], options: Options, version: str | None, expanded: object
) -> tuple[str, tuple[()]]:
    blocks = "".join(
        f'  <block name="{block.name}" mass="{block.mass:g}"{f" on={block.on!r}" if block.on else ""}/>\n'
        for block in parsed.root.block
    )
    return f'<wall name="{parsed.root.name}">\n{blocks}</wall>\n', ()


def newest_version(format: str) -> str:
    return "1"


def refusal(format: str, version: str) -> str | None:
    return None if version == "1" else f"{format} documents are written in version 1 only, not {version!r}"
