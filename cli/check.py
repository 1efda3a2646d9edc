"""``bodyplan check``: findings of any number of documents."""

from __future__ import annotations

import os
import signal
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, groupby
from typing import TYPE_CHECKING

from ..runtime.diagnostics.render.renderer import Renderer, renderer
from ..semantics.consumers.registry import CONSUMERS
from .documents import add_search_paths, is_unreadable
from .extensions import add_extensions, extensions_for, known
from .messages import complain, counted
from .selection import Selection, add_selection
from .status import OK, PROBLEMS, UNUSABLE
from .terminal import takes_colour
from .walking import Walk

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from ..runtime.diagnostics.diagnostic import Diagnostic

OUTPUTS = ("text", "concise", "full", "json", "sarif", "github")


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("paths", metavar="PATH", nargs="+", help="a document, or a folder, which is walked")
    parser.add_argument("--strict", action="store_true", help="every finding is an error")
    parser.add_argument(
        "--target",
        metavar="T",
        action="append",
        choices=CONSUMERS,
        default=[],
        help=f"also report what this reader would refuse or ignore: {', '.join(CONSUMERS)}; may be given several times",
    )
    parser.add_argument(
        "--format",
        choices=OUTPUTS,
        default="text",
        help="text (the default) is full at a terminal and concise elsewhere",
    )
    add_search_paths(parser)
    add_extensions(parser)
    parser.add_argument(
        "--jobs",
        metavar="N",
        type=_jobs,
        default=1,
        help="processes that check at the same time; 0: one for each processor (default: 1)",
    )
    add_selection(parser)


def run(arguments: Namespace) -> int:
    """Checks every document and prints its findings as they come."""
    selection = Selection(arguments.select, arguments.ignore)
    selection.check()
    walk = Walk(arguments.paths)
    paths = list(walk)
    output = _renderer(arguments.format)
    counts: Counter[str] = Counter()
    status = OK
    sys.stdout.write(output.begin())
    for path, found, told_before in _reports(paths, arguments):
        shown, repeated = selection(found), selection(told_before)
        if is_unreadable(path, found):
            status = UNUSABLE
        elif status == OK and any(d.severity == "error" for d in shown):
            status = PROBLEMS
        counts.update(d.severity for d in shown)
        text = output.report(path, shown, repeated)
        if text:
            sys.stdout.write(text)
            sys.stdout.flush()
    sys.stdout.write(output.end())
    sys.stdout.flush()
    for problem in walk.problems:
        complain(problem)
    if walk.problems:
        status = UNUSABLE
    print(_summary(len(paths), counts), file=sys.stderr)
    return status


def _reports(
    paths: Sequence[str], arguments: Namespace
) -> Iterator[tuple[str, Sequence[Diagnostic], Sequence[Diagnostic]]]:
    """Each path with its findings, those for several targets together, and with those that were told before."""
    from ..semantics.loading import check_many

    groups = groupby(paths, lambda path: extensions_for(arguments, path))
    with _executor(min(arguments.jobs, len(paths))) as executor, known():
        for extensions, group in groups:
            alike = list(group)
            runs = [
                check_many(
                    alike,
                    executor=executor,
                    strict=arguments.strict,
                    target=target,
                    search_paths=arguments.search_path,
                    confine=arguments.confine,
                    extensions=extensions,
                )
                for target in arguments.target or [None]
            ]
            for path, reports in zip(alike, zip(*runs)):
                told = [report.diagnostics for report in reports], [report.repeated for report in reports]
                yield path, together(told[0]), together(told[1])


@contextmanager
def _executor(jobs: int) -> Iterator[Executor | None]:
    """As many processes as that; none besides this one where one is enough."""
    if jobs <= 1:
        yield None
        return
    from concurrent.futures import ProcessPoolExecutor

    pool = ProcessPoolExecutor(jobs, initializer=_leave_interrupts)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _leave_interrupts() -> None:
    """Lets the first process alone deal with Ctrl-C: the terminal sends it to all of them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def together(runs: Sequence[Sequence[Diagnostic]]) -> Sequence[Diagnostic]:
    """The findings of several runs over one document, each once, by file and place."""
    if len(runs) == 1:
        return runs[0]
    found = list(dict.fromkeys(chain.from_iterable(runs)))
    files: dict[str | None, int] = {}
    for diagnostic in found:
        files.setdefault(diagnostic.file, len(files))
    return sorted(found, key=lambda d: (files[d.file], d.line, d.column))


def _renderer(format: str) -> Renderer:
    terminal = sys.stdout.isatty()
    if format == "text":
        format = "full" if terminal else "concise"
    if format == "full":
        return renderer(format, colour=takes_colour(sys.stdout))
    if format == "sarif":
        from .installed import version

        return renderer(format, version=version())
    return renderer(format)


def _summary(files: int, counts: Counter[str]) -> str:
    found = [counted(counts[severity], severity) for severity in ("error", "warning", "note") if counts[severity]]
    return f"{counted(files, 'file')} checked: {', '.join(found) or 'nothing found'}"


def _jobs(text: str) -> int:
    if not text.isdecimal():
        raise ArgumentTypeError(f"{text!r} is not a number of processes")
    return int(text) or os.cpu_count() or 1
