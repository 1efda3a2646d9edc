"""``bodyplan check``: findings of any number of documents."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from ..runtime.diagnostics.render.renderer import Renderer, renderer
from .documents import add_search_paths, is_unreadable
from .messages import complain, counted
from .selection import Selection, add_selection
from .status import OK, PROBLEMS, UNUSABLE
from .walking import Walk

if TYPE_CHECKING:
    from ..runtime.diagnostics.diagnostic import Diagnostic

TARGETS = ("libsdformat", "drake", "urdfdom", "dart")
FORMATS = ("text", "concise", "full", "json", "sarif", "github")


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("paths", metavar="PATH", nargs="+", help="a document, or a folder, which is walked")
    parser.add_argument("--strict", action="store_true", help="every finding is an error")
    parser.add_argument(
        "--target",
        metavar="T",
        action="append",
        choices=TARGETS,
        default=[],
        help=f"also report what this reader would refuse or ignore: {', '.join(TARGETS)}; may be given several times",
    )
    parser.add_argument(
        "--format",
        choices=FORMATS,
        default="text",
        help="text (the default) is full at a terminal and concise elsewhere",
    )
    add_search_paths(parser)
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
    mistake = selection.unknown()
    if mistake is not None:
        complain(mistake)
        return UNUSABLE
    walk = Walk(arguments.paths)
    output = _renderer(arguments.format)
    counts: Counter[str] = Counter()
    status = OK
    sys.stdout.write(output.begin())
    for path, found in _reports(walk, arguments):
        shown = selection(found)
        if is_unreadable(path, found):
            status = UNUSABLE
        elif status == OK and any(d.severity == "error" for d in shown):
            status = PROBLEMS
        counts.update(d.severity for d in shown)
        text = output.report(path, shown)
        if text:
            sys.stdout.write(text)
            sys.stdout.flush()
    sys.stdout.write(output.end())
    sys.stdout.flush()
    for problem in walk.problems:
        complain(problem)
    if walk.problems:
        status = UNUSABLE
    print(_summary(walk.found, counts), file=sys.stderr)
    return status


def _reports(walk: Walk, arguments: Namespace) -> Iterator[tuple[str, Sequence[Diagnostic]]]:
    """Each path with its findings, those for several targets together."""
    from .. import check, check_many

    options: dict[str, Any] = {"strict": arguments.strict, "search_paths": arguments.search_path}
    targets = arguments.target or [None]
    if arguments.jobs == 1:
        for path in walk:
            yield path, together([check(path, target=target, **options).diagnostics for target in targets])
        return
    paths = list(walk)
    runs = [check_many(paths, jobs=arguments.jobs, target=target, **options) for target in targets]
    for path, reports in zip(paths, zip(*runs)):
        yield path, together([report.diagnostics for report in reports])


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
        return renderer(format, colour=terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb")
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
