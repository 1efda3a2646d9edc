"""A page as blocks, and what they look like: as Markdown, and as text, with colours or without."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator
from typing import Final

from ..records import dataclass

WIDTH = 100
"""Columns of a text, where nothing else is known."""

_TICKED = re.compile(r"(`+) ?(.+?) ?\1")
_STYLES: Final = {
    "comment": "2",
    "tag": "34",
    "key": "34",
    "attribute": "36",
    "string": "32",
    "error": "1;31",
    "warning": "1;33",
    "note": "1;36",
}
_SEVERITIES: Final = frozenset({"error", "warning", "note"})
"""Of findings; the mark below one has its colour."""
_PATTERNS: Final = {
    "xml": r"(?P<comment><!--.*?-->)|(?P<tag></?[^\s<>/\"'=]+|\??/?>)|(?P<string>\"[^\"]*\"|'[^']*')|(?P<attribute>[\w:.-]+(?=\s*=))",
    "yaml": r"(?P<comment>#.*)|(?P<string>\"[^\"\n]*\"|'[^'\n]*')|(?P<key>[\w-]+(?=:(?:\s|$)))",
    "python": r"(?P<comment>#.*)|(?P<string>\"[^\"\n]*\"|'[^'\n]*')|(?P<key>\b(?:import|from|def|class|return|for|in|with|as|if)\b)",
    "console": r"(?P<error>(?<=: )error BP\d+)|(?P<warning>(?<=: )warning BP\d+)|(?P<note>(?<=: )note BP\d+)|(?P<mark>\^+$)",
}


@dataclass(frozen=True, slots=True)
class Heading:
    """A title; ``level`` 1 is that of the page."""

    text: str
    level: int = 2


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Words, with code in backticks."""

    text: str


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of two cells."""

    head: tuple[str, str]
    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Code:
    """Lines as they are; ``language`` as Markdown calls it."""

    text: str
    language: str


Block = Heading | Paragraph | Items | Table | Code


def markdown(blocks: Iterable[Block]) -> str:
    """The page as Markdown."""
    return "\n".join(_markdown(block) for block in blocks)


def plain(blocks: Iterable[Block], *, width: int = WIDTH, colour: bool = False) -> str:
    """The page as text of ``width`` columns; with ``colour``, ANSI's make headings bold and tell the parts of code."""
    return "\n".join(_plain(block, width, colour) for block in blocks)


def _markdown(block: Block) -> str:
    match block:
        case Heading(text, level):
            return f"{'#' * level} {text}\n"
        case Paragraph(text):
            return f"{text}\n"
        case Items(texts):
            return "".join(f"* {text}\n" for text in texts)
        case Table(head, rows):
            lines = (
                "| {} | {} |".format(first, second.replace("|", "\\|"))
                for first, second in (head, ("---", "---"), *rows)
            )
            return "\n".join(lines) + "\n"
        case Code(text, language):
            return f"```{language}\n{text.rstrip()}\n```\n"


def _plain(block: Block, width: int, colour: bool) -> str:
    match block:
        case Heading(text, level):
            if colour:
                return f"\x1b[1{';4' if level == 1 else ''}m{text}\x1b[0m\n"
            return f"{text}\n{('=' if level == 1 else '-') * len(text)}\n"
        case Paragraph(text):
            return "".join(_wrap_text(text, width, colour, ""))
        case Items(texts):
            return "".join(line for text in texts for line in _wrap_text(text, width, colour, "* "))
        case Table(_, rows):
            first = max(len(_bare(row[0])) for row in rows) + 2
            return "".join(
                line for row in rows for line in _wrap_text(row[1], width, colour, _bare(row[0]).ljust(first))
            )
        case Code(text, language):
            lines = _highlight_text(text.rstrip(), language) if colour else text.rstrip()
            return textwrap.indent(lines, "    ") + "\n"


def _wrap_text(text: str, width: int, colour: bool, lead: str) -> Iterator[str]:
    for line in textwrap.wrap(
        text, width, initial_indent=lead, subsequent_indent=" " * len(lead), break_on_hyphens=False
    ):
        yield (_TICKED.sub("\x1b[36m\\2\x1b[0m", line) if colour else line) + "\n"


def _bare(text: str) -> str:
    return _TICKED.sub(r"\2", text)


def _highlight_text(text: str, language: str) -> str:
    pattern = _PATTERNS.get(language)
    if pattern is None:
        return text
    severity = "error"

    def colour_match(found: re.Match[str]) -> str:
        nonlocal severity
        kind = found.lastgroup or ""
        if kind in _SEVERITIES:
            severity = kind
        return f"\x1b[{_STYLES[severity if kind == 'mark' else kind]}m{found[0]}\x1b[0m"

    return re.sub(pattern, colour_match, text, flags=re.MULTILINE | re.DOTALL * (language == "xml"))
