"""What a finding is known by from one run to the next: the same after edits elsewhere in its file.

Baselines, SARIF and code quality reports share these, so that all tell new findings from old ones alike.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import PurePath

from .diagnostic import Diagnostic

KIND = "bodyplanFinding/v1"
"""What this way of making them is called; another way needs another name."""

LineOf = Callable[[str, int], "str | None"]
"""A line of a file by its number, from 1; None where it cannot be had."""

_INDEX = re.compile(r"(\"[^\"]*\"|'[^']*')|\[\d+\]")
_BEFORE_END = re.compile(r" (?=/?>)")
_DIGITS = 32


class Fingerprints:
    """Makes the fingerprints of one run.

    One is made of the code, the file, the path of the element without indexes, and what is written there; lines and
    columns are no part of it, nor are messages. What is alike in all of these is counted in the order of the text: all
    findings of a file have to be given, those that will not be shown among them.

    Args:
        line_of: gets lines of files: ``SourceLines().get``.
        root: the folder that names of files start from; None: the working directory.
    """

    def __init__(self, line_of: LineOf, root: str | os.PathLike[str] | None = None) -> None:
        self._line_of = line_of
        self._root = os.path.abspath(root if root is not None else os.curdir)
        self._seen: Counter[tuple[str, ...]] = Counter()

    def of(self, path: str, diagnostics: Iterable[Diagnostic]) -> list[str]:
        """The fingerprint of each finding of the file ``path``, in hexadecimal; they come in the order of the text."""
        return [self._of(diagnostic, path) for diagnostic in diagnostics]

    def of_kind(self, path: str, kind: tuple[str, ...]) -> str:
        """The fingerprint of one finding that stands for all of a kind in a file (``folding.kind_of``).

        It is the same while there are such findings, wherever they are.
        """
        code, row, _, file, *said = kind
        key = "repeated", code, row, name_from(file or path, self._root), *said
        number = self._seen[key]
        self._seen[key] += 1
        return self._digest((*key, str(number)))

    def _of(self, d: Diagnostic, path: str) -> str:
        file = d.file or path
        part = d.arguments.get("part")
        key = (
            d.code,
            d.row,
            name_from(file, self._root),
            without_indexes(d.xpath),
            str(part) if part is not None else "",
            self._source_text(d, file),
        )
        number = self._seen[key]
        self._seen[key] += 1
        return self._digest((*key, str(number)))

    def _digest(self, key: Iterable[str]) -> str:
        return sha256("\0".join((KIND, *key)).encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]

    def _source_text(self, d: Diagnostic, file: str) -> str:
        """What a finding is about, as it is written but for blanks; the whole line where its end is not known."""
        if not d.line:
            return ""
        end_line = max(d.end_line or 0, d.line)
        lines = [self._line_of(file, number) or "" for number in range(d.line, end_line + 1)]
        if d.end_column is not None and d.column:
            lines[-1] = lines[-1][: d.end_column - 1]
            lines[0] = lines[0][d.column - 1 :]
        return _BEFORE_END.sub("", " ".join(" ".join(lines).split()))


def without_indexes(xpath: str) -> str:
    """A path without the numbers of its steps, which change with every element before."""
    return _INDEX.sub(r"\1", xpath)


def name_from(file: str, root: str) -> str:
    """A file as seen from a folder, with slashes; one that is not inside keeps its own name."""
    whole = os.path.abspath(file)
    if whole.startswith(os.path.join(root, "")):
        return PurePath(os.path.relpath(whole, root)).as_posix()
    return PurePath(os.path.normpath(file)).as_posix()
