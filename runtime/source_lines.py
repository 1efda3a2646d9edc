"""The lines of the files that findings are in, read again when they are to be shown."""

from __future__ import annotations

import codecs

from .files import FILES, Unreadable
from .patterns import compile_pattern

MOST_BYTES = 1 << 26
"""Files larger than this are shown without their lines."""

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_DECLARED = compile_pattern(rb"<\?xml[^>]*?encoding\s*=\s*[\"']([A-Za-z0-9._-]+)[\"']")
_LINE_END = compile_pattern(r"\r\n|\n|\r")


class SourceLines:
    """Lines by file and number; holds the file that was asked for last."""

    def __init__(self) -> None:
        self._file: str | None = None
        self._lines: list[str] = []
        self._given: dict[str, list[str]] = {}

    def give(self, file: str, data: bytes) -> None:
        """Says what a file holds that is not to be read, such as standard input."""
        self._given[file] = _LINE_END.split(decode(data))

    def get(self, file: str, number: int) -> str | None:
        """Line ``number`` (from 1) of ``file``, None where it cannot be had."""
        if file != self._file:
            self._file = file
            known = self._given.get(file)
            self._lines = _read_lines(file) if known is None else known
        return self._lines[number - 1] if 0 < number <= len(self._lines) else None


def _read_lines(file: str) -> list[str]:
    try:
        return _LINE_END.split(decode(FILES.read(file, MOST_BYTES)))
    except Unreadable:
        return []


def decode(data: bytes) -> str:
    """The text of an XML file, with replacement characters for what its encoding does not have."""
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return data.decode(encoding, "replace")
    declared = _DECLARED.match(data)
    if declared:
        try:
            return data.decode(declared[1].decode("ascii"), "replace")
        except LookupError:
            pass
    return data.decode("utf-8", "replace")
