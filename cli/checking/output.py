"""Where the findings of a check go, and how they are shown."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from types import TracebackType
from typing import TYPE_CHECKING, TextIO, TypeVar

from ...diagnostics.records import NamedTuple
from ...diagnostics.render.concise import Selects
from ...diagnostics.render.renderer import Renderer, renderer
from ...runtime.source_lines import SourceLines
from ..terminal import supports_colour
from .filter import Verdict
from .progress import Progress

if TYPE_CHECKING:
    from typing_extensions import Self

Item = TypeVar("Item")

FORMATS = ("text", "concise", "full", "json", "sarif", "github", "junit", "gitlab")


def add_output(parser: ArgumentParser) -> None:
    """Adds what says how findings are shown."""
    parser.add_argument(
        "--format",
        choices=FORMATS,
        default="text",
        help="output format; text (the default) is full on a terminal and concise otherwise",
    )
    parser.add_argument(
        "-o",
        "--output",
        "--output-file",
        dest="output_file",
        metavar="FILE",
        help="write findings to this file instead of standard output",
    )
    parser.add_argument("--exit-zero", action="store_true", help="exit with status 0 even if there are findings")
    parser.add_argument(
        "--statistics", action="store_true", help="also show the number of findings per code, each place counted"
    )
    amount = parser.add_mutually_exclusive_group()
    amount.add_argument(
        "-v", "--verbose", action="store_true", help="also show notes, and every finding where many are of one kind"
    )
    amount.add_argument("-q", "--quiet", action="store_true", help="show only findings: no progress bar, no summary")


MOST_KEPT = 1 << 24
"""Characters of output above which a run is not kept whole."""


class Manner(NamedTuple):
    """How findings are shown, as far as the call and what it writes to say."""

    format: str
    is_coloured: bool
    is_verbose: bool
    is_quiet: bool
    has_statistics: bool


class Output:
    """Shows one verdict after the other, and ends what was started.

    Args:
        arguments: of the call.
        lines: the lines of the documents.
        selects: says of which rules notes are asked for.
        to: where it is written where no file is named.

    Raises:
        OSError: on leaving: the file that was named cannot be written.
    """

    def __init__(self, arguments: Namespace, lines: SourceLines, selects: Selects, *, to: TextIO) -> None:
        self._file: str | None = arguments.output_file
        self._made: list[str] = []
        self._progress: Progress | None = None
        self._has_bar = not arguments.quiet
        self._stream = to
        self._written = 0
        self.manner = _manner(arguments, to)
        self._renderer = _renderer(self.manner, lines, selects)

    def __enter__(self) -> Self:
        self._write(self._renderer.begin())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self._write(self._renderer.end())
            self._finish()

    @property
    def text(self) -> str | None:
        """All that was written; None where that is much."""
        return "".join(self._made) if self._written <= MOST_KEPT else None

    def repeat(self, text: str) -> None:
        """Writes what an earlier run has written."""
        self._write(text)
        self._finish()

    def track_progress(self, items: Iterable[Item], total: int) -> Iterator[Item]:
        """The items, with a bar that says how far they are."""
        self._progress = Progress(total, is_wanted=self._has_bar)
        return self._progress.over(items)

    def show_verdict(self, verdict: Verdict) -> None:
        """Shows what was found in one document."""
        self._write(self._renderer.report(verdict.path, verdict.shown, verdict.repeated, verdict.suppressed))

    def _write(self, text: str) -> None:
        if not text:
            return
        self._written += len(text)
        if self._file is not None:
            self._made.append(text)
            return
        if self._written <= MOST_KEPT:
            self._made.append(text)
        else:
            self._made.clear()
        with nullcontext() if self._progress is None else self._progress.aside():
            self._stream.write(text)
            self._stream.flush()

    def _finish(self) -> None:
        if self._file is not None:
            from ...runtime.atomic_write import write_atomically

            write_atomically(self._file, "".join(self._made).encode("utf-8", "surrogateescape"))


def _manner(arguments: Namespace, to: TextIO) -> Manner:
    format, is_coloured = arguments.format, False
    if format in ("text", "full"):
        is_terminal = arguments.output_file is None and to.isatty()
        format = "full" if is_terminal or format == "full" else "concise"
        is_coloured = format == "full" and arguments.output_file is None and supports_colour(to)
    # who asks for one line for each finding gets all of them
    is_verbose = arguments.verbose or arguments.format == "concise"
    return Manner(format, is_coloured, is_verbose, arguments.quiet, arguments.statistics)


def _renderer(manner: Manner, lines: SourceLines, selects: Selects) -> Renderer:
    format = manner.format
    if format == "sarif":
        from ..version import version

        return renderer(format, lines, version=version())
    if format not in ("concise", "full"):
        return renderer(format, lines)
    amount = {
        "verbose": manner.is_verbose,
        "quiet": manner.is_quiet,
        "statistics": manner.has_statistics,
        "selects": selects,
    }
    if format == "concise":
        return renderer(format, lines, **amount)
    return renderer(format, lines, colour=manner.is_coloured, **amount)
