"""Files of xacro, and texts in them that know where they are."""

from __future__ import annotations

import re

from ...diagnostics.records import NamedTuple, dataclass, field
from ...diagnostics.spans import extent
from ...runtime.patterns import compile_pattern
from ...runtime.source import Source, attribute_offsets

_LINE_END = compile_pattern("\r\n?")
_BLANK = compile_pattern(r"[\n\t]")
_VALUE = compile_pattern(r"[^\s=\"'/]+\s*=\s*([\"'])(.*?)\1", re.DOTALL)


class RawElement(NamedTuple):
    """An element as it is written, before anything is expanded."""

    tag: str
    attributes: dict[str, SourceText]
    offset: int
    around: int
    """The number of the element that it is in; -1 for the root."""


@dataclass(eq=False)
class XacroFile:
    """A file that was read on the way, or the text that was given."""

    source: Source
    text: str
    """What it holds, with lines ended as xacro sees them."""
    elements: list[RawElement] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    """Texts between tags."""
    is_top: bool = False

    @classmethod
    def of(cls, source: Source, *, is_top: bool = False) -> XacroFile:
        """The file of a source that was filled; raises ``NotWellFormed`` where it is no UTF-8."""
        try:
            text = source.data if isinstance(source.data, str) else source.data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise NotWellFormed(cls(source, ""), 1, 1, f"it is no UTF-8 ({error.reason})") from None
        text = _LINE_END.sub("\n", text)
        # places are those of the text as it is seen here, which has the same lines and columns
        shown = Source(source.name, text)
        shown.is_template = True
        return cls(shown, text, is_top=is_top)

    @property
    def name(self) -> str | None:
        """Its path; None for a text."""
        return self.source.name

    def offset(self, line: int, column: int) -> int:
        """Where a line, from 1, and a column, from 0, are."""
        lines = self.source.find_line_starts()
        return lines[min(line, len(lines)) - 1] + column


class NotWellFormed(Exception):
    """A file is no XML."""

    def __init__(self, file: XacroFile, line: int, column: int, reason: str) -> None:
        super().__init__(reason)
        self.file, self.line, self.column, self.reason = file, line, column, reason


class FileSpan(NamedTuple):
    """A stretch of a file."""

    file: XacroFile
    start: int
    end: int

    @property
    def span(self) -> tuple[int, int, int, int]:
        """Line and column where it begins and where it ends, from 1."""
        source = self.file.source
        return (*source.line_and_column(self.start), *source.line_and_column(self.end))


def tag_place(file: XacroFile, offset: int) -> FileSpan:
    """The start tag at a place, or all of the element where it holds but a value."""
    return FileSpan(file, offset, extent(file.text, offset) or offset + 1)


def attribute_place(file: XacroFile, offset: int, attribute: str) -> FileSpan:
    """An attribute of the tag at a place, with its value; the tag where it has none of that name."""
    start = attribute_offsets(file.text, offset).get(attribute)
    return tag_place(file, offset) if start is None else FileSpan(file, start, extent(file.text, start) or start + 1)


class SourceText(str):
    """The value of an attribute, or a text between tags, as it is in a file.

    Attributes:
        file: the file.
        offset: of the tag that the attribute belongs to, or of the text itself.
        attribute: name of the attribute; None for a text.
        skipped: characters of the value before this part of it.
    """

    __slots__ = ("file", "offset", "attribute", "skipped")

    file: XacroFile
    offset: int
    attribute: str | None
    skipped: int

    @classmethod
    def at(cls, value: str, file: XacroFile, offset: int, attribute: str | None, skipped: int = 0) -> SourceText:
        """A text that is at a place."""
        made = cls(value)
        made.file, made.offset, made.attribute, made.skipped = file, offset, attribute, skipped
        return made

    def inner(self, value: str, start: int) -> SourceText:
        """A part of it that begins after so many characters."""
        return SourceText.at(value, self.file, self.offset, self.attribute, self.skipped + start)

    @property
    def place(self) -> FileSpan:
        """The whole attribute, or all of the text without blanks around it."""
        if self.attribute is not None:
            return attribute_place(self.file, self.offset, self.attribute)
        start = self.offset + len(self) - len(self.lstrip())
        return FileSpan(self.file, start, start + len(self.strip()))

    def part(self, start: int, end: int) -> FileSpan:
        """A part of it; all of it where references to entities make that hard to say."""
        begin = self.offset
        if self.attribute is not None:
            value = _VALUE.match(self.file.text, self.place.start)
            if value is None:
                return self.place
            begin = value.start(2)
        found = FileSpan(self.file, begin + self.skipped + start, begin + self.skipped + end)
        written = self.file.text[found.start : found.end]
        # line ends and tabs in values are blanks to who reads them
        return found if _BLANK.sub(" ", written) == _BLANK.sub(" ", self[start:end]) else self.place
